"""Pictures that messengers show beside a link: drawn as SVG, served as PNG."""
