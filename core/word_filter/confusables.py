"""Confusables: letters that look like other letters, folded to one of them.

Only for comparing names and finding unwanted words, never for display. `fold` joins single letters
and is used to find unwanted words. `skeleton` joins more and is used to compare names: there
"click" and "dick" may be equal; in a word filter they may not.

The table is our own, checked against the confusables of Unicode (UTS #39). The package
confusable-homoglyphs only knows pairs of single characters: it has no skeleton, no case folding
and neither "cl" nor "3" for "e". Of its pairs that a name may contain, this table lacks only
letters of scripts that nobody writes today. The table joins letters that a reader cannot tell
apart in common fonts, in either case (case is folded first, so a letter whose capital is
confusable is joined too). It prefers to join: a name that is refused as taken costs little, a
second "admin" costs trust.
"""

import re
import unicodedata

# Latin variants, Greek, Cyrillic, Armenian; then Cherokee, Coptic and Lisu.
_LOOKS_LIKE = {
    "a": "ɑαаꭺⲁꓮ",
    "b": "ƀɓʙβвьꮟᏼⲃꓐ",
    "c": "ᴄсꮯⲥꓚ",
    "d": "đɖɗԁժꮷꭰꓒꓓ",
    "e": "ɛεеєҽꭼⲉꓰ",
    "f": "ƒϝꓝ",
    "g": "ɡǥɢԍցꮐᏻꓖ",
    "h": "ħɦηнһҥհꮋꮒⲏꓧ",
    "j": "ɉʝϳјյꭻꓙ",
    "k": "ƙκкқҝҟӄꮶⲕꓗ",
    "l": "1iıłƚɩɪɫʟιӏіاןⵏꙇꮮꭵⲓꓡꓲ",
    "m": "ɱμмӎʍꮇⲙꓟ",
    "n": "ŋƞɲνпӊոռⲛꓠ",
    "o": "0øɵᴏοоөѳօםهოꓳⲟ〇",
    "p": "ƥρϸрҏꮲⲣꓑ",
    "q": "ʠԛզգ",
    "r": "ɼɽɾᴦгꮢꭱꓣ",
    "s": "ʂꜱƽѕտꮪꓢ",
    "t": "ŧƭᴛτтҭꭲⲧꓔ",
    "u": "ʋᴜսꓴ",
    "v": "ᴠѵѷꮩꓦ",
    "w": "ɯᴡωѡԝաꮃꓪ",
    "x": "χхҳӽⲭꓫ",
    "y": "ɏʏγυуүұꭹꮍⲩꓬ",
    "z": "ȥʐżᴢζꮓⲍꓜ",
    "3": "ʒзӡ",
    "4": "ч",
    "6": "б",
}
_FOLD = {
    ord(form): letter
    for letter, twins in _LOOKS_LIKE.items()
    for twin in twins
    # Cherokee folds its case upwards, all others downwards: both forms are included.
    for form in (twin, twin.casefold())
    if len(form) == 1
}
_FOLD_ASCII = {
    code: _FOLD.get(code, chr(code)) if chr(code).isalnum() else None for code in range(128)
}
# Digits that stand for letters, after `fold`, which has joined 1 with l and 0 with o.
_DIGITS = str.maketrans("34578", "eastb")
# Sequences of letters that look like one, after `fold`, which has joined rn with m and vv with w.
_TOGETHER = (("nn", "m"), ("cl", "d"))
_MANY = re.compile(r"([^\W\d_])\1{2,}")
# Letters of living scripts that the table above lacks, some of them replaced by two letters.
_MORE = str.maketrans(
    {
        "ʀ": "r",
        "ɜ": "e",
        "ȝ": "e",
        "ꝫ": "e",
        "ƨ": "2",
        "ꙅ": "2",
        "ȣ": "8",
        "ƅ": "b",
        "ꞵ": "b",
        "ɣ": "y",
        "ᶃ": "g",
        "ƍ": "g",
        "ꞙ": "f",
        "ք": "f",
        "ꭇ": "r",
        "ꭓ": "x",
        "ꞟ": "u",
        "ꭎ": "u",
        "ꭒ": "u",
        "ᴑ": "o",
        "σ": "o",
        "ס": "o",
        "ھ": "o",
        "ہ": "o",
        "ە": "o",
        "ഠ": "o",
        "ဝ": "o",
        "ଠ": "o",
        "ዐ": "o",
        "ჿ": "o",
        "ו": "l",
        "ט": "v",
        "ყ": "y",
        "ǀ": "l",
        "ሀ": "u",
        "ӕ": "ae",
        "ꜳ": "aa",
        "ꜵ": "ao",
        "ꜷ": "au",
        "ꜹ": "av",
        "ꜻ": "av",
        "ꜽ": "ay",
        "ꝏ": "oo",
        "ꚙ": "oo",
        "ʣ": "dz",
        "ʦ": "ts",
        "ʪ": "ls",
        "ʫ": "lz",
        "ᵫ": "ue",
        "ꭣ": "uo",
        "ǁ": "ll",
        "װ": "ll",
    }
)
_PAIRS = (("rn", "m"), ("vv", "w"), ("æ", "ae"), ("œ", "oe"), ("ю", "lo"), ("ы", "bl"))


def fold(text: str) -> str:
    """`text` folded to its looks: texts with equal results can be mistaken for each other.

    Compatibility forms, case, Latin accents and separators are ignored; the digits of all scripts
    are equal.
    """
    looks = text.lower().translate(_FOLD_ASCII) if text.isascii() else _fold_any(text)
    for pair, one in _PAIRS:
        looks = looks.replace(pair, one)
    return looks


def skeleton(text: str) -> str:
    """A name folded to its looks: names with equal skeletons look the same.

    Beyond `fold` it joins digits with letters (M33ra), sequences that look like another letter
    (clara and dara, Anna and Ama), and three or more of a letter.
    """
    looks = fold(_MANY.sub(r"\1\1", unicodedata.normalize("NFKC", text).casefold()))
    looks = looks.translate(_MORE).translate(_DIGITS)
    for pair, one in (*_PAIRS, *_TOGETHER):
        looks = looks.replace(pair, one)
    return looks


def _fold_any(text: str) -> str:
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    # U+0300..U+036F are the accents of Latin, Greek and Cyrillic; the vowel signs of Indic
    # scripts are elsewhere and are kept.
    letters = "".join(_digit(char) for char in plain if char.isalnum() or _is_vowel_sign(char))
    return letters.casefold().translate(_FOLD)


def _is_vowel_sign(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Mc") and not "\u0300" <= char <= "\u036f"


def _digit(char: str) -> str:
    value = unicodedata.decimal(char, None)
    return char if value is None else str(value)
