"""Names and icons of the sites in ``footer.socials`` and ``navbar``."""

from __future__ import annotations

from sphinx_navapi.html.icons import Icons

_NAMES = {
    "bluesky": "Bluesky",
    "discord": "Discord",
    "earth-americas": "Website",
    "email": "E-mail",
    "facebook": "Facebook",
    "github": "GitHub",
    "gitlab": "GitLab",
    "hacker-news": "Hacker News",
    "instagram": "Instagram",
    "linkedin": "LinkedIn",
    "mastodon": "Mastodon",
    "medium": "Medium",
    "npm": "npm",
    "podcast": "Podcast",
    "pypi": "PyPI",
    "reddit": "Reddit",
    "rss": "RSS",
    "slack": "Slack",
    "stack-overflow": "Stack Overflow",
    "telegram": "Telegram",
    "tiktok": "TikTok",
    "twitter": "Twitter",
    "website": "Website",
    "x": "X",
    "x-twitter": "X",
    "youtube": "YouTube",
}

#: Library icons with another name than the site.
_ICONS = {
    "earth-americas": "globe",
    "email": "envelope",
    "twitter": "x-twitter",
    "website": "globe",
    "x": "x-twitter",
}


def social_name(name: str) -> str:
    """The display name of a site: ``linkedin`` is LinkedIn."""
    key = name.strip().lower()
    return _NAMES.get(key) or name.strip().replace("-", " ").replace("_", " ").title()


def social_icon(name: str, icons: Icons) -> str:
    """The logo of the site *name* as SVG; empty if no library has it."""
    key = name.strip().lower().replace("_", "-")
    return icons.draw({"name": _ICONS.get(key, key), "style": "brands"})
