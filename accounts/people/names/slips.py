"""Slips of the pen: texts that differ by one letter."""


def is_one_slip(one: str, other: str) -> bool:
    """Whether one text becomes the other by one letter more, less or changed, or two swapped."""
    if abs(len(one) - len(other)) > 1:
        return False
    if len(one) != len(other):
        longer, shorter = sorted((one, other), key=len, reverse=True)
        return any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)))
    differ = [at for at in range(len(one)) if one[at] != other[at]]
    if len(differ) == 2:
        first, second = differ
        swapped = one[first] == other[second] and one[second] == other[first]
        return swapped and second == first + 1
    return len(differ) == 1
