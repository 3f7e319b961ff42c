"""The parts of a picture for a link, as SVG: a felt of 1200 by 630 pixels, cards, people, texts.

Pure: it draws what it is given, and knows neither hands nor tables.
"""

import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path

from core.graphemes import cut, first

WIDTH_PX, HEIGHT_PX = 1200, 630
FONTS = Path(__file__).parent / "fonts"
EDGE_PX = 64
"""How far texts stay from the edge."""
CARD_SHAPE = 1.4
"""The height of a card by its width."""

_IVORY, _GOLD, _SOFT = "#fff6e4", "#f0cf8a", "#cfe3d6"
_BLACK, _RED = "#1d1d22", "#c4202f"
_SUITS = {
    "s": (
        "M0-15.5C5-8 14.5-3 14.5 5c0 5-3.5 7.6-7.2 7.6-2.6 0-4.8-1.3-6-3.4.3 3 1.9 5.3 4 6.3H-5.3"
        "c2.1-1 3.7-3.3 4-6.3-1.2 2.1-3.4 3.4-6 3.4-3.7 0-7.2-2.6-7.2-7.6C-14.5-3-5-8 0-15.5Z"
    ),
    "h": (
        "M0 15C-6 8.6-15.5 2.6-15.5-6c0-5.2 3.9-8.5 7.9-8.5C-4.2-14.5-1.5-12.4 0-9"
        "c1.5-3.4 4.2-5.5 7.6-5.5 4 0 7.9 3.3 7.9 8.5C15.5 2.6 6 8.6 0 15Z"
    ),
    "d": (
        "M0-16.5C3.6-10.2 8.2-4.6 12.6 0 8.2 4.6 3.6 10.2 0 16.5-3.6 10.2-8.2 4.6-12.6 0"
        "-8.2-4.6-3.6-10.2 0-16.5Z"
    ),
    "c": (
        "M0-15.6a7.2 7.2 0 0 1 5.2 12.2 7.3 7.3 0 1 1-3.9 12.3c.3 3 1.9 5.5 4 6.6H-5.3"
        "c2.1-1.1 3.7-3.6 4-6.6A7.3 7.3 0 1 1-5.2-3.4 7.2 7.2 0 0 1 0-15.6Z"
    ),
}
_STAR = "M0-16 4.2-5 16-5 6.5 2.2 10 14 0 7-10 14-6.5 2.2-16-5-4.2-5Z"
_JOKERS = {"B": _BLACK, "R": _RED}
HIDDEN = "??"


_FACES = {
    "latin": ("Source Serif 4", 600),
    "latin-ext": ("Source Serif 4", 700),
    "cyrillic": ("Source Serif 4", 500),
    "devanagari": ("Noto Sans Devanagari", 600),
    "chinese-simplified": ("Noto Sans SC Thin", 600),
}
"""The name and the weight of each font as its file has them; the first one that can draws."""


@cache
def _characters() -> Mapping[str, frozenset[str]]:
    """The characters of each font."""
    read = json.loads((FONTS / "characters.json").read_text(encoding="utf-8"))
    return {font: frozenset(read[font]) for font in _FACES}


def can_draw(text: str) -> bool:
    """Whether the fonts have every character of a text."""
    return all(any(char in font for font in _characters().values()) for char in text)


_UNSEEN = '<tspan font-family="\'Noto Sans Devanagari\'" font-size="0.01">अ</tspan>'


def _spans(text: str) -> str:
    """A text as spans of one font each, since the renderer looks for no other font by itself.

    Characters that no font has, such as those that only isolate a name, are left out. The renderer
    joins letters to syllables by the script and the font of the first letter, so a text that has
    Devanagari further on begins with a letter of it, too small to be seen.
    """
    runs: list[tuple[str, str]] = []
    for char in text:
        fitting = [name for name, has in _characters().items() if char in has]
        if not fitting:
            continue
        last, run = runs[-1] if runs else ("latin", "")
        keeps = last in fitting and not ("latin" in fitting and char.isalnum())
        font = last if keeps else fitting[0]
        if runs and font == last:
            runs[-1] = font, run + char
        else:
            runs.append((font, char))
    unseen = _UNSEEN if any(font == "devanagari" for font, _run in runs[1:]) else ""
    return unseen + "".join(_span(font, run) for font, run in runs)


