"""A case and a near miss for every rule of every rule set, in hand text.

`yes` is a hand in which the rule applies, with the points, doublings or total that it gives and the
sets that it gives them for; `no` a hand as like it as can be in which it does not, with what there
is instead: another rule, a total, or the reason why the hand is no mahjong.

How the hand was played is written as `ES discard`: own wind, prevailing wind, way of winning (none
for a player who did not win). Where it matters there follows `x2` for two kongs in one turn,
`ready` for a player who waited from the start, or `dead`.
"""

from dataclasses import dataclass, replace

from rekje.scoring.hand import Situation, Win
from rekje.scoring.ruleset import RuleSet, load_rule_set
from rekje.scoring.tiles import Wind

NTS, N02, A, B = BOOKS = ("nts", "nts2002", "rode-draak A", "rode-draak B")
ALL = BOOKS
BOTH = (NTS, N02)
CLUB = (A, B)
WIND_PAIRS = (N02, A, B)
FLOWERS = (NTS, A, B)


@dataclass(frozen=True, slots=True)
class RuleCase:
    """A hand in which a rule applies (`value`, `of`), or just does not (`instead`)."""

    rule: str
    books: tuple[str, ...]
    hand: str
    how: str
    value: int | None
    of: tuple[str, ...] = ()
    instead: str | int = ""
    options: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        options = "".join(f" {name}={value}" for name, value in self.options)
        return f"{self.rule}: {self.hand} {self.how}{options}"


def yes(books, hand, how, value, *of, **options):
    """A hand in which the rule gives `value`, for the sets or tiles in `of` where named."""
    return RuleCase("", books, hand, how, value, of, options=tuple(options.items()))


def no(books, hand, how, instead, **options):
    """A near miss: another rule, a total or an error code stands in its place."""
    return RuleCase("", books, hand, how, None, instead=instead, options=tuple(options.items()))


def rule(rule_id, *cases):
    """Name the rule that the cases are about."""
    return tuple(replace(case, rule=rule_id) for case in cases)


def book(name: str, **options: object) -> RuleSet:
    """Return the rule set of a name such as `rode-draak B`."""
    ruleset, _, table = name.partition(" ")
    if table:
        options = {"table": table, **options}
    return load_rule_set(ruleset).with_options(options)


def situation(how: str) -> Situation:
    """Read `ES discard`, `WW kong-replacement x2`, `EE self-draw ready`; `ES` did not win."""
    winds, *words = how.split()
    seat, prevailing = ({wind.name[0]: wind for wind in Wind}[letter] for letter in winds)
    win = next((Win(word) for word in words if word not in ("x2", "ready", "dead")), None)
    kongs = 2 if "x2" in words else 1
    return Situation(seat, prevailing, win, kongs, "dead" in words, "ready" in words)


# fmt: off
POINTS_FOR_WINNING = (
    rule(
        "mahjong",
        yes(ALL, "234m55p678s (666z) (777z) @4m", "ES discard", 20),
        yes((A,), "234m12355p678s (777z) @4m", "ES discard", 20),
        no((*BOTH, B), "234m12355p678s (777z) @4m", "ES discard", "too_few_doublings"),
        no(ALL, "235m55p678s (666z) (777z) @5m", "ES discard", "not_mahjong"),
    ),
    rule(
        "zelf_getrokken",
        yes(ALL, "234m55p678s (666z) (777z) @4m", "ES self-draw", 2, "4m"),
        yes(ALL, "234m55p678s (666z) [7777z] @4m", "ES kong-replacement", 2, "4m"),
        no(ALL, "234m55p678s (666z) (777z) @4m", "ES discard", "mahjong"),
        no(ALL, "234m55p678s (666z) (777z) @3m", "ES rob-kong", "mahjong"),
    ),
    rule(
        "enig_mogelijke_steen",
        yes(ALL, "234m55p678s (666z) (777z) @3m", "ES discard", 2, "3m"),
        yes(ALL, "234m55p678s (666z) (777z) @5p", "ES discard", 2, "5p"),
        no(ALL, "234m55p678s (666z) (777z) @4m", "ES discard", "mahjong"),
        no(ALL, "22333m678s (666z) (777z) @2m", "ES discard", "mahjong"),
    ),
    rule(
        "volmaken_paar",
        yes(BOTH, "234m55p678s (666z) (777z) @5p", "ES discard", 2, "55p"),
        yes(BOTH, "34555p678s (666z) (777z) @5p", "ES discard", 2, "55p"),
        no(BOTH, "234m55p678s (666z) (777z) @3m", "ES discard", "mahjong"),
        no(BOTH, "555p22m678s (666z) (777z) @5p", "ES discard", "mahjong"),
    ),
    rule(
        "pe_ling_eet_cake",
        yes(ALL, "234m1p1678s (666z) (777z) @1p", "ES discard", 10, "1p1s"),
        yes(ALL, "234m1p1678s (666z) (777z) @1p", "ES rob-kong", 10, "1p1s"),
        no(ALL, "234m1p1678s (666z) (777z) @1s", "ES discard", "not_mahjong"),
        no(ALL, "234m11678s (666z) (777z) @1s", "ES discard", "mahjong"),
        no(ALL, "44m1p11678s (666z) (777z) @1p", "ES discard", "not_mahjong"),
        no(ALL, "44m1p23678s (666z) (777z) @1p", "ES discard", "not_mahjong"),
    ),
    rule(
        "laatste_steen_voor_remise",
        yes(CLUB, "234m55p678s (666z) (777z) @4m", "ES last-wall", 10),
        yes(BOTH, "234m55p678s (666z) (777z) @4m", "ES last-wall", 10, last_tile="points"),
        no(CLUB, "234m55p678s (666z) (777z) @4m", "ES self-draw", "zelf_getrokken"),
        no(BOTH, "234m55p678s (666z) (777z) @4m", "ES last-wall", "laatste_steen"),
    ),
    rule(
        "losse_steen",
        yes((A,), "234m55p678s (666z) [7777z] @4m", "ES kong-replacement", 10, "4m"),
        yes((*BOTH, B), "234m55p678s (666z) [7777z] @4m", "ES kong-replacement",
            10, loose_tile="points"),
        no((*BOTH, B), "234m55p678s (666z) [7777z] @4m", "ES kong-replacement",
           "bloeiende_bloemen"),
        no((A,), "234m55p678s (666z) [7777z] @4m", "ES self-draw", "zelf_getrokken"),
        no((A,), "234m55p678s (666z) (777z) @4m", "ES kong-replacement", "zelf_getrokken"),
    ),
)

