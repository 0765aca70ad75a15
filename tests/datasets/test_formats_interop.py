"""What we write, read by Label Studio's own library and by the one that CVAT uses.

They come with the extra `interop`, which wants a virtual environment of its own.
"""

import json
from pathlib import Path

import numpy as np
import pytest
from written_labels import corners, export

from rekje.datasets.convert import PictureMode, load_labels
from rekje.datasets.formats import ReadOptions
from rekje.datasets.records import PictureRecord

REASON = "the extra interop is not installed"
pytest.importorskip("label_studio_sdk", reason=REASON)
pytest.importorskip("datumaro", reason=REASON)

from datumaro.components.annotation import AnnotationType
from datumaro.components.dataset import Dataset
from label_studio_sdk.converter import Converter
from label_studio_sdk.converter.utils import convert_annotation_to_yolo_obb
from label_studio_sdk.label_interface import LabelInterface


def test_label_studio_takes_the_tasks(
    records: list[PictureRecord], pictures: Path, tmp_path: Path
) -> None:
    path = export(records, pictures, tmp_path / "out", "label-studio", PictureMode.NONE)
    interface = LabelInterface((path.parent / "label_config.xml").read_text())
    interface.validate()
    for task in json.loads(path.read_text()):
        assert interface.validate_task({"data": task["data"]})
        for prediction in task["predictions"]:
            assert interface.validate_prediction(prediction)


def test_label_studio_turns_rectangles_as_we_do(
    records: list[PictureRecord], pictures: Path, tmp_path: Path
) -> None:
    path = export(records, pictures, tmp_path / "out", "label-studio", PictureMode.NONE)
    rectangles = 0
    for record, task in zip(records, json.loads(path.read_text()), strict=True):
        regions = task["predictions"][0]["result"]
        for label, region in zip(record.tiles, regions, strict=True):
            if region["type"] == "rectanglelabels":
                rectangles += 1
                theirs = convert_annotation_to_yolo_obb(region | region["value"], normalize=False)
                np.testing.assert_allclose(theirs, corners(label), atol=0.5)
    assert rectangles == 10


def test_label_studio_export_comes_back(
    records: list[PictureRecord], pictures: Path, tmp_path: Path
) -> None:
    """A person accepts the pre-annotations; Label Studio exports them as JSON and JSON-MIN."""
    path = export(records, pictures, tmp_path / "out", "label-studio", PictureMode.NONE)
    tasks = json.loads(path.read_text())
    for number, task in enumerate(tasks):
        (prediction,) = task.pop("predictions")
        annotation = {"id": number, "completed_by": 1, "was_cancelled": False, **prediction}
        task |= {"id": number, "annotations": [annotation]}
    exported = tmp_path / "export.json"
    exported.write_text(json.dumps(tasks))
    config = path.parent / "label_config.xml"
    Converter(str(config), str(tmp_path), download_resources=False).convert(
        str(exported), str(tmp_path / "min"), "JSON_MIN", is_dir=False
    )
    for source in (exported, tmp_path / "min" / "result.json"):
        again = load_labels(source, options=ReadOptions(images=pictures)).records
        assert [record.file for record in again] == [record.file for record in records]
        for record, kept in zip(records, again, strict=True):
            assert (kept.width, kept.height) == (record.width, record.height)
            by_place = sorted(kept.tiles, key=lambda label: label.quad.centre)
            for label, other in zip(
                sorted(record.tiles, key=lambda label: label.quad.centre), by_place, strict=True
            ):
                assert other.tile is label.tile
                np.testing.assert_allclose(corners(other), corners(label), atol=0.5)


@pytest.mark.parametrize("name", ["cvat", "coco"])
def test_cvat_and_coco_by_datumaro(
    records: list[PictureRecord], pictures: Path, tmp_path: Path, name: str
) -> None:
    """Datumaro is the library that CVAT imports and exports with."""
    path = export(records, pictures, tmp_path / "out", name, PictureMode.NONE)
    (path.parent / "images").symlink_to(pictures)
    if name == "coco":
        (path.parent / "annotations").mkdir()
        path = path.rename(path.parent / "annotations" / "instances_all.json")
        read = Dataset.import_from(str(tmp_path / "out"), "coco_instances")
    else:
        read = Dataset.import_from(str(path), "cvat")
    names = [item.name for item in read.categories()[AnnotationType.label].items]
    items = {item.id: item for item in read}
    for record in records:
        item = items[record.file.rsplit(".", 1)[0]]
        assert item.media.size == (record.height, record.width)
        polygons = [shape for shape in item.annotations if shape.type is AnnotationType.polygon]
        polygons.sort(key=lambda shape: shape.id)
        for label, shape in zip(record.tiles, polygons, strict=True):
            assert names[shape.label] == label.tile.code
            assert shape.attributes["quality"] == label.quality.value
            np.testing.assert_allclose(
                np.array(shape.points).reshape(4, 2), corners(label), atol=0.5
            )
