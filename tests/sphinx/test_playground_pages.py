"""The playground in built sites: its element, its files, the effects of settings and metadata."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from bs4 import BeautifulSoup
from full_run import first

LIST, CREATE = "api-reference/users/list-users", "api-reference/users/create-user"
HOSTILE = "</script><script>alert(1)</script><!-- \u2028 "


def elements(built, name: str) -> list[Any]:
    return BeautifulSoup(built.text(f"{name}.html"), "html.parser").find_all("navapi-playground")


def data(built, name: str) -> dict[str, Any]:
    (element,) = elements(built, name)
    found = json.loads(element.script.string)
    assert isinstance(found, dict)
    return found


def scripts(built, name: str) -> list[str]:
    found = BeautifulSoup(built.text(f"{name}.html"), "html.parser").find_all("script", src=True)
    return [tag["src"].partition("?")[0] for tag in found if "playground" in tag["src"]]


def relay(built) -> dict[str, Any]:
    found = json.loads(built.text("_navapi/relay.json"))
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("theme", ["alabaster", "navapi", "furo"])
def test_the_element_is_beside_method_and_path(small, theme):
    built = small.build(html_theme=theme)
    (element,) = elements(built, LIST)
    assert element["data-root"] == "../../"
    assert element.find_parent(class_="navapi-operation")["data-path"] == "/users"
    assert "navapi-signature" in element.find_previous_sibling()["class"]
    assert element.get_text(strip=True) == "" or element.find(string=True, recursive=False) is None
    assert data(built, LIST)["operation"] == "api.json GET /users"
    assert scripts(built, LIST) == ["../../_static/navapi-playground.js"]
    # Pages without it load none of its files.
    assert scripts(built, "guide") == []
    assert built.warnings == []


def test_folders_and_one_page(small):
    built = small.build("dirhtml")
    (element,) = BeautifulSoup(built.text(f"{LIST}/index.html"), "html.parser").find_all(
        "navapi-playground"
    )
    assert element["data-root"] == "../../../"
    assert relay(built)["operations"].keys() >= {"api.json GET /users", "api.json POST /users"}
    built = small.build("singlehtml")
    found = elements(built, "index")
    assert len(found) == 3
    assert {element["data-root"] for element in found} == {""}
    assert len(scripts(built, "index")) == 1
    assert not (built.out / "_navapi/relay.json").exists()


@pytest.mark.parametrize("builder", first(2, ["text", "latex", "man", "epub", "gettext", "xml"]))
def test_other_builders_get_nothing(small, builder):
    built = small.build(builder)
    for path in built.out.rglob("*"):
        if path.is_file() and path.suffix in {".txt", ".tex", ".xhtml", ".pot", ".xml", ".1"}:
            assert "navapi-playground" not in path.read_text("utf-8"), path
    assert not (built.out / "_navapi").exists()


def test_hostile_text_ends_no_script(small, api):
    api["paths"]["/users"]["get"]["parameters"] = [
        {"name": HOSTILE, "in": "query", "example": HOSTILE, "schema": {"enum": [HOSTILE]}}
    ]
    small.write({"api.json": json.dumps(api)})
    built = small.build()
    text = built.text(f"{LIST}.html")
    inside = text.split('<script type="application/json">', 1)[1].split("</script>", 1)[0]
    assert "<" not in inside
    assert "\u2028" not in inside
    (parameter,) = json.loads(inside)["parameters"]
    assert parameter["name"] == HOSTILE
    assert json.loads(parameter["value"]) == HOSTILE


def test_requests_of_the_api_itself_have_none(small, api):
    hook = {"post": {"summary": "Created", "tags": ["Users"], "responses": {}}}
    api["webhooks"] = {"created": hook}
    api["paths"]["/users"]["post"]["callbacks"] = {"done": {"{$request.body#/url}": hook}}
    small.write({"api.json": api})
    built = small.build()
    assert elements(built, "api-reference/users/created") == []
    assert len(elements(built, CREATE)) == 1
    assert not any("WEBHOOK" in name or "$request" in name for name in relay(built)["operations"])


def test_pages_and_directives_that_show_an_operation(small, tabs):
    tabs["navigation"]["tabs"][0]["groups"][0]["pages"] = ["guide", "more", "own"]
    small.write(
        {
            "docs.json": tabs,
            "own.md": "---\ntitle: Own\nopenapi: GET /users\n---\n\nText.\n",
            "guide.rst": "Guide\n=====\n\n.. openapi-operation:: POST /users\n",
        }
    )
    built = small.build()
    assert data(built, "own")["operation"] == "api.json GET /users"
    assert data(built, "guide")["operation"] == "api.json POST /users"
    assert scripts(built, "guide") == ["_static/navapi-playground.js"]


def test_a_directive_in_a_project_without_navigation(project, api):
    project.write({"api.json": api, "index.rst": "Hi\n==\n\n.. openapi-operation:: GET /users\n"})
    built = project.build()
    assert data(built, "index")["operation"] == "api.json GET /users"
    assert list(relay(built)["operations"]) == ["api.json GET /users"]
    assert (built.out / "_static/playground/playground.js").is_file()


def configure(small, tabs, **api_settings):
    small.write({"docs.json": {**tabs, "api": api_settings}})


def test_settings_reach_pages_that_nobody_read_again(small, tabs):
    small.build()
    configure(small, tabs, playground={"display": "simple", "credentials": True})
    built = small.build()
    assert LIST in built.written
    assert "guide" not in built.written
    assert (data(built, LIST)["display"], data(built, LIST)["withCredentials"]) == ("simple", True)
    (element,) = elements(built, LIST)
    assert element["data-display"] == "simple"
    # Nothing is sent, so nothing is relayed.
    assert not (built.out / "_navapi/relay.json").exists()
    configure(small, tabs, playground={"display": "none"})
    built = small.build()
    assert elements(built, LIST) == []
    assert scripts(built, LIST) == []
    configure(small, tabs, playground={"proxy": False})
    built = small.build()
    assert "proxy" not in data(built, LIST)
    assert not (built.out / "_navapi/relay.json").exists()
    configure(small, tabs, playground={"proxy": "https://relay.example.com/x/"})
    built = small.build()
    assert data(built, LIST)["proxy"] == "https://relay.example.com/x"
    assert "api.json GET /users" in relay(built)["operations"]
    configure(small, tabs, examples={"prefill": False, "languages": ["go", "curl"]})
    built = small.build()
    assert "text" not in data(built, CREATE)["body"]["media"][0]
    samples = re.findall('data-client="([a-z]+)"', built.text(f"{CREATE}.html"))
    assert samples == ["go", "curl"]
    clients = {"python": "httpx", "javascript": "axios"}
    configure(small, tabs, examples={"languages": ["python", "typescript"], "clients": clients})
    built = small.build()
    samples = re.findall('data-client="([a-z]+)"', built.text(f"{CREATE}.html"))
    assert samples == ["httpx", "typescript"]
    assert "import httpx" in BeautifulSoup(built.text(f"{CREATE}.html"), "html.parser").text
    assert small.build().written == []


def test_samples_and_form_have_the_same_values(small, tabs, api):
    api["paths"]["/users"]["get"]["parameters"] = [
        {"name": "page", "in": "query", "schema": {"type": "integer", "default": 7}},
        {"name": "sort", "in": "query", "required": True, "example": "name", "schema": {}},
    ]
    small.write({"api.json": api})
    for defaults, sent in (("all", [True, True]), ("required", [None, True])):
        configure(small, tabs, examples={"defaults": defaults, "prefill": True})
        built = small.build()
        assert [p.get("sent") for p in data(built, LIST)["parameters"]] == sent
        assert ("page=7" in built.text(f"{LIST}.html")) is (sent[0] is True)


def test_a_page_decides_for_itself(small, tabs, api):
    paths = api["paths"]
    paths["/users"]["get"]["x-mint"] = {"metadata": {"playground": "none"}}
    paths["/users"]["post"]["x-mint"] = {"metadata": {"playground": "interactive"}}
    small.write({"api.json": api})
    configure(small, tabs, playground={"display": "simple"})
    built = small.build()
    assert elements(built, LIST) == []
    assert data(built, CREATE)["display"] == "interactive"
    assert data(built, "api-reference/teams/list-teams")["display"] == "simple"
    # Only operations that can be sent are relayed.
    assert list(relay(built)["operations"]) == ["api.json POST /users"]


def test_a_page_says_how_to_authorize(small, api):
    api["components"]["securitySchemes"] = {"key": {"type": "apiKey", "in": "query", "name": "k"}}
    api["security"] = [{"key": []}]
    api["paths"]["/users"]["get"]["x-mint"] = {"metadata": {"authMethod": "bearer"}}
    api["paths"]["/users"]["post"]["x-mint"] = {"metadata": {"authMethod": "none"}}
    small.write({"api.json": api})
    built = small.build()
    assert data(built, LIST)["schemes"] == {"bearer": {"type": "http", "scheme": "bearer"}}
    assert "Authorization: Bearer YOUR_TOKEN" in built.text(f"{LIST}.html")
    assert "security" not in data(built, CREATE)
    assert 'class="navapi-security"' not in built.text(f"{CREATE}.html")
    operations = relay(built)["operations"]
    assert operations["api.json GET /users"]["headers"] == ["authorization"]
    assert "headers" not in operations["api.json POST /users"]
    assert operations["api.json GET /teams"]["query"] == ["k"]


def test_the_page_to_come_back_to(small, api):
    built = small.build()
    assert not (built.out / "_navapi/oauth.html").exists()
    flows = {"clientCredentials": {"tokenUrl": "https://id.x.org/token", "scopes": {}}}
    api["components"]["securitySchemes"] = {"login": {"type": "oauth2", "flows": flows}}
    api["security"] = [{"login": []}]
    small.write({"api.json": api})
    built = small.build()
    page = BeautifulSoup(built.text("_navapi/oauth.html"), "html.parser")
    # A policy without inline scripts allows it.
    (script,) = page.find_all("script")
    assert not script.string
    assert (built.out / "_navapi" / script["src"]).resolve().is_file()
    assert not page.find_all(style=True)
    assert relay(built)["tokens"] == {"api.json login clientCredentials": "https://id.x.org/token"}


def test_only_what_pages_load_is_in_the_output(small):
    static = small.build().out / "_static"
    names = sorted(path.name for path in (static / "playground").iterdir())
    scripts = [
        "playground-body.js",
        "playground-curl.js",
        "playground-formats.js",
        "playground-link.js",
        "playground-samples.js",
        "playground-tokens.js",
    ]
    assert names == ["oauth.js", *scripts, "playground.css", "playground.js"]
    assert not (static / "navapi-playground.css").exists()


def test_the_manifest_is_the_same_at_every_build(small):
    first = small.build().text("_navapi/relay.json")
    assert first == small.build(parallel=2).text("_navapi/relay.json")
    assert str(small.folder) not in first


def test_the_manifest_is_written_when_something_changed(small, api):
    built = small.build()
    path = built.out / "_navapi/relay.json"
    before = path.stat().st_mtime_ns
    small.build()
    assert path.stat().st_mtime_ns == before
    path.unlink()
    assert "api.json GET /users" in relay(small.build())["operations"]
    api["paths"]["/users"]["get"]["parameters"] = [{"name": "q", "in": "query", "schema": {}}]
    small.write({"api.json": api})
    entry = relay(small.build())["operations"]["api.json GET /users"]
    assert entry["parameters"] == [{"name": "q", "in": "query"}]
    # Another builder in between, with the same doctrees.
    small.build("dirhtml")
    api["servers"] = [{"url": "https://new.org"}]
    small.write({"api.json": api})
    small.build("dirhtml")
    assert relay(small.build())["servers"] == [[{"url": "https://new.org"}]]


def test_words_in_the_language_of_the_page(small, tabs):
    german = {"language": "de", "openapi": {"source": "api.json", "directory": "de/api"}}
    english = {"language": "en", "pages": ["guide"], "openapi": "api.json"}
    small.write({"docs.json": {"navigation": {"languages": [english, german]}}})
    built = small.build()
    (element,) = elements(built, "de/api/users/list-users")
    assert element["data-words"] == "de"
    assert element["data-label"] == "Ausprobieren"
    (element,) = elements(built, LIST)
    assert not {"data-words", "data-label"} & element.attrs.keys()
    folder = built.out / "_static/playground"
    assert [path.name for path in sorted(folder.glob("words-*.js"))] == ["words-de.js"]
    script = (folder / "words-de.js").read_text("utf-8")
    said = json.loads(script[script.index(", {") + 2 : script.rindex(");")])
    assert said["required"] == "erforderlich"


def test_links_lead_to_pages_as_seen_from_here(small, api):
    api["paths"]["/users"]["post"]["responses"] = {
        "201": {"description": "", "links": {"all": {"operationId": "listUsers"}}}
    }
    small.write({"api.json": api})
    assert data(small.build(), CREATE)["links"] == [
        {"name": "all", "status": "201", "operation": "api.json GET /users",
         "href": "list-users.html"}
    ]  # fmt: skip


def test_samples_of_the_document_only(small, tabs, api):
    api["paths"]["/users"]["get"]["x-codeSamples"] = [{"lang": "curl", "source": "curl by hand"}]
    small.write({"api.json": api})
    assert "curl" in small.build().text(f"{CREATE}.html")
    configure(small, tabs, examples={"autogenerate": False})
    built = small.build()
    assert "<b>curl</b> by hand" in built.text(f"{LIST}.html")
    assert "data-client" not in built.text(f"{LIST}.html")
    assert "data-client" not in built.text(f"{CREATE}.html")


@pytest.mark.parametrize(("expanded", "opened"), [("all", True), ("closed", False), (True, True)])
def test_nested_properties_are_open_if_asked_for(small, tabs, api, expanded, opened):
    user = api["components"]["schemas"]["User"]
    user["properties"]["home"] = {"type": "object", "properties": {"street": {"type": "string"}}}
    small.write({"api.json": api})
    small.build()
    configure(small, tabs, params={"expanded": expanded})
    built = small.build()
    page = BeautifulSoup(built.text(f"{CREATE}.html"), "html.parser")
    (nested,) = page.select(".navapi-body .navapi-fields details")
    assert nested.has_attr("open") is opened


DESCRIBED = """\
---
title: Rename
api: PUT /users/{id}
---

