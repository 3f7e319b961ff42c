"""Checks of the front end: files without a browser, small modules inside one."""
