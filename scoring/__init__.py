"""Tiles, hand text, rule sets and scoring; knows nothing of pixels.

The doors: `notation.parse_hand`, `engine.score`, `assess.assess`, `settle.settle`,
`session.Session`, `ruleset.load_rule_set`. The usual ones are names of `rekje` itself.
"""
