"""The text that describes a page without a description."""

from __future__ import annotations

import pytest
from docutils.core import publish_doctree

from sphinx_navapi.html.head_meta import first_paragraph

TITLE = "Title\n=====\n\n"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        pytest.param("Words *of* the\n``page``.\n\nMore.", "Words of the page.", id="paragraph"),
        pytest.param(f"{TITLE}Words.", "Words.", id="title"),
        pytest.param(f"{TITLE}Part\n----\n\nWords.", "Words.", id="section"),
        pytest.param(f"{TITLE}.. note:: Not this.\n\nWords.", "Words.", id="note"),
        pytest.param(f"{TITLE}- Not this.\n\nWords.", "Words.", id="list"),
        pytest.param(f"{TITLE}> Not this.\n\n  Nor this.\n\nWords.", "> Not this.", id="markdown"),
        pytest.param(f"{TITLE}=====  =\nNot    1\n=====  =\n\nWords.", "Words.", id="table"),
        pytest.param(f"{TITLE}|picture|\n\nWords.\n\n.. |picture| image:: a.png\n   :alt: Not",
                     "Words.", id="picture"),
        pytest.param(f"{TITLE}A :math:`x^2` b, |raw|.\n\n.. role:: html(raw)\n   :format: html\n\n"
                     ".. |raw| replace:: :html:`<b>`", "A b, .", id="inline"),
        pytest.param(f"{TITLE}- Only this.", "", id="nothing"),
        pytest.param("", "", id="empty"),
    ],
)  # fmt: skip
def test_first_paragraph(source: str, text: str) -> None:
    settings = {"report_level": 5, "halt_level": 5, "doctitle_xform": False}
    assert first_paragraph(publish_doctree(source, settings_overrides=settings)) == text
