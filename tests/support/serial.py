"""Numbers that make names unique; drawn ones meet each other, or spell a word, once in a while."""

from itertools import count

SERIAL = count(1)
