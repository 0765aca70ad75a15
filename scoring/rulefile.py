"""Rule set files: a TOML file names a parent and says what differs.

The rule sets that come with rekje are such files too, so whatever they can do a club's own file
can. An error names the file and the line.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from .errors import RuleSetError
from .messages import Text
from .options import Options
from .rules import Rule
from .ruleset import RuleSet
from .ruletable import (
    LARGEST_VALUE,
    MOST_DOUBLINGS,
    doubling_rules,
    limit_rules,
    point_rules,
)
from .tomlsource import Place, Source, check_keys, parse_source

__all__ = ["RULE_SETS", "load_rule_set", "rule_set_from_text"]

RULE_SETS = ("nts", "nts2002", "rode-draak")
"""The rule sets that come with rekje, the default first."""

_LARGEST_FILE = 1_000_000  # far beyond any rule set; reading more only costs time
_R = TypeVar("_R", bound=Rule)
_BODY_KEYS = {
    "title_en": str, "title_nl": str, "remove": list, "options": dict, "values": dict,
    "points": list, "doublings": list, "limits": list,
}  # fmt: skip
_TOP_KEYS = {
    **_BODY_KEYS, "name": str, "parent": str, "bonus_tiles": bool, "table": str, "tables": dict,
}  # fmt: skip


@lru_cache(maxsize=32)
def _bundled(name: str) -> RuleSet:
    text = (files(__package__) / "rulesets" / f"{name}.toml").read_text(encoding="utf-8")
    return rule_set_from_text(text, f"{name}.toml")


def load_rule_set(name_or_path: str) -> RuleSet:
    """Return a rule set by its name, or read a rule set file (TOML).

    Raises:
        RuleSetError: no such rule set, or a file that is wrong; the message names the line.

    >>> load_rule_set("nts2002").bonus_tiles
    False

    """
    if name_or_path in RULE_SETS:
        return _bundled(name_or_path)
    path = Path(name_or_path)
    known = ", ".join(RULE_SETS)
    if path.suffix != ".toml":
        raise RuleSetError(
            f"there is no rule set {name_or_path!r}; take one of {known}, or a file whose name "
            "ends in .toml"
        )
    if not path.is_file():
        raise RuleSetError(f"rule set file {name_or_path}: there is no ordinary file of that name")
    if path.stat().st_size > _LARGEST_FILE:
        raise RuleSetError(f"rule set file {name_or_path}: larger than {_LARGEST_FILE} bytes")
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise RuleSetError(f"rule set file {name_or_path}: cannot be read: {error}") from error
    return rule_set_from_text(text, path.name)


def rule_set_from_text(text: str, name: str) -> RuleSet:
    r"""Make a rule set from the text of a TOML file called `name`.

    Raises:
        RuleSetError: with the name, the line and what to write instead.

    >>> text = 'name = "huis"\nparent = "nts"\n[values]\nmahjong = 30'
    >>> {rule.id: rule.value for rule in rule_set_from_text(text, "huis.toml").points}["mahjong"]
    30

    """
    source = parse_source(text, name)
    data = source.data
    check_keys(source, (), data, _TOP_KEYS)
    if "name" not in data:
        raise source.error((), 'a rule set needs a name, as in name = "club"')
    base = _parent(source)
    rules = _body(source, (), data, base)
    tables = []
    for table, body in data.get("tables", {}).items():
        path: Place = ("tables", table)
        if not isinstance(body, dict):
            raise source.error(path, f"table {table!r} is not a table of rules")
        check_keys(source, path, body, _BODY_KEYS)
        tables.append((table, replace(_body(source, path, body, rules), table=table)))
    whole = replace(rules, tables=tuple(tables))
    first = (whole.table, whole)
    # Every table knows its siblings, so that an option can also lead back.
    return replace(
        whole,
        tables=tuple(
            (table, replace(one, tables=(first, *((t, o) for t, o in tables if t != table))))
            for table, one in tables
        ),
    )


def _parent(source: Source) -> RuleSet:
    """Return the rule set that this one changes, or an empty one."""
    name = source.data["name"]
    title = Text(name, name)
    if "parent" not in source.data:
        return RuleSet(name, title, None, True, Options(), (), (), ())
    parent_name = source.data["parent"]
    if parent_name not in RULE_SETS:
        raise source.error(
            ("parent",), f"parent must be one of {', '.join(RULE_SETS)}, not {parent_name!r}"
        )
    parent = load_rule_set(parent_name)
    if parent.tables and "table" in source.data:
        try:
            parent = parent.with_options({"table": source.data["table"]})
        except RuleSetError as error:
            raise source.error(("table",), str(error)) from error
    return replace(parent, name=name, title=title, parent=parent_name, tables=())


def _body(source: Source, path: Place, body: Mapping[str, Any], base: RuleSet) -> RuleSet:
    """Apply titles, options, removals, values and rules of one body to a rule set."""
    options = base.options
    for name, value in body.get("options", {}).items():
        try:
            options = options.changed(name, value)
        except RuleSetError as error:
            raise source.error((*path, "options", name), str(error)) from error
    title = Text(
        body.get("title_en", base.title.en),
        body.get("title_nl", body.get("title_en", base.title.nl)),
    )
    kept = _without(source, path, body, base)
    changed = replace(
        kept,
        title=title,
        options=options,
        bonus_tiles=body.get("bonus_tiles", base.bonus_tiles),
        table=body.get("table", base.table),
        points=_merge(kept.points, point_rules(source, path, body)),
        doublings=_merge(kept.doublings, doubling_rules(source, path, body)),
        limits=_merge(kept.limits, limit_rules(source, path, body)),
    )
    _check_ids(source, path, body, changed)
    return _with_values(source, path, body, changed)


def _without(source: Source, path: Place, body: Mapping[str, Any], base: RuleSet) -> RuleSet:
    removed = body.get("remove", [])
    known = {rule.id for rule in base.rules}
    for rule_id in removed:
        if not isinstance(rule_id, str) or rule_id not in known:
            raise source.error(
                (*path, "remove"), f"cannot remove {rule_id!r}: the parent has no such rule"
            )
    return replace(
        base,
        points=tuple(rule for rule in base.points if rule.id not in removed),
        doublings=tuple(rule for rule in base.doublings if rule.id not in removed),
        limits=tuple(rule for rule in base.limits if rule.id not in removed),
    )


def _merge(old: tuple[_R, ...], new: Iterable[_R]) -> tuple[_R, ...]:
    """Return the old rules with the new ones, a new one in the place of its namesake."""
    by_id = {rule.id: rule for rule in old}
    by_id.update({rule.id: rule for rule in new})
    return tuple(by_id.values())


def _with_values(source: Source, path: Place, body: Mapping[str, Any], rules: RuleSet) -> RuleSet:
    values = body.get("values", {})
    known = {rule.id for rule in rules.rules}
    doublings = {rule.id for rule in rules.doublings}
    for rule_id, value in values.items():
        here = (*path, "values", rule_id)
        if rule_id not in known:
            near = get_close_matches(rule_id, known, 1)
            hint = f"; did you mean {near[0]!r}?" if near else "; `rekje rules` lists them"
            raise source.error(here, f"there is no rule {rule_id!r}{hint}")
        most = MOST_DOUBLINGS if rule_id in doublings else LARGEST_VALUE
        if type(value) is not int or not 0 <= value <= most:
            what = f"a whole number from 0 to {most}"
            raise source.error(here, f"{rule_id} must be {what}, not {value!r}")

    def valued(some: tuple[_R, ...]) -> tuple[_R, ...]:
        return tuple(replace(rule, value=values.get(rule.id, rule.value)) for rule in some)

    return replace(
        rules,
        points=valued(rules.points),
        doublings=valued(rules.doublings),
        limits=valued(rules.limits),
    )


def _check_ids(source: Source, path: Place, body: Mapping[str, Any], rules: RuleSet) -> None:
    """Check that no id means two things."""
    seen: set[str] = set()
    for rule in rules.rules:
        if rule.id in seen:
            where = _place_of(rule.id, path, body)
            raise source.error(where, f"there is a rule {rule.id!r} already; rename this one")
        seen.add(rule.id)


def _place_of(rule_id: str, path: Place, body: Mapping[str, Any]) -> Place:
    """Return where a body defines a rule, the last place first."""
    for key in ("limits", "doublings", "points"):
        for place, entry in enumerate(body.get(key, [])):
            if entry.get("id") == rule_id:
                return (*path, key, place, "id")
    return path
