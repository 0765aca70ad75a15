"""Nets in the form that is exported: the same answers, in a shape that runs faster.

ONNX Runtime spends most of a convolution on gathering what each place sees, run by run of memory,
and a picture's three channels make short runs and many places. Three changes, none of which changes
an answer: the first convolution takes pixels in groups and makes several of its places at once;
maps are doubled by copying; and a last convolution over single cells becomes a product that leaves
the channels last, as they lie in memory.
"""

import copy

import torch
from torch import Tensor, nn
from torch.nn import functional

from .common import MEAN, STD

__all__ = ["Doubled", "FromBytes", "PerCell"]

_PLACES = 2
"""Places of the first convolution made at once: fewer and more took longer."""
_COLOURS = 3


class FromBytes(nn.Module):
    """A copy of a net that takes pixels (N, H, W, 3) of 8 bits, W a multiple of 4.

    `first` names the block, as `convolution` makes it with a stride of 2, that sees them.
    """

    def __init__(self, net: nn.Module, first: str) -> None:
        super().__init__()
        self.net = copy.deepcopy(net).to("cpu").float()
        self.net.set_submodule(first, _Grouped(self.net.get_submodule(first)))
        self.eval()

    def forward(self, pixels: Tensor) -> Tensor | tuple[Tensor, ...]:
        """Return what the net says of the pixels."""
        count, high, _, _ = pixels.shape
        groups = pixels.reshape(count, high, -1, 2 * _PLACES * _COLOURS).permute(0, 3, 1, 2)
        said: Tensor | tuple[Tensor, ...] = self.net((groups.float() - MEAN) / STD)
        return said


class _Grouped(nn.Module):
    """A block of stride 2 on groups of pixels (N, 12, H, W/4); the map is (N, C, H/2, W/2)."""

    def __init__(self, block: nn.Module) -> None:
        super().__init__()
        plain, norm = block.get_submodule("0"), block.get_submodule("1")
        assert isinstance(plain, nn.Conv2d)
        assert isinstance(norm, nn.BatchNorm2d)
        self.channels = plain.out_channels
        self.conv = _over_groups(plain)
        self.norm = nn.BatchNorm2d(_PLACES * self.channels, norm.eps)
        for name, value in norm.state_dict().items():
            if value.ndim:
                self.norm.state_dict()[name].copy_(value.repeat(_PLACES))

    def forward(self, groups: Tensor) -> Tensor:
        made = torch.relu(self.norm(self.conv(groups))).permute(0, 2, 3, 1)
        count, high, wide, _ = made.shape
        return made.reshape(count, high, wide * _PLACES, self.channels).permute(0, 3, 1, 2)


def _over_groups(plain: nn.Conv2d) -> nn.Conv2d:
    """Return the convolution on groups of pixels that makes `_PLACES` places of this one each."""
    down, right = (int(side) for side in plain.padding)
    high, wide = plain.kernel_size
    per_group, channels = 2 * _PLACES, plain.out_channels
    side = max(-(-right // per_group), (2 * _PLACES - 2 - right + wide - 1) // per_group)
    weight = torch.zeros(_PLACES * channels, per_group * _COLOURS, high, 2 * side + 1)
    for place in range(_PLACES):
        for column in range(wide):
            # The pixel, counted from the first of the groups that the convolution reaches.
            group, pixel = divmod(2 * place - right + column + side * per_group, per_group)
            rows = slice(place * channels, (place + 1) * channels)
            colours = slice(pixel * _COLOURS, (pixel + 1) * _COLOURS)
            weight[rows, colours, :, group] = plain.weight.detach()[:, :, :, column]
    made = nn.Conv2d(
        per_group * _COLOURS,
        _PLACES * channels,
        (high, 2 * side + 1),
        (2, 1),
        (down, side),
        bias=False,
    )
    made.weight = nn.Parameter(weight)
    return made


class Doubled(nn.Module):
    """A map of twice the sides, every cell four times: what `nn.Upsample` does, by copying."""

    def forward(self, cells: Tensor) -> Tensor:
        """Return (N, C, 2 H, 2 W) of (N, C, H, W)."""
        last = cells.permute(0, 2, 3, 1)
        count, high, wide, channels = last.shape
        across = torch.cat([last, last], dim=3).unsqueeze(2)
        both = torch.cat([across, across], dim=2)
        return both.reshape(count, 2 * high, 2 * wide, channels).permute(0, 3, 1, 2)


class PerCell(nn.Module):
    """A convolution over single cells whose answer has its channels last: (N, H, W, C)."""

    def __init__(self, plain: nn.Conv2d) -> None:
        super().__init__()
        self.weight = nn.Parameter(plain.weight.detach()[:, :, 0, 0].clone())
        self.bias = plain.bias

    def forward(self, cells: Tensor) -> Tensor:
        """Return the answers for a map (N, C, H, W)."""
        count, channels, high, wide = cells.shape
        rows = cells.permute(0, 2, 3, 1).reshape(-1, channels)
        # As a product of two matrices its bias costs nothing.
        said = functional.linear(rows, self.weight, self.bias)
        return said.reshape(count, high, wide, self.weight.shape[0])
