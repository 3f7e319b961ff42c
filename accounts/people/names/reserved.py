"""Reserved names: those by which a player could pass for the house, its staff or its programs.

A title (`admin`) is reserved wherever it is a word of a name; other words, such as `seat`, only in
a name of nothing else: `Seat 3`, `The House`. Words are found between signs, digits and capitals
(`AdminTeam`), run together (`modteam`), in look-alike letters, and titles with a letter doubled,
added or changed (`Moderatorr`). Innocent names that merely contain one, such as Modesto, stay free.
"""

from collections.abc import Callable, Iterator

import regex

from accounts.people.names.slips import is_one_slip

_TITLES = """
admin admins administrator administrators administration moderator moderators moderation mod mods
cardhouse floorman floormen staff support official prashasak sanchalak
एडमिन ऐडमिन एडमीन एडमिनिस्ट्रेटर प्रशासक प्रशासन मॉडरेटर मोडरेटर मॉड कार्डहाउस सपोर्ट स्टाफ स्टाफ़
आधिकारिक संचालक व्यवस्थापक फ़्लोरमैन फ्लोरमैन
관리자 운영자
"""
_TITLES_IN_HAN = "管理员 管理員 系统 系統 官方 客服 版主 荷官 运营 運營 裁判 超管 巡管"
"""Chinese is written without spaces: a title is found anywhere in a name."""
_FAMILY_NAME = "上官"
"""With it 上官方 is the name of a person, and not "official"."""
_ALONE = """
dealer bank system root owner superuser everyone nobody anonymous guest bot robot null
undefined gm house seat you manager croupier helpdesk security aap
आप बैंक डीलर बॉट बोट रोबोट सिस्टम अतिथि मेहमान गेस्ट हाउस सीट सहायता ग्राहक
你 您 庄家 莊家 发牌员 發牌員 机器人 機器人 游客 遊客 匿名 银行 銀行 座位 平台 本站 服务员
"""
_FILLERS = """
the team desk help service care room game games card cards table number real true head main super
senior assistant online live customer community
टीम दल डेस्क हेल्प सेवा केंद्र केन्द्र
小 大 的 号 號 团队 團隊 中心 服务 服務 第 组 組
"""
"""Words that make no name of a player out of reserved words."""

_NEAR_LETTERS_MIN = 7
"""The length of titles of which a near copy is reserved too; shorter ones are near many names."""
_DOUBLED_LETTERS_MIN = 5
_SIGNS = regex.compile(r"[\s._'\-]+")
_CASE = (
    r"(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})"
    r"|(?<=\p{Lo})(?=[\p{Lu}\p{Ll}])|(?<=[\p{Lu}\p{Ll}])(?=\p{Lo})"
)
_WORDS = regex.compile(rf"[\s._'\-]+|{_CASE}")
_WORDS_WITHOUT_DIGITS = regex.compile(rf"[\s._'\-\p{{Nd}}]+|{_CASE}")
_DIGITS_BEFORE = regex.compile(r"^\p{Nd}+")
_DIGITS_AFTER = regex.compile(r"\p{Nd}+$")
_DIGITS = regex.compile(r"\p{Nd}+")
_DOUBLED = regex.compile(r"(.)\1+")

Key = Callable[[str], str]


class Reserved:
    """The reserved words, compared by a key of their looks."""

    def __init__(self, key: Key) -> None:
        self._key = key
        self._titles = {key(word) for word in _TITLES.split()}
        self._squeezed = {
            key(_squeezed(word)) for word in _TITLES.split() if len(word) >= _DOUBLED_LETTERS_MIN
        }
        self._long = {title for title in self._titles if len(title) >= _NEAR_LETTERS_MIN}
        self._in_han = regex.compile("|".join(_TITLES_IN_HAN.split()))
        self._alone = self._titles | {
            key(word) for word in (*_ALONE.split(), *_TITLES_IN_HAN.split())
        }
        self._parts = self._alone | {key(word) for word in _FILLERS.split()}
        self._part_chars_max = max(map(len, self._parts))

    def has(self, name: str) -> bool:
        """Whether a name is reserved."""
        joined = _DIGITS.sub("", _SIGNS.sub("", name))
        return (
            self._in_han.search(joined.replace(_FAMILY_NAME, "")) is not None
            or any(self._is_title(word) for word in _words(name))
            or any(self._is_made_of_parts(self._key(form)) for form in _forms(name))
        )

    def _is_title(self, word: str) -> bool:
        key = self._key(word)
        return (
            key in self._titles
            or self._key(_squeezed(word)) in self._squeezed
            or any(len(key) >= len(title) and is_one_slip(key, title) for title in self._long)
        )

    def _is_made_of_parts(self, key: str) -> bool:
        """Whether the key is reserved words and fillers alone, run together."""
        # By the end of each beginning that is made of parts: whether one of them is reserved.
        ends = {0: False}
        for start in range(len(key)):
            if start not in ends:
                continue
            for end in range(start + 1, min(len(key), start + self._part_chars_max) + 1):
                part = key[start:end]
                if part in self._parts:
                    ends[end] = ends.get(end, False) or ends[start] or part in self._alone
        return ends.get(len(key), False)


def _words(name: str) -> Iterator[str]:
    for word in (*_WORDS.split(name), *_WORDS_WITHOUT_DIGITS.split(name)):
        yield from _read(word)


def _forms(name: str) -> Iterator[str]:
    joined = _SIGNS.sub("", name)
    yield from _read(joined)
    yield _DIGITS.sub("", joined)


def _read(word: str) -> Iterator[str]:
    """A word with its digits, which may stand for letters, and without those at its ends."""
    yield word
    if not word.isalpha():
        yield _DIGITS_BEFORE.sub("", word)
        yield _DIGITS_AFTER.sub("", word)
        yield _DIGITS_AFTER.sub("", _DIGITS_BEFORE.sub("", word))


def _squeezed(word: str) -> str:
    return str(_DOUBLED.sub(r"\1", word.casefold()))
