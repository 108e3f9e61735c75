"""The links of docs.json, by the declared types of its values."""

from __future__ import annotations

import pytest

from sphinx_navapi.config.navigation_parser import parse_navigation
from sphinx_navapi.config.written_links import written_links


def links_of(config):
    navigation, _problems = parse_navigation(config.get("navigation", {}))
    return dict(map(reversed, written_links(config, navigation)))


@pytest.mark.parametrize(
    ("settings", "found"),
    [
        ({"navbar": {"links": [{"href": "/a"}, {"href": " b "}]}},
         {"/navbar/links/0/href": "/a", "/navbar/links/1/href": "b"}),
        ({"navbar": {"primary": {"type": "button", "href": "/a"}}}, {"/navbar/primary/href": "/a"}),
        ({"footer": {"socials": {"x/y": "https://x.example"}}},
         {"/footer/socials/x~1y": "https://x.example"}),
        ({"footer": {"links": [{"items": [{"label": "L", "href": "/a"}]}]}},
         {"/footer/links/0/items/0/href": "/a"}),
        ({"footer": {"notice": "[n](/a)"}}, {"/footer/notice": "/a"}),
        ({"banner": {"content": "`[c](/no)` [b](/a)"}}, {"/banner/content": "/a"}),
        ({"logo": {"light": "/logo.svg", "href": "/a"}}, {"/logo/href": "/a"}),
        ({"topbarLinks": [{"name": "N", "url": "/a"}]}, {"/topbarLinks/0/url": "/a"}),
        ({"contextual": {"options": ["copy", {"title": "T", "href": "/a"}]}},
         {"/contextual/options/1/href": "/a"}),
        # Filled in for each page.
        ({"contextual": {"options": [{"title": "T", "href": "https://x.example?q=$page"}]}}, {}),
        # For programs, not for readers.
        ({"feedback": {"post": "/answers"}, "seo": {"organization": {"logo": "/logo.svg"}}}, {}),
        # Not shown: a required key is missing, another type, or a scheme that is not allowed.
        ({"navbar": {"links": [{"href": 1}, {"href": "javascript:a"}, "x"]}, "logo": "/l.svg",
          "footer": {"links": [{"items": [{"href": "/a"}]}]}}, {}),
    ],
)  # fmt: skip
def test_links_of_settings(settings, found):
    assert links_of(settings) == found


def test_links_of_the_navigation():
    tabs = [
        {"tab": "A", "href": "/a"},
        {"tab": "B", "href": "/ignored", "pages": ["index"]},
        {"tab": "C", "menu": [{"item": "D", "href": "/d"}]},
    ]
    anchors = [{"anchor": "G", "href": "https://g.example"}, {"anchor": "H", "href": "/ignored"}]
    found = links_of({"navigation": {"tabs": tabs, "global": {"anchors": anchors}}})
    assert found == {
        "/navigation/tabs/0/href": "/a",
        "/navigation/tabs/2/menu/0/href": "/d",
        "/navigation/global/anchors/0/href": "https://g.example",
    }
