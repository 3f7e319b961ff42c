"""Chinese: groups of three digits, `1,234,567`."""

THOUSAND_SEPARATOR = ","
NUMBER_GROUPING = 3
