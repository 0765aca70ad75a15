"""Points and doublings of one reading, for the brute-force scorer."""

from brute_tiles import DRAGONS, SUITS, WINDS


def is_earth(at: dict) -> bool:
    return at["win"] == "earth" and at["own"] != "1" and at["laid"] == 0


def nts_winner(facts: dict, at: dict) -> tuple[list, list]:
    winds = [tile for tile in facts["threes"] if tile in WINDS]
    dragons = [tile for tile in facts["threes"] if tile in DRAGONS]
    last = at["win"] == "last-wall"
    loose = at["win"] == "kong-replacement" and facts["kongs"] >= 1
    five = loose and at["tile"] == "5p"
    twice = loose and not five and at["kongs_in_turn"] >= 2 and facts["kongs"] >= 2
    simple = all(tile[0] in "2345678" and tile[1] in SUITS for tile in facts["tiles"])
    return [("volmaken_paar", 2, facts["in_pair"])], [
        ("volledig_gesloten", 2, facts["hidden"]),
        ("vier_chows", 1, facts["chows"] == 4),
        ("vier_pungs", 1, len(facts["threes"]) == 4),
        ("pure_eenvoud", 1, simple),
        ("kleine_vier_winden", 1, len(winds) == 3 and facts["pair"] in WINDS),
        ("kleine_drie_draken", 1, len(dragons) == 2 and facts["pair"] in DRAGONS),
        ("laatste_steen", 1, last and at["tile"] != "1p"),
        ("laatste_steen_kringen_1", 3, last and at["tile"] == "1p"),
        ("bloeiende_bloemen", 1, loose and not five and not twice),
        ("bloeiende_bloemen_kringen_5", 3, five),
        ("kong_op_kong", 2, twice),
        ("kongroof", 1, at["win"] == "rob-kong"),
    ]


def rode_draak_winner(facts: dict, at: dict) -> tuple[list, list]:
    b = at["table"] == "B"
    alike = len(facts["threes"]) == 4
    loose = at["win"] == "kong-replacement" and facts["kongs"] >= 1
    simple = all(tile[0] in "2345678" and tile[1] in SUITS for tile in facts["tiles"])
    worthless = pair_points(facts["pair"], at) == 0
    return [
        ("laatste_steen_voor_remise", 10, at["win"] == "last-wall"),
        ("losse_steen", 10, loose and not b),
        ("vier_chows_waardeloos_paar", 10, facts["chows"] == 4 and worthless),
        ("mahjong_zonder_chow", 10, alike and not b),
    ], [
        ("kongroof", 1, at["win"] == "rob-kong" and (not b or facts["in_chow"])),
        ("gelijke", 1, b and alike),
        ("gelijke_2_8", 1, b and alike and simple),
        ("bloeiende_bloemen", 1, b and loose),
        ("spel_van_de_aarde", 2, b and is_earth(at)),
        ("verborgen_schat", 3, b and facts["hidden"]),
    ]


# --- what all players score ------------------------------------------------------------------


def pair_points(tile: str, at: dict) -> int:
    if tile in DRAGONS:
        return 2
    if at["ruleset"] == "nts":
        return 0
    return 2 * (tile == at["own"] + "z") + 2 * (tile == at["round"] + "z")


def items_for_all(sets: list, at: dict) -> list:
    items = []
    for kind, tile, is_open in sets:
        if kind in ("pung", "kong"):
            simple = tile[0] in "2345678" and tile[1] in SUITS
            points = {
                ("pung", True, True): 2, ("pung", True, False): 4,
                ("pung", False, True): 4, ("pung", False, False): 8,
                ("kong", True, True): 8, ("kong", True, False): 16,
                ("kong", False, True): 16, ("kong", False, False): 32,
            }[kind, simple, is_open]  # fmt: skip
            items.append([f"{kind}:{tile}:{'open' if is_open else 'dicht'}", points])
        elif kind == "paar" and pair_points(tile, at):
            items.append([f"paar:{tile}", pair_points(tile, at)])
    bonus = {"f": "bloem", "q": "seizoen"}
    return sorted(items) + [[f"{bonus[tile[1]]}:{tile}", 4] for tile in at["bonus"]]


def doublings_for_all(sets: list, tiles: list[str], at: dict) -> list:
    threes = [group for group in sets if group[0] in ("pung", "kong")]
    kongs = [group for group in sets if group[0] == "kong"]
    closed = [group for group in threes if not group[2]]
    closed_kongs = [group for group in kongs if not group[2]]
    found = []
    for _, tile, _ in threes:
        found += [("pung_draken", 1)] * (tile in DRAGONS)
        found += [("pung_eigen_wind", 1)] * (tile == at["own"] + "z")
        found += [("pung_heersende_wind", 1)] * (tile == at["round"] + "z")
    if at["ruleset"] != "rode-draak" or at["table"] == "B":
        found += [("drie_pungs_dicht", 1)] * (len(closed) == 3)
        found += [("vier_pungs_dicht", 2)] * (len(closed) == 4)
        found += [("drie_kongs_dicht", 2)] * (len(closed_kongs) >= 3)
        four = 2 if at["ruleset"] == "rode-draak" else 3
        found += [("vier_kongs", four)] * (len(kongs) == 4)
    clean = _rode_draak_clean if at["ruleset"] == "rode-draak" else _nts_clean
    found += clean(tiles, at) + _bonus_doublings(at)
    return sorted([name, n] for name, n in found)


def _nts_clean(tiles: list[str], at: dict) -> list:
    suits = {tile[1] for tile in tiles if tile[1] in SUITS}
    honours = any(tile[1] == "z" for tile in tiles)
    if len(suits) > 1:
        return []
    if not suits or not honours:
        return [("zuiver", 3)]
    if all(tile[0] in "19" for tile in tiles if tile[1] in SUITS):
        return [("zeer_schoon", 2)]
    return [("schoon", 1)]


def _rode_draak_clean(tiles: list[str], at: dict) -> list:
    suits = {tile[1] for tile in tiles if tile[1] in SUITS}
    honours = any(tile[1] == "z" for tile in tiles)
    outer = all(tile[0] in "19" for tile in tiles if tile[1] in SUITS)
    found = []
    if not suits and honours:
        return [("alleen_troefstenen", 3)]
    if len(suits) == 1:
        found.append(("schoon", 1) if honours else ("superschoon", 3))
    if at["table"] == "B" and suits and outer:
        name = "alleen_enen_negens_troefstenen" if honours else "alleen_enen_negens"
        found.append((name, 1 if honours else 3))
    return found


def _bonus_doublings(at: dict) -> list:
    flower, season = at["own"] + "f" in at["bonus"], at["own"] + "q" in at["bonus"]
    if at["ruleset"] == "nts":
        return [("eigen_bloem", 1)] * flower + [("eigen_seizoen", 1)] * season
    if at["ruleset"] == "nts2002" or at["table"] == "B":
        return []
    flowers = sum(tile[1] == "f" for tile in at["bonus"])
    seasons = sum(tile[1] == "q" for tile in at["bonus"])
    return (
        [("eigen_seizoen_en_bloem", 1)] * (flower and season)
        + [("alle_bloemen", 3)] * (flowers == 4)
        + [("alle_seizoenen", 3)] * (seasons == 4)
    )
