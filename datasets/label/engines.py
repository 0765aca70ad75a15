"""Who does the reading: this process, several, or a cluster. Results come in the tasks' order.

An engine takes tasks only a little ahead of the results, so that memory does not grow with
their number.
"""

import os
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import get_context, parent_process
from typing import NoReturn, Protocol

import cv2

from .protocol import RunStoppedError
from .work import Job, Result, Task, Worker

__all__ = ["AHEAD", "Engine", "LocalEngine", "raise_start_error"]

AHEAD = 3
"""Tasks that wait for each worker: enough that none is idle while a slow picture is read."""
_MOST_CRASHES = 3
"""Pictures in a row that may end a worker before the run is given up: the cause is another."""


class Engine(Protocol):
    """Does tasks."""

    def results(
        self, job: Job, tasks: Iterable[Task]
    ) -> Generator[tuple[Task, Result], None, None]:
        """Yield each task with its result, in the order of the tasks."""
        ...


class LocalEngine:
    """Processes of this machine; with one worker, this process."""

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers

    def results(
        self, job: Job, tasks: Iterable[Task]
    ) -> Generator[tuple[Task, Result], None, None]:
        """Yield each task with its result, in the order of the tasks."""
        if self.workers <= 1:
            worker = Worker(job)
            for task in tasks:
                yield task, worker(task)
            return
        yield from _Pool(job, self.workers).results(iter(tasks))


def raise_start_error(job: Job, said: str) -> NoReturn:
    """Raise what kept a worker from starting, as an error of its own kind.

    Not every error survives the way between processes, so the reader is made once more here.
    """
    Worker(job)
    raise RunStoppedError(f"a worker could not begin: {said}")


class _Pool:
    """Worker processes, begun anew when one of them is ended from outside or by a picture."""

    def __init__(self, job: Job, workers: int) -> None:
        self._job = job
        self._workers = workers
        self._crashes = 0

    def results(self, tasks: Iterator[Task]) -> Iterator[tuple[Task, Result]]:
        """Yield results; after a crash the pictures that were under way are read one by one."""
        waiting: deque[Task] = deque()
        while True:
            with self._open(self._workers) as pool, suppress(BrokenProcessPool):
                yield from self._together(pool, tasks, waiting)
                return
            yield from self._one_by_one(waiting)

    def _together(
        self, pool: ProcessPoolExecutor, tasks: Iterator[Task], waiting: deque[Task]
    ) -> Iterator[tuple[Task, Result]]:
        """Yield results; `waiting` holds the tasks that were taken and have none yet."""
        futures: deque[Future[Result | str]] = deque()
        while True:
            room = AHEAD * self._workers - len(waiting)
            waiting.extend(islice(tasks, room))
            if not waiting:
                return
            while len(futures) < len(waiting):
                futures.append(pool.submit(_work, waiting[len(futures)]))
            result = self._checked(futures[0].result())
            futures.popleft()
            self._crashes = 0
            yield waiting.popleft(), result

    def _one_by_one(self, waiting: deque[Task]) -> Iterator[tuple[Task, Result]]:
        """Yield the results of tasks of which one may have ended its worker."""
        while waiting:
            with self._open(1) as pool, suppress(BrokenProcessPool):
                while waiting:
                    result = self._checked(pool.submit(_work, waiting[0]).result())
                    self._crashes = 0
                    yield waiting.popleft(), result
                return
            self._crashes += 1
            if self._crashes >= _MOST_CRASHES:
                raise RunStoppedError(
                    "the workers are ended again and again, perhaps for want of memory; give "
                    "fewer --workers, and --resume to go on"
                )
            task = waiting.popleft()
            yield task, Result(task.sha256, error="the reader was ended while it read this picture")

    def _checked(self, result: Result | str) -> Result:
        if isinstance(result, str):
            raise_start_error(self._job, result)
        return result

    @contextmanager
    def _open(self, workers: int) -> Iterator[ProcessPoolExecutor]:
        pool = ProcessPoolExecutor(
            workers, mp_context=get_context("spawn"), initializer=_begin, initargs=(self._job,)
        )
        try:
            yield pool
        finally:  # Ctrl-C too: pictures being read are finished, the others not begun
            pool.shutdown(wait=False, cancel_futures=True)


class _Process:
    """What a worker process holds."""

    job: Job | None = None
    worker: Worker | None = None


def _begin(job: Job) -> None:
    """Set a worker process up: it leaves Ctrl-C to the first process and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    cv2.setNumThreads(1)
    _Process.job = job
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when the first one is gone, however it ended."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(task: Task) -> Result | str:
    """Do one task; return as text what keeps the reader from starting."""
    if _Process.worker is None:
        assert _Process.job is not None
        try:
            _Process.worker = Worker(_Process.job)
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    return _Process.worker(task)
