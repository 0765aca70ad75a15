"""Writes the trained classifier as ONNX with its metadata, and compares the two."""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort  # type: ignore[import-untyped]
import torch
from torch import nn

from ..metadata import CLASSIFIER_NAMES, LAYOUT, Task
from .classifier_net import FIRST_BLOCK, INPUT_PX
from .classifier_sources import label_files
from .common import MEAN, STD, TrainingError, TrainOptions, data_sha256, train_commit
from .exporting import FromBytes

__all__ = ["PARITY", "export_classifier", "parity"]

PARITY = 2e-3
"""The largest difference of logits allowed between torch and ONNX Runtime, in float32."""
_OPSET = 17
_LICENCE = "MIT; trained on photos under CC BY 4.0 and other licences, see the model card"


def export_classifier(
    net: nn.Module, options: TrainOptions, thresholds: Mapping[str, float]
) -> None:
    """Write `options.out`; raises `TrainingError` where ONNX Runtime gives something else."""
    exported = FromBytes(net, first=FIRST_BLOCK)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        exported,
        (torch.zeros(1, INPUT_PX, INPUT_PX, 3, dtype=torch.uint8),),
        str(options.out),
        input_names=["crops"],
        output_names=["names", "turns"],
        dynamic_axes={"crops": {0: "n"}, "names": {0: "n"}, "turns": {0: "n"}},
        opset_version=_OPSET,
        dynamo=False,
    )
    _write_metadata(options, thresholds)
    difference = parity(exported, options.out)
    if difference > PARITY:
        raise TrainingError(f"{options.out}: differs from the trained net by {difference:.2g}")


def _write_metadata(options: TrainOptions, thresholds: Mapping[str, float]) -> None:
    model = onnx.load(str(options.out))
    files = label_files(options.photos)
    files += [folder / "labels.jsonl" for folder in options.scenes]
    values = {
        "schema": "1",
        "task": Task.CLASSIFIER.value,
        "names": json.dumps(CLASSIFIER_NAMES),
        "input_size": json.dumps([INPUT_PX, INPUT_PX]),
        "mean": json.dumps([MEAN] * 3),
        "std": json.dumps([STD] * 3),
        "layout": LAYOUT,
        "thresholds": json.dumps({key: round(value, 4) for key, value in thresholds.items()}),
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


def parity(exported: nn.Module, path: Path, seed: int = 0) -> float:
    """Return the largest difference between torch and ONNX Runtime on random crops."""
    session = ort.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    rng = np.random.default_rng(seed)
    largest = 0.0
    for count in (1, 14):
        crops = rng.integers(0, 256, (count, INPUT_PX, INPUT_PX, 3), np.uint8)
        with torch.no_grad():
            expected = exported(torch.from_numpy(crops))
        for want, have in zip(expected, session.run(None, {"crops": crops}), strict=True):
            largest = max(largest, float(np.abs(want.numpy() - have).max()))
    return largest
