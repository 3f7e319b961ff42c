"""Hindi: groups of two digits above the thousands, `12,34,567`."""

SHORT_DATE_FORMAT = "j M Y"
DATETIME_FORMAT = "j F Y, H:i"
TIME_FORMAT = "H:i"
YEAR_MONTH_FORMAT = "F Y"
NUMBER_GROUPING = (3, 2, 0)
