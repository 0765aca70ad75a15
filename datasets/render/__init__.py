"""The renderer of training scenes: pictures of tiles whose labels are known exactly.

`scenes` yields pictures with labels, `singles` straightened crops of single tiles.
"""

from .api import scenes
from .scene import KINDS, RenderOptions, Scene, render_scene

__all__ = ["KINDS", "RenderOptions", "Scene", "render_scene", "scenes"]
