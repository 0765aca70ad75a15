"""The renderer of training scenes: pictures of tiles whose labels are known exactly.

`scenes` yields pictures with labels, `singles` straightened crops of single tiles, and
`write_dataset` puts a run on disk. Nothing heavy is imported before one of them is used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .api import scenes
    from .crops import CropOptions, Single, crops_of, singles, straighten
    from .dataset import Run, write_dataset
    from .faces.art import default_art
    from .scene import KINDS, RenderOptions, Scene, render_scene

__all__ = [
    "KINDS",
    "CropOptions",
    "RenderOptions",
    "Run",
    "Scene",
    "Single",
    "crops_of",
    "default_art",
    "render_scene",
    "scenes",
    "singles",
    "straighten",
    "write_dataset",
]

_HOMES = {
    "KINDS": "scene",
    "CropOptions": "crops",
    "RenderOptions": "scene",
    "Run": "dataset",
    "Scene": "scene",
    "Single": "crops",
    "crops_of": "crops",
    "default_art": "faces.art",
    "render_scene": "scene",
    "scenes": "api",
    "singles": "crops",
    "straighten": "crops",
    "write_dataset": "dataset",
}


def __getattr__(name: str) -> object:
    """Import a public name from its module when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
