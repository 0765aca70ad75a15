"""Models in whole numbers of 8 bits: a quarter of the size, and twice as fast on most processors.

Weights and activations are scaled by what some pictures need. Weights take 7 bits only: with 8,
processors without VNNI instructions overflow and read otherwise than others do.
"""

import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import onnx
from onnxruntime.quantization import (  # type: ignore[import-untyped]
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import (  # type: ignore[import-untyped]
    quant_pre_process,
)

from .common import TrainingError

__all__ = ["quantise"]

_EXACT, _HALF_A_LEVEL = 1e-4, 0.5
"""How near scale and zero of the pixels must be to what they are normalised by."""


class _Feeds(CalibrationDataReader):  # type: ignore[misc]
    """Hands pictures to the calibration one by one."""

    def __init__(self, feeds: Iterable[Mapping[str, Any]]) -> None:
        self._feeds: Iterator[Mapping[str, Any]] = iter(feeds)

    def get_next(self) -> Mapping[str, Any] | None:
        """Return the next inputs; None after the last, as ONNX Runtime asks."""
        return next(self._feeds, None)


def quantise(
    path: Path, out: Path, feeds: Iterable[Mapping[str, Any]], keep: Iterable[str] = ()
) -> None:
    """Write the model of `path` to `out` in whole numbers, with the same metadata.

    `feeds` are inputs of the model, typical ones; the nodes named by `keep` stay as they are.
    Pixels go into the first convolution as they are, without a rounding of their own.

    Raises:
        TrainingError: the feeds lack black or white pixels.

    """
    first = _first_steps(path)
    with tempfile.TemporaryDirectory() as name:
        plain, made = Path(name) / "plain.onnx", Path(name) / "int8.onnx"
        quant_pre_process(str(path), str(plain), skip_symbolic_shape=True)
        quantize_static(
            str(plain),
            str(made),
            _Feeds(feeds),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            calibrate_method=CalibrationMethod.MinMax,
            nodes_to_exclude=[*first, *keep],
        )
        model = onnx.load(made)
    _take_pixels(model)
    del model.metadata_props[:]
    model.metadata_props.extend(onnx.load(path).metadata_props)
    onnx.save(model, out)


def _first_steps(path: Path) -> list[str]:
    """Return the nodes before the first convolution: they put pixels in order and scale them."""
    names = []
    for node in onnx.load(path).graph.node:
        if node.op_type == "Conv":
            break
        names.append(node.name)
    return names


def _take_pixels(model: onnx.ModelProto) -> None:
    """Hand pixels to the first convolution without scaling and rounding them.

    What is subtracted becomes a whole number: pixels are off by at most half a level of 255.

    Raises:
        TrainingError: the pictures lacked black or white: the range of pixels is not known.

    """
    nodes = model.graph.node
    makers = {output: node for node in nodes for output in node.output}
    values = {item.name: onnx.numpy_helper.to_array(item) for item in model.graph.initializer}
    convolution = next(node for node in nodes if node.op_type == "Conv")
    read = makers[convolution.input[0]]
    rounded = makers[read.input[0]]
    scaled = []
    step = makers[rounded.input[0]]
    while step.op_type != "Transpose":
        scaled.append(step)
        step = makers[step.input[0]]
    division = next(node for node in scaled if node.op_type == "Div")
    std = float(_constant(division.input[1], values, makers))
    mean = float(_constant(next(n for n in scaled if n.op_type == "Sub").input[1], values, makers))
    off = abs(float(values[read.input[2]]) - mean)
    if abs(float(values[read.input[1]]) * std - 1) > _EXACT or off > _HALF_A_LEVEL:
        raise TrainingError(
            "the pictures to take the ranges from lack black or white pixels; take others"
        )
    read.input[0] = step.output[0]
    for node in (rounded, *scaled):
        nodes.remove(node)
    used = {name for node in nodes for name in node.input}
    kept = [item for item in model.graph.initializer if item.name in used]
    del model.graph.initializer[:]
    model.graph.initializer.extend(kept)


def _constant(name: str, values: Mapping[str, Any], makers: Mapping[str, onnx.NodeProto]) -> Any:
    if name in values:
        return values[name]
    return onnx.numpy_helper.to_array(makers[name].attribute[0].t)
