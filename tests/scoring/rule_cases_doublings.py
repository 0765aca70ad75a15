"""A case and a near miss for the doublings; `rule_case` tells how they are written."""

from rule_case import ALL, BOTH, CLUB, NTS, A, B, no, rule, yes

# fmt: off
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
        no((A, B), "234m1p1678s (666z) (777z) @1p", "ES rob-kong", "not_mahjong"),
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
# fmt: on
