"""The figures beside the model card (`models/results.json`), and whether they still hold."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import EvaluationError
from .metrics import Stages, groups, measure
from .report import Evaluation

__all__ = ["PART_EVERY", "falls_short", "read_results", "results_json"]

PART_EVERY = 8
"""Every so many-th photo makes the part that the tests read again."""
_GROUPS = ("overall", "seen", "unseen")
_CONFUSIONS = 12


def results_json(evaluation: Evaluation) -> dict[str, Any]:
    """Return the figures to keep: all photos, and the fixed part of them by itself."""
    whole = evaluation.to_json()
    return {
        "schema": whole["schema"],
        "labels": whole["labels"],
        "models": whole["models"],
        "groups": {name: whole["groups"][name] for name in _GROUPS if name in whole["groups"]},
        "sets": {
            name.partition(":")[2]: {"seen": _seen(evaluation, name)} | _plain(group)
            for name, group in whole["groups"].items()
            if name.startswith("set:")
        },
        "qualities": _plain(whole["qualities"]),
        "confusions": whole["confusions"][:_CONFUSIONS],
        "calibration": {name: whole["calibration"][name] for name in ("expected_error", "brier")},
        "turns": whole["turns"],
        "timing": whole["timing"],
        "part": {"every": PART_EVERY, "groups": _shares(evaluation.photos[::PART_EVERY])},
    }


def read_results(path: Path) -> dict[str, Any]:
    """Read what `results_json` made."""
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise EvaluationError(f"{path}: cannot be read as results ({error})") from error
    return found


def falls_short(stated: Mapping[str, Any], photos: Sequence[Stages]) -> list[str]:
    """Name each figure of the part that is below the interval stated for it.

    `stated` is the `part` of `results_json`, `photos` the same part read again.
    """
    found = _shares(photos)
    short = []
    for group, shares in stated["groups"].items():
        for name, share in shares.items():
            now = (found.get(group) or {}).get(name)
            if share is None:
                continue
            if now is None:
                short.append(f"{group} {name}: not measured, stated {share['share']}")
            elif now["share"] < share["low"]:
                short.append(
                    f"{group} {name}: {now['share']}, stated {share['share']} "
                    f"({share['low']} to {share['high']})"
                )
    return short


def _seen(evaluation: Evaluation, name: str) -> bool | None:
    """Say whether the photos of a set show tiles that training saw; None where unknown."""
    return groups(evaluation.photos)[name][0].record.seen


def _plain(group: Mapping[str, Any]) -> dict[str, Any]:
    """Return a group with each share as a bare number."""
    return {
        name: value["share"] if isinstance(value, dict) else value for name, value in group.items()
    }


def _shares(photos: Sequence[Stages]) -> dict[str, dict[str, Any]]:
    parts = groups(photos)
    return {
        name: {metric: share.to_json() for metric, share in measure(parts[name]).items()}
        for name in _GROUPS
        if name in parts
    }
