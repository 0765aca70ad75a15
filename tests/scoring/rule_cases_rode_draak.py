"""A case and a near miss for the rules that only De Rode Draak has; see `rule_case`."""

from rule_case import CLUB, A, B, no, rule, yes

# fmt: off
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
        no((B,), "234m55p678s666z (777z) @4m", "ES discard ready", "pung_draken"),
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
