"""The text of a component's tag: its title, the name of a field, a tip."""

from __future__ import annotations

import re

from sphinx_navapi.mdx.javascript import code_text
from sphinx_navapi.mdx.pieces import Tag

_SPECIAL = re.compile(r"([\\*\[\]<>{}~$|]|(?<!\w)_|_(?!\w))")
_MARKUP = re.compile(r"<[^<>]*>|\{[^{}]*\}")

_REPOSITORY = re.compile(
    r"(?:https?://(?:www\.)?github\.com/)?([\w-]+/[\w.-]+?)(?:\.git)?/?", re.ASCII | re.IGNORECASE
)

#: Places of a parameter, each an attribute with its name.
_PLACES = ("path", "query", "header", "body", "cookie")

#: What a tag whose content is the text of a link starts with.
LINK = "["

_FIELDS = frozenset({"ParamField", "ResponseField", "Param", "Property"})


def attribute_text(tag: Tag, name: str) -> str | None:
    """The attribute *name* as text on one line, ``None`` if it has none."""
    for attribute in tag.attributes:
        if attribute.name != name:
            continue
        text = attribute.text
        if text is None and attribute.code is not None:
            text = code_text(attribute.code)
            if text is None and attribute.code.lstrip().startswith("<"):
                text = _MARKUP.sub(" ", attribute.code)
        if text and text.strip():
            return " ".join(text.split())
    return None


def has_attribute(tag: Tag, name: str) -> bool:
    """Whether *tag* has the attribute *name* and it is not false."""
    return any(
        attribute.name == name
        and (attribute.code or "").strip() != "false"
        and attribute.text != "false"
        for attribute in tag.attributes
    )


def escape_markdown(text: str) -> str:
    """*text* escaped for Markdown; backticks still mean code."""
    return _SPECIAL.sub(r"\\\1", text)


def opening_text(tag: Tag) -> str:
    """Markdown for the opening tag of a component, ``""`` if it has no text."""
    if tag.name in _FIELDS:
        return _field_text(tag)
    if tag.name == "Tooltip":
        return LINK if attribute_text(tag, "href") and not tag.self_closing else ""
    title = attribute_text(tag, "title") or attribute_text(tag, "label")
    description = attribute_text(tag, "description")
    href = attribute_text(tag, "href")
    if tag.name == "GitHub.Repo":
        title, href = repository(attribute_text(tag, "repo") or "")
    parts = []
    if title:
        text = escape_markdown(title)
        parts.append(f"**{link_text(text, href)}**")
    if description:
        parts.append(escape_markdown(description))
    return " — ".join(parts)


def repository(text: str) -> tuple[str, str]:
    """``owner/name`` and the URL of a repository of GitHub; empty if *text* is neither of them."""
    match = _REPOSITORY.fullmatch(text.strip())
    return (match[1], f"https://github.com/{match[1]}") if match else ("", "")


def kept_tag(tag: Tag) -> str:
    """*tag* with its title and type only, as text."""
    if tag.closing:
        return f"</{tag.name}>"
    kind = attribute_text(tag, "type") or attribute_text(tag, "variant")
    values = (("type", kind), ("title", attribute_text(tag, "title")))
    parts = [f"{name}={_quoted(value)}" for name, value in values if value]
    return f"<{' '.join((tag.name, *parts))}>"


def _quoted(text: str) -> str:
    # Its other entities are as written.
    return '"{}"'.format(text.replace('"', "&quot;"))


def link_text(text: str, href: str | None) -> str:
    """Markdown *text* as a link to *href*, if there is one."""
    if not href:
        return text
    if re.search(r"[\s()<>]", href):
        href = "<{}>".format(re.sub(r"[\s<>]", "", href))
    return f"[{text}]({href})"


def closing_text(tag: Tag) -> str:
    """Markdown for the closing tag of *tag*."""
    if tag.name == "Tooltip":
        link = link_text("", attribute_text(tag, "href")).removeprefix(LINK)
        tip = ": ".join(filter(None, (attribute_text(tag, "headline"), attribute_text(tag, "tip"))))
        return ("" if tag.self_closing else link) + (f" ({escape_markdown(tip)})" if tip else "")
    if caption := attribute_text(tag, "caption"):
        return f"*{escape_markdown(caption)}*"
    return ""


def _field_text(tag: Tag) -> str:
    """``name`` (type, place, required, …) of a parameter or a field."""
    facts = []
    name = attribute_text(tag, "name")
    for place in _PLACES:
        value = attribute_text(tag, place)
        if value and not name:
            name = value
            facts.append(place)
    if kind := attribute_text(tag, "type"):
        facts.insert(0, _code(kind))
    if has_attribute(tag, "required"):
        facts.append("required")
    if has_attribute(tag, "deprecated"):
        facts.append("deprecated")
    default = attribute_text(tag, "default") or attribute_text(tag, "defaultValue")
    if default:
        facts.append(f"default: {_code(default)}")
    if not name:
        return ""
    return f"**{_code(name)}**" + (f" ({', '.join(facts)})" if facts else "")


def _code(text: str) -> str:
    return code_span(text.replace("`", "")) if text.strip("`") else text


def code_span(text: str) -> str:
    """*text* on one line as inline code."""
    text = " ".join(text.split())
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    ticks = "`" * (longest + 1)
    space = " " if text.startswith("`") or text.endswith("`") or not text else ""
    return f"{ticks}{space}{text}{space}{ticks}"
