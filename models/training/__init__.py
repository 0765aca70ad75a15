"""Nets, training, export and calibration of the two models; needs the extra `rekje[train]`."""
