"""The page for review: every picture with its labels drawn, doubtful ones first.

One HTML file that opens from disk beside its folder of small pictures; no script, no network.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from urllib.parse import quote

from ..files import write_text
from ..records import PictureRecord, TileLabel
from .entry import Entry

__all__ = ["Page", "write_page"]

_STYLE = """
body{margin:1.5rem;font:15px/1.4 system-ui,sans-serif;color:#1d2420;background:#f4f2ec}
h1{font-size:1.3rem;margin:0 0 .3rem}p{margin:.2rem 0 .8rem}
main{margin-top:.8rem;display:grid;align-items:start;grid-template-columns:repeat(auto-fill,minmax(25rem,1fr));gap:1rem}
figure{margin:0;padding:.6rem;background:#fff;border:1px solid #d9d5c9;border-radius:.4rem;
content-visibility:auto;contain-intrinsic-size:25rem 22rem}
figure.doubtful{border:2px solid #c4500a}
.picture{position:relative;background:#ddd}
.picture img,.picture svg{display:block;width:100%;height:auto}
.picture img+svg{position:absolute;inset:0;height:100%}
polygon{fill:none;stroke:#1c8a4e;vector-effect:non-scaling-stroke;stroke-width:1.5}
polygon.doubtful{stroke:#e0570c;stroke-width:2.5}
text{fill:#fff;stroke:#0b3d22;stroke-width:.22em;paint-order:stroke;font-weight:600;
text-anchor:middle;dominant-baseline:central;font-family:system-ui,sans-serif}
text.doubtful{stroke:#8f3300}
.picture:hover text{opacity:0}
figcaption{margin-top:.4rem;overflow-wrap:anywhere}
.mark{color:#fff;background:#c4500a;border-radius:.2rem;padding:0 .35rem}
.name{font-weight:600;color:inherit}.hand{font-family:ui-monospace,monospace}
ul{margin:.2rem 0 0;padding-left:1.2rem}
#only:checked~main .sure{display:none}
""".strip()

_LETTER, _LOW = 0.3, 0.85
"""Size of a code as a share of its tile, and how far below the tile's middle it stands: most of
the face stays free, and under the pointer all of it."""


@dataclass(frozen=True, slots=True)
class Page:
    """What the page needs besides the pictures themselves."""

    review_below: float
    small: Callable[[Entry], str | None]
    """Returns where the small picture lies, relative to the page."""
    original: Callable[[Entry], str | None]
    """Returns where the picture itself lies, relative to the page; None where that is unknown."""


def write_page(
    path: Path, page: Page, entries: Iterable[Entry], failed: Iterable[Entry], counts: str
) -> None:
    """Write the page: pictures in the order given, then those that could not be read."""
    write_text(path, _page(page, entries, failed, counts))


def _page(
    page: Page, entries: Iterable[Entry], failed: Iterable[Entry], counts: str
) -> Iterator[str]:
    yield (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>Labels to review</title>\n<style>\n{_STYLE}\n</style></head>\n<body>\n"
        f"<h1>Labels to review</h1>\n<p>{escape(counts)}</p>\n"
        '<input type="checkbox" id="only"> <label for="only">doubtful pictures only</label>\n'
        "<main>\n"
    )
    for entry in entries:
        yield _figure(page, entry)
    yield "</main>\n"
    problems = [f"<li>{escape(entry.file)}: {escape(entry.error)}</li>\n" for entry in failed]
    if problems:
        yield f"<h2>Could not be read</h2>\n<ul>\n{''.join(problems)}</ul>\n"
    yield "</body></html>\n"


def _figure(page: Page, entry: Entry) -> str:
    record = entry.labels
    doubtful = entry.is_doubtful(page.review_below)
    small, original = page.small(entry), page.original(entry)
    image = ""
    if small is not None:
        image = f'<img src="{_address(small)}" loading="lazy" alt="">'
    name = f'<span class="name">{escape(entry.file)}</span>'
    if original is not None:
        name = f'<a class="name" href="{_address(original)}">{escape(entry.file)}</a>'
    return (
        f'<figure class="{"doubtful" if doubtful else "sure"}">'
        f'<div class="picture">{image}{_drawing(record, page.review_below)}</div>'
        f"<figcaption>{name} {_status(entry, doubtful)}{_words(entry)}</figcaption></figure>\n"
    )


def _status(entry: Entry, doubtful: bool) -> str:
    if entry.read is not None:
        return "reviewed"
    sure = f"{100 * (1 - entry.doubt):.0f} % sure"
    return f'<span class="mark">doubtful: {sure}</span>' if doubtful else sure


def _words(entry: Entry) -> str:
    record = entry.labels
    hand = f'<div class="hand">{escape(record.hand)}</div>' if record.hand else ""
    if not record.tiles:
        hand = "<div>no tiles</div>"
    reasons = "".join(f"<li>{escape(reason)}</li>" for reason in entry.reasons)
    return hand + (f"<ul>{reasons}</ul>" if reasons else "")


def _drawing(record: PictureRecord, below: float) -> str:
    """Return the outlines and codes in the coordinates of the picture itself."""
    shapes = "".join(_tile(label, below) for label in record.tiles)
    return (
        f'<svg viewBox="0 0 {record.width} {record.height}" '
        f'preserveAspectRatio="none">{shapes}</svg>'
    )


def _tile(label: TileLabel, below: float) -> str:
    doubtful = label.confidence is not None and label.confidence < below
    mark = ' class="doubtful"' if doubtful else ""
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in label.quad.corners)
    x, y = label.quad.centre
    size = abs(label.quad.area) ** 0.5 * _LETTER
    y = y + (label.quad.box[3] - y) * _LOW
    sure = "" if label.confidence is None else f" {100 * label.confidence:.0f} %"
    code = escape(label.tile.code)
    return (
        f'<g><title>{code}{sure}</title><polygon{mark} points="{points}"/>'
        f'<text{mark} x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}">{code}</text></g>'
    )


def _address(path: str) -> str:
    """Return a relative path as an address; a name such as `http:a.jpg` stays a path."""
    return escape("./" + quote(path.encode("utf-8", "surrogateescape")), quote=True)