POINTS_FOR_SETS = (
    rule(
        "pung_eenvoudig_open",
        yes(ALL, "1347p269s145z (222m)", "ES", 2, "(222m)"),
        yes(ALL, "222m55p678s (666z) (777z) @2m", "ES discard", 2, "(222m)"),
        no(ALL, "222m1347p269s145z", "ES", "pung_eenvoudig_dicht"),
        no(ALL, "1347p269s145z (111m)", "ES", "pung_hoek_of_troef_open"),
        no(ALL, "1347p269s145z (234m)", "ES", 0),
    ),
    rule(
        "pung_eenvoudig_dicht",
        yes(ALL, "222m1347p269s145z", "ES", 4, "222m"),
        yes(ALL, "2222m1347p269s14z", "ES", 4, "222m"),
        yes(ALL, "222234m55p (666z) (777z) @2m", "ES discard", 4, "222m"),
        no(ALL, "1347p269s145z (222m)", "ES", "pung_eenvoudig_open"),
        no(ALL, "222m55p678s (666z) (777z) @2m", "ES discard", "pung_eenvoudig_open"),
        no(ALL, "999m1347p269s145z", "ES", "pung_hoek_of_troef_dicht"),
    ),
    rule(
        "pung_hoek_of_troef_open",
        yes(ALL, "1347p269s145z (999m)", "ES", 4, "(999m)"),
        yes(ALL, "1347p269s145z (333z)", "ES", 4, "(333z)"),
        no(ALL, "1347p269s145z (888m)", "ES", "pung_eenvoudig_open"),
        no(ALL, "999m1347p269s145z", "ES", "pung_hoek_of_troef_dicht"),
    ),
    rule(
        "pung_hoek_of_troef_dicht",
        yes(ALL, "999m1347p269s145z", "ES", 8, "999m"),
        yes(ALL, "1347p269s145666z", "ES", 8, "666z"),
        no(ALL, "1347p269s145z (999m)", "ES", "pung_hoek_of_troef_open"),
        no(ALL, "888m1347p269s145z", "ES", "pung_eenvoudig_dicht"),
    ),
    rule(
        "kong_eenvoudig_open",
        yes(ALL, "1347p269s145z (2222m)", "ES", 8, "(2222m)"),
        no(ALL, "1347p269s145z [2222m]", "ES", "kong_eenvoudig_dicht"),
        no(ALL, "1347p269s145z (222m)", "ES", "pung_eenvoudig_open"),
    ),
    rule(
        "kong_eenvoudig_dicht",
        yes(ALL, "1347p269s145z [2222m]", "ES", 16, "[2222m]"),
        no(ALL, "1347p269s145z (2222m)", "ES", "kong_eenvoudig_open"),
        no(ALL, "2222m1347p269s14z", "ES", "pung_eenvoudig_dicht"),
    ),
    rule(
        "kong_hoek_of_troef_open",
        yes(ALL, "1347p269s145z (9999m)", "ES", 16, "(9999m)"),
        yes(ALL, "1347p269s145z (7777z)", "ES", 16, "(7777z)"),
        no(ALL, "1347p269s145z [9999m]", "ES", "kong_hoek_of_troef_dicht"),
        no(ALL, "1347p269s145z (8888m)", "ES", "kong_eenvoudig_open"),
    ),
    rule(
        "kong_hoek_of_troef_dicht",
        yes(ALL, "1347p269s145z [9999m]", "ES", 32, "[9999m]"),
        yes(ALL, "1347p269s145z [3333z]", "ES", 32, "[3333z]"),
        no(ALL, "1347p269s145z (9999m)", "ES", "kong_hoek_of_troef_open"),
        no(ALL, "9999m1347p269s14z", "ES", "pung_hoek_of_troef_dicht"),
    ),
    rule(
        "paar_draken",
        yes(ALL, "123m1347p269s477z", "ES", 2, "77z"),
        yes(ALL, "12m1347p269s5577z", "ES", 4, "55z", "77z"),
        yes(ALL, "234m678s55z (666z) (777z) @5z", "ES discard", 2, "(55z)"),
        no(ALL, "123m1347p269s447z", "ES", 0),
        no(ALL, "12m1347p269s4777z", "ES", "pung_hoek_of_troef_dicht"),
    ),
    rule(
        "paar_eigen_wind",
        yes(WIND_PAIRS, "123m1347p269s114z", "ES", 2, "11z"),
        yes((NTS,), "123m1347p269s114z", "ES", 2, "11z", wind_pairs=True),
        no(WIND_PAIRS, "123m1347p269s133z", "ES", 0),
        no((NTS,), "123m1347p269s114z", "ES", 0),
    ),
    rule(
        "paar_heersende_wind",
        yes(WIND_PAIRS, "123m1347p269s224z", "ES", 2, "22z"),
        yes((NTS,), "123m1347p269s224z", "ES", 2, "22z", wind_pairs=True),
        no(WIND_PAIRS, "123m1347p269s133z", "ES", 0),
        no(WIND_PAIRS, "123m1347p269s224z", "SW", "paar_eigen_wind"),
        no((NTS,), "123m1347p269s224z", "ES", 0),
    ),
    rule(
        "bloem",
        yes(FLOWERS, "12m1347p269s1245z +2f", "ES", 4, "2f"),
        yes(FLOWERS, "12m1347p269s1245z +2f3f2q", "ES", 8, "2f", "3f"),
        no(FLOWERS, "12m1347p269s1245z +2q", "ES", "seizoen"),
    ),
    rule(
        "seizoen",
        yes(FLOWERS, "12m1347p269s1245z +2q", "ES", 4, "2q"),
        no(FLOWERS, "12m1347p269s1245z +2f", "ES", "bloem"),
    ),
)

