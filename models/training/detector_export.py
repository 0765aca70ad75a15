"""Writes the trained detector as ONNX with its metadata, and compares the two."""

import json
from dataclasses import asdict
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort  # type: ignore[import-untyped]
import torch
from torch import Tensor, nn

from ...vision.detector import Thresholds
from ...vision.heatmap import HEAT, STRIDE
from ..metadata import LAYOUT
from .common import MEAN, STD, TrainingError, TrainOptions, data_sha256, train_commit
from .detector_net import FIRST_BLOCK, DetectorNet
from .exporting import Doubled, FromBytes, PerCell

__all__ = ["PARITY", "export_detector", "parity", "write_thresholds"]

PARITY = 2e-3
"""The largest difference allowed between torch and ONNX Runtime, in float32."""
_USUAL_SIZE = (480, 640)
"""Height and width; the net takes any multiples of 32."""
_OPSET = 17
_THRESHOLDS = Thresholds(face=0.35, back=0.35, overlap=0.45, inside=0.7, alone=0.5)
"""Where there are no photos to choose them on."""
_LICENCE = "MIT; trained on photos under CC BY 4.0 and other licences, see the model card"


class _Exported(nn.Module):
    """The net for pixels as they are; its heat as probabilities, channels last."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.from_bytes = FromBytes(net, first=FIRST_BLOCK)
        exported = self.from_bytes.net
        assert isinstance(exported, DetectorNet)
        exported.set_submodule("up", Doubled())
        exported.set_submodule("out", PerCell(exported.out))

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor]:
        out = self.from_bytes(pixels)
        return torch.sigmoid(out[..., :HEAT]), out[..., HEAT:]


def export_detector(net: nn.Module, options: TrainOptions) -> None:
    """Write `options.out`; raises `TrainingError` where ONNX Runtime gives something else."""
    exported = _Exported(net).eval()
    height, width = _USUAL_SIZE
    options.out.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        exported,
        (torch.zeros(1, height, width, 3, dtype=torch.uint8),),
        str(options.out),
        input_names=["pixels"],
        output_names=["heat", "geometry"],
        dynamic_axes={
            "pixels": {0: "n", 1: "height", 2: "width"},
            "heat": {0: "n", 1: "rows", 2: "columns"},
            "geometry": {0: "n", 1: "rows", 2: "columns"},
        },
        opset_version=_OPSET,
        dynamo=False,
    )
    _write_metadata(options)
    difference = parity(exported, options.out)
    if difference > PARITY:
        raise TrainingError(f"{options.out}: differs from the trained net by {difference:.2g}")


def _write_metadata(options: TrainOptions) -> None:
    model = onnx.load(str(options.out))
    files = [options.photos] if options.photos else []
    files += [folder / "labels.jsonl" for folder in options.scenes]
    values = {
        "schema": "1",
        "task": "detector",
        "names": json.dumps(["face", "back"]),
        "input_size": json.dumps(_USUAL_SIZE),
        "mean": json.dumps([MEAN] * 3),
        "std": json.dumps([STD] * 3),
        "layout": LAYOUT,
        "stride": str(STRIDE),
        "thresholds": json.dumps(asdict(_THRESHOLDS)),
        "train_commit": train_commit(),
        "data_sha256": data_sha256(files),
        "license": _LICENCE,
        "minutes": f"{options.minutes:g}",
    }
    del model.metadata_props[:]
    for key, value in values.items():
        model.metadata_props.add(key=key, value=value)
    onnx.checker.check_model(model)
    onnx.save(model, str(options.out))


def write_thresholds(path: Path, thresholds: Thresholds) -> None:
    """Put other thresholds into the metadata of a model."""
    model = onnx.load(str(path))
    for item in model.metadata_props:
        if item.key == "thresholds":
            item.value = json.dumps(asdict(thresholds))
    onnx.save(model, str(path))


def parity(exported: nn.Module, path: Path, seed: int = 0) -> float:
    """Return the largest difference between torch and ONNX Runtime on random pictures."""
    session = ort.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    rng = np.random.default_rng(seed)
    largest = 0.0
    for height, width in ((64, 96), _USUAL_SIZE):
        pixels = rng.integers(0, 256, (1, height, width, 3), np.uint8)
        with torch.no_grad():
            expected = exported(torch.from_numpy(pixels))
        for want, have in zip(expected, session.run(None, {"pixels": pixels}), strict=True):
            largest = max(largest, float(np.abs(want.numpy() - have).max()))
    return largest
