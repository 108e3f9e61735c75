"""Names and simple icons of the sites that ``footer.socials`` and ``navbar`` name."""

from __future__ import annotations

from sphinx_navapi.html.icons import icon_svg

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

#: Plain shapes on a grid of 24 by 24, drawn with a line of 2 that takes the text's colour.
_SHAPES = {
    "discord": (
        '<path d="M8 5.5C6 6 4.5 7 4.5 7 3 10 2.5 13 2.7 17c1.5 1.2 3 1.8 4.6 2l1-2m7.7-11.5'
        "c2 .5 3.5 1.5 3.5 1.5 1.5 3 2 6 1.8 10-1.5 1.2-3 1.8-4.6 2l-1-2"
        'M8 6c2.7-.7 5.3-.7 8 0M7 16.7c3.3 1 6.7 1 10 0"/>'
        '<path d="M9 12.5v.1m6-.1v.1" stroke-width="3"/>'
    ),
    "facebook": ('<circle cx="12" cy="12" r="9"/><path d="M12.5 21v-9c0-2 1-3 3.5-3M9.5 13h5.5"/>'),
    "instagram": (
        '<rect x="3.5" y="3.5" width="17" height="17" rx="4.5"/>'
        '<circle cx="12" cy="12" r="4"/><path d="M16.8 7.2v.1"/>'
    ),
    "linkedin": (
        '<rect x="3" y="3" width="18" height="18" rx="3"/>'
        '<path d="M7.5 10.5v6m0-9v.1m4 8.9v-6m0 3c0-4 5-4 5 0v3"/>'
    ),
    "reddit": (
        '<ellipse cx="12" cy="14.5" rx="8" ry="5.5"/><path d="M12 9l1-4.5 4 1M9 13.5v.1m6-.1v.1'
        'M9.5 16.8c1.6 1 3.4 1 5 0"/><circle cx="18" cy="5.5" r="1"/>'
    ),
    "x": '<path d="M4 4h4l12 16h-4zM19.5 4l-6.2 6.7M4.5 20l6.2-6.7"/>',
    "youtube": (
        '<rect x="2.5" y="5.5" width="19" height="13" rx="4"/>'
        '<path d="M10.5 9.5v5l4-2.5z" fill="currentColor"/>'
    ),
}

#: Icons of the site's icon set that stand for others.
_ICONS = {
    "earth-americas": "globe",
    "email": "mail",
    "github": "mark-github",
    "podcast": "broadcast",
    "rss": "rss",
    "slack": "hash",
    "telegram": "paper-airplane",
    "website": "globe",
}

_SAME = {"twitter": "x", "x-twitter": "x"}


def social_name(name: str) -> str:
    """The name that readers know a site by: ``linkedin`` is LinkedIn."""
    key = name.strip().lower()
    return _NAMES.get(key) or name.strip().replace("-", " ").replace("_", " ").title()


def social_icon(name: str) -> str:
    """SVG for the site called *name*; empty for those without a simple sign."""
    key = name.strip().lower()
    key = _SAME.get(key, key)
    if key in _ICONS:
        return icon_svg(_ICONS[key])
    if key not in _SHAPES:
        return ""
    return (
        '<svg class="navapi-icon" viewBox="0 0 24 24" width="1em" height="1em" fill="none"'
        ' stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
        f' aria-hidden="true">{_SHAPES[key]}</svg>'
    )
