"""The tables of the model card are those of its results."""

from pathlib import Path

import pytest

from rekje.models.errors import EvaluationError
from rekje.models.evaluation.card import END, START, fill, tables
from rekje.models.evaluation.intervals import of_tiles
from rekje.models.evaluation.metrics import compare
from rekje.models.evaluation.report import Evaluation
from rekje.models.evaluation.results import read_results, results_json
from rekje.models.evaluation.timing import Timing
from rekje.models.evaluation.turns import Turned

from .scenes import labels_of, photo, row

MODELS = Path(__file__).resolve().parents[2] / "models"


@pytest.fixture
def results() -> dict[str, object]:
    photos = [
        compare(photo(labels_of("1m 2m 1f")), row("1m 3m 1f")),
        compare(photo(labels_of("1m"), known=False, set_name="new"), row("1m")),
    ]
    timing = Timing(2, 1, 1, {"find": 20.4, "read": 10.2}, 31.0)
    turned = Turned(90, of_tiles([(3, 4)]), of_tiles([(3, 3)]))
    return results_json(Evaluation(photos, timing=[timing], turns=[turned]))


def test_tables(results: dict[str, object]) -> None:
    text = tables(results)
    assert "|  | seen (1 photos) | unseen (1 photos) | overall (2 photos) |" in text
    assert "| right, of the found: 34 plain faces | 50.0 (9.5–90.5) of 2 | 100.0" in text
    assert "| new * | 1 | 1 | 100.0 | 100.0 | 100.0 | – | 100.0 |" in text
    assert "Most frequent confusions: 2m as 3m (1)." in text
    assert "| 90° | 75.0 (30.1–95.4) of 4 | 100.0 (43.9–100.0) of 3 |" in text
    assert "| 2 | 20 | 10 | 31 |" in text


def test_drawn_scenes_have_a_table_of_their_own(results: dict[str, dict[str, object]]) -> None:
    text = tables({**results, "renders": results["groups"]["overall"]})
    assert "| 2 drawn scenes, corners known |  |" in text
    assert "| found faces whose top left corner is right | – |" in text


def test_the_peer_stands_beside_ours(results: dict[str, object]) -> None:
    share = {"share": 0.5, "total": 4}
    found = {"seen": {"recall": share}, "unseen": {"recall": share}, "overall": {"recall": None}}
    systems = {"rekje": found, "other": found}
    peer = {"photos": 4, "systems": systems, "ms_per_photo": {"1": {"rekje": 50.4, "other": 200}}}
    text = tables({**results, "peer": peer})
    assert "| unseen: faces found | 50.0 of 4 | 50.0 of 4 |" in text
    assert "| ms a photo, 1 threads | 50 | 200 |" in text


def test_fill_replaces_what_stands_between_the_marks(results: dict[str, object]) -> None:
    card = f"# Card\n{START}\nold\n{END}\nrest\n"
    filled = fill(card, results)
    assert filled.startswith(f"# Card\n{START}\n\n|  |")
    assert filled.endswith(f"{END}\nrest\n")
    assert "old" not in filled
    assert fill(filled, results) == filled
    with pytest.raises(EvaluationError, match="has no"):
        fill("# Card", results)


def test_the_shipped_card_says_what_was_measured() -> None:
    if not (MODELS / "results.json").is_file():
        pytest.skip("models/results.json is not there yet")
    card = (MODELS / "MODEL_CARD.md").read_text(encoding="utf-8")
    assert fill(card, read_results(MODELS / "results.json")) == card
