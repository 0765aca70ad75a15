"""A run of labelling: every picture read once, whatever happens in between."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any

from ..convert import Written
from ..errors import OutputError, PictureError
from ..fields import printable
from ..formats import FORMATS
from .engines import Engine, LocalEngine
from .entry import Entry, Settings
from .folder import Mode, RunFolder, open_folder, stops_resumable
from .inputs import InputOptions, Source, Sources, find_sources
from .outputs import FRAME, Counts, Failure, OutputOptions, Outputs
from .pieces import piece_key
from .protocol import Draw, ReaderFactory
from .videos import frames_of
from .words import reason_for
from .work import Job, Result, Task, content_hash

__all__ = ["Failure", "LabelOptions", "Progress", "Summary", "finish", "label"]


@dataclass(frozen=True, slots=True)
class LabelOptions:
    """What was asked for."""

    out: Path
    inputs: InputOptions
    outputs: OutputOptions = field(default_factory=OutputOptions)
    mode: Mode = Mode.NEW
    min_confidence: float = 0.0
    annotate: bool = False
    crops: bool = False
    engine: Engine = field(default_factory=LocalEngine)


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of a run."""

    out: Path
    counts: Counts
    written: tuple[Written, ...]
    taken_over: int = 0
    """Pictures of these that an earlier run had read."""
    passed_over: dict[str, int] = field(default_factory=dict)
    """Files in the inputs that are no pictures or videos by their ending, by that ending."""

    def to_json(self) -> dict[str, Any]:
        """Return the summary as one JSON document."""
        counts = self.counts
        return {
            "schema": 1,
            "out": str(self.out),
            "pictures": counts.pictures,
            "tiles": counts.tiles,
            "doubtful": counts.doubtful,
            "failed": [{"file": item.file, "error": item.reason} for item in counts.failed],
            "taken_over": self.taken_over,
            "left_out": counts.left_out,
            "absent": counts.absent,
            "passed_over": self.passed_over,
            "written": [item.to_json() for item in self.written],
        }


Progress = Callable[[Entry, int, bool], None]
"""Called for each picture with (its entry, how many there are as far as is known, whether an
earlier run had read it)."""


def label(
    options: LabelOptions,
    factory: ReaderFactory,
    *,
    draw: Draw | None = None,
    progress: Progress | None = None,
) -> Summary:
    """Read all pictures and write their labels.

    Raises `OutputError` for wrong usage, `PictureError` where there is nothing to read,
    `RunStoppedError` for a run that `--resume` can go on with, and whatever the factory raises.
    """
    unknown = [name for name in options.outputs.formats if name not in FORMATS]
    if unknown:
        raise OutputError(f"{unknown[0]!r} is no label format; there are: {', '.join(FORMATS)}")
    if options.annotate and draw is None:
        raise OutputError("--annotate: this reader cannot draw what it reads")
    sources = find_sources(options.inputs, options.out)
    settings = Settings(factory.identity, options.min_confidence, options.annotate, options.crops)
    job = Job(factory, draw, options.min_confidence, options.annotate, options.crops)
    inputs = [source.path for source in sources.found]
    with (
        stops_resumable(options.out),
        open_folder(options.out, settings, options.mode, inputs) as folder,
    ):
        run = _Run(folder, options, sources, progress)
        run.read_all(job)
        return run.finish()


