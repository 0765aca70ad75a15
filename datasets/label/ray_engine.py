"""Reading on a Ray cluster: one actor for each set of open models.

The pictures must lie in a folder that all machines share, under the same path. Results come
back to the process that began the run, which alone writes: output and manifest are those of a
run on one machine.
"""

import importlib
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from itertools import cycle, islice
from typing import Any

from ..errors import OutputError
from .engines import AHEAD, raise_start_error
from .protocol import RunStoppedError
from .work import Job, Result, Task, Worker

__all__ = ["RayEngine"]

_RETRIES = 2
"""Times a picture is tried on another actor when its own is lost with its machine."""
_SPARE_CPUS = 1
"""Left to the process that lists, hashes and writes; with none left nothing moves."""


class RayEngine:
    """Actors of the cluster that `RAY_ADDRESS` names, or of this machine."""

    def __init__(self, workers: int = 0) -> None:
        """Raise `OutputError` where Ray is not installed."""
        self._ray = _ray()
        self.workers = workers
        """Number of actors; 0 for one on each CPU but one."""

    def results(
        self, job: Job, tasks: Iterable[Task]
    ) -> Generator[tuple[Task, Result], None, None]:
        """Yield each task with its result, in the order of the tasks."""
        ray = self._ray
        begun = not ray.is_initialized()
        if begun:
            _begin(ray)
        try:
            yield from self._on_actors(job, iter(tasks))
        finally:
            if begun:
                ray.shutdown()

    def _on_actors(self, job: Job, tasks: Iterator[Task]) -> Iterator[tuple[Task, Result]]:
        ray = self._ray
        cpus = int(ray.cluster_resources().get("CPU", 1))
        count = max(1, min(self.workers or cpus, cpus - _SPARE_CPUS))
        remote = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=_RETRIES)(_Actor)
        actors = [remote.remote(job) for _ in range(count)]
        turns = cycle(actors)
        waiting: deque[tuple[Task, Any]] = deque()
        while True:
            for task in islice(tasks, AHEAD * count - len(waiting)):
                waiting.append((task, next(turns).work.remote(task)))
            if not waiting:
                return
            task, answer = waiting.popleft()
            yield task, _result(ray, job, task, answer)


class _Actor:
    """Holds the reader of one actor."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._worker: Worker | None = None

    def work(self, task: Task) -> Result | str:
        """Do one task; return as text what keeps the reader from starting."""
        if self._worker is None:
            try:
                self._worker = Worker(self._job)
            except Exception as error:
                return f"{type(error).__name__}: {error}"
        return self._worker(task)


def _result(ray: Any, job: Job, task: Task, answer: Any) -> Result:
    try:
        result: Result | str = ray.get(answer)
    except ray.exceptions.RayActorError:
        return Result(task.sha256, error="the reader was ended while it read this picture")
    except ray.exceptions.RayError as error:
        raise RunStoppedError(
            f"the Ray cluster failed ({type(error).__name__}); give --resume to go on"
        ) from error
    if isinstance(result, str):
        raise_start_error(job, result)
    return result


def _begin(ray: Any) -> None:
    try:
        ray.init(
            include_dashboard=False,
            log_to_driver=False,
            logging_level="warning",
            configure_logging=False,
        )
    except Exception as error:  # Ray raises bare ones for a cluster that does not answer
        raise RunStoppedError(
            f"the Ray cluster could not be reached or begun ({error}); see RAY_ADDRESS"
        ) from error


def _ray() -> Any:
    """Import Ray, which is no part of the usual installation."""
    try:
        return importlib.import_module("ray")
    except ImportError as error:
        raise OutputError(
            "--engine ray: Ray is not installed; install rekje[ray], or leave --engine out"
        ) from error
