"""Bulk labelling: folders of pictures and videos to labels, crops and a page for review."""
