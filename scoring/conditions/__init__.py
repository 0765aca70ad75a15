"""The conditions of the rules, one small function each, by rule id.

A condition looks at the facts of one reading and returns the groups of tiles to which the rule
applies: nothing when it does not apply, one empty group when it applies to no tiles in particular.
"""

from . import doublings, points
from .registry import CONDITIONS, Condition, Match

__all__ = ["CONDITIONS", "Condition", "Match", "doublings", "points"]
