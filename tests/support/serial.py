"""Numbers that make names unique; random ones would sometimes collide or spell a word."""

from itertools import count

SERIAL = count(1)
