"""The [[points]], [[doublings]] and [[limits]] of a rule set file, made into rules."""

from collections.abc import Iterator, Mapping
from typing import Any

from .conditions import CONDITIONS, Condition
from .errors import RuleSetError
from .messages import Text
from .options import option_infos
from .patternlanguage import compile_pattern
from .rules import DoublingRule, LimitRule, PointRule, Who
from .tiles import Wind
from .tomlsource import Place, Source, check_keys

__all__ = ["LARGEST_VALUE", "MOST_DOUBLINGS", "doubling_rules", "limit_rules", "point_rules"]

LARGEST_VALUE = 10**9
MOST_DOUBLINGS = 20  # 2^20 times the points is beyond any table
_MOST_RULES = 200
_ID_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")
_TAGS = ("", "clean", "bonus")
_RULE_KEYS: dict[str, type] = {
    "id": str,
    "value": int,
    "who": str,
    "en": str,
    "nl": str,
    "text_en": str,
    "text_nl": str,
    "clause": str,
    "only_if": dict,
}
_POINT_KEYS = {**_RULE_KEYS, "when": str, "item": str}
_DOUBLING_KEYS = {**_RULE_KEYS, "when": str, "group": str, "apart_if": str, "tag": str}
_LIMIT_KEYS = {
    **{key: kind for key, kind in _RULE_KEYS.items() if key != "who"},
    "when": str,
    "pattern": str,
    "pattern_if": list,
    "closed": bool,
    "doubled_if_closed": bool,
}
_PATTERN_IF_KEYS: dict[str, type | None] = {"option": str, "is": None, "pattern": str}


def _entries(
    source: Source, path: Place, body: Mapping[str, Any], key: str, known: Mapping[str, type]
) -> Iterator[tuple[Place, dict[str, Any]]]:
    """Yield every entry of an array of tables, its keys and id checked."""
    if len(body.get(key, [])) > _MOST_RULES:
        raise source.error((*path, key), f"more than {_MOST_RULES} {key}")
    seen: set[str] = set()
    for place, entry in enumerate(body.get(key, [])):
        here: Place = (*path, key, place)
        if not isinstance(entry, dict):
            raise source.error((*path, key), f"{key} are written as [[{key}]] tables")
        check_keys(source, here, entry, known)
        rule_id = entry.get("id", "")
        if not rule_id or not _ID_LETTERS.issuperset(rule_id):
            raise source.error(
                (*here, "id"),
                f"a rule needs an id of small letters, digits and _, not {rule_id!r}",
            )
        if rule_id in seen:
            raise source.error((*here, "id"), f"a second rule {rule_id!r}; rename one")
        seen.add(rule_id)
        for needed in ("value", "en"):
            if needed not in entry:
                raise source.error(here, f"rule {rule_id} needs {needed!r}")
        yield here, entry


def _common(source: Source, here: Place, entry: Mapping[str, Any], most: int) -> dict[str, Any]:
    """Return the fields that all rules share."""
    value = entry["value"]
    if not 0 <= value <= most:
        raise source.error((*here, "value"), f"value must be from 0 to {most}, not {value}")
    who = entry.get("who", "winner")
    if who not in ("all", "winner"):
        raise source.error((*here, "who"), f"who must be 'all' or 'winner', not {who!r}")
    name = Text(entry["en"], entry.get("nl", entry["en"]))
    english = entry.get("text_en", entry["en"])
    return {
        "id": entry["id"],
        "name": name,
        "explanation": Text(english, entry.get("text_nl", entry.get("text_en", name.nl))),
        "value": value,
        "who": Who(who),
        "clause": entry.get("clause", source.name),
        "only_if": _only_if(source, here, entry),
    }


def _only_if(
    source: Source, here: Place, entry: Mapping[str, Any]
) -> tuple[tuple[str, object], ...]:
    return tuple(
        (option, _option_value(source, (*here, "only_if"), option, value))
        for option, value in entry.get("only_if", {}).items()
    )


