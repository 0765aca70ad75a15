"""A case and a near miss for the points; `rule_case` tells how they are written."""

from rule_case import ALL, BOTH, CLUB, FLOWERS, NTS, WIND_PAIRS, A, B, no, rule, yes

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
        yes(BOTH, "234m1p1678s (666z) (777z) @1p", "ES rob-kong", 10, "1p1s"),
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
# fmt: on
