"""Settings: `base` is shared; `local`, `test` and `production` set the services.

`tools` has no services at all; type checkers and linters import it.
"""
