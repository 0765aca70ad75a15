"""A pinhole camera with radial distortion: from millimetres on the table to pixels.

World: x to the player's right, y away from the player, z up, in millimetres; the table is z = 0.
Pixels: x right, y down; the picture's left edge is x = 0 and its right edge x = width, so a
pixel's centre lies at half a pixel.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .arrays import Floats

__all__ = ["Camera", "rotation_x", "rotation_z"]

# Points nearer than this to the camera plane have no useful picture position.
NEAR_MM = 5.0
# The undistorted canvas is this much larger on each side, so that distortion finds no void.
MARGIN = 0.05
# The map of the distortion is solved on a grid this much coarser than the picture.
_GRID = 8


def rotation_x(angle: float) -> Floats:
    """Return the rotation by `angle` radians about the x axis (tips y towards z)."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])


def rotation_z(angle: float) -> Floats:
    """Return the rotation by `angle` radians about the z axis (anticlockwise seen from above)."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


@dataclass(frozen=True, slots=True)
class Camera:
    """Where the camera stands, how it looks and what its lens does."""

    position_mm: Floats
    rotation: Floats
    focal_px: float
    size_px: tuple[int, int]
    distortion: tuple[float, float] = (0.0, 0.0)

    @classmethod
    def looking_at(
        cls,
        target_mm: Floats,
        direction: Floats,
        distance_mm: float,
        *,
        focal_px: float,
        size_px: tuple[int, int],
        roll: float = 0.0,
        distortion: tuple[float, float] = (0.0, 0.0),
    ) -> "Camera":
        """Return a camera on the ray `direction` from the target, turned by `roll` radians.

        `direction` is a unit vector from the target to the camera.
        """
        forward = -direction
        up = np.array([0.0, 0.0, 1.0]) if abs(direction[2]) < 0.999 else np.array([0.0, 1.0, 0.0])
        right = np.cross(forward, up)
        right /= np.linalg.norm(right)
        down = np.cross(forward, right)
        level = np.stack([right, down, forward])
        rotation = rotation_z(roll) @ level
        return cls(target_mm + direction * distance_mm, rotation, focal_px, size_px, distortion)

    @property
    def margin_px(self) -> int:
        """Return how far the undistorted canvas reaches beyond the picture on each side."""
        if self.distortion == (0.0, 0.0):
            return 0
        return int(np.ceil(MARGIN * max(self.size_px)))

    @property
    def canvas_px(self) -> tuple[int, int]:
        """Return width and height of the undistorted canvas that the scene is painted on."""
        return self.size_px[0] + 2 * self.margin_px, self.size_px[1] + 2 * self.margin_px

    def depth(self, points_mm: Floats) -> Floats:
        """Return how far points (..., 3) lie before the camera, in millimetres."""
        return np.asarray((points_mm - self.position_mm) @ self.rotation[2], dtype=np.float64)

    def to_canvas(self, points_mm: Floats) -> Floats:
        """Project points (..., 3) to undistorted canvas pixels (..., 2)."""
        local = (points_mm - self.position_mm) @ self.rotation.T
        z = np.maximum(local[..., 2:], NEAR_MM)
        centre = np.array(self.canvas_px) / 2
        return np.asarray(local[..., :2] / z * self.focal_px + centre, dtype=np.float64)

    def to_picture(self, canvas_px: Floats) -> Floats:
        """Move undistorted canvas pixels (..., 2) to where the lens puts them in the picture."""
        offset = canvas_px - np.array(self.canvas_px) / 2
        return np.asarray(offset * self._stretch(offset) + np.array(self.size_px) / 2)

    def project(self, points_mm: Floats) -> Floats:
        """Project points (..., 3) to picture pixels (..., 2): the exact truth of the labels."""
        return self.to_picture(self.to_canvas(points_mm))

    def plane(self, origin_mm: Floats, x_axis: Floats, y_axis: Floats) -> Floats:
        """Return the homography from plane coordinates (u, v) to canvas pixels.

        The point meant is origin + u x_axis + v y_axis.
        """
        columns = np.stack([x_axis, y_axis, origin_mm - self.position_mm], axis=1)
        cx, cy = np.array(self.canvas_px) / 2
        lens = np.array([[self.focal_px, 0, cx], [0, self.focal_px, cy], [0, 0, 1]])
        return np.asarray(lens @ self.rotation @ columns, dtype=np.float64)

    def develop(self, canvas: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the picture that the lens makes of the undistorted canvas."""
        width, height = self.size_px
        if self.distortion == (0.0, 0.0):
            m = self.margin_px
            return np.ascontiguousarray(canvas[m : m + height, m : m + width])
        columns, rows = width // _GRID + 2, height // _GRID + 2
        grid = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1)
        goal = grid * float(_GRID) - np.array(self.size_px) / 2
        source = goal.copy()
        for _ in range(6):
            source = goal / self._stretch(source)
        source += np.array(self.canvas_px) / 2 - 0.5
        # Grid node n stands at picture edge coordinate n * _GRID; pixel i has its centre at i + .5.
        scale = np.array([[_GRID, 0, -0.5], [0, _GRID, -0.5]], dtype=np.float64)
        maps = [
            cv2.warpAffine(source[..., axis].astype(np.float32), scale, (width, height))
            for axis in (0, 1)
        ]
        picture = cv2.remap(canvas, maps[0], maps[1], cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE)
        return np.asarray(picture, dtype=np.uint8)

    def _stretch(self, offset: Floats) -> Floats:
        k1, k2 = self.distortion
        half_diagonal = np.hypot(*self.size_px) / 2
        square = (offset**2).sum(axis=-1, keepdims=True) / half_diagonal**2
        return np.asarray(1.0 + k1 * square + k2 * square**2, dtype=np.float64)
