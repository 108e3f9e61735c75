"""Tags in a Markdown text, outside of its code, and their counterparts."""

from __future__ import annotations

import re

#: A fence (an unclosed one extends to the end) or a code span, in which tags are not recognized.
CODE = (
    r"(?P<code>^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?P<fence>`{3,}|~{3,}).*?"
    r"(?:^[ \t>]*(?P=fence)[`~]*[ \t]*$|\Z)"
    r"|(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\n).)*?(?<!`)(?P=ticks)(?!`))"
)


def find_tags(pattern: re.Pattern[str], text: str) -> tuple[list[re.Match[str]], dict[int, int]]:
    """The tags that *pattern* finds in *text*, and for opening ones the index of the closing one.

    A closing tag matches the last open one with its name; tags opened since have none.

    :param pattern: `CODE`, or a tag with the groups ``name``, ``closing`` and ``alone``.
    """
    tags = [match for match in pattern.finditer(text) if not match["code"]]
    partners: dict[int, int] = {}
    opened: list[int] = []
    waiting: dict[str, int] = {}
    for index, tag in enumerate(tags):
        name = tag["name"]
        if not tag["closing"]:
            if not tag["alone"]:
                opened.append(index)
                waiting[name] = waiting.get(name, 0) + 1
        elif waiting.get(name):
            while (passed := tags[opened[-1]]["name"]) != name:
                waiting[passed] -= 1
                opened.pop()
            waiting[name] -= 1
            partners[opened.pop()] = index
    return tags, partners
