"""Tiles, hand text, rule sets and scoring; knows nothing of pixels."""
