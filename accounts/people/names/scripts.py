"""Scripts of names: one for each name, and joiners only where a script needs them.

A name is "highly restrictive" by UTS 39: it keeps to one script, and only the scripts of Chinese,
Japanese and Korean stand together, also with Latin letters. Its digits are of one system. Joiners
stand where UAX 31 (section 2.3) allows them: in Hindi and Persian they choose forms of letters.
"""

import unicodedata

import regex

_ALONE = """
Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada
Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan

Adlam Balinese Bamum Batak Canadian_Aboriginal Chakma Cham Cherokee Hanifi_Rohingya Javanese
Kayah_Li Lepcha Limbu Lisu Mandaic Meetei_Mayek Miao Mongolian New_Tai_Lue Newa Nko
Nyiakeng_Puachue_Hmong Ol_Chiki Osage Saurashtra Sundanese Syloti_Nagri Syriac Tai_Le Tai_Tham
Tai_Viet Tifinagh Vai Wancho Yi
"""
"""The scripts that people write today (UAX 31, tables 5 and 7), but for those of `_TOGETHER`."""
_TOGETHER = (
    ("Latin", "Han", "Hiragana", "Katakana"),
    ("Latin", "Han", "Bopomofo"),
    ("Latin", "Han", "Hangul"),
)
"""The scripts that may stand together, as people write them in Japan, Taiwan and Korea."""


def _pattern() -> "regex.Pattern[str]":
    sets = [(script,) for script in _ALONE.split()] + list(_TOGETHER)
    classes = (
        "".join(rf"\p{{scx={script}}}" for script in (*scripts, "Common", "Inherited"))
        for scripts in sets
    )
    return regex.compile("|".join(f"[{chars}]*+" for chars in classes))


_ALLOWED = _pattern()
# Between letters of Arabic that would join; between a virama and a letter; after a virama.
_LETTER_WITH_VIRAMA = r"\p{L}\p{Mn}*\p{ccc=Virama}[\p{Mn}--\p{ccc=0}]*"
_JOINERS = (
    regex.compile(
        r"(?<=[\p{jt=D}\p{jt=L}][\p{jt=T}--\p{Join_Control}]*)\u200c"
        r"(?=[\p{jt=T}--\p{Join_Control}]*[\p{jt=D}\p{jt=R}])",
        regex.VERSION1,
    ),
    regex.compile(
        rf"(?<={_LETTER_WITH_VIRAMA})\u200c(?=[\p{{Mn}}--\p{{ccc=0}}]*\p{{L}})", regex.VERSION1
    ),
    regex.compile(
        rf"(?<={_LETTER_WITH_VIRAMA})\u200d(?!\p{{InSC=Vowel_Dependent}})", regex.VERSION1
    ),
)


def keeps_to_one(name: str) -> bool:
    """Whether the letters of a name are of one script, or of some that stand together."""
    return _ALLOWED.fullmatch(name) is not None


def keeps_to_one_kind_of_digits(name: str) -> bool:
    """Whether the decimal digits of a name are of one system: `12` or `१२`."""
    zeros = {ord(char) - unicodedata.decimal(char) for char in name if char.isdecimal()}
    return len(zeros) <= 1


def without_joiners(name: str) -> str:
    """Return a name without those joiners that stand where they are allowed."""
    for joiner in _JOINERS:
        name = joiner.sub("", name)
    return name
