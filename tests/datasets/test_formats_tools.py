"""What we write, read by the tools that people will read it with."""

import contextlib
import io
from pathlib import Path

import numpy as np
import pytest
import supervision
from pycocotools.coco import COCO
from written_labels import corners, export

from rekje.datasets.convert import PictureMode
from rekje.datasets.records import PictureRecord


def test_coco_by_pycocotools(records: list[PictureRecord], pictures: Path, tmp_path: Path) -> None:
    path = export(records, pictures, tmp_path / "out", "coco", PictureMode.NONE)
    with contextlib.redirect_stdout(io.StringIO()):
        coco = COCO(str(path))
    names = {item["id"]: item["name"] for item in coco.loadCats(coco.getCatIds())}
    for image in coco.loadImgs(coco.getImgIds()):
        record = next(item for item in records if item.file == image["file_name"])
        annotations = coco.loadAnns(coco.getAnnIds(image["id"]))
        assert [names[item["category_id"]] for item in annotations] == [
            label.tile.code for label in record.tiles
        ]
        for annotation, label in zip(annotations, record.tiles, strict=True):
            mask = coco.annToMask(annotation)
            assert mask.shape == (record.height, record.width)
            assert mask.sum() == pytest.approx(label.quad.area, rel=0.1)


def test_coco_by_supervision(records: list[PictureRecord], pictures: Path, tmp_path: Path) -> None:
    path = export(records, pictures, tmp_path / "out", "coco", PictureMode.COPY)
    read = supervision.DetectionDataset.from_coco(str(path.parent), str(path))
    for record in records:
        detections = read.annotations[str(path.parent / record.file)]
        boxes = np.array([label.quad.box for label in record.tiles]).reshape(-1, 4)
        np.testing.assert_allclose(detections.xyxy, boxes, atol=0.5)
        assert [read.classes[n] for n in detections.class_id] == [
            label.tile.code for label in record.tiles
        ]


@pytest.mark.parametrize("name", ["yolo", "yolo-obb"])
def test_yolo_by_supervision(
    records: list[PictureRecord], pictures: Path, tmp_path: Path, name: str
) -> None:
    yaml = export(records, pictures, tmp_path / "out", name, PictureMode.COPY)
    for folder in ("a", "b"):
        read = supervision.DetectionDataset.from_yolo(
            str(yaml.parent / "images" / folder),
            str(yaml.parent / "labels" / folder),
            str(yaml),
            is_obb=name == "yolo-obb",
        )
        record = next(item for item in records if item.file == f"{folder}/1.jpg")
        detections = read.annotations[str(yaml.parent / "images" / folder / "1.jpg")]
        assert [read.classes[n] for n in detections.class_id] == [
            label.tile.code for label in record.tiles
        ]
        if name == "yolo-obb":
            quads = [corners(label) for label in record.tiles]
            np.testing.assert_allclose(detections.data["xyxyxyxy"], quads, atol=0.5)
        else:
            boxes = [label.quad.box for label in record.tiles]
            np.testing.assert_allclose(detections.xyxy, boxes, atol=0.5)
