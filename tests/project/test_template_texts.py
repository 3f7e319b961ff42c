"""Every text of a players' page is marked for translation: no letters outside of a message."""

import re
from html.parser import HTMLParser
from pathlib import Path

from tests.support.cases import for_each

ROOT = Path(__file__).parents[2] / "templates"
ENGLISH = ("admin", "api", "drf_spectacular", "staff", "unfold")
"""Folders with pages for staff and developers."""
NAMES = {"Cardhouse", "CSV", "JSON", "PHH", "PokerStars"}
"""The site's name and those of formats."""
ATTRIBUTES = {"alt", "aria-description", "aria-label", "label", "placeholder", "title"}
CONTENT = re.compile("description|(?:og|twitter):(?:title|description|image:alt)")
"""The names of `<meta>` whose content is read."""
NOT_SAID = ("code", "kbd", "script", "style")
WORD = re.compile(r"[^\W\d_]{2,}")
UNSEEN = re.compile(
    r"{#.*?#}|{% comment.*?endcomment %}|{% blocktranslate\b.*?endblocktranslate %}"
    r"|{% block body_class %}.*?{% endblock %}|\b\w+\.json\b",
    re.DOTALL,
)
TAG = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
TEXT_OF_FILTER = re.compile(r"\|(?:add|default|default_if_none|pluralize|yesno):([\"'])(.*?)\1")
TRANSLATED = r"{% translate (?:\"([^\"]*)\"|'([^']*)') %}"
GOES_ON = re.compile(TRANSLATED + r" *(?:<(?:a|b|code|time)\b|{{)")
"""A message with a link or value behind it that belongs inside, if it is no sentence or label."""
WENT_ON = re.compile(r"(?:</(?:a|b|code|time)>|}}),? *" + TRANSLATED)
"""A message that goes on behind a link or a value, unless it is a sentence of its own."""


class _Texts(HTMLParser):
    """Collects the texts and attributes that people see or hear."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in NOT_SAID:
            self.inside.append(tag)
        known = dict(attrs)
        meta = known.get("name") or known.get("property") or ""
        read = ATTRIBUTES | ({"content"} if CONTENT.fullmatch(meta) else set())
        self.found += [value or "" for name, value in attrs if name in read]

    def handle_endtag(self, tag: str) -> None:
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.found.append(data)


def unmarked(source: str) -> list[str]:
    """The texts of a template that no translator gets, or gets in pieces."""
    seen = UNSEEN.sub("", source)
    parser = _Texts()
    parser.feed(TAG.sub("\n", seen))
    parser.close()
    texts = [" ".join(line.split()) for text in parser.found for line in text.split("\n")]
    texts += [text for _quote, text in TEXT_OF_FILTER.findall(seen)]
    found = [text for text in texts if set(WORD.findall(text)) - NAMES]
    before = ["".join(texts) for texts in GOES_ON.findall(seen)]
    behind = ["".join(texts) for texts in WENT_ON.findall(seen)]
    found += [text for text in before if text[-1] not in ".:?!…"]
    return found + [text for text in behind if not text[0].isupper()]


def for_players() -> list[Path]:
    """The templates that players see, pages and e-mails."""
    every = (path for path in sorted(ROOT.rglob("*")) if path.suffix in (".html", ".txt"))
    return [path for path in every if path.relative_to(ROOT).parts[0] not in ENGLISH]


def test_every_text_of_a_template_is_marked_whole() -> None:
    found = {
        str(path.relative_to(ROOT)): unmarked(path.read_text("utf-8")) for path in for_players()
    }
    assert {name: texts for name, texts in found.items() if texts} == {}


@for_each(
    "source",
    [
        "<p>Hello</p>",
        "{% if user %}Hello {{ user.name }}{% endif %}",
        '<img src="a.png" alt="A king">',
        '<input placeholder="{{ name }} of a table">',
        '<a href="/" title="Home">{{ home }}</a>',
        "{% block title %}Lobby · Cardhouse{% endblock %}",
        '<meta name="description" content="{% block description %}A card room{% endblock %}">',
        '<meta property="og:title" content="A card room">',
        "{{ hands }} hand{{ hands|pluralize:'es' }}",
        '{{ name|default:"Nobody" }}',
        '{% translate "We agree to the" %} <a href="/">{{ rules }}</a>',
        "{% translate 'joined' %} {{ day }}",
        '<a href="/">{{ one }}</a> {% translate "or" %} <a href="/">{{ other }}</a>',
        "<svg><title>A chart</title></svg>",
    ],
)
def test_an_unmarked_text_is_found(source: str) -> None:
    assert unmarked(source)


@for_each(
    "source",
    [
        '<p class="soft" id="one">{% translate "Hello" %}</p>',
        "{% blocktranslate with n=1 %}By <b>{{ n }}</b>{% endblocktranslate %}",
        "{# A note. #}<code>manage.py up</code><script>const a = 1;</script>",
        '<ch-cards codes="As Kd">A♠ K♦</ch-cards><a href="/">JSON</a>',
        '<meta name="viewport" content="width=device-width">',
        '{% translate "Ties:" %} <b>{{ ties }}</b>',
        '{% translate "Nothing to buy." %} <a href="/">{% translate "Sign up" %}</a>',
    ],
)
def test_a_marked_text_is_none(source: str) -> None:
    assert unmarked(source) == []
