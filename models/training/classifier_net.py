"""The classifier's net: what a straightened tile is, and how far it stands turned."""

from dataclasses import dataclass

from torch import Tensor, nn
from torch.nn import functional

from ..metadata import CLASSIFIER_NAMES
from .common import convolution

__all__ = ["FIRST_BLOCK", "INPUT_PX", "TURNS", "ClassifierNet", "NetShape"]

INPUT_PX = 64
FIRST_BLOCK = "body.0"
"""What sees the pixels."""
TURNS = 4


@dataclass(frozen=True, slots=True)
class NetShape:
    """How large the net is; the default has 0.8 M parameters."""

    stem: int = 32
    middle: int = 64
    middle_blocks: int = 2
    deep: int = 128
    deep_blocks: int = 1
    squeezed: int = 24
    hidden: int = 160
    dropout: float = 0.1


class _Residual(nn.Module):
    """Two 3x3 convolutions beside a shortcut."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = convolution(width, width)
        self.second = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(width)
        # Each block starts as the identity: deep nets learn sooner.
        nn.init.zeros_(self.norm.weight)

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.norm(self.second(self.first(x))))


class ClassifierNet(nn.Module):
    """Normalised crops (N, 3, 64, 64) to logits of the 45 names (N, 45) and 4 turns (N, 4).

    The head keeps the spatial layout (1x1 convolution, flatten, dense): pooling it away learned
    ten times slower.
    """

    def __init__(self, shape: NetShape | None = None) -> None:
        super().__init__()
        chosen = shape or NetShape()
        self.body = nn.Sequential(
            convolution(3, chosen.stem, 5, 2),
            convolution(chosen.stem, chosen.middle, 3, 2),
            *(_Residual(chosen.middle) for _ in range(chosen.middle_blocks)),
            convolution(chosen.middle, chosen.deep, 3, 2),
            *(_Residual(chosen.deep) for _ in range(chosen.deep_blocks)),
            convolution(chosen.deep, chosen.squeezed, 1),
        )
        self.dense = nn.Linear(chosen.squeezed * (INPUT_PX // 8) ** 2, chosen.hidden)
        self.dropout = nn.Dropout(chosen.dropout)
        self.names = nn.Linear(chosen.hidden, len(CLASSIFIER_NAMES))
        self.turns = nn.Linear(chosen.hidden, TURNS)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Return the two logits."""
        hidden = self.dropout(functional.relu(self.dense(self.body(x).flatten(1))))
        return self.names(hidden), self.turns(hidden)