DOUBLINGS_FOR_SETS = (
    rule(
        "pung_draken",
        yes(ALL, "1347p269s124z (777z)", "ES", 1, "777z"),
        yes(ALL, "1347p269s666z [7777z]", "ES", 2, "666z", "7777z"),
        no(ALL, "12m1347p269s1477z", "ES", "paar_draken"),
        no(ALL, "1347p269s127z (444z)", "ES", "pung_hoek_of_troef_open"),
    ),
    rule(
        "pung_eigen_wind",
        yes(ALL, "1347p269s245z (111z)", "ES", 1, "111z"),
        yes(ALL, "1347p269s125z [4444z]", "NS", 1, "4444z"),
        no(ALL, "1347p269s245z (333z)", "ES", "pung_hoek_of_troef_open"),
        no(ALL, "1347p269s145z (222z)", "ES", "pung_heersende_wind"),
    ),
    rule(
        "pung_heersende_wind",
        yes(ALL, "1347p269s145z (222z)", "ES", 1, "222z"),
        yes(ALL, "1347p269s245z (111z)", "EE", 1, "111z"),
        no(ALL, "1347p269s145z (333z)", "ES", "pung_hoek_of_troef_open"),
        no(ALL, "1347p269s245z (111z)", "ES", "pung_eigen_wind"),
    ),
    rule(
        "drie_pungs_dicht",
        yes((*BOTH, B), "22219m555p888s14z", "ES", 1),
        yes((*BOTH, B), "19m555p888s14z [2222m]", "ES", 1),
        yes((*BOTH, B), "222m555p88s777z (666z) @8s", "ES discard", 1),
        no((*BOTH, B), "19m555p888s14z (222m)", "ES", "pung_eenvoudig_open"),
        no((*BOTH, B), "222m555p88s777z (666z) @2m", "ES discard", "pung_eenvoudig_open"),
        no((*BOTH, B), "2221m555p888s777z", "ES", "vier_pungs_dicht"),
    ),
    rule(
        "vier_pungs_dicht",
        yes((*BOTH, B), "2221m555p888s777z", "ES", 2),
        yes((*BOTH, B), "222m555p888s66777z @6z", "ES discard", 2),
        no((*BOTH, B), "1m555p888s777z (222m)", "ES", "drie_pungs_dicht"),
        no((*BOTH, B), "222m555p888s66777z @2m", "ES discard", "drie_pungs_dicht"),
    ),
    rule(
        "drie_kongs_dicht",
        yes((*BOTH, B), "19m14z [2222m] [5555p] [8888s]", "ES", 2),
        yes((*BOTH, B), "1m [2222m] [5555p] [8888s] [7777z]", "ES", 2),
        no((*BOTH, B), "19m14z (2222m) [5555p] [8888s]", "ES", "kong_eenvoudig_open"),
        no((*BOTH, B), "22219m14z [5555p] [8888s]", "ES", "drie_pungs_dicht"),
    ),
    rule(
        "vier_kongs",
        yes(BOTH, "1m (2222m) [5555p] (8888s) (7777z)", "ES", 3),
        yes((B,), "1m (2222m) [5555p] (8888s) (7777z)", "ES", 2),
        no((*BOTH, B), "1m (222m) [5555p] (8888s) (7777z)", "ES", "pung_draken"),
    ),
    rule(
        "vier_pungs",
        yes(BOTH, "22233m888s (555p) (777z) @3m", "ES discard", 1),
        no(BOTH, "33m678s (555p) (666z) (777z) @3m", "ES discard", "pung_draken"),
        no(BOTH, "2223m888s (555p) (777z)", "ES", "pung_draken"),
    ),
    rule(
        "vier_chows",
        yes(BOTH, "234678m34588p678s @4m", "ES self-draw", 1),
        yes(BOTH, "23467866m (345m) (678m) @4m", "ES discard", 1),
        no(BOTH, "234678m34588p777s @4m", "ES self-draw", "volledig_gesloten"),
    ),
    rule(
        "kleine_vier_winden",
        yes(BOTH, "678p44z (111z) (222z) (333z) @8p", "ES discard", 1),
        no(BOTH, "678p55z (111z) (222z) (333z) @8p", "ES discard", "schoon"),
        no(BOTH, "67p44z (111z) (222z) (333z)", "ES", "schoon"),
    ),
    rule(
        "kleine_drie_draken",
        yes(BOTH, "234m678p55z (666z) (777z) @8p", "ES discard", 1),
        no(BOTH, "234m678p44z (666z) (777z) @8p", "ES discard", "pung_draken"),
        no(BOTH, "234m67p55z (666z) (777z)", "ES", "pung_draken"),
    ),
)

