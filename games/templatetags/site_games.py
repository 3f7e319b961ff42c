"""Template tags for pages that are about no game in particular; they work without a request."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.messages import catalogue
from games.engines.core import registry
from games.hands.page_files import sheet_of, table_script
from games.rulebook.rule_words import RuleWords

register = template.Library()


@register.simple_tag
def first_game() -> str:
    """Return the key of the first game, to which links to "the rules" lead."""
    return registry.first().key


@register.simple_tag
def game_families() -> str:
    """Return the families of games in words: "Rummy, whist and bridge"."""
    named = (RuleWords(game.key).family for game in registry.all_games())
    *others, last = dict.fromkeys(family for family in named if family)
    if not others:
        return last
    words = catalogue()
    listed = words.text("common.list_separator").join(others)
    return words.text("house_rules.families", {"listed": listed, "last": last})


@register.simple_tag
def game_script(key: str, page: str = "") -> str:
    """Return the URL of the script of a game's table page, or of its `text` page."""
    return table_script(key, page)


@register.simple_tag
def game_sheet(key: str) -> SafeString | str:
    """Return the link to a game's style sheet, or nothing for a game without one."""
    sheet = sheet_of(key)
    return format_html('<link rel="stylesheet" href="{}">', static(sheet)) if sheet else ""
