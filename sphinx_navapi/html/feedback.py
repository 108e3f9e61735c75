"""The question "Was this page helpful?", if ``feedback`` of ``docs.json`` enables it."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any, Final

from sphinx_navapi.formats.lenient import as_mapping

if TYPE_CHECKING:
    from sphinx_navapi.doctree.text_links import TextLinks
    from sphinx_navapi.locale.interface import InterfaceWords

SCRIPT: Final = "navapi-feedback.js"
STYLE: Final = "navapi-feedback.css"


def feedback_html(
    settings: Mapping[str, Any], docname: str, uri: str, links: TextLinks, words: InterfaceWords
) -> str:
    """The question for the page *docname*, ``""`` if disabled.

    :param uri: of the page. Answers are only sent if the site sets an address.
    """
    value = settings.get("feedback")
    asked = as_mapping(value)
    if value is not True and asked.get("thumbsRating") is not True:
        return ""
    telemetry = as_mapping(as_mapping(settings.get("integrations")).get("telemetry"))
    if telemetry.get("enabled") is False:
        return ""
    data = {
        "page": docname,
        "thanks": words("Thank you."),
        "failed": words("Your answer could not be sent."),
    }
    post = asked.get("post")
    if isinstance(post, str):
        data["post"] = links.href(uri, post.strip())
    attributes = "".join(f' data-{name}="{escape(text)}"' for name, text in data.items())
    buttons = "".join(
        f'<button type="button" data-helpful="{helpful}" aria-pressed="false">{escape(word)}'
        "</button>"
        for helpful, word in (("true", words("Yes")), ("false", words("No")))
    )
    return (
        f'<div class="navapi-feedback" role="group" aria-labelledby="navapi-feedback"{attributes}>'
        f'<span id="navapi-feedback">{escape(words("Was this page helpful?"))}</span>{buttons}'
        '<span role="status"></span></div>\n'
    )
