"""Reads mahjong hands and scores them by the Dutch tournament rules, every point explained."""
