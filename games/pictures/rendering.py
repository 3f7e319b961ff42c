"""From SVG to PNG. Pure, for worker processes: a picture takes about a tenth of a second."""

from resvg_py import svg_to_bytes

from games.pictures.drawing import FONTS

_FILES = sorted(map(str, FONTS.rglob("*.ttf")))


def png_of(svg: str) -> bytes:
    """A picture from `drawing.picture` as PNG."""
    return svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=_FILES)
