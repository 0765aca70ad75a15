"""A case and a near miss for the limit hands; `rule_case` tells how they are written."""

from rule_case import ALL, BOTH, CLUB, no, rule, yes

# fmt: off
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
# fmt: on
