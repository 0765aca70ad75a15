"""Nets as they are exported answer what the nets that were trained answer."""

import pytest

torch = pytest.importorskip("torch")

from torch import nn  # torch is an extra

from rekje.models.training.common import convolution, normalised
from rekje.models.training.exporting import Doubled, FromBytes, PerCell


def _stirred(net: nn.Module) -> nn.Module:
    """Give the norms something to do."""
    for value in net.state_dict().values():
        if value.dtype.is_floating_point:
            value.add_(torch.rand_like(value) * 0.3)
    return net.eval()


@pytest.mark.parametrize("size", [1, 3, 5, 7])
def test_a_first_block_on_groups_of_pixels_sees_what_it_saw(size):
    net = _stirred(nn.Sequential(convolution(3, 5, size, 2), convolution(5, 4)))
    pixels = torch.randint(0, 256, (2, 12, 32, 3), dtype=torch.uint8)
    with torch.no_grad():
        assert torch.allclose(FromBytes(net, first="0")(pixels), net(normalised(pixels)), atol=1e-4)


def test_a_map_is_doubled_as_by_an_upsample():
    cells = torch.randn(2, 3, 4, 6)
    assert torch.equal(Doubled()(cells), nn.Upsample(scale_factor=2, mode="nearest")(cells))


def test_a_product_per_cell_is_a_convolution_with_its_channels_last():
    plain, cells = nn.Conv2d(3, 7, 1), torch.randn(2, 3, 4, 6)
    with torch.no_grad():
        expected = plain(cells).permute(0, 2, 3, 1)
        assert torch.allclose(PerCell(plain)(cells), expected, atol=1e-6)
