"""Broken label files: the message names file, line and field."""

import contextlib
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image

from rekje.datasets.convert import export_labels, guess_format, load_labels
from rekje.datasets.errors import DatasetError, LabelFileError, PictureError
from rekje.datasets.formats import ReadOptions, ReadResult
from rekje.datasets.formats.classes import names_from_yaml, read_class_map
from rekje.datasets.records import PictureRecord

HEADER = "file,width,height,class_name,x_min,y_min,x_max,y_max\n"
IMAGE = {"id": 1, "file_name": "a.jpg", "width": 64, "height": 48}
ANNOTATION = {"id": 1, "image_id": 1, "category_id": 3, "bbox": [1, 2, 26, 36]}
COCO: dict[str, Any] = {
    "images": [IMAGE],
    "annotations": [ANNOTATION],
    "categories": [{"id": 3, "name": "3p"}],
}
VALUE = {"x": 1, "y": 1, "width": 9, "height": 9, "rotation": 0, "rectanglelabels": ["3p"]}
REGION = {
    "type": "rectanglelabels",
    "original_width": 64,
    "original_height": 48,
    "value": VALUE,
}


def coco(**changes: Any) -> str:
    return json.dumps(COCO | changes)


def tasks(region: dict[str, Any]) -> str:
    task = {"data": {"image": "a.jpg"}, "annotations": [{"result": [REGION | region]}]}
    return json.dumps([task])


def cvat(shape: str) -> str:
    return (
        '<?xml version="1.0"?>\n<annotations>\n'
        f'<image id="0" name="a.jpg" width="64" height="48">\n{shape}\n</image></annotations>'
    )