DOUBLINGS_FOR_THE_HAND = (
    rule(
        "schoon",
        yes(ALL, "11346789p12345z", "ES", 1),
        yes(ALL, "23477p (678p) (666z) (777z) @4p", "ES discard", 1),
        no(ALL, "11346789p1s2345z", "ES", 0),
        no(BOTH, "1133446678p (123p)", "ES", "zuiver"),
        no(CLUB, "1133446678p (123p)", "ES", "superschoon"),
    ),
    rule(
        "zeer_schoon",
        yes(BOTH, "99p12334567z (111p)", "ES", 2),
        no(BOTH, "29p12334567z (111p)", "ES", "schoon"),
        no(BOTH, "9p9s12334567z (111p)", "ES", "pung_hoek_of_troef_open"),
        no(BOTH, "2233445567z (111z)", "ES", "zuiver"),
    ),
    rule(
        "zuiver",
        yes(BOTH, "1133446678p (123p)", "ES", 3),
        yes(BOTH, "2233445567z (111z)", "ES", 3),
        no(BOTH, "113344667p7z (123p)", "ES", "schoon"),
        no(BOTH, "9p223344556z (111z)", "ES", "zeer_schoon"),
        no(BOTH, "113344667p7s (123p)", "ES", 0),
    ),
    rule(
        "volledig_gesloten",
        yes(BOTH, "234m55p678s666777z @4m", "ES self-draw", 2),
        yes(BOTH, "234m55p678s666z [7777z] @4m", "ES self-draw", 2),
        no(BOTH, "234m55p678s666777z @4m", "ES discard", "mahjong"),
        no(BOTH, "234m55p678s666z (777z) @4m", "ES self-draw", "zelf_getrokken"),
        no(BOTH, "234m5p678s666777z", "ES", "pung_draken"),
    ),
    rule(
        "pure_eenvoud",
        yes(BOTH, "234678m34588p678s @4m", "ES self-draw", 1),
        yes(BOTH, "33m444s (222m) (555p) (888s) @3m", "ES discard", 1),
        no(BOTH, "123678m34588p678s @3m", "ES self-draw", "vier_chows"),
        no(BOTH, "234678m345p678s33z @4m", "ES self-draw", "vier_chows"),
        no(BOTH, "3m444s (222m) (555p) (888s)", "ES", "pung_eenvoudig_dicht"),
    ),
)

