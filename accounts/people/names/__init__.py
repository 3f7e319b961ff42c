"""Names: which ones users may have, which look the same, and friendly ones for guests."""
