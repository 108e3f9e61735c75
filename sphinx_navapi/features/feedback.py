"""The question "Was this page helpful?", if ``feedback`` of ``docs.json`` enables it."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.html.output import add_page_part

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.doctree.text_links import TextLinks
    from sphinx_navapi.html.page_contexts import PageContexts
    from sphinx_navapi.locale.interface import InterfaceWords
    from sphinx_navapi.project.site import Site


def setup(app: Sphinx, site: Site) -> None:
    """Ask at the end of each page."""

    def write(contexts: PageContexts, docname: str) -> str:
        uri, words = app.builder.get_target_uri(docname), site.words(docname)
        return feedback_html(site.plan.settings, docname, uri, contexts.site_links, words)

    add_page_part(app, "navapi_feedback", write, assets="navapi-feedback")


def feedback_html(
    settings: Mapping[str, Any], docname: str, uri: str, links: TextLinks, words: InterfaceWords
) -> str:
    """The question for the page *docname*, ``""`` if disabled.

    :param uri: of the page. Answers are only sent if the site sets an address.
    """
    value = settings.get("feedback")
    options = as_mapping(value)
    if value is not True and options.get("thumbsRating") is not True:
        return ""
    telemetry = as_mapping(as_mapping(settings.get("integrations")).get("telemetry"))
    if telemetry.get("enabled") is False:
        return ""
    data = {
        "page": docname,
        "thanks": words("Thank you."),
        "failed": words("Your answer could not be sent."),
    }
    post = options.get("post")
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
