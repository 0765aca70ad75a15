"""The detector's net: a plain residual 3x3 backbone and one head at stride 4.

For a picture (B, 3, H, W), sides multiples of 32, it gives (B, 12, H/4, W/4): `HEAT` channels for
the centres of faces and backs (logits), then `GEOMETRY` channels for the outline of the tile whose
centre is near a cell. The outline is written so that it changes evenly as a tile turns: corners
named in some order would jump at 45 degrees. With half axes u (along the tile's own height) and v
(along its width), the corners are centre -+ u -+ v -+ w, w being what perspective bends:

| channels | meaning |
|---|---|
| 0-1 | centre minus the middle of the cell, x and y, in cells |
| 2-3 | log of the length of u and of v, over `SCALE_PX` |
| 4-5, 6-7 | cos and sin of twice the direction of u and of v |
| 8-9 | w over the root of the lengths' product |
"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from ...vision.heatmap import GEOMETRY, HEAT
from .common import convolution

__all__ = ["FIRST_BLOCK", "DetectorNet", "Widths"]

FIRST_BLOCK = "stem.0"
"""What sees the pixels."""

_START_LOGIT = -4.6
"""Heat starts at 1 %: nearly every cell is background, and the first steps stay calm."""


@dataclass(frozen=True, slots=True)
class Widths:
    """Channels at strides 2, 4, 8, 16 and 32, and of the head."""

    s2: int = 16
    s4: int = 32
    s8: int = 64
    s16: int = 96
    s32: int = 96
    head: int = 48


class _Residual(nn.Module):
    """Two 3x3 convolutions beside a way straight on."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = convolution(width, width)
        self.second = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.norm = nn.BatchNorm2d(width)

    def forward(self, x: Tensor) -> Tensor:
        """Return a map of the same shape."""
        return torch.relu(x + self.norm(self.second(self.first(x))))


class DetectorNet(nn.Module):
    """About 0.7 million parameters; see the module for what comes out."""

    def __init__(self, widths: Widths | None = None) -> None:
        super().__init__()
        w = widths or Widths()
        self.stem = nn.Sequential(convolution(3, w.s2, stride=2), convolution(w.s2, w.s4, stride=2))
        self.at4 = _Residual(w.s4)
        self.at8 = nn.Sequential(
            convolution(w.s4, w.s8, stride=2), _Residual(w.s8), _Residual(w.s8)
        )
        self.at16 = nn.Sequential(convolution(w.s8, w.s16, stride=2), _Residual(w.s16))
        self.at32 = nn.Sequential(convolution(w.s16, w.s32, stride=2), _Residual(w.s32))
        self.from32 = convolution(w.s32, w.s16, 1)
        self.from16 = convolution(w.s16, w.s8, 1)
        self.mix8 = convolution(w.s8, w.s4)
        self.mix4 = convolution(w.s4, w.head)
        self.out = nn.Conv2d(w.head, HEAT + GEOMETRY, 1)
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self._start()

    def forward(self, x: Tensor) -> Tensor:
        """Return heat logits and geometry for normalised pixels."""
        at4 = self.at4(self.stem(x))
        at8 = self.at8(at4)
        at16 = self.at16(at8)
        at32 = self.at32(at16)
        at16 = at16 + self.up(self.from32(at32))
        at8 = self.mix8(at8 + self.up(self.from16(at16)))
        out: Tensor = self.out(self.mix4(at4 + self.up(at8)))
        return out

    def _start(self) -> None:
        for module in self.modules():
            if isinstance(module, nn.Conv2d):
                nn.init.kaiming_normal_(module.weight, nonlinearity="relu")
            if isinstance(module, _Residual):
                nn.init.zeros_(module.norm.weight)
        nn.init.normal_(self.out.weight, std=0.01)
        bias = self.out.bias
        assert bias is not None
        nn.init.zeros_(bias)
        with torch.no_grad():
            bias[:HEAT] = _START_LOGIT
