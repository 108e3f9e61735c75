"""Third-party services: what is loaded, with which id, when, and what a policy allows them.

No test accesses another machine: the test answers all requests in the browser.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from full_run import first
from playwright.sync_api import Page, Route
from server_process import developing, running
from settling import settle
from write_files import write_files

from sphinx_navapi.cli import main
from sphinx_navapi.config.integration_settings import SERVICES
from sphinx_navapi.config.value_types import check

#: Service: its value, the script that is loaded, the resulting state of the page (an expression,
#: and the expected value), and where the service sends to.
CASES: dict[str, tuple[Any, str, tuple[str, Any], str]] = {
    "adobe": (
        {"launchUrl": "https://assets.adobedtm.com/0a1b/2c3d/launch-4e5f.min.js"},
        "https://assets.adobedtm.com/0a1b/2c3d/launch-4e5f.min.js",
        ("true", True),
        "https://dpm.demdex.net/id",
    ),
    "amplitude": (
        {"apiKey": "0123456789abcdef0123456789abcdef"},
        "https://cdn.amplitude.com/script/0123456789abcdef0123456789abcdef.js",
        ("called", [["amplitude.init", "0123456789abcdef0123456789abcdef"]]),
        "https://api2.amplitude.com/2/httpapi",
    ),
    "clarity": (
        {"projectId": "abcdefghij"},
        "https://www.clarity.ms/tag/abcdefghij",
        ("typeof clarity", "function"),
        "https://k.clarity.ms/collect",
    ),
    "clearbit": (
        {"publicApiKey": "pk_0123456789abcdef"},
        "https://tag.clearbitscripts.com/v1/pk_0123456789abcdef/tags.js",
        ("true", True),
        "https://app.clearbit.com/v1/p",
    ),
    "fathom": (
        {"siteId": "ABCDEFGH"},
        "https://cdn.usefathom.com/script.js",
        ("document.querySelector('[data-site]').dataset.site", "ABCDEFGH"),
        "https://cdn.usefathom.com/",
    ),
    "frontchat": (
        {"snippetId": "0123456789abcdef"},
        "https://chat-assets.frontapp.com/v1/chat.bundle.js",
        (
            "called",
            [["FrontChat", "init", {"chatId": "0123456789abcdef", "useDefaultLauncher": True}]],
        ),
        "https://chat.frontapp.com/messages",
    ),
    "ga4": (
        {"measurementId": "G-ABC1234567"},
        "https://www.googletagmanager.com/gtag/js?id=G-ABC1234567",
        ("[...dataLayer[1]]", ["config", "G-ABC1234567"]),
        "https://region1.google-analytics.com/g/collect",
    ),
    "gtm": (
        {"tagId": "GTM-ABC1234"},
        "https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234",
        ("dataLayer[0].event", "gtm.js"),
        "https://www.googletagmanager.com/a",
    ),
    "heap": (
        {"appId": 1234567890},
        "https://cdn.heapanalytics.com/js/heap-1234567890.js",
        ("heap.appid", "1234567890"),
        "https://heapanalytics.com/h",
    ),
    "hightouch": (
        {"writeKey": "0123456789abcdef", "apiHost": "eu.events.example"},
        "https://cdn.hightouch-events.com/browser/release/v1-latest/events.min.js",
        (
            "[htevents._writeKey, htevents._loadOptions.apiHost, [...htevents]]",
            ["0123456789abcdef", "eu.events.example", [["page"]]],
        ),
        "https://eu.events.example/v1/p",
    ),
    "hotjar": (
        {"hjid": "1234567", "hjsv": "6"},
        "https://static.hotjar.com/c/hotjar-1234567.js?sv=6",
        ("_hjSettings", {"hjid": 1234567, "hjsv": 6}),
        "https://content.hotjar.io/",
    ),
    "intercom": (
        {"appId": "rtjkeau6"},
        "https://widget.intercom.io/widget/rtjkeau6",
        ("intercomSettings", {"app_id": "rtjkeau6"}),
        "https://api-iam.intercom.io/messenger/web/ping",
    ),
    "logrocket": (
        {"appId": "team/project"},
        "https://cdn.lgrckt-in.com/LogRocket.min.js",
        ("called", [["LogRocket.init", "team/project"]]),
        "https://r.lgrckt-in.com/i",
    ),
    "mixpanel": (
        {"projectToken": "0123456789abcdef"},
        "https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js",
        ("mixpanel._i", [["0123456789abcdef", {"track_pageview": True}, "mixpanel"]]),
        "https://api-js.mixpanel.com/track/",
    ),
    "pirsch": (
        {"id": "AbCdEfGhIjKlMnOp"},
        "https://api.pirsch.io/pa.js",
        ("document.querySelector('#pianjs').dataset.code", "AbCdEfGhIjKlMnOp"),
        "https://api.pirsch.io/p",
    ),
    "plausible": (
        {"domain": "kaneo.example", "server": "stats.kaneo.example"},
        "https://stats.kaneo.example/js/script.js",
        ("document.querySelector('[data-domain]').dataset.domain", "kaneo.example"),
        "https://stats.kaneo.example/api/event",
    ),
    "posthog": (
        {"apiKey": "phc_0123456789abcdef"},
        "https://us-assets.i.posthog.com/static/array.js",
        (
            "called",
            [
                [
                    "posthog.init",
                    "phc_0123456789abcdef",
                    {
                        "api_host": "https://us.i.posthog.com",
                        "disable_session_recording": True,
                        "person_profiles": "identified_only",
                    },
                ]
            ],
        ),
        "https://us.i.posthog.com/e/",
    ),
    "segment": (
        {"key": "0123456789abcdef"},
        "https://cdn.segment.com/analytics.js/v1/0123456789abcdef/analytics.min.js",
        ("[analytics._writeKey, [...analytics]]", ["0123456789abcdef", [["page"]]]),
        "https://api.segment.io/v1/p",
    ),
}

#: More of the above: a server behind a proxy, and services without a configured server.
MORE: dict[str, tuple[str, Any, str, str]] = {
    "proxy": (
        "posthog",
        {
            "apiKey": "phc_01234567",
            "apiHost": "https://a.example/ingest/",
            "sessionRecording": True,
        },
        "https://a.example/ingest/static/array.js",
        "https://a.example/ingest/e/",
    ),
    "cloud": (
        "plausible",
        {"domain": "kaneo.example"},
        "https://plausible.io/js/script.js",
        "https://plausible.io/api/event",
    ),
    "events": (
        "hightouch",
        {"writeKey": "0123456789abcdef"},
        "https://cdn.hightouch-events.com/browser/release/v1-latest/events.min.js",
        "https://us-east-1.hightouch-events.com/v1/p",
    ),
    "custom": (
        "customScripts",
        [{"src": "https://cdn.example/w.js?a=1", "strategy": "lazyOnload"}],
        "https://cdn.example/w.js?a=1",
        "https://cdn.example/data",
    ),
}

#: Replacement for a service's script: it reports its calls, and sends something.
STUB = """
window.called = [];
const tell = (name) => (...given) => { window.called.push([name, ...given]); };
window.FrontChat = tell("FrontChat");
for (const name of ["amplitude", "LogRocket", "posthog"]) {
  window[name] = { init: tell(name + ".init") };
}
fetch("SEND", { method: "POST", mode: "no-cors", body: "x" }).catch(() => {});
"""
WATCH = """addEventListener("securitypolicyviolation",
  (event) => (window.violations ??= []).push(event.violatedDirective + " " + event.blockedURI))"""


def build(folder: Path, integrations: object) -> Path:
    """A site with one page, without ``conf.py``."""
    files = {
        "docs.json": {"integrations": integrations, "navigation": {"pages": ["index"]}},
        "index.md": "# Home\n",
    }
    source = write_files(folder, files)
    assert main(["build", str(source), str(source / "_out")]) == 0
    return source / "_out"


class Elsewhere:
    """Answers for every other machine, and records the requests."""

    def __init__(self, page: Page, send: str = "") -> None:
        self.asked: list[str] = []
        self._script = STUB.replace("SEND", send) if send else ""
        page.context.route(lambda url: "//127.0.0.1" not in url, self.answer)
        page.add_init_script(WATCH)

    def answer(self, route: Route) -> None:
        request = route.request
        self.asked.append(request.url)
        allowed = {"access-control-allow-origin": "*"}
        if request.resource_type == "script":
            kind = "text/javascript"
            route.fulfill(headers=allowed, content_type=kind, body=self._script)
        else:
            route.fulfill(headers=allowed, body="")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """URL of a site with a page for each of the services, served by `navapi serve`."""
    out = build(tmp_path_factory.mktemp("site"), {"ga4": CASES["ga4"][0]})
    text = (out / "index.html").read_text("utf-8")
    cases = {name: (name, case[0]) for name, case in CASES.items()}
    cases |= {name: case[:2] for name, case in MORE.items()}
    cases["all"] = ("ga4", CASES["ga4"][0])
    for page, (name, value) in cases.items():
        services = {name: value}
        if page == "all":
            services = {each: case[0] for each, case in CASES.items()}
        data = html.escape(json.dumps(services))
        found, count = re.subn(r'data-services="[^"]*"', lambda _m: f'data-services="{data}"', text)  # noqa: B023
        assert count == 1
        (out / f"{page}.html").write_text(found, "utf-8")
    with running("serve", out, "--port", "0") as server:
        yield f"http://127.0.0.1:{server.port}"


def test_each_declared_service_is_tried() -> None:
    assert {service.name for service in SERVICES} == CASES.keys()
    for service in SERVICES:
        # The values have the declared formats.
        assert check(service.type, CASES[service.name][0], "") == (CASES[service.name][0], [])


@pytest.mark.parametrize("name", first(2, CASES))
def test_a_service_is_begun_as_it_documents(served: str, page: Page, name: str) -> None:
    _value, script, (expression, expected), send = CASES[name]
    elsewhere = Elsewhere(page, send)
    with page.expect_request(send):
        page.goto(f"{served}/{name}.html")
    settle(page)
    assert page.evaluate(expression) == expected
    assert elsewhere.asked == [script, send]
    assert page.evaluate("window.violations") is None


@pytest.mark.parametrize("name", MORE)
def test_servers_of_ones_own_and_of_nobody(served: str, page: Page, name: str) -> None:
    _service, _value, script, send = MORE[name]
    elsewhere = Elsewhere(page, send)
    with page.expect_request(send):
        page.goto(f"{served}/{name}.html")
    settle(page)
    assert elsewhere.asked == [script, send]
    assert page.evaluate("window.violations") is None


def test_a_browser_that_is_never_idle_loads_what_waits(served: str, page: Page) -> None:
    _service, _value, script, send = MORE["custom"]
    elsewhere = Elsewhere(page, send)
    page.add_init_script(
        "requestIdleCallback = (task, options) => { if (options?.timeout) setTimeout(task); }"
    )
    with page.expect_request(send):
        page.goto(f"{served}/custom.html")
    settle(page)
    assert elsewhere.asked == [script, send]


def test_the_policy_is_open_for_what_is_named_alone(served: str, page: Page) -> None:
    elsewhere = Elsewhere(page, "https://us.i.posthog.com/e/")
    page.goto(f"{served}/ga4.html")
    settle(page)
    # The sending part is not in the page.
    assert elsewhere.asked == [CASES["ga4"][1]]
    assert page.evaluate("window.violations") == ["connect-src https://us.i.posthog.com/e/"]


def test_all_at_once(served: str, page: Page) -> None:
    elsewhere = Elsewhere(page)
    page.goto(f"{served}/all.html")
    settle(page)
    assert sorted(elsewhere.asked) == sorted(case[1] for case in CASES.values())
    assert page.evaluate("window.violations") is None


def test_nothing_is_asked_for_before_a_reader_agrees(tmp_path: Path, page: Page) -> None:
    out = build(tmp_path, {"ga4": CASES["ga4"][0], "cookies": {"key": "agreed", "value": "yes"}})
    with running("serve", out, "--port", "0") as server:
        elsewhere = Elsewhere(page)
        address = f"http://127.0.0.1:{server.port}/"
        page.goto(address)
        page.evaluate("localStorage.setItem('agreed', 'no')")
        page.locator("h1").click()
        settle(page)
        assert elsewhere.asked == []
        with page.expect_request(CASES["ga4"][1]):
            page.evaluate("addEventListener('click', () => localStorage.setItem('agreed', 'yes'))")
            page.locator("h1").click()
        page.locator("h1").click()
        settle(page)
        # Once, whatever readers click; and immediately on the next page.
        assert elsewhere.asked == [CASES["ga4"][1]]
        with page.expect_request(CASES["ga4"][1]):
            page.reload()
        assert page.evaluate("localStorage.removeItem('agreed')") is None
        page.reload()
        settle(page)
        assert elsewhere.asked == [CASES["ga4"][1]] * 2


def test_another_tab_agrees(tmp_path: Path, page: Page) -> None:
    out = build(tmp_path, {"ga4": CASES["ga4"][0], "cookies": {"key": "agreed"}})
    with running("serve", out, "--port", "0") as server:
        elsewhere = Elsewhere(page)
        page.goto(f"http://127.0.0.1:{server.port}/")
        other = page.context.new_page()
        other.goto(f"http://127.0.0.1:{server.port}/search.html")
        settle(other)
        assert elsewhere.asked == []
        with page.expect_request(CASES["ga4"][1]):
            other.evaluate("localStorage.setItem('agreed', '')")


def test_a_consent_manager_comes_first(tmp_path: Path, page: Page) -> None:
    osano = "https://cmp.osano.com/0a/1b/osano.js"
    out = build(tmp_path, {"osano": osano, "ga4": CASES["ga4"][0], "cookies": {"key": "never"}})
    text = (out / "index.html").read_text("utf-8")
    (out / "free.html").write_text(re.sub(r' data-consent="[^"]*"', "", text), "utf-8")
    with running("serve", out, "--port", "0") as server:
        elsewhere = Elsewhere(page)
        page.goto(f"http://127.0.0.1:{server.port}/")
        settle(page)
        assert elsewhere.asked == [osano]
        page.goto(f"http://127.0.0.1:{server.port}/free.html")
        settle(page)
        assert elsewhere.asked == [osano, osano, CASES["ga4"][1]]
        # Without it, the others are not delayed.
        elsewhere.asked.clear()
        page.context.route(osano, lambda route: route.abort())
        page.goto(f"http://127.0.0.1:{server.port}/free.html")
        settle(page)
        assert elsewhere.asked == []


def test_authors_are_not_visitors(tmp_path: Path, page: Page) -> None:
    files = {
        "docs.json": {
            "integrations": {"ga4": CASES["ga4"][0]},
            "navigation": {"pages": ["index"]},
        },
        "index.md": "# Home\n",
    }
    folder = write_files(tmp_path / "docs", files)
    with developing(folder) as (server, _tab):
        elsewhere = Elsewhere(page)
        page.goto(f"http://127.0.0.1:{server.port}/", wait_until="load")
        # The page is written by `navapi build`; what it loads is empty.
        assert page.locator("#navapi-integrations").count() == 1
        assert page.evaluate("typeof gtag") == "undefined"
        assert elsewhere.asked == []
        script = server.get("/_navapi/integrations.js")
        assert (script.status, script.body) == (200, b"")


def test_a_page_from_the_disk_loads_nothing(tmp_path: Path, page: Page) -> None:
    out = build(tmp_path, {"ga4": CASES["ga4"][0]})
    elsewhere = Elsewhere(page)
    page.goto((out / "index.html").as_uri())
    settle(page)
    assert [url for url in elsewhere.asked if not url.startswith("file:")] == []
