"""The tables of the model card, made of `results.json` so that no figure is typed.

    python -m rekje.models.evaluation.card models/MODEL_CARD.md models/results.json

replaces what stands between the two marks in the card.
"""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...datasets.files import write_text
from ..errors import EvaluationError
from .results import read_results

__all__ = ["END", "START", "fill", "tables"]

START, END = "<!-- figures from results.json -->", "<!-- end of figures -->"
_GROUPS = ("seen", "unseen", "overall")
_ROWS = {
    "recall": "faces found",
    "recall_strict": "faces found, every label held to IoU 0.5",
    "precision": "precision of the detector",
    "precision_read": "precision after the classifier",
    "well_placed": "found faces with IoU 0.75 or more",
    "plain": "right, of the found: 34 plain faces",
    "bonus": "right, of the found: flowers, seasons",
    "whole": "complete photos all right",
    "backs": "backs found",
}
_ON_RENDERS = {
    "backs_precision": "precision of backs",
    "turn": "found faces whose top left corner is right",
}
_SET_COLUMNS = ("recall", "precision", "plain", "bonus", "whole")


def fill(card: str, results: Mapping[str, Any]) -> str:
    """Return the card with the tables of the results between its marks."""
    before, start, rest = card.partition(START)
    _, end, after = rest.partition(END)
    if not start or not end:
        raise EvaluationError(f"the model card has no {START} or no {END} after it")
    return f"{before}{START}\n\n{tables(results)}\n\n{END}{after}"


def tables(results: Mapping[str, Any]) -> str:
    """Return all tables as Markdown."""
    blocks = [_main(results["groups"]), _sets(results["sets"])]
    if results["confusions"]:
        worst = results["confusions"]
        pairs = (f"{row['tile']} as {row['read_as']} ({row['count']})" for row in worst)
        blocks.append(f"Most frequent confusions: {', '.join(pairs)}.")
    held = results["calibration"]
    blocks.append(
        f"Expected calibration error {held['expected_error']:.4f}, Brier score {held['brier']:.4f}."
    )
    if results["turns"]:
        rows = [
            [f"{each['degrees']}°", _cell(each["right"]), _cell(each["stays_right"])]
            for each in results["turns"]
        ]
        blocks.append(_table(["turned by", "right", "stays right"], rows))
    blocks.append(_times(results["timing"]))
    if "renders" in results:
        blocks.append(_renders(results["renders"]))
    if "peer" in results:
        blocks.append(_peer(results["peer"]))
    return "\n\n".join(block for block in blocks if block)


def _main(groups: Mapping[str, Any]) -> str:
    names = [name for name in _GROUPS if name in groups]
    heads = [f"{name} ({groups[name]['photos']} photos)" for name in names]
    rows = [[label, *(_cell(groups[name][row]) for name in names)] for row, label in _ROWS.items()]
    return _table(["", *heads], rows)


def _renders(group: Mapping[str, Any]) -> str:
    """Return the figures on drawn scenes, where all corners and turns are known."""
    rows = [[label, _cell(group[row])] for row, label in (_ROWS | _ON_RENDERS).items()]
    return _table([f"{group['photos']} drawn scenes, corners known", ""], rows)


def _sets(sets: Mapping[str, Any]) -> str:
    rows = [
        [
            f"{name}{' *' if group['seen'] is False else ''}",
            str(group["photos"]),
            str(group["tiles"]),
            *(_percent(group[column]) for column in _SET_COLUMNS),
        ]
        for name, group in sets.items()
    ]
    return _table(["set (* never seen)", "photos", "tiles", *_SET_COLUMNS], rows)


def _times(timing: Sequence[Mapping[str, Any]]) -> str:
    rows = [
        [str(each["threads"]), *(f"{each[f'{step}_ms']:.0f}" for step in ("find", "read", "total"))]
        for each in timing
    ]
    return _table(["threads", "detector, ms", "classifier, ms", "both, ms"], rows) if rows else ""


def _peer(peer: Mapping[str, Any]) -> str:
    """Return the table beside the peer, from what the benchmark wrote."""
    systems = peer["systems"]
    rows = [
        [
            f"{group}: {_ROWS.get(row, row)}",
            *(_cell(found[group].get(row)) for found in systems.values()),
        ]
        for group in _GROUPS
        if all(group in found for found in systems.values())
        for row in next(iter(systems.values()))[group]
    ]
    rows += [
        [f"ms a photo, {threads} threads", *(f"{spent[name]:.0f}" for name in systems)]
        for threads, spent in peer["ms_per_photo"].items()
    ]
    return _table([f"{peer['photos']} photos", *systems], rows)


def _cell(share: Mapping[str, Any] | None) -> str:
    if share is None:
        return "–"
    text = _percent(share["share"])
    if "low" in share:
        text += f" ({_percent(share['low'])}–{_percent(share['high'])})"
    return f"{text} of {share['total']}"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    """Fill the card named first with the results named second."""
    card, results = (Path(name) for name in sys.argv[1:3])
    write_text(card, [fill(card.read_text(encoding="utf-8"), read_results(results))])


if __name__ == "__main__":
    main()