DOUBLINGS_FOR_WINNING = (
    rule(
        "laatste_steen",
        yes(BOTH, "234m55p678s (666z) (777z) @4m", "ES last-wall", 1, "4m"),
        no(BOTH, "234m55p678s (666z) (777z) @4m", "ES self-draw", "zelf_getrokken"),
        no(BOTH, "123p234m55s (666z) (777z) @1p", "ES last-wall", "laatste_steen_kringen_1"),
        yes(CLUB, "123p234m55s (666z) (777z) @1p", "ES last-wall", 1, last_tile="doubling"),
        no(CLUB, "123p234m55s (666z) (777z) @1p", "ES last-wall", "laatste_steen_voor_remise"),
    ),
    rule(
        "laatste_steen_kringen_1",
        yes(BOTH, "123p234m55s (666z) (777z) @1p", "ES last-wall", 3),
        no(BOTH, "123p234m55s (666z) (777z) @1p", "ES self-draw", "zelf_getrokken"),
        no(BOTH, "123s234m55p (666z) (777z) @1s", "ES last-wall", "laatste_steen"),
    ),
    rule(
        "bloeiende_bloemen",
        yes((*BOTH, B), "234m55p678s (666z) [7777z] @4m", "ES kong-replacement", 1, "4m"),
        yes((B,), "234m55p678s (666z) (7777z) @5p", "ES kong-replacement", 1),
        yes((A,), "234m55p678s (666z) (7777z) @5p", "ES kong-replacement",
            1, loose_tile="doubling"),
        no((A,), "234m55p678s (666z) (7777z) @5p", "ES kong-replacement", "losse_steen"),
        no((*BOTH, B), "234m55p678s (666z) [7777z] @4m", "ES self-draw", "zelf_getrokken"),
        no((*BOTH, B), "234m55p678s (666z) (777z) @4m", "ES kong-replacement", "zelf_getrokken"),
    ),
    rule(
        "bloeiende_bloemen_kringen_5",
        yes(BOTH, "234m55p678s (666z) [7777z] @5p", "ES kong-replacement", 3),
        no(BOTH, "234m55p678s (666z) [7777z] @5p", "ES self-draw", "zelf_getrokken"),
        no(BOTH, "234m55s678p (666z) [7777z] @5s", "ES kong-replacement", "bloeiende_bloemen"),
    ),
    rule(
        "kong_op_kong",
        yes(BOTH, "234m55p678s (6666z) [7777z] @4m", "ES kong-replacement x2", 2, "4m"),
        no(BOTH, "234m55p678s (6666z) [7777z] @4m", "ES kong-replacement", "bloeiende_bloemen"),
        no(BOTH, "234m55p678s (666z) [7777z] @4m", "ES kong-replacement x2", "bloeiende_bloemen"),
        no(BOTH, "234m55p678s (6666z) [7777z] @5p", "ES kong-replacement x2",
           "bloeiende_bloemen_kringen_5"),
    ),
    rule(
        "kongroof",
        yes(ALL, "234m55p678s (666z) (777z) @3m", "ES rob-kong", 1, "3m"),
        no(ALL, "234m55p678s (666z) (777z) @3m", "ES discard", "mahjong"),
        no(ALL, "234m55p678s (666z) (777z) @5p", "ES rob-kong", "not_mahjong"),
        no((B,), "234m1p1678s (666z) (777z) @1p", "ES rob-kong", "pe_ling_eet_cake"),
    ),
    rule(
        "eigen_bloem",
        yes((NTS,), "12m1347p269s1245z +1f", "ES", 1, "1f"),
        yes((NTS,), "12m1347p269s1245z +1f4f", "NS", 1, "4f"),
        no((NTS,), "12m1347p269s1245z +2f", "ES", "bloem"),
        no((NTS,), "12m1347p269s1245z +1q", "ES", "eigen_seizoen"),
    ),
    rule(
        "eigen_seizoen",
        yes((NTS,), "12m1347p269s1245z +1q", "ES", 1, "1q"),
        no((NTS,), "12m1347p269s1245z +2q", "ES", "seizoen"),
        no((NTS,), "12m1347p269s1245z +1f", "ES", "eigen_bloem"),
    ),
)

