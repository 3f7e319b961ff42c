"""The messages that the scripts of a page show."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.messages import catalogue

register = template.Library()


@register.simple_tag
def page_messages(page: str, subject: str = "") -> SafeString:
    """Return the link by which `static/js/messages.js` finds the messages of a kind of page.

    They are in the language of the present reader; the kinds are in config/web/message_files.py.
    `subject` is that of the page's game.
    """
    url = later_messages(page, subject)
    return format_html('<link id="messages" rel="preload" href="{}" as="fetch" crossorigin>', url)


@register.simple_tag
def later_messages(page: str, subject: str = "") -> str:
    """Return the URL of such messages for a part of the page that is loaded later."""
    name = f"{page}/{subject}" if subject else page
    return static(f"messages/{catalogue().language}/{name}.json")