def _span(font: str, text: str) -> str:
    family, weight = _FACES[font]
    name = f' font-family="\'{family}\'" font-weight="{weight}"' if font != "latin" else ""
    return f"<tspan{name}>{escape(text)}</tspan>"


def picture(*parts: str) -> str:
    """A whole picture: a felt with a frame and the site's name, and the parts on it."""
    family, weight = _FACES["latin"]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH_PX}" height="{HEIGHT_PX}"'
        f' xml:space="preserve" font-family="\'{family}\'" font-weight="{weight}">'
        '<defs><radialGradient id="felt" cx=".5" cy=".42" r=".75">'
        '<stop offset="0" stop-color="#23805b"/><stop offset="1" stop-color="#0c3a2a"/>'
        "</radialGradient>"
        '<linearGradient id="back" x2="1" y2="1"><stop offset="0" stop-color="#8c2431"/>'
        '<stop offset="1" stop-color="#5d1520"/></linearGradient></defs>'
        f'<rect width="{WIDTH_PX}" height="{HEIGHT_PX}" fill="#2a1a12"/>'
        '<rect x="14" y="14" width="1172" height="602" rx="26" fill="url(#felt)"/>'
        '<rect x="22" y="22" width="1156" height="586" rx="20" fill="none" stroke="#e3bb6c"'
        ' stroke-opacity=".45" stroke-width="2"/>'
        f'<path d="{_SUITS["s"]}" fill="{_GOLD}" transform="translate(82 74) scale(1.25)"/>'
        f"{words('Cardhouse', 112, 86, 36, fill=_GOLD, anchor='start')}{''.join(parts)}</svg>"
    )


def words(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    fill: str = _IVORY,
    anchor: str = "middle",
    width: float = 0,
) -> str:
    """A line of text; a long one gets smaller and then shorter, so that it is `width` wide.

    `y` is the base line, `width` 0 sets no limit.
    """
    if width:
        text, size = fitted(text, size, width)
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" text-anchor="{anchor}">'
        f"{_spans(text)}</text>"
    )


SHRINK_MIN = 0.7
"""A long text gets this much smaller before it is cut."""


def fitted(text: str, size: float, width: float) -> tuple[str, float]:
    """The text and the size with which it takes at most `width`, by estimated widths."""
    size_then = min(size, max(size * SHRINK_MIN, size * width / (measured(text) * size or 1)))
    if measured(text) * size_then <= width:
        return text, size_then
    kept = text
    while kept and measured(f"{kept}…") * size_then > width:
        kept = cut(kept, len(kept) - 1)
    return f"{kept.rstrip()}…", size_then


def measured(text: str) -> float:
    """About how wide a text is, in units of its size."""
    return sum(map(_wide, text))


def _wide(char: str) -> float:
    if unicodedata.east_asian_width(char) in "WF":
        return 1.0
    if unicodedata.category(char) in ("Mn", "Cf"):
        return 0.0
    if char.isupper():
        return 0.68
    return 0.28 if char in " .,:;'·ijl" else 0.54


def soft(text: str, x: float, y: float, size: float, *, width: float, anchor: str = "end") -> str:
    """A line that says less than the others."""
    return words(text, x, y, size, fill=_SOFT, anchor=anchor, width=width)


def cards_row(codes: Sequence[str], x: float, y: float, width: float, gap: float = 12) -> str:
    """Cards beside each other, with the middle of the row at `x`; `width` of each card."""
    step = width + gap
    left = x - (step * len(codes) - gap) / 2
    return "".join(card(code, left + n * step, y, width) for n, code in enumerate(codes))