IRREGULAR_LIMITS = (
    rule(
        "negen_poorten",
        yes(BOTH, "11123455678999m @5m", "ES discard", 2000),
        yes(BOTH, "11112345678999s @7s", "ES self-draw", 2000),
        yes(CLUB, "11123455678999m @5m", "ES discard", 1000),
        yes(CLUB, "11123455678999m @5m", "ES self-draw", 2000),
        no(ALL, "23455678999m (111m) @5m", "ES discard", "kronkelende_slang"),
        no(ALL, "1112345678999m5s @5s", "ES discard", "not_mahjong"),
    ),
    rule(
        "dertien_wezen",
        yes(BOTH, "19m19p19s12345677z @7z", "ES discard", 2000),
        yes(BOTH, "19m19p19s11234567z @7z", "ES rob-kong", 2000),
        yes(CLUB, "19m19p19s12345677z @7z", "ES discard", 1000),
        yes(CLUB, "19m19p19s12345677z @7z", "ES self-draw", 2000),
        no(ALL, "119m19p19s1234566z @6z", "ES discard", "not_mahjong"),
        no(ALL, "29m19p19s12345677z @7z", "ES discard", "not_mahjong"),
    ),
    rule(
        "windenslang",
        yes(BOTH, "1234556789p1234z @5p", "ES discard", 1000),
        yes(BOTH, "123456789p12334z @1p", "ES discard", 1000),
        no(BOTH, "123456789p12345z @5z", "ES discard", "not_mahjong"),
        no(BOTH, "1234556789p1234z @5p", "ES discard", "not_mahjong", wind_snake_double="wind"),
    ),
    rule(
        "drakenslang",
        yes(BOTH, "123456789s33567z @3z", "ES discard", 1000),
        no(BOTH, "123456789s34567z @3z", "ES discard", "not_mahjong"),
        no(BOTH, "123456789s55667z @7z", "ES discard", "not_mahjong"),
    ),
    rule(
        "hof_van_peking",
        yes(BOTH, "1234567m1234567z @4m", "ES discard", 1000),
        yes(CLUB, "1234567m1234567z @4m", "ES discard", 500),
        yes(CLUB, "1234567m1234567z @4m", "ES self-draw", 1000),
        no(ALL, "2345678m1234567z @4m", "ES discard", "not_mahjong"),
    ),
    rule(
        "tweelingen_van_troefstenen",
        yes(BOTH, "11223344556677z @7z", "ES discard", 2000),
        no(BOTH, "99m112233445566z @6z", "ES discard", "zeer_schone_tweelingen"),
    ),
    rule(
        "zuivere_tweelingen",
        yes(BOTH, "11223355778899m @5m", "ES discard", 1000),
        no(BOTH, "112233557788m77z @5m", "ES discard", "schone_tweelingen"),
        no(BOTH, "112233557788m99p @5m", "ES discard", "zeven_tweelingen"),
    ),
    rule(
        "zeer_schone_tweelingen",
        yes(BOTH, "1199p1122334455z @1p", "ES discard", 1000),
        no(BOTH, "1188p1122334455z @1p", "ES discard", "schone_tweelingen"),
        no(BOTH, "11p99s1122334455z @1p", "ES discard", "zeven_tweelingen"),
    ),
    rule(
        "schone_tweelingen",
        yes(BOTH, "113355p11223344z @1p", "ES discard", 500),
        no(BOTH, "1133p55s11223344z @1p", "ES discard", "zeven_tweelingen"),
    ),
    rule(
        "zeven_tweelingen",
        yes(BOTH, "1133m5577p2244s66z @6z", "ES discard", 250),
        yes(BOTH, "33m5577p2244s66z (11m) @1m", "ES discard", 250),
        yes(BOTH, "1133m55771p144s66z @1p", "ES discard", 250),
        no(BOTH, "1133m5577p2244s67z @7z", "ES discard", "not_mahjong"),
        no(BOTH, "33m5577p2244s66z (11m) @6z", "ES discard", "invalid_meld"),
    ),
    rule(
        "tweelingen_twee_soorten",
        yes(BOTH, "11335577m224466p @2p", "ES discard", 1000, two_suit_twins=True),
        no(BOTH, "11335577m224466p @2p", "ES discard", "zeven_tweelingen"),
        no(BOTH, "11335577m2244p66z @2p", "ES discard", "zeven_tweelingen", two_suit_twins=True),
    ),
)

