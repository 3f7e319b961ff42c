"""Texts of users in pages and e-mails."""

from django import template

from core import bidi

register = template.Library()
register.filter("isolated", bidi.isolated)
