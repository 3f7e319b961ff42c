"""The byte-exact dealing scheme TFAIR2 (docs/fair-dealing.md). Pure; independent of databases."""
