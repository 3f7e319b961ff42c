"""Settings: `base` is shared; `local`, `test` and `production` say where the services are.

`tools` has no services at all; type checkers and linters import it.
"""
