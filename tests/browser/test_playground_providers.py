"""Signing in with one of several providers of a document, of which another is malicious."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playground_site import Form, Site, operation, serve_document
from playwright.sync_api import Page, Route, expect

#: Providers without metadata, which do not announce `iss`.
ORIGINS = {name: f"http://{name}.example" for name in ("honest", "evil")}


METADATA = "/.well-known/openid-configuration"


def make_document(api: str) -> dict[str, Any]:
    schemes = {
        name: {"type": "oauth2", "flows": {"authorizationCode": {
            "authorizationUrl": f"{origin}/authorize", "tokenUrl": f"{origin}/token",
            "scopes": {}}}}
        for name, origin in ORIGINS.items()
    }  # fmt: skip
    url = f"{ORIGINS['evil']}{METADATA}"
    schemes["metadata"] = {"type": "openIdConnect", "openIdConnectUrl": url}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Providers", "version": "1"},
        "servers": [{"url": api}],
        "components": {"securitySchemes": schemes},
        "paths": {
            f"/echo/{name}": {"get": operation(f"With {name}", security=[{name: []}])}
            for name in schemes
        },
    }


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serve_document(tmp_path_factory.mktemp("providers"), make_document, False) as found:
        yield found


class Providers:
    """Both providers. :ivar asked: the code that each token endpoint received."""

    def __init__(self, page: Page, *, tells: bool = False, redirects: bool = False) -> None:
        self.asked: list[tuple[str, str]] = []
        self.tells, self.redirects = tells, redirects
        for name, origin in ORIGINS.items():
            page.route(f"{origin}/**", partial(self.answer, name))

    def answer(self, name: str, route: Route) -> None:
        address = urlsplit(route.request.url)
        query = {key: value for key, [value] in parse_qs(address.query).items()}
        if address.path == "/token":
            form = parse_qs(route.request.post_data or "")
            self.asked.append((name, form["code"][0]))
            route.fulfill(
                status=200,
                headers={"Access-Control-Allow-Origin": "*"},
                body=json.dumps({"access_token": f"token of {name}", "token_type": "Bearer"}),
            )
        elif name == "evil" and self.redirects:
            # As if the reader had chosen the honest provider, which therefore sends the code.
            location = f"{ORIGINS['honest']}/authorize?{urlencode(query)}"
            script = f"<script>location.replace({json.dumps(location)})</script>"
            # Playwright does not route what a response redirects to.
            route.fulfill(status=200, content_type="text/html", body=script)
        else:
            given = {"state": query["state"], "code": f"code of {name}"}
            if self.tells and name == "honest":
                given["iss"] = ORIGINS[name]
            location = f"{query['redirect_uri']}?{urlencode(given)}"
            route.fulfill(status=302, headers={"Location": location})


def sign_in(page: Page, site: Site, name: str) -> Form:
    form = site.open(page, f"With {name}")
    form.root.get_by_text("Get a token", exact=True).click()
    form.field("Client ID").fill("me")
    form.root.get_by_role("button", name="Sign in").click()
    return form


def test_a_code_is_sent_to_the_provider_of_its_own_scheme(page: Page, site: Site) -> None:
    providers = Providers(page)
    for name in ORIGINS:
        form = sign_in(page, site, name)
        expect(form.field("Token")).to_have_value(f"token of {name}")
    assert providers.asked == [(name, f"code of {name}") for name in ORIGINS]


def test_a_provider_gets_no_code_of_one_that_names_itself(page: Page, site: Site) -> None:
    """Even if it announces nothing itself (RFC 9207, 2.4)."""
    providers = Providers(page, tells=True, redirects=True)
    form = sign_in(page, site, "evil")
    wrong = form.root.get_by_text("the response does not belong to the request of this tab")
    expect(wrong).to_be_visible()
    assert providers.asked == []


def test_a_token_of_one_scheme_is_not_sent_with_another(page: Page, site: Site) -> None:
    Providers(page)
    form = sign_in(page, site, "honest")
    expect(form.field("Token")).to_have_value("token of honest")
    site.open(page, "With evil").send()
    assert site.api.last.header("Authorization") is None


def metadata(**changes: Any) -> dict[str, Any]:
    """What the evil provider may say of itself. :param changes: to what is right."""
    origin = ORIGINS["evil"]
    return {
        "issuer": origin,
        "authorization_endpoint": f"{origin}/authorize",
        "token_endpoint": f"{origin}/token",
        **changes,
    }


def tell(page: Page, body: Any, status: int = 200) -> None:
    """Let the evil provider's metadata be *body*."""
    text = body if isinstance(body, str) else json.dumps(body)
    headers = {"Access-Control-Allow-Origin": "*"}
    page.route(
        f"{ORIGINS['evil']}{METADATA}",
        lambda route: route.fulfill(status=status, headers=headers, body=text),
    )


def test_a_provider_that_claims_to_be_another_one_gets_no_code(page: Page, site: Site) -> None:
    """The issuer of metadata is where they are (OpenID Connect Discovery 1.0, 4.3)."""
    providers = Providers(page, tells=True)
    honest = ORIGINS["honest"]
    tell(page, metadata(issuer=honest, authorization_endpoint=f"{honest}/authorize"))
    form = sign_in(page, site, "metadata")
    wrong = form.root.get_by_text("the response does not belong to the request of this tab")
    expect(wrong).to_be_visible()
    assert providers.asked == []


def test_the_provider_of_its_metadata_gets_the_code(page: Page, site: Site) -> None:
    providers = Providers(page)
    tell(page, metadata())
    form = sign_in(page, site, "metadata")
    expect(form.field("Token")).to_have_value("token of evil")
    assert providers.asked == [("evil", "code of evil")]


@pytest.mark.parametrize(
    ("status", "body", "missing"),
    [
        (404, "<!doctype html>", "authorization_endpoint"),
        (200, "null", "authorization_endpoint"),
        (200, metadata(authorization_endpoint={}), "authorization_endpoint"),
        (200, metadata(authorization_endpoint="javascript:alert(1)"), "authorization_endpoint"),
        (200, metadata(token_endpoint="/token"), "token_endpoint"),
    ],
)
def test_metadata_without_an_endpoint(
    page: Page, site: Site, status: int, body: Any, missing: str
) -> None:
    tell(page, body, status)
    form = sign_in(page, site, "metadata")
    expect(form.root.get_by_text(missing)).to_contain_text(str(status))
    assert page.url.startswith(site.url)


def test_a_token_that_is_valid_for_ever(page: Page, site: Site) -> None:
    Providers(page)
    given = {"access_token": "t", "token_type": "Bearer", "expires_in": 1e17}
    page.route(f"{ORIGINS['honest']}/token", lambda route: route.fulfill(
        json=given, headers={"Access-Control-Allow-Origin": "*"}))  # fmt: skip
    form = sign_in(page, site, "honest")
    expect(form.field("Token")).to_have_value("t")
    expect(form.root.get_by_text("It is valid until")).to_have_count(0)
