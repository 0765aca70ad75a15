"""How well the two models read labelled photos: matching, shares with intervals, reports."""
