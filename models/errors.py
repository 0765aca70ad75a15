"""What can be wrong with a model file or an evaluation."""

from ..scoring.errors import RekjeError

__all__ = ["EvaluationError", "ModelError"]


class ModelError(RekjeError):
    """A model is missing, damaged, foreign or made for another task; the command ends with 4.

    The text is one line: the file, what was seen, what was expected, what to do.
    """


class EvaluationError(RekjeError):
    """An evaluation that cannot be run: no labels, no picture, no tile of the kind asked for."""