POLYGON = '<polygon label="3p" points="1,1;9,1;9,9;1,9">'
CORNERS = "file,width,height,class_name,x1,y1,x2,y2,x3,y3,x4,y4,x_min,y_min\n"
WRONG = [
    ("confidence", "1.5"),
    ("confidence", "sure"),
    ("confidence", "nan"),
    ("corners", "exakt"),
    ("quality", "bogus"),
    ("turn", "45"),
    ("visible", "7"),
    ("red", "maybe"),
]
BROKEN = [
    ("labels.csv", "", 1, "header"),
    ("labels.csv", "file,width\n", 1, "header"),
    ("labels.csv", HEADER + "a.jpg,64,48,3p,1,2,3\n", 2, None),
    ("labels.csv", HEADER + "a.jpg,64,48,3p,1,2,3,4,5\n", 2, None),
    ("labels.csv", HEADER + "a.jpg,64,48,3p,1,2,x,4\n", 2, "x_max"),
    ("labels.csv", HEADER + "a.jpg,64,48,3p,1,2,nan,4\n", 2, "x_max"),
    ("labels.csv", HEADER + "a.jpg,,48,3p,1,2,3,4\n", 2, "width"),
    ("labels.csv", HEADER + "a.jpg,64,48,dots,1,2,3,4\n", 2, "class_name"),
    ("labels.csv", HEADER + "a.jpg,64,48,3p,1,2,3,4\na.jpg,65,48,3p,1,2,3,4\n", 3, None),
    ("labels.csv", HEADER + "b.jpg,64,48,,,,,\na.jpg,0,48,3p,1,2,3,4\n", 3, "width"),
    ("labels.csv", HEADER + "a.jpg,640.7,48,3p,1,2,3,4\n", 2, "width"),
    ("labels.csv", HEADER + "a.jpg,64,48,3p,9,2,3,4\n", 2, "x_max"),
    ("labels.csv", HEADER + "a.jpg,64,48,3p,1,2,3,1\n", 2, "y_max"),
    ("labels.csv", HEADER + '"a\x07.jpg",64,48,3p,1,2,3,4\n', 2, "file"),
    ("labels.csv", CORNERS + "a.jpg,64,48,3p,1,1,9,1,9,9,1,,,\n", 2, "y4"),
    *(
        ("labels.csv", HEADER.strip() + f",{name}\na.jpg,64,48,3p,1,2,3,4,{value}\n", 2, name)
        for name, value in WRONG
    ),
    ("labels.csv", HEADER + '"a.jpg,64\n', 2, None),
    ("c.json", "{", 1, None),
    ("c.json", "{}", None, "categories"),
    ("c.json", coco(annotations=[{**ANNOTATION, "image_id": 2}]), None, "annotations[0].image_id"),
    (
        "c.json",
        coco(annotations=[ANNOTATION, {**ANNOTATION, "category_id": 1}]),
        None,
        "annotations[1].category_id",
    ),
    ("c.json", coco(categories=[{"id": 3, "name": "dog"}]), None, "categories[0].name"),
    ("c.json", coco(annotations=[{**ANNOTATION, "bbox": [1, 2]}]), None, "annotations[0].bbox"),
    (
        "c.json",
        coco(annotations=[{**ANNOTATION, "bbox": [1, 2, -3, 4]}]),
        None,
        "annotations[0].bbox",
    ),
    (
        "c.json",
        coco(annotations=[{**ANNOTATION, "segmentation": [[1, 2, 3, 4]]}]),
        None,
        "annotations[0].segmentation[0]",
    ),
    ("c.json", coco(images=[{**IMAGE, "width": None}]), None, "images[0].width"),
    ("c.json", coco(images=[IMAGE, {**IMAGE, "file_name": "b.jpg"}]), None, "images[1].id"),
    ("c.json", coco(images=[{**IMAGE, "file_name": "/a.jpg"}]), None, "images[0].file_name"),
    ("c.json", coco(annotations=[{**ANNOTATION, "score": 7}]), None, "annotations[0].score"),
    (
        "c.json",
        coco(annotations=[{**ANNOTATION, "attributes": {"turn": 45}}]),
        None,
        "annotations[0].attributes.turn",
    ),
    ("c.json", '{"images": [\n"NaN",\n{"id": NaN}]}', 3, "images[1].id"),
    *(
        ("l.json", tasks({"meta": {"rekje": {name: value}}}), None, f"[0]….meta.rekje.{name}")
        for name, value in [*WRONG, ("visible", True), ("red", 2), ("turn", 45), ("corners", [1])]
    ),
    ("l.json", tasks({"score": 1.5}), None, "[0]….score"),
    ("l.json", tasks({"value": {**VALUE, "width": -9}}), None, "[0]….value.width"),
    ("l.json", "[1]", None, "[0]"),
    ("l.json", tasks({"value": {**VALUE, "x": "1"}}), None, "[0].annotations…value.x"),
    ("l.json", tasks({"value": {**VALUE, "rectanglelabels": []}}), None, "…value.rectanglelabels"),
    ("l.json", tasks({"value": {**VALUE, "rectanglelabels": ["3p", "4p"]}}), None, "…labels"),
    ("l.json", tasks({"image_rotation": 90}), None, "….image_rotation"),
    ("l.json", '[{"data": {"image": "a.jpg"}, "annotations": []}]', None, "[0]"),
    ("l.json", '[{"data": {"image": "http://[a"}, "annotations": []}]', None, "[0].data.image"),
    ("v.xml", "<annotations>", 1, None),
    ("v.xml", "<tasks/>", 1, "tasks"),
    ("v.xml", '<!DOCTYPE a [<!ENTITY b "c">]><annotations/>', 1, None),
    ("v.xml", cvat('<box label="3p" xtl="9" ytl="1" xbr="1" ybr="9"/>'), 4, "box.xbr"),
    ("v.xml", cvat("").replace('"64"', '"64.5"'), 3, "image.width"),
    ("v.xml", cvat("").replace('"64"', '"0"'), 3, "image.width"),
    ("v.xml", cvat("").replace("a.jpg", "/a.jpg"), 3, "image.name"),
    *(
        ("v.xml", cvat(f"{POLYGON}\n<attribute name='{n}'>{v}</attribute></polygon>"), 5, f"…{n}")
        for n, v in WRONG
    ),
    ("v.xml", cvat('<polygon label="3p" points="1,1;2,x"/>'), 4, "polygon.points"),
    ("v.xml", cvat('<polygon label="3p" points="1,1;2,2"/>'), 4, "polygon.points"),
    ("v.xml", cvat('<polygon label="3p"/>'), 4, "polygon.points"),
    ("v.xml", cvat('<polygon label="dog" points="1,1;9,1;9,9;1,9"/>'), 4, "polygon.label"),
    ("v.xml", cvat('<box label="3p" xtl="1" ytl="1" xbr="9"/>'), 4, "box.ybr"),
    ("labels.txt", "", None, None),
]


