"""Rule sets as JSON documents, for `rekje rules --json`."""

from collections.abc import Iterable

from .messages import Lang
from .options import option_infos
from .rules import DoublingRule, LimitRule, PointRule, Rule
from .ruleset import RuleSet

__all__ = ["rule_set_json", "rule_sets_json"]

_SCHEMA = 1


def rule_sets_json(rule_sets: Iterable[RuleSet], lang: Lang = "en") -> dict[str, object]:
    """Return a document that lists rule sets."""
    return {"schema": _SCHEMA, "rulesets": [_summary(rules, lang) for rules in rule_sets]}


def _summary(rules: RuleSet, lang: Lang) -> dict[str, object]:
    tables = sorted((rules.table, *(name for name, _ in rules.tables))) if rules.tables else []
    return {
        "name": rules.name,
        "title": rules.title.text(lang),
        "parent": rules.parent,
        "tables": tables,
    }


def rule_set_json(rules: RuleSet, lang: Lang = "en") -> dict[str, object]:
    """Return a document with every rule and option of a rule set.

    >>> from .rulefile import load_rule_set
    >>> rule_set_json(load_rule_set("nts"))["points"][0]["value"]
    20
    """
    return {
        "schema": _SCHEMA,
        **_summary(rules, lang),
        "bonus_tiles": rules.bonus_tiles,
        "points": [_rule(rule, rules, lang) for rule in rules.points],
        "doublings": [_rule(rule, rules, lang) for rule in rules.doublings],
        "limits": [_rule(rule, rules, lang) for rule in rules.limits],
        "options": [
            {
                "name": info.name,
                "value": getattr(rules.options, info.name),
                "takes": info.described(),
                "meaning": info.nl if lang == "nl" else info.en,
                "clause": info.clause,
            }
            for info in option_infos().values()
        ],
    }


def _rule(rule: Rule, rules: RuleSet, lang: Lang) -> dict[str, object]:
    found: dict[str, object] = {
        "id": rule.id,
        "name": rule.name.text(lang),
        "value": rule.value,
        "who": rule.who.value,
        "explanation": rule.explanation.text(lang),
        "clause": rule.clause,
        "in_force": rules.in_force(rule),
    }
    if isinstance(rule, PointRule):
        found["item"] = rule.item
    elif isinstance(rule, DoublingRule):
        found["group"] = rule.group or None
    elif isinstance(rule, LimitRule):
        in_force = {one.id: one.pattern for one in rules.active_limits}
        found["pattern"] = in_force.get(rule.id, rule.pattern) or None
    return found