def card(code: str, x: float, y: float, width: float) -> str:
    """One card by its code, such as `As`, `Th`, `BJ`, or face down (`??`)."""
    scale = width / 200
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{_face(code)}</g>'


def _face(code: str) -> str:
    if code == HIDDEN:
        return (
            '<rect x="2" y="2" width="196" height="276" rx="20" fill="#fff6e4"/>'
            '<rect x="14" y="14" width="172" height="252" rx="12" fill="url(#back)"/>'
            f'<path d="{_SUITS["s"]}" fill="{_GOLD}" fill-opacity=".75"'
            ' transform="translate(100 140) scale(3)"/>'
        )
    rank, suit = code[0], code[1].lower()
    paper = (
        '<rect x="2" y="2" width="196" height="276" rx="20" fill="#fffdf8" stroke="#b9ae9a"'
        ' stroke-width="3"/>'
    )
    if rank in _JOKERS:
        fill = _JOKERS[rank]
        letters = "".join(
            f'<text x="34" y="{58 + n * 42}" font-size="42" fill="{fill}" text-anchor="middle">'
            f"{letter}</text>"
            for n, letter in enumerate("JOKER")
        )
        return f'{paper}{letters}<path d="{_STAR}" fill="{fill}" {_at(124, 150, 4)}/>'
    fill = _RED if suit in "hd" else _BLACK
    shape = _SUITS[suit]
    figure = "10" if rank == "T" else rank
    size, at = (88, 56) if rank == "T" else (100, 48)
    return (
        f'{paper}<text x="{at}" y="92" font-size="{size}" fill="{fill}" text-anchor="middle">'
        f'{figure}</text><path d="{shape}" fill="{fill}" {_at(48, 142, 1.8)}/>'
        f'<path d="{shape}" fill="{fill}" {_at(130, 206, 3.4)}/>'
    )


def _at(x: float, y: float, scale: float) -> str:
    return f'transform="translate({x:g} {y:g}) scale({scale:g})"'


_DISCS = ("#b4533c", "#3c6fb4", "#7b4fa3", "#a8802b", "#2f8f83", "#a33f6f")


def person(name: str, number: int, x: float, y: float, radius: float) -> str:
    """A disc with the first letter of a name; `number` chooses its colour."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{_DISCS[number % len(_DISCS)]}"'
        f' stroke="{_GOLD}" stroke-width="3"/>'
        f"{words(first(name).upper(), x, y + radius * 0.36, radius)}"
    )


def vacant(x: float, y: float, radius: float) -> str:
    """An empty seat."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="#000" fill-opacity=".18"'
        f' stroke="{_SOFT}" stroke-opacity=".6" stroke-width="3" stroke-dasharray="9 8"/>'
    )


def oval(x: float, y: float, across: float, up: float) -> str:
    """The rim of a table, by half its width and half its height."""
    return (
        f'<ellipse cx="{x:g}" cy="{y:g}" rx="{across:g}" ry="{up:g}" fill="#14563f"'
        ' stroke="#4a2f20" stroke-width="22"/>'
        f'<ellipse cx="{x:g}" cy="{y:g}" rx="{across - 22:g}" ry="{up - 22:g}" fill="none"'
        f' stroke="{_GOLD}" stroke-opacity=".35" stroke-width="2"/>'
    )


def fan(codes: Iterable[str], x: float, y: float, width: float, *, spread: float = 11) -> str:
    """Cards like in a hand, turned round a point below them."""
    held = list(codes)
    drawn = []
    for n, code in enumerate(held):
        turn = (n - (len(held) - 1) / 2) * spread
        placed = card(code, x - width / 2, y, width)
        drawn.append(f'<g transform="rotate({turn:g} {x:g} {y + width * 2.6:g})">{placed}</g>')
    return "".join(drawn)
