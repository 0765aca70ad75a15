"""Where the shared photos and rules lie, and the reason to skip when they are not there."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


def needs(*parts: str) -> pytest.MarkDecorator:
    """Return a mark that skips a test unless this file or folder of the shared material exists."""
    path = SHARED.joinpath(*parts)
    return pytest.mark.skipif(not path.exists(), reason=f"{'/'.join(parts)} of ../shared is absent")
