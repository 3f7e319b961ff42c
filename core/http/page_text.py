"""The text of a page for apps: its sections as Markdown, made from the page itself.

An app thus shows the words of the page. A section of the page is a
`<section>` with a heading of the second level.
"""

import re
from typing import Annotated, Any

from bs4 import BeautifulSoup, Tag
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.template.loader import render_to_string
from markdownify import MarkdownConverter
from msgspec import Meta

from core.wire import Shape


class PageSection(Shape):
    """A section of a page."""

    id: Annotated[str, Meta(description="the section's anchor on the page")]
    title: str
    text: Annotated[str, Meta(description="Markdown; tables as in GitHub's dialect")]


class PageText(Shape):
    """The text of a page."""

    title: str
    lead: str
    sections: list[PageSection]


_INLINE = ["b", "kbd", "span", "ch-cards"]


class _Markdown(MarkdownConverter):
    """Markdown without drawings: of each its title is left, in which it is told."""

    def convert_svg(self, el: Tag, text: str, parent_tags: Any) -> str:
        title = el.find("title")
        return f"\n\n{title.get_text(' ', strip=True)}\n\n" if title else ""


def page_text(request: HttpRequest, template: str, context: dict[str, Any]) -> PageText:
    """The text of a page as a visitor would get it, in the language of this request."""
    context = {**context, "user": AnonymousUser()}
    soup = BeautifulSoup(render_to_string(template, context, request=request), "html.parser")
    head = soup.find("h1")
    lead = head.find_next("p") if head else None
    return PageText(
        title=head.get_text(" ", strip=True) if head else "",
        lead=lead.get_text(" ", strip=True) if lead else "",
        sections=[
            _section(one)
            for one in soup.find_all("section")
            if one.find("h2") and one.find_parent("section") is None
        ],
    )


def _section(section: Tag) -> PageSection:
    head = section.find("h2")
    assert isinstance(head, Tag)
    head.extract()
    for one in section.find_all(_INLINE):
        if isinstance(one.next_sibling, Tag):
            one.insert_after(" ")  # on the page, styles part them
    text = _Markdown(heading_style="ATX", bullets="-").convert_soup(section)
    lines = [line.rstrip() for line in str(text).strip().splitlines()]
    return PageSection(
        id=str(section.get("id") or section.get("aria-labelledby") or ""),
        title=head.get_text(" ", strip=True),
        text=re.sub(r"\n{3,}", "\n\n", "\n".join(lines)),
    )
