"""Reading on Ray: the same bytes as without it; without Ray a message."""

import importlib.util
from pathlib import Path

import pytest
from label_fakes import FakeFactory, app, contents, make_folder, make_picture, options
from typer.testing import CliRunner

from rekje.datasets.label.ray_engine import RayEngine
from rekje.datasets.label.run import label

HAS_RAY = importlib.util.find_spec("ray") is not None


@pytest.mark.skipif(not HAS_RAY, reason="Ray is not installed")
def test_the_same_as_without(tmp_path: Path) -> None:
    photos = make_folder(tmp_path / "photos", 12)
    label(options(tmp_path / "local", photos, crops=True), FakeFactory())
    label(options(tmp_path / "ray", photos, crops=True, engine=RayEngine()), FakeFactory())
    one, two = (contents(tmp_path / name, hidden=True) for name in ("local", "ray"))
    assert one == two


@pytest.mark.skipif(HAS_RAY, reason="Ray is installed")
def test_what_is_missing(tmp_path: Path) -> None:
    picture = make_picture(tmp_path / "a.jpg", 1)
    words = [str(picture), "--out", str(tmp_path / "out"), "--engine=ray"]
    found = CliRunner().invoke(app, words)
    assert found.exit_code == 2
    assert "install rekje[ray]" in found.stderr
    assert not (tmp_path / "out").exists()