Give somebody another name.

:::{param-field} id
:in: path
:type: integer
:required:

Who.
:::

:::{param-field} name
:in: body
:type: string
:placeholder: Ann
:required:

The new name.
:::
"""


@pytest.fixture
def described(small, tabs):
    small.conf = {
        "extensions": ["sphinx_navapi", "myst_parser"],
        "myst_enable_extensions": ["colon_fence"],
    }
    tabs["navigation"]["tabs"][0]["groups"][0]["pages"] = ["guide", "more", "rename"]
    small.write({"docs.json": tabs, "rename.md": DESCRIBED})
    return small


def test_a_page_that_describes_its_operation(described, tabs):
    configure(described, tabs, mdx={"server": "https://x.org/v1", "auth": {"method": "bearer"}})
    built = described.build()
    assert built.warnings == []
    page = BeautifulSoup(built.text("rename.html"), "html.parser")
    (signature,) = page.select(".navapi-operation .navapi-signature")
    assert signature.find_previous("h1").get_text().startswith("Rename")
    found = data(built, "rename")
    assert found["operation"] == "rename PUT /users/{id}"
    assert [p["name"] for p in found["parameters"]] == ["id"]
    assert json.loads(found["body"]["media"][0]["text"]) == {"name": "Ann"}
    assert found["schemes"] == {"bearer": {"type": "http", "scheme": "bearer"}}
    assert "curl" in built.text("rename.html")
    entry = relay(built)["operations"]["rename PUT /users/{id}"]
    assert relay(built)["servers"][entry["servers"]] == [{"url": "https://x.org/v1"}]
    assert entry["headers"] == ["authorization"]


def test_its_settings_need_no_reading_again(described, tabs):
    described.build()
    configure(described, tabs, mdx={"server": "https://y.org"})
    built = described.build()
    assert built.read == []
    assert "rename" in built.written
    assert data(built, "rename")["servers"] == [{"url": "https://y.org", "relay": True}]
    described.write({"rename.md": DESCRIBED.replace("api: PUT", "api: PATCH")})
    built = described.build(parallel=2)
    assert data(built, "rename")["method"] == "PATCH"
    assert "rename PUT /users/{id}" not in relay(built)["operations"]
    described.write({"rename.md": DESCRIBED.replace("api: PUT /users/{id}", "description: x")})
    built = described.build()
    assert elements(built, "rename") == []
    assert not any(name.startswith("rename ") for name in relay(built)["operations"])


@pytest.mark.parametrize("builder", first(2, ["text", "latex", "epub", "gettext", "singlehtml"]))
def test_described_operations_in_other_builders(described, builder):
    built = described.build(builder)
    # An ePub without a language or rights is not our concern.
    assert not [line for line in built.warnings if "conf value" not in line]
    if builder == "text":
        assert "PUT" in built.text("rename.txt")
        assert "curl" in built.text("rename.txt")


def test_a_base_url_is_everywhere(small, monkeypatch):
    """In the page, its form, the relay's manifest and the Markdown; changes are picked up."""
    root = json.loads((small.src / "api.json").read_text("utf-8"))
    root.pop("servers", None)
    scheme = {"type": "oauth2", "flows": {"clientCredentials": {"tokenUrl": "token", "scopes": {}}}}
    root.setdefault("components", {})["securitySchemes"] = {"signIn": scheme}
    root["security"] = [{"signIn": []}]
    config = json.loads((small.src / "docs.json").read_text("utf-8"))
    config["navigation"]["tabs"][0]["groups"][0]["pages"].append("own")
    described = "---\ntitle: Own\napi: GET /own\n---\n"
    small.write({"api.json": root, "own.mdx": described})

    def shown(base):
        small.write({"docs.json": {**config, "api": {"baseUrl": base}}})
        built = small.build()
        found = data(built, LIST)
        (flow,) = found["schemes"]["signIn"]["flows"]
        assert f"{base}/users" in built.text(f"{LIST}.md")
        assert f"{base}/users" in built.text(f"{LIST}.html")
        assert f"{base}/own" in built.text("own.html")
        assert relay(built)["tokens"] == {"api.json signIn clientCredentials": flow["tokenUrl"]}
        (servers,) = relay(built)["servers"]
        assert servers == [{"url": server["url"]} for server in found["servers"]]
        assert all(server["relay"] for server in found["servers"])
        return [flow["tokenUrl"], *(server["url"] for server in found["servers"])]

    one, other = "http://one.example/v1", "http://other.example"
    assert shown(one) == [f"{one}/token", one]
    assert shown(other) == [f"{other}/token", other]
    monkeypatch.setenv("NAVAPI_BASE_URL", "http://stage.example")
    built = small.build()
    assert data(built, LIST)["servers"][0]["url"] == "http://stage.example"
