"""English: days are written as in `4 Mar 2026`."""

SHORT_DATE_FORMAT = "j M Y"