def _option_value(source: Source, here: Place, option: object, value: object) -> object:
    """Return the value of an option that a rule depends on."""
    info = option_infos().get(str(option))
    if info is None:
        raise source.error(here, f"there is no option {option!r}")
    try:
        return info.convert(value)
    except RuleSetError as error:
        raise source.error(here, str(error)) from error


def _condition(source: Source, here: Place, entry: Mapping[str, Any]) -> Condition:
    """Return the condition that `when`, or else the id, names."""
    name = entry.get("when", entry["id"])
    if name not in CONDITIONS:
        key = "when" if "when" in entry else "id"
        raise source.error(
            (*here, key),
            f"there is no condition {name!r}; give the rule when = one of "
            f"{', '.join(sorted(CONDITIONS))}",
        )
    return CONDITIONS[name]


def point_rules(source: Source, path: Place, body: Mapping[str, Any]) -> Iterator[PointRule]:
    """Yield the rules of the [[points]] tables."""
    for here, entry in _entries(source, path, body, "points", _POINT_KEYS):
        yield PointRule(
            **_common(source, here, entry, LARGEST_VALUE),
            item=entry.get("item", entry["id"]),
            condition=_condition(source, here, entry),
        )


def doubling_rules(source: Source, path: Place, body: Mapping[str, Any]) -> Iterator[DoublingRule]:
    """Yield the rules of the [[doublings]] tables."""
    for here, entry in _entries(source, path, body, "doublings", _DOUBLING_KEYS):
        apart_if = entry.get("apart_if", "")
        if apart_if:
            _option_value(source, (*here, "apart_if"), apart_if, True)
        if entry.get("tag", "") not in _TAGS:
            raise source.error((*here, "tag"), f"tag must be one of {', '.join(_TAGS[1:])}")
        tag = entry.get("tag", "clean" if entry.get("group") == "clean" else "")
        yield DoublingRule(
            **_common(source, here, entry, MOST_DOUBLINGS),
            condition=_condition(source, here, entry),
            group=entry.get("group", ""),
            apart_if=apart_if,
            tag=tag,
        )


def limit_rules(source: Source, path: Place, body: Mapping[str, Any]) -> Iterator[LimitRule]:
    """Yield the rules of the [[limits]] tables."""
    for here, entry in _entries(source, path, body, "limits", _LIMIT_KEYS):
        if ("pattern" in entry) == ("when" in entry):
            raise source.error(here, f"limit hand {entry['id']} needs a pattern (or a when)")
        pattern = entry.get("pattern", "")
        if "pattern" in entry:
            _check_pattern(source, (*here, "pattern"), pattern)
        yield LimitRule(
            **_common(source, here, entry, LARGEST_VALUE),
            pattern=pattern,
            pattern_if=tuple(_patterns_if(source, here, entry)),
            moment=None if pattern else _condition(source, here, entry),
            needs_closed=entry.get("closed", False),
            doubled_if_closed=entry.get("doubled_if_closed", True),
        )


def _patterns_if(
    source: Source, here: Place, entry: Mapping[str, Any]
) -> Iterator[tuple[str, object, str]]:
    at = (*here, "pattern_if")
    for other in entry.get("pattern_if", []):
        if not isinstance(other, dict) or set(other) != set(_PATTERN_IF_KEYS):
            raise source.error(at, "pattern_if holds tables { option = …, is = …, pattern = … }")
        value = _option_value(source, at, other["option"], other["is"])
        if not isinstance(other["pattern"], str):
            raise source.error(at, f"pattern must be a text, not {other['pattern']!r}")
        _check_pattern(source, at, other["pattern"])
        yield str(other["option"]), value, other["pattern"]


def _check_pattern(source: Source, here: Place, pattern: str) -> None:
    try:
        compile_pattern(pattern, (Wind.EAST, Wind.EAST))
    except RuleSetError as error:
        raise source.error(here, str(error)) from error
