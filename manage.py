#!/usr/bin/env python
"""Django's command line for this project. `manage.py up` runs everything."""

import gc
import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    # What is imported stays: to look for garbage in it takes a sixth of the start. The config app
    # switches the collector on again when all apps are loaded.
    gc.disable()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    execute_from_command_line(sys.argv)
