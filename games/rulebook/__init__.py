"""The rules pages' content, read from the rule book of each game in `docs/rules/`.

That page of the documentation is the only text of a game's rules: what players read and, under each
chapter, the exact rule with its id (docs/rules/README.md says how it is written). Presets and
options come from the engines. `tests/games/rulebook` checks every figure and every example against
the engines. A game without a book still has a page.
"""
