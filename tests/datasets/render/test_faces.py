"""Faces: the house set needs nothing, artwork is read and cleaned, real tiles are cut."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from rekje.datasets.errors import LabelError, PictureError
from rekje.datasets.render.cuts import PhotoCuts
from rekje.datasets.render.faces.art import ART_VARIABLE, art_sets, default_art
from rekje.datasets.render.faces.brush import draw_brush, write
from rekje.datasets.render.faces.glyph_data import FIGURES, HANZI
from rekje.datasets.render.faces.house import draw_house_style, paint_face
from rekje.datasets.render.faces.index import draw_index_style, index_of
from rekje.datasets.render.faces.letters import Letters, chinese_fonts
from rekje.datasets.render.faces.pictures import PICTURES
from rekje.datasets.render.faces.plants import Garden
from rekje.datasets.render.faces.recolour import recolour
from rekje.datasets.render.faces.sheet import Sheet
from rekje.datasets.render.tileset import draw_tileset
from rekje.scoring.tiles import Tile

FACES = tuple(tile for tile in Tile if tile is not Tile.BACK)


@pytest.mark.parametrize("seed", range(4))
def test_house_draws_every_face_and_no_two_alike(seed: int) -> None:
    style = draw_house_style(np.random.default_rng(seed), fonts=False)
    faces = {tile: paint_face(tile, style, 96, 1.35) for tile in FACES}
    for tile, face in faces.items():
        assert face.shape == (130, 96, 4)
        assert (face[..., :3] <= face[..., 3:].astype(int) + 1).all(), "premultiplied"
        if tile is not Tile.WHITE:
            assert face[..., 3].mean() > 4, tile
    small = {
        tile: cv2.resize(face, (24, 32), None, 0, 0, cv2.INTER_AREA).astype(int)
        for tile, face in faces.items()
    }
    for one in FACES:
        for other in FACES[one.index + 1 :]:
            assert np.abs(small[one] - small[other]).mean() > 0.3, (one, other)


def test_same_style_same_face() -> None:
    style = draw_house_style(np.random.default_rng(4), fonts=False)
    for tile in (Tile("5m"), Tile("1s"), Tile("3f")):
        assert (paint_face(tile, style, 64, 1.3) == paint_face(tile, style, 64, 1.3)).all()


def test_every_sign_can_be_written() -> None:
    brush = draw_brush(np.random.default_rng(2))
    for sign in (*HANZI, *FIGURES):
        mask = write(sign, brush, 40, 48)
        assert mask.shape == (48, 40)
        assert mask.max() == 255
        assert 0.02 < mask.mean() / 255 < 0.8, sign


def test_every_picture_can_be_drawn() -> None:
    for name, draw in PICTURES.items():
        for hollow in (False, True):
            sheet = Sheet(80, 1.3)
            inks = ((0.0, 120.0, 0.0), (200.0, 0.0, 0.0), (0.0, 0.0, 160.0))
            rng = np.random.default_rng(3)
            draw(Garden(sheet, (10, 20, 90, 120), *inks, 2.0, hollow, rng))
            assert sheet.pixels[..., 3].mean() > 2, name


def test_bonus_tiles_tell_their_series_and_number() -> None:
    """With no characters, colour or script of the number differs between the two series."""
    for seed in range(60):
        style = draw_house_style(np.random.default_rng(seed), fonts=False)
        flowers, seasons = style.bonus.flowers, style.bonus.seasons
        for series in (flowers, seasons):
            assert series.numeral != "none" or series.sign
        if not flowers.sign and not seasons.sign and not (flowers.word and seasons.word):
            told = (flowers.number_ink, flowers.numeral) != (seasons.number_ink, seasons.numeral)
            assert told, seed


def test_western_indices() -> None:
    rng = np.random.default_rng(0)
    style = draw_house_style(rng, fonts=False)
    index = draw_index_style(rng, style.palette, style.index)
    assert index_of(Tile("7s"), index) == "7"
    assert index_of(Tile("1f"), index) == ""
    if index.honours:
        assert [index_of(tile, index) for tile in Tile if tile.wind] == list("ESWN")


def test_fonts_fall_back_on_our_own_strokes_for_signs_they_lack() -> None:
    if not chinese_fonts():
        pytest.skip("no font with Chinese characters on this machine")
    brush = draw_brush(np.random.default_rng(1))
    for font in chinese_fonts()[:4]:
        letters = Letters(brush, font)
        for sign in "兰发萬東":
            assert letters.mask(sign, 40, 40).mean() > 5


@pytest.fixture
def art(tmp_path: Path) -> Path:
    """One folder of artwork: a drawn tile edge around a red and a black bar."""
    folder = tmp_path / "art" / "bars"
    folder.mkdir(parents=True)
    face = np.zeros((240, 180, 4), np.uint8)
    cv2.rectangle(face, (4, 4), (175, 235), (0, 0, 0, 255), 4)
    cv2.rectangle(face, (60, 40), (120, 80), (0, 0, 220, 255), -1)
    cv2.rectangle(face, (60, 140), (120, 180), (10, 10, 10, 255), -1)
    for code in ("1m", "3p"):
        cv2.imwrite(str(folder / f"{code}.png"), face)
    return tmp_path / "art"


def test_artwork_loses_its_drawn_edge_and_takes_other_inks(art: Path) -> None:
    (one,) = art_sets(art)
    assert one.name == "bars"
    assert one.has(Tile("3p"))
    assert not one.has(Tile("4p"))
    ink = one.ink(Tile("3p"), 90, 120)
    assert ink.shape == (120, 90, 4)
    assert ink[:12, :, 3].max() == 0
    assert ink[30, 45].tolist() == pytest.approx([220, 0, 0, 255], abs=3)
    palette = draw_house_style(np.random.default_rng(5), fonts=False).palette
    painted = recolour(ink, Tile("3p"), palette)
    assert painted[30, 45, :3] == pytest.approx(palette.red, abs=2)
    assert painted[80, 45, :3] == pytest.approx(palette.black, abs=2)


def test_missing_artwork_is_filled_by_the_house(art: Path) -> None:
    for seed in range(20):
        tiles = draw_tileset(np.random.default_rng(seed), art_sets(art), fonts=False)
        assert tiles.face(Tile("9s")).levels[0][..., 3].mean() > 4


def test_no_folder_no_artwork(tmp_path: Path) -> None:
    assert art_sets(None) == ()
    with pytest.raises(LabelError, match="nothing: is no folder"):
        art_sets(tmp_path / "nothing")
    (tmp_path / "empty").mkdir()
    with pytest.raises(LabelError, match="empty: holds no artwork"):
        art_sets(tmp_path / "empty")


def test_broken_artwork_is_named(art: Path) -> None:
    (art / "bars" / "3p.png").write_bytes(b"no picture")
    (one,) = art_sets(art)
    with pytest.raises(PictureError, match=r"bars.3p\.png"):
        one.ink(Tile("3p"), 90, 120)
    (art / "bars" / "1m.png").write_bytes(b"")
    with pytest.raises(PictureError, match=r"bars.1m\.png"):
        one.ink(Tile("1m"), 90, 120)


def test_artwork_is_found_by_its_variable(art: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ART_VARIABLE, str(art))
    assert default_art() == art
    monkeypatch.setenv(ART_VARIABLE, str(art / "nothing"))
    with pytest.raises(LabelError, match="is no folder"):
        art_sets(default_art())


def labels(file: Path, *, seen: bool | None = None, names: int = 12) -> Path:
    """Write a label file of one photo that shows so many names, upright and large enough."""
    tiles = [
        {"tile": tile.code, "box": [40 * n, 0, 40 * n + 36, 50], "box_quality": "tight"}
        for n, tile in enumerate(list(Tile)[:names])
    ]
    line = {"file": "a.png", "width": 640, "height": 60, "tiles": tiles}
    line |= {"source": "x", "set": "s", "group": "a", "licence": "CC0", "turn": 0, "complete": True}
    if seen is not None:
        line["seen"] = seen
    file.write_text(json.dumps(line))
    folder = file.with_name(file.stem)
    folder.mkdir(exist_ok=True)
    cv2.imwrite(str(folder / "a.png"), np.full((60, 640, 3), 200, np.uint8))
    return file


def test_measuring_photos_are_refused(tmp_path: Path) -> None:
    assert PhotoCuts(labels(tmp_path / "train.jsonl")).names == ("s",)
    with pytest.raises(LabelError, match="measuring"):
        PhotoCuts(labels(tmp_path / "dev.jsonl"))
    (tmp_path / "harmless.jsonl").symlink_to(tmp_path / "dev.jsonl")
    with pytest.raises(LabelError, match="measuring"):
        PhotoCuts(tmp_path / "harmless.jsonl")
    labels(tmp_path / "copy.jsonl")
    (tmp_path / "copy" / "a.png").unlink()
    (tmp_path / "copy" / "a.png").symlink_to(tmp_path / "dev" / "a.png")
    with pytest.raises(LabelError, match="measuring"):
        PhotoCuts(tmp_path / "copy.jsonl")
    with pytest.raises(LabelError, match="measuring"):
        PhotoCuts(labels(tmp_path / "dev" / "other.jsonl"))
    with pytest.raises(LabelError, match="seen in training"):
        PhotoCuts(labels(tmp_path / "other.jsonl", seen=False))


def test_photos_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match=r"few\.jsonl: no tile set"):
        PhotoCuts(labels(tmp_path / "few.jsonl", names=11))
    cuts = PhotoCuts(labels(tmp_path / "train.jsonl"))
    (tmp_path / "train" / "a.png").write_bytes(b"no picture")
    with pytest.raises(PictureError, match=r"train\.jsonl: .*a\.png: cannot be read"):
        cuts.face("s", Tile("1m"), (60, 80), np.random.default_rng(0))
    (tmp_path / "train" / "a.png").unlink()
    with pytest.raises(PictureError, match=r"train\.jsonl: 1 of its pictures .*a\.png"):
        PhotoCuts(tmp_path / "train.jsonl")


def test_real_tiles_are_cut_from_training_photos(shared_photos: Path) -> None:
    cuts = PhotoCuts(shared_photos / "train.jsonl")
    assert len(cuts.names) >= 3
    rng = np.random.default_rng(0)
    name = cuts.draw_set(rng)
    assert name is not None
    for tile in list(cuts.sets[name])[:3]:
        found = cuts.face(name, tile, (60, 80), rng)
        assert found is not None
        assert found[0].shape == (80, 60, 4)
        assert 150 < max(found[1]) <= 252
