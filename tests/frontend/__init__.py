"""Checks of what a person sees: files without a browser, small modules inside one."""
