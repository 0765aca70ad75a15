"""How far the detector's answers are from the targets."""

import math
from collections.abc import Mapping

import torch
from torch import Tensor
from torch.nn import functional

from ...vision.heatmap import HEAT, SCALE_PX
from .detector_batches import Batch

__all__ = ["detector_loss"]

# Weights of the parts: the heat finds tiles, the rest outlines them.
_OFFSET, _LENGTH, _TURN, _BEND, _BOX, _SQUARE = 0.5, 2.0, 1.0, 1.0, 2.0, 0.5
_HIT, _MISS = (1.0, 6.0), (1.0, 2.0)
"""Where there is a tile and where there is none, for faces and backs: backs are few, and are
taught by renders only."""
_LONGEST = 4.0
_TINY = 1e-4


def detector_loss(out: Tensor, batch: Batch) -> tuple[Tensor, Mapping[str, float]]:
    """Return the loss of (B, 12, h, w) output in float32, and its parts by name."""
    tiles = batch.share.sum().clamp(min=1.0)
    heat = _heat_loss(out[:, :HEAT], batch.heat, batch.counts) / tiles
    picture, row, column = batch.cells.unbind(dim=1)
    found = out[picture, HEAT:, row, column]
    known = batch.share * batch.outline
    wrong = (found - batch.geometry).abs()
    turn = _unit(found)
    turned = (turn - batch.geometry[:, 4:8].reshape(-1, 2, 2)).abs().sum(dim=(1, 2))
    parts = {
        "heat": heat,
        "offset": _OFFSET * (wrong[:, :2].sum(dim=1) * batch.share).sum() / tiles,
        "length": _LENGTH * (wrong[:, 2:4].sum(dim=1) * known).sum() / tiles,
        "turn": _TURN * (turned * known).sum() / tiles,
        "bend": _BEND * (wrong[:, 8:10].sum(dim=1) * known).sum() / tiles,
        "square": _SQUARE * (_aslant(turn) * batch.share * batch.box).sum() / tiles,
        "box": _BOX * (_box_loss(found, turn, batch.rows) * batch.share * batch.box).sum() / tiles,
    }
    loss = torch.stack(list(parts.values())).sum()
    return loss, {name: float(part.detach()) for name, part in parts.items()}


def _heat_loss(logits: Tensor, heat: Tensor, counts: Tensor) -> Tensor:
    """Return the penalty-reduced focal loss, summed (CornerNet, arXiv 1808.01244, eq. 1)."""
    chance = torch.sigmoid(logits)
    hit_weight, miss_weight = (
        torch.tensor(weights, device=heat.device)[:, None, None] for weights in (_HIT, _MISS)
    )
    hit = (heat >= 1) * hit_weight * (1 - chance) ** 2 * functional.logsigmoid(logits)
    miss = (heat < 1) * miss_weight * (1 - heat) ** 4 * chance**2 * functional.logsigmoid(-logits)
    return -((hit + miss) * counts).sum()


def _unit(found: Tensor) -> Tensor:
    """Return (p, 2, 2) the directions of u and v, doubled, as unit vectors."""
    return functional.normalize(found[:, 4:8].reshape(-1, 2, 2), dim=2, eps=_TINY)


def _aslant(turn: Tensor) -> Tensor:
    """Return (p,) how far u and v are from a right angle, 0 to 2 or so.

    A needle along its diagonal fills a box as well as the tile does: the box alone teaches nothing
    against it.
    """
    return turn.sum(dim=1).abs().sum(dim=1)


def _box_loss(found: Tensor, turn: Tensor, rows: Tensor) -> Tensor:
    """Return (p,) how badly the outline, seen in the photo, fills the label's box.

    A row r of `rows` measures the half axis u as |r . u|, whose square needs the doubled direction
    only: u u' = length^2 / 2 * [[1 + cos, sin], [sin, 1 - cos]].
    """
    length = SCALE_PX * found[:, 2:4].clamp(max=_LONGEST).exp()
    cos, sin = turn[:, None, :, 0], turn[:, None, :, 1]
    x, y = rows[:, :, None, 0], rows[:, :, None, 1]
    square = (x * x * (1 + cos) + 2 * x * y * sin + y * y * (1 - cos)) / 2
    reach = (square.clamp(min=_TINY * _TINY).sqrt() * length[:, None, :]).sum(dim=2)
    return reach.clamp(min=_TINY).log().abs().clamp(max=math.log(8)).sum(dim=1)
