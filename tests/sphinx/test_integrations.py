"""``integrations`` of docs.json, in built pages."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bs4 import BeautifulSoup

from sphinx_navapi.server.content_policy import page_policy

GA4 = {"ga4": {"measurementId": "G-ABC1234567"}}
SCRIPT = "_navapi/integrations.js"


@pytest.fixture
def site(project):
    def change(integrations: object = None, **settings: Any) -> None:
        if integrations is not None:
            settings["integrations"] = integrations
        navigation = {"pages": ["index", "deep/page"]}
        project.write({"docs.json": {"navigation": navigation, **settings}})

    project.conf["html_theme"] = "navapi"
    project.write({"index.md": "# Home\n", "deep/page.md": "# Page\n"})
    project.change = change
    return project


def element(built: Any, name: str = "index.html") -> Any:
    [found] = BeautifulSoup(built.text(name), "html.parser").select("#navapi-integrations")
    return found


def services(built: Any, name: str = "index.html") -> Any:
    return json.loads(element(built, name)["data-services"])


@pytest.mark.parametrize("theme", ["navapi", "alabaster", "furo"])
def test_each_page_is_reported_what_to_load(site, theme: str) -> None:
    site.conf["html_theme"] = theme
    site.change(GA4)
    built = site.build()
    assert built.warnings == []
    for name, src in (("index.html", SCRIPT), ("deep/page.html", f"../{SCRIPT}"),
                      ("search.html", SCRIPT), ("404.html", SCRIPT)):  # fmt: skip
        if not (built.out / name).exists():
            continue
        found = element(built, name)
        assert found["src"].endswith(src), name
        assert "defer" in found.attrs
        assert services(built, name) == GA4
        assert "data-consent" not in found.attrs
    assert (built.out / SCRIPT).exists()


def test_a_page_that_leads_on_is_not_a_visit(site) -> None:
    navigation = {"pages": ["deep/page"]}
    site.write({"index.md": None, "docs.json": {"integrations": GA4, "navigation": navigation}})
    built = site.build()
    assert "http-equiv" in built.text("index.html")
    assert "navapi-integrations" not in built.text("index.html")
    assert services(built, "deep/page.html") == GA4


@pytest.mark.parametrize("none", [{}, {"cookies": {"key": "agreed", "value": "yes"}},
                                  {"telemetry": {"enabled": True}}])  # fmt: skip
def test_sites_that_name_none_are_as_without_the_key(site, none: dict[str, Any]) -> None:
    site.change()
    before = site.build().text("index.html")
    site.change(none)
    built = site.build()
    assert built.warnings == []
    assert built.text("index.html") == before
    assert not (built.out / SCRIPT).exists()


def test_what_is_no_longer_named_is_gone(site) -> None:
    site.change()
    before = site.build().text("index.html")
    site.change(GA4)
    assert site.build().written == ["deep/page", "index"]
    site.change()
    again = site.build()
    assert again.text("index.html") == before
    assert not (again.out / SCRIPT).exists()


@pytest.mark.parametrize(
    ("name", "value", "form"),
    [
        ("ga4", {"measurementId": "UA-1234-5"}, 'a measurement id such as "G-'),
        ("gtm", {"tagId": "G-ABC1234567"}, 'a container id such as "GTM-'),
        ("posthog", {"apiKey": "phx_0123456789"}, 'such as "phc_'),
        ("posthog", {"apiKey": "phc_01234567", "apiHost": "http://a.example"}, "an https address"),
        ("plausible", {"domain": "a.example", "server": "https://a.example/x"}, "an https origin"),
        ("hotjar", {"hjid": "12 45", "hjsv": 6}, "a site id"),
        ("intercom", {"appId": "abc"}, "an app id"),
        ("logrocket", {"appId": "project"}, '"team/project"'),
        ("adobe", {"launchUrl": "http://assets.adobedtm.com/a.js"}, "an https URL"),
        ("osano", "https://cmp.osano.com/a b.js", "an https URL"),
        ("segment", {"key": "a'/..//b"}, "a write key"),
    ],
)
def test_a_value_of_the_wrong_form_is_reported_once(site, name: str, value: Any, form: str) -> None:
    site.change({name: value, **GA4} if name != "ga4" else {name: value})
    built = site.build()
    [warning] = built.warnings
    assert f"integrations.{name}" in warning
    assert form in warning
    assert "docs.json:" in warning
    assert "[navapi.config]" in warning
    if name == "ga4":
        assert "integrations" not in built.text("index.html")
    else:
        # Without its own server, another one would receive data about readers.
        assert services(built) == GA4


def test_a_service_without_its_id_is_not_loaded(site) -> None:
    site.change({"posthog": {"sessionRecording": True}, **GA4})
    built = site.build()
    [warning] = built.warnings
    assert '"apiKey" is missing' in warning
    assert services(built) == GA4


def test_a_service_that_is_not_known_is_reported(site) -> None:
    site.change({"posthogg": {"apiKey": "phc_0123456789"}})
    built = site.build()
    [warning] = built.warnings
    assert 'did you mean "posthog"?' in warning
    assert "phc_" not in built.text("index.html")


@pytest.mark.parametrize(("cookies", "asked"), [({"key": "k", "value": "v"}, ["k", "v"]),
                                                ({"key": "k"}, ["k"])])  # fmt: skip
def test_consent(site, cookies: dict[str, str], asked: list[str]) -> None:
    site.change({**GA4, "cookies": cookies})
    assert json.loads(element(site.build())["data-consent"]) == asked


@pytest.mark.parametrize("cookies", ["agreed", {"value": "yes"}, {"key": 1}])
def test_consent_that_is_not_understood_is_none(site, cookies: object) -> None:
    site.change({**GA4, "cookies": cookies})
    built = site.build()
    [warning] = built.warnings
    assert "integrations.cookies" in warning
    assert "G-ABC" not in built.text("index.html")


def test_chats_as_older_files_name_them(site) -> None:
    site.change({"intercom": "abcd1234", "frontchat": "x"})
    built = site.build()
    [warning] = built.warnings
    assert "integrations.frontchat" in warning
    assert services(built) == {"intercom": {"appId": "abcd1234"}}


def test_scripts_of_others(site) -> None:
    many = [{"src": f"https://cdn.example/{number}.js"} for number in range(25)]
    site.change({"customScripts": [{"src": "https://cdn.example/a.exe"}, *many]})
    built = site.build()
    [warning] = built.warnings
    assert "a.exe" in warning
    assert services(built)["customScripts"] == many


def test_markup_in_a_value_stays_text(site) -> None:
    evil = "</script><script>alert(1)</script>\"' onload='alert(2)"
    site.change({**GA4, "cookies": {"key": evil, "value": evil}})
    built = site.build()
    assert json.loads(element(built)["data-consent"]) == [evil, evil]
    assert "<script>alert" not in built.text("index.html")


def test_telemetry_switches_feedback_off(site) -> None:
    site.change({"telemetry": {"enabled": False}}, feedback=True)
    built = site.build()
    assert built.warnings == []
    assert "navapi-feedback" not in built.text("index.html")


def test_the_server_lets_the_page_load_them_and_nothing_else(site) -> None:
    site.change()
    plain = page_policy(site.build().text("index.html").encode())
    site.change({"plausible": {"domain": "a.example", "server": "stats.a.example"}})
    policy = page_policy(site.build().text("index.html").encode())
    server = "https://stats.a.example"
    # Nothing except the two sources is added.
    assert policy.count(server) == 2
    for directive in ("script-src", "connect-src"):
        [sources] = [part for part in policy.split("; ") if part.startswith(f"{directive} ")]
        assert sources.endswith(f" {server}")
    assert policy.replace(f" {server}", "") == plain
    assert "'unsafe-inline'" not in policy.partition("style-src")[0]


def test_what_has_ended_is_not_loaded(site) -> None:
    site.change({"ga": {"trackingId": "UA-1-1"}, "koala": {"publicApiKey": "pk_1"}})
    built = site.build()
    assert built.warnings == []
    assert "integrations" not in built.text("index.html")


def test_one_page_for_all(site) -> None:
    site.change(GA4)
    built = site.build("singlehtml")
    assert services(built) == GA4
    assert (built.out / SCRIPT).exists()


def test_books_load_nothing(site) -> None:
    site.change(GA4)
    built = site.build("epub")
    assert not any("integrations" in path.name for path in built.out.rglob("*"))
    assert all("G-ABC" not in path.read_text("utf-8") for path in built.out.rglob("*.xhtml"))
