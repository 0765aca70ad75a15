"""The picture while it is painted, and the account of what hides what."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from .arrays import Pixels
from .camera import Camera
from .lamps import Lamps

__all__ = ["Canvas"]


@dataclass(slots=True, eq=False)
class Canvas:
    """The undistorted picture while it is painted, and whose face each pixel shows."""

    pixels: Pixels
    owner: NDArray[np.float32]
    """0 nothing, 2 n + 1 some other part of solid n - 1, 2 n + 2 its labelled side."""
    camera: Camera
    lamps: Lamps
    shade: NDArray[np.float32] | None = None
    """Light left (0 to 1) on surfaces at the height of lying tiles, where anything shades them."""
    areas: dict[int, float] = field(default_factory=dict)
    """Pixels that the labelled side of each solid would take if nothing hid it."""

    @classmethod
    def blank(cls, camera: Camera, lamps: Lamps) -> "Canvas":
        """Return a black canvas of the camera's size."""
        width, height = camera.canvas_px
        pixels = np.zeros((height, width, 3), np.uint8)
        return cls(pixels, np.zeros((height, width), np.float32), camera, lamps)
