"""Label formats, each read and written."""

from .base import TILES_LEFT_OUT, LabelFormat, Notes, ReadOptions, ReadResult, WriteOptions
from .coco import COCO
from .cvat import CVAT
from .label_studio import LABEL_STUDIO
from .native import JSONL
from .tables import CSV
from .yolo import YOLO, YOLO_OBB

__all__ = [
    "FORMATS",
    "TILES_LEFT_OUT",
    "LabelFormat",
    "Notes",
    "ReadOptions",
    "ReadResult",
    "WriteOptions",
]

FORMATS = {item.name: item for item in (YOLO, YOLO_OBB, COCO, LABEL_STUDIO, CVAT, CSV, JSONL)}
"""Every format by its name on the command line."""
