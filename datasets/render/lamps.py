"""The lamps over the table: how bright a surface looks, where it shines."""

from dataclasses import dataclass, replace

import numpy as np

from .arrays import Floats, between, chance, pick

__all__ = ["Lamps", "Window", "draw_lamps"]


# The share of scenes whose key lamp stands on the reader's side.
_LIT_FROM_FRONT = 0.6


@dataclass(frozen=True, slots=True)
class Window:
    """A bright rectangle on the sky, as the tiles mirror it; angles in radians."""

    turn: float
    height: float
    wide: float
    high: float
    blur: float
    bright: float


@dataclass(frozen=True, slots=True, eq=False)
class Lamps:
    """One key lamp, the light of the sky or room, and what the floor throws back."""

    to_key: Floats
    """Unit vector towards the key lamp."""
    key: Floats
    """RGB strength of the key lamp."""
    above: Floats
    """RGB light that comes from above."""
    below: Floats
    """RGB light that comes from below and the sides."""
    softness: float
    """0 a bare bulb or the sun, 1 a bright sky."""
    shine: float
    """Strength of mirror-like shine."""
    sharpness: float
    """Exponent of the shine: larger is smaller and sharper."""
    windows: tuple[Window, ...] = ()

    def over(self, cloth: Floats) -> "Lamps":
        """Return the lamps with the light that a table top of this colour throws back."""
        return replace(self, below=self.below * (0.5 + 0.8 * cloth / 255))

    def diffuse(self, normals: Floats) -> Floats:
        """Return the RGB light on surfaces with these normals (..., 3)."""
        facing = np.clip(normals @ self.to_key, 0.0, None)
        wrapped = np.clip(normals @ self.to_key * 0.5 + 0.5, 0.0, None)
        direct = facing * (1 - self.softness) + wrapped * self.softness
        sky = (normals[..., 2] * 0.5 + 0.5)[..., None]
        return np.asarray(direct[..., None] * self.key + sky * self.above + (1 - sky) * self.below)

    def specular(self, normals: Floats, to_eye: Floats, gloss: float) -> Floats:
        """Return the shine (...,) on surfaces with these normals and unit eye directions."""
        half = to_eye + self.to_key
        half = half / np.linalg.norm(half, axis=-1, keepdims=True)
        facing = np.clip((normals * half).sum(axis=-1), 0.0, 1.0)
        return np.asarray(self.shine * gloss * facing**self.sharpness)

    def reflected(self, normals: Floats, to_eye: Floats, gloss: float) -> Floats:
        """Return the shine (...,) with the windows that a flat, glossy side mirrors."""
        shine = self.specular(normals, to_eye.copy(), gloss)
        if not self.windows:
            return shine
        facing = (normals * to_eye).sum(axis=-1, keepdims=True)
        away = 2 * facing * normals - to_eye
        # A flat side mirrors more the flatter it is seen (Fresnel).
        strength = 0.25 + 0.75 * (1 - np.clip(facing[..., 0], 0, 1)) ** 3
        turn = np.arctan2(away[..., 1], away[..., 0])
        height = np.arcsin(np.clip(away[..., 2], -1, 1))
        for window in self.windows:
            aside = np.abs((turn - window.turn + np.pi) % (2 * np.pi) - np.pi) / window.wide
            above = np.abs(height - window.height) / window.high
            edge = np.maximum(aside, above)
            inside = np.clip((1 - edge) / window.blur + 0.5, 0, 1)
            shine = shine + window.bright * gloss * strength * inside
        return np.asarray(shine)


def draw_lamps(rng: np.random.Generator, *, careful: bool = False) -> Lamps:
    """Draw the light of a scene: a room, a window, an even sky; unless `careful` sun or evening."""
    shares = (0.5, 0.25, 0.0, 0.0, 0.25) if careful else (0.4, 0.2, 0.1, 0.15, 0.15)
    kind = pick(rng, ("room", "window", "sun", "dim", "even"), shares)
    height = {
        "room": between(rng, 40, 85),
        "window": between(rng, 15, 45),
        "sun": between(rng, 25, 70),
        "dim": between(rng, 30, 80),
        "even": between(rng, 50, 90),
    }[kind]
    turn, tip = _draw_turn(rng), np.deg2rad(height)
    to_key = np.array([np.cos(turn) * np.cos(tip), np.sin(turn) * np.cos(tip), np.sin(tip)])
    ambient = {
        "room": between(rng, 0.45, 0.75),
        "window": between(rng, 0.4, 0.65),
        "sun": between(rng, 0.3, 0.5),
        "dim": between(rng, 0.4, 0.75),
        "even": between(rng, 0.6, 0.95),
    }[kind]
    warm = float(rng.normal(0, 0.06))
    colour = np.array([1 + warm, 1.0, 1 - warm])
    sky = np.array([1 - warm * 0.4, 1.0, 1 + warm * 0.4])
    # The top of a flat tile should come out near white: light on a surface that faces up is 1.
    direct = (1 - ambient) / max(float(np.sin(tip)), 0.35)
    floor = ambient * between(rng, 0.6, 0.95)
    return Lamps(
        to_key=to_key,
        key=colour * direct,
        above=sky * ambient,
        below=sky * floor,
        softness={"sun": 0.0, "even": 0.9}.get(kind, between(rng, 0.1, 0.8)),
        shine=between(rng, 0.1, 1.0) if chance(rng, 0.7) else between(rng, 0.8, 2.2),
        sharpness=between(rng, 8, 90),
        windows=tuple(
            _draw_window(rng) for _ in range(int(rng.choice(4, p=[0.45, 0.3, 0.15, 0.1])))
        ),
    )


def _draw_turn(rng: np.random.Generator) -> float:
    """Draw where the key lamp stands: people sit where the tiles' faces are lit, at -y."""
    anywhere, in_front = rng.uniform(0, 2 * np.pi), -np.pi / 2 + rng.normal(0, 0.9)
    return float(in_front if chance(rng, _LIT_FROM_FRONT) else anywhere)


def _draw_window(rng: np.random.Generator) -> Window:
    """Draw a window or a lamp's shade; most stand across from the camera, where they mirror."""
    return Window(
        turn=np.pi / 2 + float(rng.normal(0, 0.7)),
        height=between(rng, 0.2, 1.4),
        wide=between(rng, 0.08, 0.5),
        high=between(rng, 0.08, 0.5),
        blur=between(rng, 0.1, 1.2),
        bright=between(rng, 0.1, 1.1),
    )
