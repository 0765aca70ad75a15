"""The renderer of training scenes: pictures of tiles whose labels are known exactly.

`scenes` yields pictures with labels, `singles` straightened crops of single tiles, and
`write_dataset` puts a run on disk.
"""

from .api import scenes
from .dataset import Run, write_dataset
from .scene import KINDS, RenderOptions, Scene, render_scene
from .singles import CropOptions, Single, crops_of, singles, straighten

__all__ = [
    "KINDS",
    "CropOptions",
    "RenderOptions",
    "Run",
    "Scene",
    "Single",
    "crops_of",
    "render_scene",
    "scenes",
    "singles",
    "straighten",
    "write_dataset",
]
