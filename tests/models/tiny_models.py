"""Tiny ONNX files with the metadata of real models."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from rekje.scoring.tiles import Tile

SIDE = 16
FLOAT = 1
"""ONNX's number for 32-bit floats."""
UINT8 = 2


def metadata_of(task: str) -> dict[str, str]:
    """Return metadata as training writes it."""
    classes = [tile.code for tile in Tile] + ["not-a-tile"]
    return {
        "schema": "1",
        "task": task,
        "names": json.dumps(["face", "back"] if task == "detector" else classes),
        "input_size": json.dumps([SIDE, SIDE]),
        "mean": "[0.5, 0.5, 0.5]",
        "std": "[0.25, 0.25, 0.25]",
        "layout": "NHWC RGB uint8",
        "stride": "4" if task == "detector" else "",
        "thresholds": '{"face": 0.4}',
        "train_commit": "0123abc",
        "data_sha256": "00",
        "license": "MIT",
    }


def tiny_model(
    path: Path,
    metadata: dict[str, str],
    shape: Sequence[int | str] = ("n", SIDE, SIDE, 3),
    kind: int = UINT8,
) -> Path:
    """Write a network that returns its input, under any metadata and input shape."""
    onnx = pytest.importorskip("onnx", reason="the package onnx makes the models of this test")
    x, y = (onnx.helper.make_tensor_value_info(name, kind, list(shape)) for name in "xy")
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("Identity", ["x"], ["y"])], "tiny", [x], [y]
    )
    opset = onnx.helper.make_opsetid("", 17)
    model = onnx.helper.make_model(graph, opset_imports=[opset], ir_version=8)
    onnx.helper.set_model_props(model, metadata)
    onnx.save(model, path)
    return path
