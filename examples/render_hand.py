"""Renders `hand.jpg`, the picture that the README's first command scores.

    python examples/render_hand.py SEED OUT.jpg

The hand is always the same one; the seed draws how it lies, the tiles, the table and the camera.
"""

import sys
from pathlib import Path

import numpy as np

from rekje.datasets.render.deal import Deal
from rekje.datasets.render.layouts.hands import put_hand
from rekje.datasets.render.layouts.place import Layout, Spot
from rekje.datasets.render.scene import RenderOptions, Scene, render_layout
from rekje.datasets.render.tileset import draw_tileset
from rekje.scoring.melds import Meld
from rekje.scoring.notation import parse_tiles
from rekje.scoring.tiles import Tile

SIZE_PX = (960, 720)
CONCEALED = ("345p", "777z", "88s")
OPEN, CLOSED_KONG, BONUS = "111z", "5555s", "1f"
WINNING = Tile("3p")


def render(seed: int) -> Scene:
    """Return the picture of the hand."""
    rng = np.random.default_rng([seed, 2026])
    layout = Layout(draw_tileset(rng, fonts=False), rng, jitter=0.25)
    dealt = Deal(
        concealed=tuple(Meld.of(parse_tiles(text)) for text in CONCEALED),
        loose=(),
        melds=(Meld.of(parse_tiles(OPEN), open=True), Meld.of(parse_tiles(CLOSED_KONG))),
        bonus=tuple(parse_tiles(BONUS)),
        winning=WINNING,
        rest=(),
    )
    put_hand(layout, rng, dealt, Spot(0.0, 0.0))
    layout.hand, layout.finished = dealt.text, True
    return render_layout(layout, rng, RenderOptions(size_px=SIZE_PX, fonts=False), "hand.jpg")


if __name__ == "__main__":
    Path(sys.argv[2]).write_bytes(render(int(sys.argv[1])).data)