REGULAR_LIMITS = (
    rule(
        "vier_winden",
        yes(BOTH, "55p444z (111z) (222z) (333z) @5p", "ES discard", 2000),
        yes(BOTH, "77z [4444z] (1111z) (222z) (333z) @7z", "ES self-draw", 2000),
        yes(CLUB, "55p444z (111z) (222z) (333z) @5p", "ES discard", 1000),
        yes(CLUB, "55p111222333444z @5p", "ES self-draw", 2000),
        no(BOTH, "555p44z (111z) (222z) (333z) @5p", "ES discard", "kleine_vier_winden"),
        no(CLUB, "555p44z (111z) (222z) (333z) @5p", "ES discard", "pung_eigen_wind"),
    ),
    rule(
        "drie_draken",
        yes(BOTH, "234m88p777z (555z) (666z) @8p", "ES discard", 2000),
        no(BOTH, "234m888p77z (555z) (666z) @8p", "ES discard", "kleine_drie_draken"),
    ),
    rule(
        "jadespel",
        yes(BOTH, "23466688s (222s) (666z) @8s", "ES discard", 2000),
        yes(BOTH, "44466688s (222s) (333s) @8s", "ES discard", 2000),
        yes(CLUB, "23466688s (222s) (666z) @8s", "ES discard", 1000),
        no(ALL, "23466688s (222s) (777z) @8s", "ES discard", "schoon"),
        no(ALL, "23455666s (222s) (666z) @4s", "ES discard", "schoon"),
    ),
    rule(
        "spel_van_de_hemel",
        yes(BOTH, "234m34555p123678s @4m", "EE heaven", 2000),
        yes(CLUB, "234m34555p123678s @4m", "EE heaven", 1000),
        no(ALL, "234m34555p123678s @4m", "SE heaven", "zelf_getrokken"),
        no(ALL, "234m34555p123678s @4m", "EE self-draw", "zelf_getrokken"),
        no(ALL, "234m55p678s666z [7777z] @4m", "EE heaven", "zelf_getrokken"),
    ),
    rule(
        "vier_verborgen_kongs",
        yes(BOTH, "33m [2222m] [5555p] [8888s] [7777z] @3m", "ES discard", 2000),
        no(BOTH, "33m (2222m) [5555p] [8888s] [7777z] @3m", "ES discard", "vier_kongs"),
        no(BOTH, "22233m [5555p] [8888s] [7777z] @3m", "ES self-draw", "drie_kongs_dicht"),
    ),
    rule(
        "kop_en_staart",
        yes(BOTH, "111999m11199p999s @9p", "ES discard", 2000),
        yes(BOTH, "11199p (1111m) (999m) [9999s] @9p", "ES self-draw", 2000),
        no(BOTH, "111999m11188p999s @8p", "ES discard", "vier_pungs_dicht"),
        no(BOTH, "111999m11199p444z @9p", "ES discard", "vier_pungs_dicht"),
    ),
    rule(
        "spel_van_de_aarde",
        yes(BOTH, "234m55p678s666777z @4m", "SE earth", 1000),
        yes(BOTH, "234m34555p123678s @4m", "SE earth", 1000),
        no(BOTH, "234m55p678s666777z @4m", "EE earth", "mahjong"),
        no(BOTH, "234m55p678s666777z @4m", "SE discard", "mahjong"),
        no(BOTH, "234m55p678s666z (777z) @4m", "SE earth", "mahjong"),
    ),
    rule(
        "kronkelende_slang",
        yes(ALL, "22345678999p (111p) @2p", "ES discard", 1000),
        yes(ALL, "23455678999p (111p) @5p", "ES discard", 1000),
        yes(ALL, "23456788p (1111p) (999p) @8p", "ES self-draw", 1000),
        no(BOTH, "23445688p (111p) (999p) @8p", "ES discard", "zuiver"),
        no(CLUB, "23445688p (111p) (999p) @8p", "ES discard", "superschoon"),
        no(BOTH, "11199922345p678s @2p", "ES self-draw", "volledig_gesloten"),
    ),
)

