"""Parsing ``Accept`` headers: weighted lists of names (RFC 9110, section 12.4.2)."""

from __future__ import annotations

#: Number of characters that are read; browsers send about two hundred.
_READ = 1_000


def weights(header: str) -> dict[str, float]:
    """Names of a list such as ``gzip;q=0.5, br`` with their weights, 0 to 1."""
    found: dict[str, float] = {}
    for part in header[:_READ].lower().split(","):
        name, *parameters = (text.strip() for text in part.split(";"))
        weight = 1.0
        for parameter in parameters:
            key, _, value = parameter.partition("=")
            if key.strip() == "q":
                try:
                    weight = float(value)
                except ValueError:
                    weight = 0.0
        if name:
            found[name] = weight
    return found


def prefers_markdown(header: str) -> bool:
    """Whether a client explicitly asks for Markdown, and prefers it to HTML.

    Browsers never do: their wildcard is not a preference for it.
    """
    found = weights(header)
    html = max(found.get("text/html", 0.0), found.get("application/xhtml+xml", 0.0))
    markdown = found.get("text/markdown", 0.0)
    # With equal weights, the first one wins.
    names = [name for name in found if name in ("text/html", "text/markdown")]
    return markdown > html or (0 < markdown == html and names[0] == "text/markdown")
