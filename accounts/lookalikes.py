"""Letters that look like other letters, folded to one of them.

Only for comparing names and finding unwanted words, never for showing them. The table joins
letters that a reader cannot tell apart in common fonts, in either case (the case is folded first,
so a letter whose capital is a look-alike is joined too). It errs on the side of joining: a name
that is refused as taken costs little, a second "admin" costs trust.
"""

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
    # Cherokee folds its case upwards, all others downwards: both forms are taken.
    for form in (twin, twin.casefold())
    if len(form) == 1
}
_FOLD_ASCII = {
    code: _FOLD.get(code, chr(code)) if chr(code).isalnum() else None for code in range(128)
}
_PAIRS = (("rn", "m"), ("vv", "w"), ("æ", "ae"), ("œ", "oe"), ("ю", "lo"), ("ы", "bl"))


def fold(text: str) -> str:
    """What `text` looks like: equal results mean that people may take one for the other.

    Compatibility forms, case, Latin accents and separators do not count; digits of all scripts
    are the same digits.
    """
    looks = text.lower().translate(_FOLD_ASCII) if text.isascii() else _fold_any(text)
    for pair, one in _PAIRS:
        looks = looks.replace(pair, one)
    return looks


def _fold_any(text: str) -> str:
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    # U+0300..U+036F are the accents of Latin, Greek and Cyrillic; the vowel signs of Indic
    # scripts lie elsewhere and stay.
    letters = "".join(_digit(char) for char in plain if char.isalnum() or _is_vowel_sign(char))
    return letters.casefold().translate(_FOLD)


def _is_vowel_sign(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Mc") and not "\u0300" <= char <= "\u036f"


def _digit(char: str) -> str:
    value = unicodedata.decimal(char, None)
    return char if value is None else str(value)