class _Run:
    """The pictures of one run and what is known of them so far."""

    def __init__(
        self,
        folder: RunFolder,
        options: LabelOptions,
        sources: Sources,
        progress: Progress | None,
    ) -> None:
        self._folder = folder
        self._options = options
        self._sources = sources.found
        self._passed_over = sources.passed_over
        self._progress = progress or (lambda entry, total, known: None)
        self._paths = {source.file: source.path for source in sources.found}
        self._stems: dict[int, str] = {}
        self._places: list[int] = []
        """For each picture of the run, in order, the place of its entry; -1 while unknown."""
        self._known: dict[tuple[str, int | None], int] = {}
        """Places of earlier readings by content."""
        self._named: dict[tuple[str, int | None, str], int] = {}
        """The same by content and name, for pictures that lie there twice."""
        self._taken_over = 0
        if folder.resumed:
            self._remember()

    def read_all(self, job: Job) -> None:
        """Read what no earlier run has read, and add it to the manifest."""
        with closing(self._options.engine.results(job, self._tasks())) as results:
            for task, result in results:
                self._add(self._entry(task, result), task.position)
        self._folder.manifest.sync()

    def finish(self) -> Summary:
        """Put the manifest in order and make the final folders."""
        manifest = self._folder.manifest
        # Reading all entries again is dear: only where an earlier run read some.
        used = {e.key for e in manifest.entries(self._places)} if self._known else set()
        absent = [place for key, place in self._known.items() if key not in used]
        gone = (replace(entry, absent=True) for entry in manifest.entries(absent))
        manifest.arrange(chain(manifest.lines(self._places), gone))
        written = finish(self._folder, self._options.outputs, self._origin)
        return replace(written, taken_over=self._taken_over, passed_over=self._passed_over)

    def _remember(self) -> None:
        """Take up the readings of earlier runs; of two of one picture the later one."""
        manifest = self._folder.manifest
        places = manifest.places()
        for place, entry in zip(places, manifest.entries(places), strict=True):
            if entry.record is not None:
                self._known[entry.key] = self._named[*entry.key, entry.file] = place

    def _tasks(self) -> Iterator[Task]:
        """Yield what must be read; pictures that were read before are taken over on the way."""
        for source in self._sources:
            if source.problem:
                self._fail(source, source.problem)
            elif source.video:
                yield from self._frames(source)
            else:
                yield from self._picture(source)

    def _picture(self, source: Source) -> Iterator[Task]:
        position = self._position(source.stem)
        sha256 = ""
        if self._known:
            try:
                sha256 = content_hash(source.path)
            except OSError:  # the worker meets it again and says so
                sha256 = ""
            if sha256 and self._take_over((sha256, None), source.file, source.stem, position):
                return
        yield Task(position, source.path, source.file, sha256)

    def _frames(self, source: Source) -> Iterator[Task]:
        """Yield the frames of a video; only those not yet read are unpacked."""
        try:
            sha256 = content_hash(source.path)
            frames = frames_of(
                source.path,
                self._options.inputs.every,
                lambda number: (sha256, number) not in self._known,
            )
            for number, data in frames:
                stem = f"{source.stem}/{number:06d}"
                position = self._position(stem)
                key = (sha256, number)
                if data is None and self._take_over(key, f"{stem}.jpg", stem, position):
                    continue
                path = self._frame(key, source.path, data)
                yield Task(position, path, f"{stem}.jpg", sha256, number)
        except PictureError as error:
            self._fail(source, str(error))
        except OSError as error:
            if error.filename is None or Path(error.filename) != source.path:
                raise
            self._fail(source, f"cannot be read ({error.strerror})")

    def _frame(self, key: tuple[str, int], video: Path, data: bytes | None) -> Path:
        """Keep a frame as a picture and return where it lies."""
        if data is None:  # read before, but its pieces are damaged
            found = frames_of(video, self._options.inputs.every, lambda number: number == key[1])
            data = next(jpeg for _, jpeg in found if jpeg is not None)
        name = piece_key(*key)
        self._folder.pieces.put(name, {FRAME: data})
        return self._folder.pieces.path(name, FRAME)

    def _position(self, stem: str) -> int:
        self._places.append(-1)
        position = len(self._places) - 1
        self._stems[position] = stem
        return position

    def _take_over(self, key: tuple[str, int | None], file: str, stem: str, position: int) -> bool:
        """Use an earlier reading of the same content, if its pieces are whole."""
        place = self._named.get((*key, file), self._known.get(key))
        if place is None:
            return False
        manifest = self._folder.manifest
        entry = manifest.entries([place])[0]
        if not self._folder.pieces.are_whole(piece_key(*key), entry.pieces):
            return False
        now = replace(entry.renamed(file, stem), absent=False, path=self._path(file))
        self._places[position] = place if now == entry else manifest.add(now)
        self._stems.pop(position)
        self._taken_over += 1
        self._progress(now, self._total, True)
        return True

    def _entry(self, task: Task, result: Result) -> Entry:
        """Keep the pieces of a picture and return what goes into the manifest."""
        stem = self._stems.pop(task.position)
        if result.record is None:
            return Entry(task.file, stem, result.sha256, task.frame, error=result.error)
        key = piece_key(result.sha256, task.frame)
        sums = self._folder.pieces.put(key, result.pieces)
        if task.frame is not None:
            sums |= self._folder.pieces.sums(key, [FRAME])
        return Entry(
            file=task.file,
            stem=stem,
            sha256=result.sha256,
            frame=task.frame,
            record=result.record,
            doubt=round(result.doubt, 6),
            reasons=result.reasons,
            pieces=sums,
            crops=result.crops,
            left_out=result.left_out,
            path=self._path(task.file),
        )

    def _add(self, entry: Entry, position: int) -> None:
        self._places[position] = self._folder.manifest.add(entry)
        self._progress(entry, self._total, False)

    def _fail(self, source: Source, said: str) -> None:
        position = self._position(source.stem)
        self._stems.pop(position)
        reason = reason_for(source.path, said)
        self._add(Entry(source.file, source.stem, "", error=reason), position)

    @property
    def _total(self) -> int:
        return max(len(self._sources), len(self._places))

    def _origin(self, entry: Entry) -> Path | None:
        return self._paths.get(entry.file)

    def _path(self, file: str) -> str:
        """Return what the manifest says of where a picture lies."""
        path = str(self._paths.get(file, ""))
        return path if path == printable(path) else ""


def finish(
    folder: RunFolder,
    options: OutputOptions,
    origin: Callable[[Entry], Path | None],
) -> Summary:
    """Make the final folders of a manifest that is in order, and count."""
    manifest = folder.manifest
    entries = manifest.entries(manifest.places())
    outputs = Outputs(folder.out, entries, options, origin)
    written = outputs.write()
    folder.pieces.prune((piece_key(*entry.key), entry.pieces) for entry in entries)
    return Summary(folder.out, outputs.counts, written)
