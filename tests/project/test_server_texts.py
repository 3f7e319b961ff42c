"""The server says nothing in words of its own: what people read is a message or marked for gettext.

Engines, templates and scripts have tests of their own. Written in English by decision are the staff
pages, the documents of the API, log lines, and the formats of files.
"""

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

from tests.support.cases import for_each

ROOT = Path(__file__).parents[2]
APPS = ("accounts", "config", "core", "games", "lobby")

FOR_OTHERS = {
    "*/admin.py": "staff",
    "*/admin/*": "staff",
    "*/migrations/*": "staff",
    "*/staff_actions.py": "staff",
    "accounts/people/queries/sign_ins.py": "staff",
    "core/staff/*": "staff",
    "core/word_filter/actions.py": "staff",
    "lobby/moderation/actions/gathered_chips.py": "staff, in a case of the house",
    "lobby/moderation/detection/*": "staff, in a case of the house",
    "*/audit*.py": "staff and operators",
    "core/audit/*": "staff and operators",
    "*/management/*": "operators",
    "*/tasks.py": "operators",
    "*/metrics.py": "operators",
    "lobby/tables/ws/command_timing.py": "operators: a metric",
    "*/fair_keys.py": "operators",
    "config/checks.py": "operators",
    "config/cluster/*": "operators",
    "config/database/*": "operators",
    "config/embedded/*": "operators",
    "config/processes/telemetry.py": "operators",
    "config/processes/turn.py": "operators",
    "config/settings/*": "operators",
    "config/web/request_log.py": "operators",
    "core/periodic_tasks/*": "operators",
    "core/runtime/*": "operators",
    "*/wire.py": "developers, in the documents of the API",
    "config/api/*": "developers, in the documents of the API",
    "core/http/openapi.py": "developers, in the documents of the API",
    "core/http/scopes.py": "developers, in the documents of the API",
    "games/hands/proof_shapes.py": "developers, in the documents of the API",
    "games/wire/*": "developers, in the documents of the API",
    "lobby/tables/ws/document.py": "developers, in the documents of the API",
    "lobby/tables/ws/typescript.py": "developers",
    "core/messages/*": "translators",
    "games/rulebook/book.py": "translators: what readers get is in docs/rules",
    "games/rulebook/prose.py": "translators: what readers get is in docs/rules",
    "games/fair/*": "people who check proofs",
    "games/records/button.py": "people who check records",
    "games/records/check.py": "people who check records",
    "games/records/record.py": "people who check records",
    "games/records/holdem_*.py": "poker programs",
    "games/odds/report.py": "spreadsheets",
    "accounts/people/names/*": "nobody: parts of names, and what names are compared with",
    "games/arena/*": "operators",
    "games/bots/*": "nobody: names of hands",
    "games/pictures/drawing.py": "nobody: SVG",
    "games/engines/*": "nobody: see test_engine_words",
}
"""Modules without words for players, each with the readers of theirs."""
ALLOWED = {
    "accounts/alerts/web_push.py": ("vapid t={}.{}, k={}",),  # a header
    "accounts/people/log_in/limits.py": ("device {}", "network {}"),  # keys of counters
    "accounts/sanctions/code_of_conduct.py": ("{} Usually: {}",),  # a form of staff
    "config/web/middleware.py": (" ws://{}", "default-src "),  # a header
    "config/web/status.py": ("Accept-Language, Cookie",),  # a header
    "config/web/well_known.py": (  # files for crawlers
        *("Sitemap: {}", "Contact: {}", "Expires: {}", "Preferred-Languages: en"),
        "Canonical: {}",
    ),
    "games/designer/api/odds.py": ("All hands ",),  # documents of the API
    "games/rulebook/teen_patti.py": ("As Kd Qh", "2h As Kd", "Kc Qd Js"),  # cards
    "games/odds/search.py": ("two three ", "twos threes "),  # what people type
    "lobby/moderation/actions/void.py": ("void {}",),  # a code and a number
    "lobby/tables/play/bot_workers.py": ("strong bots",),  # the name of a thread
}
"""Texts of other modules that are no words for players, by how they begin."""

SENTENCE = re.compile(
    r"[A-Za-z]{2,}(?:['’]s)?[,:;.!?]? (?:[A-Za-z]|\{)"  # two words, or a word and a value
    r"|\}(?:['’]s)?[,:;.!?]? [A-Za-z]{2,}|[A-Za-z]{2,}[,:;.!?]? %[(sd]|%\(\w+\)s [A-Za-z]{2,}"
    r"|^[A-Z][a-z]+[.!?…]$"
)
FOR_MACHINES = re.compile(
    r"\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|FROM|WHERE|AND|ELSE|LOCK TABLE|RAISE EXCEPTION)\b"
    r"|[a-z] = '"
    r"|^<link "
    r"|charset=|filename=|max-age=|no-store|no-cache"
)
"""SQL, HTML and headers."""
MARKED = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext"}
FOR_PROGRAMMERS = {
    *("AssertionError", "KeyError", "LookupError", "NotImplementedError", "PermissionError"),
    *("RuntimeError", "TimeoutError", "TypeError", "ValkeyUnavailable", "ValueError", "compile"),
}
FOR_DOCUMENTS = {"Meta", "OpenApiExample", "OpenApiParameter", "OpenApiResponse", "extend_schema"}
LOGS = {"log", "_log", "logging"}
NAMES = {"CHAPTER", "__doc__", "description", "example", "help_text"}
NAMES |= {"verbose_name", "verbose_name_plural"}
"""What the staff pages and the API's documents call a thing or say about it."""
CHOICES = {"Enum", "IntegerChoices", "TextChoices"}
"""Their labels are for staff and programmers; those that players read are marked."""


def texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each literal in a module that is in words."""
    nodes = list(ast.walk(ast.parse(source)))
    passed: set[int] = set()
    for node in nodes:
        for part in without_words(node):
            passed |= {id(inner) for inner in ast.walk(part)}
    for node in nodes:
        text = written(node)
        if id(node) not in passed and SENTENCE.search(text) and not FOR_MACHINES.search(text):
            yield node.lineno, text


def written(node: ast.AST) -> str:
    """The text of a literal, with `{}` for each value of an f-string; "" for other nodes."""
    if isinstance(node, ast.JoinedStr):
        return "".join(written(part) or "{}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def without_words(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what belongs to a node and is marked, or is no text for players."""
    match node:
        case ast.Expr(ast.Constant()) | ast.Assert():  # a docstring, or for programmers
            yield node
        case ast.JoinedStr():
            yield from (part for part in node.values if isinstance(part, ast.Constant))
        case ast.Dict():
            yield from (key for key in node.keys if key is not None)
        case ast.keyword() if node.arg in NAMES:
            yield node
        case ast.Assign() | ast.AnnAssign() if NAMES & set(map(name_of, targets(node))):
            yield node
        case ast.Call() if is_for_programmers(node):
            yield node
        case ast.FunctionDef(name="__repr__"):
            yield node
        case ast.ClassDef():
            yield from of_class(node)


def of_class(node: ast.ClassDef) -> Iterator[ast.AST]:
    """Yield the labels of choices, and the name that a row has for staff."""
    bases = set(map(name_of, node.bases))
    for part in node.body:
        if bases & CHOICES and isinstance(part, ast.Assign):
            yield part
        if "Model" in bases and isinstance(part, ast.FunctionDef) and part.name == "__str__":
            yield part


def targets(node: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    return node.targets if isinstance(node, ast.Assign) else [node.target]


def is_for_programmers(call: ast.Call) -> bool:
    of = name_of(call.func.value) if isinstance(call.func, ast.Attribute) else ""
    return of in LOGS or name_of(call.func) in MARKED | FOR_PROGRAMMERS | FOR_DOCUMENTS


def name_of(node: ast.AST) -> str:
    """The last part of a name: `Model` of `models.Model`."""
    return str(getattr(node, "id", getattr(node, "attr", "")))


def modules() -> dict[str, Path]:
    """The modules that may say something to players."""
    files = [file for app in APPS for file in (ROOT / app).rglob("*.py")]
    named = {str(file.relative_to(ROOT)): file for file in files}
    return {
        name: file
        for name, file in named.items()
        if not any(fnmatch(name, pattern) for pattern in FOR_OTHERS)
    }


def test_the_server_has_no_words_of_its_own() -> None:
    found = {
        name: [
            f"{line}: {text}"
            for line, text in texts(file.read_text("utf-8"))
            if not text.startswith(ALLOWED.get(name, ()))
        ]
        for name, file in modules().items()
    }
    assert len(found) > 300
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_every_exception_is_needed() -> None:
    """A module or a text that is gone, or has become a message, leaves the lists."""
    files = [str(file.relative_to(ROOT)) for app in APPS for file in (ROOT / app).rglob("*.py")]
    for pattern in FOR_OTHERS:
        covered = [name for name in files if fnmatch(name, pattern)]
        assert any(any(texts((ROOT / name).read_text("utf-8"))) for name in covered), pattern
    for name, beginnings in ALLOWED.items():
        said = [text for _line, text in texts((ROOT / name).read_text("utf-8"))]
        for beginning in beginnings:
            assert any(text.startswith(beginning) for text in said), (name, beginning)


@for_each(
    "source",
    [
        "def page(): return 'There is no such page.'",
        "def page(): return 'Saved.'",
        "raise Http404('There is no such game.')",
        "raise forms.ValidationError('This name is taken')",
        "messages.error(request, 'Your table is closed')",
        "name = f'Hand {hand.number}'",
        'name = f"{host.name}\'s table"',
        "text = f'{count} chips'",
        "text = 'You have {} chips'.format(count)",
        "text = 'Player %s' % number",
        "text = 'Bring ' + str(least) + ' chips or more'",
        "def refuse(code, text='That is not possible'): ...",
        "send(subject='Confirm your address')",
        "ERRORS = {'closed': 'This account is closed.'}",
        "class Form:\n    label = 'Name of the table'",
        "class Refused(Exception):\n    def __str__(self): return 'You may not do that.'",
        "ENDS = ['today', 'in a week']",
    ],
)
def test_each_kind_of_text_is_found(source: str) -> None:
    assert list(texts(source))


@for_each(
    "source",
    [
        '"""A module of some words."""',
        "def page():\n    'Return the page.'",
        "text = _('There is no such page.')",
        "text = gettext('%(name)s is here') % {'name': name}",
        "raise Http404(sentence('NOT_FOUND', case='hand'))",
        "raise ValueError('not a whole number')",
        "log.warning('a page took %s seconds', seconds)",
        "note = models.TextField(help_text='shown to the user')",
        "SQL = 'SELECT id FROM games_hand'",
        "words = {'Current Password': _('Current password')}",
        "class Kind(models.TextChoices):\n    BOT = 'bot', 'a registered bot'",
        "class Hand(models.Model):\n    def __str__(self): return f'hand {self.number}'",
        "name = f'{game}-{number}.json'",
    ],
)
def test_a_text_for_others_is_not_found(source: str) -> None:
    assert list(texts(source)) == []
