"""`rekje models`: exit codes, the JSON document, and where messages go."""

import hashlib
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from typer.testing import CliRunner

from rekje.datasets.jsonl import write_records
from rekje.models import commands
from rekje.models.evaluation import api

from .fakes import PIPELINE, draw
from .scenes import labels_of, photo
from .tiny_models import metadata_of, tiny_model


@pytest.fixture
def runner() -> CliRunner:
    return CliRunner()


@pytest.fixture
def models(tmp_path: Path) -> list[str]:
    """Write a tiny detector and classifier; return the options that name them."""
    return [
        part
        for task in ("detector", "classifier")
        for part in (f"--{task}", str(tiny_model(tmp_path / f"{task}.onnx", metadata_of(task))))
    ]


@pytest.fixture
def labels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a labelled photo, and let fakes read it."""
    records = [draw(photo(labels_of("1m 2m 9s"), file="a.png"), tmp_path)]
    write_records(tmp_path / "labels.jsonl", records)
    monkeypatch.setattr(api, "pipeline_of", lambda *models: PIPELINE)
    return tmp_path / "labels.jsonl"


def test_info(runner: CliRunner, models: list[str]) -> None:
    result = runner.invoke(commands.app, ["info", *models, "--json", "--threads", "1"])
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    assert [each["task"] for each in document["models"]] == ["detector", "classifier"]
    detector = document["models"][0]
    assert detector["sha256"] == hashlib.sha256(Path(models[1]).read_bytes()).hexdigest()
    assert (detector["classes"], detector["threads"]) == (2, 1)
    text = runner.invoke(commands.app, ["info", *models])
    assert "CPUExecutionProvider" in text.stdout


@pytest.mark.parametrize("command", ["info", "evaluate"])
def test_a_missing_model_ends_with_4(
    runner: CliRunner, models: list[str], labels: Path, command: str
) -> None:
    options = ["--photos", str(labels)] if command == "evaluate" else []
    models[3] = str(labels.parent / "none.onnx")
    result = runner.invoke(commands.app, [command, *models, *options])
    assert result.exit_code == 4
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert "none.onnx: no such model" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_damaged_and_a_wrong_model_end_with_4(runner: CliRunner, models: list[str]) -> None:
    swapped = ["--detector", models[3], "--classifier", models[1]]
    result = runner.invoke(commands.app, ["info", *swapped])
    assert (result.exit_code, "expected a detector" in result.stderr) == (4, True)
    Path(models[1]).write_bytes(b"no model")
    assert runner.invoke(commands.app, ["info", *models]).exit_code == 4


def test_evaluate(runner: CliRunner, models: list[str], labels: Path, tmp_path: Path) -> None:
    arguments = ["evaluate", *models, "--photos", str(labels), "--out", str(tmp_path / "out")]
    result = runner.invoke(commands.app, [*arguments, "--json", "--turn-every", "1"])
    assert result.exit_code == 0, result.stderr
    document = json.loads(result.stdout)
    assert document["labels"] == "labels.jsonl"
    assert document["groups"]["overall"]["plain"]["hits"] == 2
    assert [each["threads"] for each in document["timing"]] == [1, 2]
    assert len(document["turns"]) == 5
    assert document["models"]["detector"]["train_commit"] == "0123abc"
    assert "read 1 of 1" in result.stderr
    assert (tmp_path / "out" / "mistakes-01.png").is_file()
    again = runner.invoke(commands.app, arguments)
    assert again.exit_code == 2
    assert "is not empty" in again.stderr
    assert runner.invoke(commands.app, [*arguments, "--overwrite"]).exit_code == 0


def test_evaluate_prints_a_table_and_nothing_else_when_quiet(
    runner: CliRunner, models: list[str], labels: Path
) -> None:
    arguments = ["evaluate", *models, "--photos", str(labels), "--quiet", "--no-time"]
    result = runner.invoke(commands.app, [*arguments, "--turn-every", "0"])
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "worst confusions: 9s as 8s 1" in result.stdout


@pytest.mark.parametrize(
    ("break_it", "says"),
    [
        (lambda labels: labels.write_text("{"), "text that is no JSON"),
        (lambda labels: labels.unlink(), "no such file"),
        (lambda labels: (labels.parent / "a.png").unlink(), "no such picture"),
        (lambda labels: labels.write_text(""), "no photos"),
    ],
)
def test_what_cannot_be_read_ends_with_3(
    runner: CliRunner, models: list[str], labels: Path, break_it: Any, says: str
) -> None:
    break_it(labels)
    result = runner.invoke(commands.app, ["evaluate", *models, "--photos", str(labels)])
    assert result.exit_code == 3
    assert says in result.stderr


def test_without_photos_anywhere_it_is_wrong_usage(
    runner: CliRunner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "_DEV", Path("not", "there.jsonl"))
    result = runner.invoke(commands.app, ["evaluate"])
    assert result.exit_code == 2
    assert "--photos" in result.stderr


def _fake_training(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Stand in for the modules of the training; return the options they are called with."""
    calls: list[Any] = []

    @dataclass(frozen=True)
    class TrainOptions:
        minutes: float
        out: Path
        work: Path
        photos: Path | None
        art: Path | None
        scenes: tuple[Path, ...]
        render_count: int
        device: str
        threads: int | None
        workers: int | None
        seed: int
        resume: bool
        max_steps: int | None

    base = "rekje.models.training"
    common = ModuleType(f"{base}.common")
    common.TrainOptions = TrainOptions  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, common.__name__, common)
    for net in ("detector", "classifier"):
        module = ModuleType(f"{base}.{net}_train")
        setattr(module, f"train_{net}", lambda options, net=net: calls.append((net, options)))
        monkeypatch.setitem(sys.modules, module.__name__, module)
    return calls


@pytest.mark.parametrize("net", ["detector", "classifier"])
def test_train_hands_its_options_over(
    runner: CliRunner, monkeypatch: pytest.MonkeyPatch, net: str
) -> None:
    calls = _fake_training(monkeypatch)
    arguments = ["train", net, "--minutes", "0.5", "--scenes", "a", "--scenes", "b", "--seed", "3"]
    result = runner.invoke(commands.app, arguments)
    assert result.exit_code == 0, result.stderr
    assert [name for name, _ in calls] == [net]
    options = calls[0][1]
    assert (options.minutes, options.device, options.seed) == (0.5, "auto", 3)
    assert options.scenes == (Path("a"), Path("b"))
    assert options.out == Path(f"{net}.onnx")
    assert options.resume is False


def test_train_without_torch_says_what_to_install(
    runner: CliRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fake_training(monkeypatch)
    monkeypatch.delitem(sys.modules, "rekje.models.training.common")
    monkeypatch.setitem(sys.modules, "torch", None)
    result = runner.invoke(commands.app, ["train", "detector", "--minutes", "1"])
    assert result.exit_code == 2
    assert "rekje[train]" in result.stderr


def test_train_wants_to_know_what_and_how_long(runner: CliRunner) -> None:
    assert runner.invoke(commands.app, ["train", "detector"]).exit_code == 2
    assert runner.invoke(commands.app, ["train", "ocr", "--minutes", "1"]).exit_code == 2