@pytest.mark.parametrize(("name", "text", "line", "field"), BROKEN)
def test_broken_files(
    tmp_path: Path, name: str, text: str, line: int | None, field: str | None
) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(LabelFileError) as caught:
        load_labels(path)
    error = caught.value
    assert error.file == str(path)
    assert error.line == line
    if field and "…" in field:
        start, end = field.split("…")
        assert (error.field or "").startswith(start)
        assert (error.field or "").endswith(end)
    else:
        assert (error.field or None) == field


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("0 0.5 0.5 0.1", "columns"),
        ("0 0.5 0.5 0.1 0.1 0.9 0.1", "columns"),
        ("0 0.5 0.5 x 0.1", "column 4"),
        ("0 0.5 0.5 nan 0.1", "column 4"),
        ("0 0.5 0.5 -0.1 0.1", "column 4"),
        ("44 0.5 0.5 0.1 0.1", "column 1"),
        ("-1 0.5 0.5 0.1 0.1", "column 1"),
        ("0.5 0.5 0.5 0.1 0.1", "column 1"),
        ("0 0.5 0.5 0.1 0.1 7", "column 6"),
    ],
)
def test_broken_yolo_lines(tmp_path: Path, line: str, field: str) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "labels").mkdir()
    Image.new("RGB", (64, 48)).save(tmp_path / "images" / "a.jpg")
    (tmp_path / "labels" / "a.txt").write_text(f"0 0.5 0.5 0.1 0.1\n{line}\n")
    with pytest.raises(LabelFileError) as caught:
        load_labels(tmp_path)
    assert (caught.value.line, caught.value.field) == (2, field)
    assert caught.value.file.endswith("a.txt")


def test_yolo_labels_without_a_picture(tmp_path: Path) -> None:
    (tmp_path / "labels").mkdir()
    (tmp_path / "labels" / "a.txt").write_text("")
    with pytest.raises(LabelFileError, match=r"no picture images/a .*--images"):
        load_labels(tmp_path)


def test_a_damaged_picture(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "a.jpg").write_bytes(b"\xff\xd8\xff")
    with pytest.raises(PictureError, match=r"a\.jpg"):
        load_labels(tmp_path, format_name="yolo")


@pytest.mark.parametrize("text", ["nc: 2", "names: 1m", "names:\n  what"])
def test_broken_class_names(text: str) -> None:
    with pytest.raises(LabelFileError, match=r"data\.yaml"):
        names_from_yaml(text, Path("data.yaml"))


@pytest.mark.parametrize(
    "text",
    [
        "names: ['1m', \"2m\", back]",
        "nc: 3\nnames:\n- 1m\n- '2m'\n- back\ntrain: images",
        'names:\n  0: 1m  # characters\n  1: "2m"\n\n  2: back\nnc: 3',
        "names: {0: 1m, 1: '2m', 2: back}",
        "names: [1m,\n  2m,\n  back]\nnc: 3",
    ],
)
def test_class_names_in_all_styles(text: str) -> None:
    assert names_from_yaml(text, Path("data.yaml")) == {0: "1m", 1: "2m", 2: "back"}


def test_names_of_other_labellers(tmp_path: Path) -> None:
    classes = tmp_path / "classes.json"
    classes.write_text('{"dots-3": "3p", "dog": null}')
    path = tmp_path / "labels.csv"
    path.write_text(HEADER + "a.jpg,64,48,dots-3,1,2,3,4\na.jpg,64,48,dog,1,2,3,4\n")
    options = ReadOptions(classes=read_class_map(classes))
    (record,) = load_labels(path, options=options).records
    assert [label.tile.code for label in record.tiles] == ["3p"]
    assert options.notes.total() == 1
    classes.write_text('{"dots-3": "3x"}')
    with pytest.raises(LabelFileError, match=r"classes\.json, field dots-3"):
        read_class_map(classes)


@pytest.mark.parametrize("name", ["a.doc", "a", "b.json"])
def test_unknown_formats(tmp_path: Path, name: str) -> None:
    (tmp_path / "b.json").write_text("7")
    with pytest.raises(LabelFileError, match="--from"):
        guess_format(tmp_path / name)


MAIN_FILES = [
    ("coco", "annotations.json"),
    ("label-studio", "tasks.json"),
    ("cvat", "annotations.xml"),
    ("csv", "labels.csv"),
    ("jsonl", "labels.jsonl"),
    ("yolo", "data.yaml"),
    ("yolo-obb", "labels/b/1.txt"),
]


@pytest.mark.parametrize(("name", "file"), MAIN_FILES)
def test_damaged_files_raise_nothing_but_our_errors(
    records: list[PictureRecord], pictures: Path, tmp_path: Path, name: str, file: str
) -> None:
    labels = ReadResult(tuple(records[:1]), pictures)
    export_labels(labels, tmp_path / "out", name)
    path = tmp_path / "out" / file
    whole = path.read_bytes()
    random = Random(1)
    for _ in range(150):
        text = bytearray(whole)
        for _ in range(random.choice([1, 1, 2, 5])):
            start = random.randrange(len(text))
            end = start + random.choice([0, 1, 1, 3, 40])
            text[start:end] = random.choice(
                [
                    b"",
                    b"-",
                    b"9" * 400,
                    b"null",
                    b"[]",
                    b"{}",
                    b'"',
                    b"\n",
                    b"\xff",
                    b"1e999",
                    b"0x",
                ]
            )
        path.write_bytes(text)
        with contextlib.suppress(DatasetError):
            load_labels(tmp_path / "out", format_name=name)
