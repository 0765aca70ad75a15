"""What trainers call: endless scenes, and straightened crops of single tiles."""

from collections.abc import Iterator

from .scene import RenderOptions, Scene, render_scene

__all__ = ["scenes"]


def scenes(
    seed: int, options: RenderOptions | None = None, *, start: int = 0, count: int | None = None
) -> Iterator[Scene]:
    """Yield scenes `start`, `start` + 1, ... of a run; without a count it never ends.

    Workers share a run by taking different stretches of it: a scene depends on the seed, its
    index and the options only.
    """
    chosen = options or RenderOptions()
    index = start
    while count is None or index < start + count:
        yield render_scene(seed, index, chosen)
        index += 1
