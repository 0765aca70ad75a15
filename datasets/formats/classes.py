"""Class names: the 44 tile codes, and the names that other labellers gave."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...scoring.tiles import Tile
from ..errors import LabelFileError
from ..fields import Fields, Place, tile_of
from ..files import read_text
from ..json_text import parse_json

__all__ = ["NAMES", "ClassFinder", "names_as_yaml", "names_from_yaml", "read_class_map"]

NAMES = tuple(tile.code for tile in Tile)
"""Class number (from 0) to name."""
_RED_FIVES = {"0m": Tile.M5, "0p": Tile.P5, "0s": Tile.S5}
_FLOW_ITEM = re.compile(
    r"""\s*(?:(?P<key>\d+)\s*:\s*)?(?:'(?P<single>[^']*)'|"(?P<double>[^"]*)"|(?P<bare>[^,\[\]{}]+))\s*(?:,|$)"""
)
_BLOCK_ITEM = re.compile(r"^\s*(?:-\s+|(?P<key>\d+)\s*:\s*)(?P<name>.*?)\s*$")


@dataclass(frozen=True, slots=True)
class ClassFinder:
    """Finds the tile of a class name."""

    classes: Mapping[str, Tile | None]

    def find(self, name: str, place: Place) -> tuple[Tile | None, bool]:
        """Return (tile, whether it is a red five); no tile for a class that is dropped.

        >>> ClassFinder({"dots-3": Tile("3p")}).find("dots-3", Place("a.json"))
        (Tile('3p'), False)
        >>> ClassFinder({}).find("0S", Place("a.json"))
        (Tile('5s'), True)
        """
        if name in self.classes:
            return self.classes[name], False
        code = name.strip().lower()
        if code in _RED_FIVES:
            return _RED_FIVES[code], True
        if code in NAMES:
            return Tile(code), False
        raise place.wrong(
            name, "a tile code such as 3p", 'give --classes FILE, a JSON object {"name": "3p"}'
        )


def read_class_map(path: Path) -> dict[str, Tile | None]:
    """Read a JSON object of class name to tile code; null drops the class."""
    place = Place(path)
    fields = Fields(parse_json(read_text(path), place), place)
    return {
        name: None if code is None else tile_of(code, place.at(name))
        for name, code in fields.values.items()
    }


def names_as_yaml(names: Sequence[str] = NAMES) -> str:
    """Return the `names:` section of a data.yaml."""
    return "names:\n" + "".join(
        f"  {number}: {json.dumps(name)}\n" for number, name in enumerate(names)
    )


def names_from_yaml(text: str, path: Path) -> dict[int, str]:
    """Read the `names:` section of a data.yaml: a list or numbered names, in block or flow style.

    >>> names_from_yaml("names: ['1m', '2m']", Path("data.yaml"))
    {0: '1m', 1: '2m'}
    """
    lines = [re.sub(r"(^|\s)#.*$", "", line).rstrip() for line in text.splitlines()]
    start = next((n for n, line in enumerate(lines) if re.match(r"names\s*:", line)), None)
    if start is None:
        raise LabelFileError(
            path, None, "names", seen="nothing", expected="the list of class names"
        )
    first = lines[start].split(":", 1)[1].strip()
    end = start + 1
    while end < len(lines) and re.match(r"\s|-|\]|\}|$", lines[end]):
        end += 1
    place = Place(path, start + 1, "names")
    if first:
        return _flow_names(" ".join([first, *lines[start + 1 : end]]), place)
    return _block_names(lines[start + 1 : end], place)


def _flow_names(text: str, place: Place) -> dict[int, str]:
    body = text.strip()
    if body[:1] + body[-1:] not in ("[]", "{}"):
        raise place.wrong(text, "a list in [ ] or { }")
    names: dict[int, str] = {}
    inner, position = body[1:-1].strip(), 0
    while position < len(inner):
        item = _FLOW_ITEM.match(inner, position)
        if item is None:
            raise place.wrong(inner[position:], "class names apart by commas")
        name = item["single"] or item["double"] or (item["bare"] or "").strip()
        names[int(item["key"]) if item["key"] else len(names)] = name
        position = item.end()
    return names


def _block_names(lines: Sequence[str], place: Place) -> dict[int, str]:
    names: dict[int, str] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        item = _BLOCK_ITEM.match(line)
        if item is None or place.line is None:
            raise LabelFileError(
                place.file,
                (place.line or 0) + number,
                "names",
                seen=repr(line.strip()),
                expected="`- name` or `number: name`",
            )
        names[int(item["key"]) if item["key"] else len(names)] = item["name"].strip("'\"")
    return names
