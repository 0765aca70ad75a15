"""A small XML tree whose elements know their line; document types and entities are refused."""

import xml.sax
import xml.sax.handler
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any

from .errors import LabelFileError
from .fields import Place, finite_number, whole_number
from .files import read_text

__all__ = ["Element", "read_xml"]


@dataclass(slots=True)
class Element:
    """An element, its attributes, the text directly in it, and its children."""

    tag: str
    attributes: dict[str, str]
    place: Place
    text: str = ""
    children: list["Element"] = field(default_factory=list)

    def all(self, tag: str) -> Iterator["Element"]:
        """Yield the children of this name."""
        return (child for child in self.children if child.tag == tag)

    def attribute(self, name: str) -> str:
        """Return an attribute that must be there."""
        if name not in self.attributes:
            raise self.place.at(name).error("nothing", f"the attribute {name}")
        return self.attributes[name]

    def number(self, name: str, default: float | None = None) -> float:
        """Return an attribute as a finite number."""
        if default is not None and name not in self.attributes:
            return default
        return finite_number(self.attribute(name), self.place.at(name))

    def whole(self, name: str) -> int:
        """Return an attribute as a whole number."""
        return whole_number(self.attribute(name), self.place.at(name))


def read_xml(path: Path) -> Element:
    """Read an XML file and return its root element."""
    handler = _Handler(path)
    parser = xml.sax.make_parser()
    parser.setContentHandler(handler)
    parser.setFeature(xml.sax.handler.feature_external_ges, False)
    parser.setFeature(xml.sax.handler.feature_external_pes, False)
    parser.setProperty(xml.sax.handler.property_lexical_handler, _NoDoctype(handler))
    try:
        parser.parse(StringIO(read_text(path)))
    except xml.sax.SAXParseException as error:
        raise LabelFileError(
            path,
            error.getLineNumber(),
            None,
            seen=error.getMessage(),
            expected="well-formed XML",
            advice="is the file cut off or of another format?",
        ) from error
    return handler.open[0].children[0]


class _Handler(xml.sax.handler.ContentHandler):
    """Builds the tree."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.locator: Any = None
        self.open = [Element("", {}, Place(path))]

    # The names are those that the reader of XML calls.
    def setDocumentLocator(self, locator: Any) -> None:  # noqa: N802 - as SAX calls it
        """Remember who tells the line."""
        self.locator = locator

    def startElement(self, name: str, attrs: Any) -> None:  # noqa: N802 - as SAX calls it
        """Open an element."""
        place = Place(self.path, self.locator.getLineNumber(), name)
        element = Element(name, dict(attrs.items()), place)
        self.open[-1].children.append(element)
        self.open.append(element)

    def endElement(self, name: str) -> None:  # noqa: N802 - as SAX calls it
        """Close the element."""
        self.open.pop()

    def characters(self, content: str) -> None:
        """Add text to the element that is open."""
        self.open[-1].text += content


class _NoDoctype(xml.sax.handler.LexicalHandler):
    """Refuses a document type, the way in for entity bombs; label files have none."""

    def __init__(self, handler: _Handler) -> None:
        self.handler = handler

    def startDTD(self, name: str, public_id: str | None, system_id: str | None) -> None:  # noqa: N802 - as SAX calls it
        """Refuse."""
        line = self.handler.locator.getLineNumber()
        place = Place(self.handler.path, line)
        raise place.error(f"a document type {name}", "plain XML without one")
