"""Labelled pictures of tiles: the label record, label formats both ways, and training scenes."""