RODE_DRAAK = (
    rule(
        "vier_chows_waardeloos_paar",
        yes(CLUB, "234678m34588p678s @4m", "ES self-draw", 10),
        yes(CLUB, "234678m345p678s33z @4m", "ES self-draw", 10),
        no(CLUB, "234678m345p678s11z @4m", "ES self-draw", "mahjong"),
        no(CLUB, "234678m345p678s22z @4m", "ES self-draw", "mahjong"),
        no(CLUB, "234678m345p678s77z @4m", "ES self-draw", "paar_draken"),
        no(CLUB, "234678m34588p777s @4m", "ES self-draw", "mahjong"),
    ),
    rule(
        "mahjong_zonder_chow",
        yes((A,), "22233m888s (555p) (777z) @3m", "ES discard", 10),
        no((A,), "22233m678s (555p) (777z) @3m", "ES discard", "mahjong"),
    ),
    rule(
        "superschoon",
        yes(CLUB, "1133446678p (123p)", "ES", 3),
        no(CLUB, "113344667p7z (123p)", "ES", "schoon"),
        no(CLUB, "113344667p7s (123p)", "ES", 0),
    ),
    rule(
        "alleen_troefstenen",
        yes(CLUB, "2233445567z (111z)", "ES", 3),
        no(CLUB, "9p223344556z (111z)", "ES", "schoon"),
    ),
    rule(
        "eigen_seizoen_en_bloem",
        yes((A,), "12m1347p269s1245z +1f1q", "ES", 1, "1f1q"),
        no((A,), "12m1347p269s1245z +1f2q", "ES", 8),
    ),
    rule(
        "alle_bloemen",
        yes((A,), "12m1347p269s1245z +1f2f3f4f", "ES", 3, "1234f"),
        no((A,), "12m1347p269s1245z +1f2f3f4q", "ES", 16),
    ),
    rule(
        "alle_seizoenen",
        yes((A,), "12m1347p269s1245z +1q2q3q4q", "ES", 3, "1234q"),
        no((A,), "12m1347p269s1245z +1q2q3q4f", "ES", 16),
    ),
    rule(
        "zeven_tweelingen_superschoon",
        yes(CLUB, "11223355778899m @5m", "ES discard", 1000),
        yes(CLUB, "11223344556677z @5z", "ES self-draw", 2000),
        no(CLUB, "112233557788m77z @5m", "ES discard", "zeven_tweelingen_schoon"),
    ),
    rule(
        "zeven_tweelingen_schoon",
        yes(CLUB, "113355p11223344z @1p", "ES discard", 500),
        yes(CLUB, "113355p11223344z @1p", "ES self-draw", 1000),
        no(CLUB, "1133p55s11223344z @1p", "ES discard", "not_mahjong"),
    ),
    rule(
        "slang_1",
        yes(CLUB, "123456789p12344z @1p", "ES discard", 500),
        yes(CLUB, "123456789p12344z @1p", "ES self-draw", 1000),
        no(CLUB, "1234556789p1234z @5p", "ES discard", "not_mahjong"),
    ),
    rule(
        "slang_2",
        yes(CLUB, "123456789s33567z @3z", "ES discard", 500),
        yes(CLUB, "123456789s33567z @3z", "ES self-draw", 1000),
        no(CLUB, "123456789s34567z @3z", "ES discard", "not_mahjong"),
    ),
    rule(
        "spel_van_de_rode_draak",
        yes(CLUB, "123456789m11z [7777z] @9m", "ES discard", 500),
        yes(CLUB, "123456789m11z [7777z] @9m", "ES self-draw", 1000),
        yes(CLUB, "123456m22z (7777z) (789m) @2z", "SE discard", 500),
        no(CLUB, "123456789m22z [7777z] @9m", "ES discard", "schoon"),
        no(CLUB, "123456789m11777z @9m", "ES discard", "schoon"),
        no(CLUB, "123456789p11z [7777z] @9p", "ES discard", "schoon"),
    ),
)

RODE_DRAAK_COMPETITION = (
    rule(
        "alleen_enen_negens_troefstenen",
        yes((B,), "19m9s1234567z (111p)", "ES", 1),
        no((B,), "29m9s1234567z (111p)", "ES", "pung_hoek_of_troef_open"),
        no((B,), "2233445567z (111z)", "ES", "alleen_troefstenen"),
    ),
    rule(
        "alleen_enen_negens",
        yes((B,), "11999m11999s (111p)", "ES", 3),
        no((B,), "11999m1199s7z (111p)", "ES", "alleen_enen_negens_troefstenen"),
        no((B,), "11999m11998s (111p)", "ES", "pung_hoek_of_troef_open"),
    ),
    rule(
        "gelijke",
        yes((B,), "22233m888s (555p) (777z) @3m", "ES discard", 1),
        no((B,), "33m678s (555p) (666z) (777z) @3m", "ES discard", "pung_draken"),
    ),
    rule(
        "gelijke_2_8",
        yes((B,), "33m444s (222m) (555p) (888s) @3m", "ES discard", 1),
        no((B,), "22233m888s (555p) (777z) @3m", "ES discard", "gelijke"),
        no((B,), "11m444s (222m) (555p) (888s) @1m", "ES discard", "too_few_doublings"),
    ),
    rule(
        "gelukkige_dertien",
        yes((B,), "234m55p678s666777z @4m", "ES discard ready", 1),
        no((B,), "234m55p678s666777z @4m", "ES discard", "pung_draken"),
    ),
    rule(
        "spel_van_de_aarde",
        yes((B,), "234m34555p123678s @4m", "SE earth", 2, "4m"),
        no((B,), "234m34555p123678s @4m", "EE earth", "too_few_doublings"),
        no((B,), "234m34555p123678s @4m", "SE discard", "too_few_doublings"),
        no((B,), "34555p678s (666z) (777z) @5p", "SE earth", "pung_draken"),
    ),
    rule(
        "verborgen_schat",
        yes((B,), "234m34555p123678s @4m", "SE self-draw", 3),
        no((B,), "234m34555p123678s @4m", "SE discard", "too_few_doublings"),
        no((B,), "34555p678s666z (777z) @5p", "SE self-draw", "pung_draken"),
    ),
)
# fmt: on

CASES: tuple[RuleCase, ...] = tuple(
    case
    for chapter in (
        POINTS_FOR_WINNING,
        POINTS_FOR_SETS,
        DOUBLINGS_FOR_SETS,
        DOUBLINGS_FOR_THE_HAND,
        DOUBLINGS_FOR_WINNING,
        IRREGULAR_LIMITS,
        REGULAR_LIMITS,
        RODE_DRAAK,
        RODE_DRAAK_COMPETITION,
    )
    for cases in chapter
    for case in cases
)
