"""How well the net reads crops kept apart, and the temperature that makes it honest."""

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from ...scoring.tiles import Tile
from ...vision.classifier import FIRST_LOOK
from .classifier_augment import view
from .classifier_crops import UNKNOWN_TURN, Crops
from .classifier_net import INPUT_PX
from .common import Device, normalised

__all__ = ["Answers", "answers", "fit_temperature", "reject_threshold", "shares"]

_BONUS = np.array([tile.is_bonus for tile in Tile])
_BATCH = 512
_TEMPERATURES = np.exp(np.linspace(np.log(0.3), np.log(2.0), 96))
# Of the tiles read right this share is let pass by the reject threshold.
_KEPT = 0.995


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """What a net says of crops; row i belongs to crop i."""

    crops: Crops
    names: NDArray[np.float32]
    """(N, 45) logits."""
    turns: NDArray[np.float32]
    """(N, 4) logits."""
    asked: NDArray[np.int64]
    """Quarters that each crop was turned by before it was shown."""


@torch.inference_mode()
def answers(
    net: nn.Module,
    crops: Crops,
    device: Device,
    *,
    margin: float = FIRST_LOOK.margin,
    seed: int = 0,
) -> Answers:
    """Show every crop once, turned by any quarter."""
    net.eval()
    asked = np.random.default_rng(seed).integers(0, 4, len(crops))
    names, turns = [np.zeros((0, len(Tile) + 1), np.float32)], [np.zeros((0, 4), np.float32)]
    for start in range(0, len(crops), _BATCH):
        numbers = range(start, min(start + _BATCH, len(crops)))
        images = np.stack([view(crops.image(i), margin, INPUT_PX, int(asked[i])) for i in numbers])
        with device.autocast():
            name, turn = net(normalised(torch.from_numpy(images).to(device.torch)))
        names.append(name.float().cpu().numpy())
        turns.append(turn.float().cpu().numpy())
    return Answers(crops, np.concatenate(names), np.concatenate(turns), asked)


def shares(said: Answers, apart: NDArray[np.bool_]) -> dict[str, float]:
    """Return the shares read right: plain and bonus tiles, seen and unseen sets, and turns.

    `apart` marks the crops whose whole set was kept apart.
    """
    target = said.crops.target
    right = said.names.argmax(axis=1) == target
    tile = target < len(Tile)
    bonus = tile & _BONUS[np.minimum(target, len(Tile) - 1)]
    known = tile & (said.crops.turn != UNKNOWN_TURN)
    turned = said.turns.argmax(axis=1) == (said.crops.turn + said.asked) % 4
    parts = {
        "seen_plain": right[tile & ~bonus & ~apart],
        "seen_bonus": right[bonus & ~apart],
        "unseen_plain": right[tile & ~bonus & apart],
        "unseen_bonus": right[bonus & apart],
        "turn": turned[known],
    }
    return {name: float(part.mean()) for name, part in parts.items() if len(part)}


def fit_temperature(names: NDArray[np.float32], target: NDArray[np.int64]) -> float:
    """Return the number that logits are divided by so that confidence equals accuracy.

    It minimises the mean negative log-likelihood of the right names. No crops: 1.

    >>> logits = np.array([[9.0, 0.0]] * 4, np.float32)
    >>> fit_temperature(logits, np.array([0, 0, 0, 1])) > 1.9
    True
    """
    if not len(target):
        return 1.0
    rows = np.arange(len(target))
    costs = []
    for temperature in _TEMPERATURES:
        scaled = names / temperature
        scaled = scaled - scaled.max(axis=1, keepdims=True)
        costs.append(float((np.log(np.exp(scaled).sum(axis=1)) - scaled[rows, target]).mean()))
    return float(_TEMPERATURES[int(np.argmin(costs))])


def reject_threshold(
    names: NDArray[np.float32], target: NDArray[np.int64], temperature: float
) -> float:
    """Return the confidence below which a reading is doubtful: nearly no right one is."""
    if not len(target):
        return 0.5
    scaled = np.exp((names - names.max(axis=1, keepdims=True)) / temperature)
    best = (scaled / scaled.sum(axis=1, keepdims=True)).max(axis=1)
    right = best[names.argmax(axis=1) == target]
    return float(np.clip(np.quantile(right, 1 - _KEPT), 0.2, 0.9)) if len(right) else 0.5
