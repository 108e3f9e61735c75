"""`navapi dev`: saved changes are shown, whatever they are, and whatever is wrong with them."""

from __future__ import annotations

import json
import re
import signal
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from server_process import Server, Tab, developing
from warm_python import run_module
from write_files import write_files


def zoo(port: int = 1) -> dict[str, Any]:
    return {
        "openapi": "3.1.0",
        "info": {"title": "Zoo", "version": "1"},
        "servers": [{"url": f"http://127.0.0.1:{port}/v1"}],
        "paths": {
            "/lions": {
                "get": {
                    "summary": "List lions",
                    "description": "They sleep.",
                    "responses": {
                        "200": {
                            "description": "Lions",
                            "content": {"application/json": {"schema": {"$ref": "lion.json"}}},
                        }
                    },
                }
            }
        },
    }


LION = {"type": "object", "properties": {"mane": {"type": "string", "description": "Long."}}}


def write_project(folder: Path, port: int = 1) -> Path:
    navigation = {"pages": ["index", "more"], "groups": [{"group": "API", "openapi": "zoo.json"}]}
    files = {
        "docs.json": json.dumps({"name": "The zoo", "navigation": navigation}),
        "zoo.json": json.dumps(zoo(port), indent=1),
        "lion.json": json.dumps(LION),
        "index.rst": "Welcome\n=======\n\nFirst words.\n\n.. include:: snippets/hours.txt\n",
        "more.md": "# More\n\nSecond words.\n",
        "snippets/hours.txt": "Open from nine.\n",
    }
    return write_files(folder, files)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_project(tmp_path_factory.mktemp("dev") / "docs")


@pytest.fixture(scope="module")
def session(project: Path) -> Iterator[tuple[Server, Tab]]:
    with developing(project) as found:
        yield found


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    # Many editors save like this: another file replaces the old one.
    other = path.with_name(f".{path.name}.swp")
    other.write_text(text.replace(old, new), "utf-8")
    other.replace(path)


LION_PAGE = "/api-reference/list-lions.html"


def test_a_page_has_the_script_of_its_generation(session: tuple[Server, Tab]) -> None:
    server, tab = session
    page = server.get("/")
    script = f'<script src="/_navapi/dev/client.js" data-generation="{tab.generation}" defer>'
    assert f"{script}</script></head>" in page.text
    assert page.headers["cache-control"] == "no-store"
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert server.get("/_navapi/dev/client.js").headers["content-type"].startswith("text/javasc")
    assert server.get("/_static/doctools.js").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("file", "old", "new", "page"),
    [
        ("index.rst", "First words", "Better words", "/"),
        ("snippets/hours.txt", "Open from nine", "Open from ten", "/"),
        ("zoo.json", "They sleep", "They hunt", LION_PAGE),
        ("lion.json", "Long.", "Longer.", LION_PAGE),
        ("docs.json", "The zoo", "The big zoo", "/more.html"),
    ],
)
def test_a_change_is_shown(
    session: tuple[Server, Tab], project: Path, file: str, old: str, new: str, page: str
) -> None:
    server, tab = session
    assert old in server.get(page).text
    with tab.sees_reload():
        replace(project / file, old, new)
    assert new in server.get(page).text
    assert tab.news[-1]["problems"] == []


def test_a_page_comes_and_goes(session: tuple[Server, Tab], project: Path) -> None:
    server, tab = session
    folder = project / "new"
    with tab.sees_reload():
        folder.mkdir()
        (folder / "page.md").write_text("# Brand new\n", "utf-8")
    assert "Brand new" in server.get("/new/page.html").text
    with tab.sees_reload():
        (folder / "page.md").write_text("# Not so new\n", "utf-8")
    assert "Not so new" in server.get("/new/page.html").text
    with tab.sees_reload():
        (folder / "page.md").unlink()
        replace(project / "more.md", "Second", "Other")
    missing = server.get("/new/page.html")
    assert missing.status == 404
    assert "data-generation" in missing.text


def test_warnings_stay_until_they_are_gone(session: tuple[Server, Tab], project: Path) -> None:
    server, tab = session
    # Not with the next reload, which may be for an earlier change.
    replace(project / "index.rst", "words", "words :doc:`nowhere` <b>")
    news = tab.wait_until(lambda news: news["state"] == "ready" and news["problems"])
    (problem,) = news["problems"]
    assert (problem["level"], problem["file"], problem["line"]) == ("warning", "index.rst", 4)
    assert "nowhere" in problem["message"]
    server.wait_for(r"^index\.rst:4: warning: .*nowhere")
    # A build that writes no page reports nothing about existing ones.
    begun = len(tab.news)
    (project / "snippets" / "unused.txt").write_text("Nobody reads this.\n", "utf-8")
    tab.wait_until(lambda _news: any(n["state"] == "building" for n in tab.news[begun:]))
    news = tab.wait_until(lambda news: news["state"] == "ready")
    assert news["problems"] == [problem]
    with tab.sees_reload():
        replace(project / "more.md", "words", "more words")
    assert tab.ready()["problems"] == [problem]
    replace(project / "index.rst", " :doc:`nowhere` <b>", "")
    tab.wait_until(lambda news: news["state"] == "ready" and not news["problems"])


def test_a_broken_configuration_ends_nothing(session: tuple[Server, Tab], project: Path) -> None:
    server, tab = session
    good = (project / "docs.json").read_text("utf-8")
    (project / "docs.json").write_text('{"navigation":\n {"pages": [', "utf-8")
    news = tab.wait_until(lambda news: any(p["file"] == "docs.json" for p in news["problems"]))
    assert server.get("/").status == 200
    (project / "docs.json").write_text(good, "utf-8")
    tab.wait_until(lambda news: news["state"] == "ready" and not news["problems"])
    assert news["problems"][0]["line"] in (1, 2)


def test_conf_py_appears_breaks_and_is_mended(session: tuple[Server, Tab], project: Path) -> None:
    server, tab = session
    conf = project / "conf.py"
    conf.write_text('extensions = ["sphinx_navapi"]\nraise ValueError("no <way>")\n', "utf-8")
    failed = tab.wait_until(lambda news: news["state"] == "failed")
    error = failed["problems"][0]
    assert (error["level"], error["file"], error["line"]) == ("error", "conf.py", 2)
    assert error["message"] == "ValueError: no <way>"
    assert server.get("/").status == 200
    (project / "words.py").write_text('TITLE = "From a module"\n', "utf-8")
    conf.write_text(
        "import sys\nfrom pathlib import Path\n"
        "sys.path.insert(0, str(Path(__file__).parent))\nimport words\n"
        'extensions = ["sphinx_navapi"]\nhtml_theme = "navapi"\n'
        "project = html_title = words.TITLE\n",
        "utf-8",
    )
    tab.wait_until(lambda news: news["state"] == "ready")
    assert "From a module" in server.get("/").text
    # Python would not import it a second time.
    with tab.sees_reload():
        replace(project / "words.py", "From a module", "From another")
    assert "From another" in server.get("/").text
    conf.unlink()
    tab.wait_until(lambda news: news["state"] == "ready")


def test_the_building_process_dies(session: tuple[Server, Tab], project: Path) -> None:
    server, tab = session
    (project / "conf.py").write_text("import os\nos._exit(7)\n", "utf-8")
    failed = tab.wait_until(lambda news: news["state"] == "failed")
    assert "crashed; the next change restarts" in failed["problems"][0]["message"]
    (project / "conf.py").unlink()
    tab.wait_until(lambda news: news["state"] == "ready")
    assert server.get("/").status == 200


def test_other_names_hear_and_see_nothing(session: tuple[Server, Tab]) -> None:
    server, _tab = session
    for path in ("/", "/_navapi/dev/events", "/_navapi/dev/client.js", "/_navapi/integrations.js"):
        assert server.get(path, Host="evil.example").status == 421
    assert server.get("/_navapi/dev/other").status == 404
    assert server.get("/_navapi/integrations.js").body == b""


def check_end(server: Server, number: int) -> None:
    """The signal *number* ends *server* and its processes, although a tab listens."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    builders = children.read_text().split() if children.exists() else []
    assert server.stop(number) == 0
    assert not any(Path(f"/proc/{pid}").exists() for pid in builders)
    assert "Traceback" not in "\n".join(server.lines)


def test_a_build_after_it_gives_the_same_bytes(tmp_path: Path) -> None:
    folder = write_project(tmp_path / "docs")
    with developing(folder, "-D", "html_show_sourcelink=0") as (_server, tab):
        for file, old, new in (
            ("index.rst", "First words", "Better words"),
            ("zoo.json", "They sleep", "They hunt"),
            ("zoo.json", "List lions", "All lions"),
            ("docs.json", '"more"', '"more", {"group": "Sub", "pages": ["index"]}'),
        ):
            with tab.sees_reload():
                replace(folder / file, old, new)

    def files(out: Path) -> dict[str, bytes]:
        return {
            path.relative_to(out).as_posix(): path.read_bytes()
            for path in out.rglob("*")
            if path.is_file() and ".doctrees" not in path.parts
        }

    def build(out: Path, *options: str) -> dict[str, bytes]:
        command = ("build", folder, out, "-D", "html_show_sourcelink=0", "--", "-q", *options)
        run_module("sphinx_navapi", *command, check=True)
        return files(out)

    developed = files(folder / "_build" / "html")
    clean = build(tmp_path / "clean")
    assert developed == clean
    assert build(folder / "_build" / "html", "-E", "-a") == clean


def test_options_that_cannot_be_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from sphinx_navapi import cli

    write_project(tmp_path / "docs")
    for arguments in (["no"], [str(tmp_path)], [str(tmp_path / "docs"), "-D", "nothing"]):
        assert cli.main(["dev", *arguments]) == 2
        captured = capsys.readouterr()
        assert (captured.out, len(captured.err.splitlines())) == ("", 1)


def test_a_taken_port(tmp_path: Path) -> None:
    from server_process import running

    folder = write_project(tmp_path / "docs")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with running("dev", folder, "--port", str(port)) as server:
            assert server.port > port
            assert f"port {port} is in use; using {server.port} instead" in server.lines[0]


def sent_by_the_relay(server: Server) -> dict[str, Any]:
    """The response of the relay of *server* when the form for lions is sent."""
    message = {
        "operation": "zoo.json GET /lions", "server": 0, "variables": {}, "path": {},
        "query": [], "headers": [], "cookies": [], "body": None,
    }  # fmt: skip
    answer = server.get(
        "/api/request", "POST", json.dumps(message).encode(),
        Content_Type="application/json", Origin=f"http://127.0.0.1:{server.port}",
    )  # fmt: skip
    assert answer.status == 200, answer.text
    found = json.loads(answer.body)
    assert isinstance(found, dict)
    return found


def test_the_relay_reaches_a_server_on_this_machine(tmp_path: Path) -> None:
    class Api(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(self.path.encode())

        def log_message(self, *arguments: object) -> None: ...

    folder = write_project(tmp_path / "docs")
    with ThreadingHTTPServer(("127.0.0.1", 0), Api) as api:
        threading.Thread(target=api.serve_forever, daemon=True).start()
        root = zoo(api.server_address[1])
        (folder / "zoo.json").write_text(json.dumps(root), "utf-8")
        with developing(folder) as (server, tab):
            assert sent_by_the_relay(server)["body"] == {"text": "/v1/lions"}
            # The base of a document without servers, as in the form: the address of the relay
            # itself, which has no such page.
            del root["servers"]
            with tab.sees_reload():
                (folder / "zoo.json").write_text(json.dumps(root), "utf-8")
            assert sent_by_the_relay(server)["status"] == 404
            check_end(server, signal.SIGINT)
        api.shutdown()


def test_the_source_is_not_written_to(tmp_path: Path) -> None:
    folder = write_project(tmp_path / "docs")
    before = set(folder.iterdir())
    with developing(folder, "-D", "html_theme=basic", cwd=tmp_path) as (server, _tab):
        assert re.search(r'<link rel="stylesheet"[^>]*basic\.css', server.get("/").text)
        check_end(server, signal.SIGTERM)
    assert set(folder.iterdir()) - before == {folder / "_build"}


def test_a_change_at_the_very_end_of_a_build_is_seen(tmp_path: Path) -> None:
    folder = write_project(tmp_path / "docs")
    (tmp_path / "outside.txt").write_text("Words from outside.\n", "utf-8")
    replace(folder / "index.rst", "snippets/hours.txt", "../outside.txt")
    # When this is known, the set of watched files changes.
    with developing(folder) as (server, tab):
        with tab.sees_reload():
            replace(folder / "more.md", "Second words", "Third words")
        assert "Third words" in server.get("/more.html").text
        with tab.sees_reload():
            replace(tmp_path / "outside.txt", "from outside", "from far away")
        assert "from far away" in server.get("/").text


CODED = """
from shop.words import SUMMARY

def make():
    with open("../runs.txt", "a") as file:
        print("run", file=file)
    get = {"summary": SUMMARY, "responses": {"200": {"description": "Fine"}}}
    paths = {"/lions": {"get": get}}
    return {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "paths": paths}
"""


def test_code_that_writes_a_document_runs_again_when_it_changes(tmp_path: Path) -> None:
    """It is outside the source directory; a changed page does not run it."""
    navigation = {"pages": ["index"], "groups": [{"group": "API", "openapi": "api"}]}
    conf = "import sys\nsys.path.insert(0, '..')\nextensions = ['sphinx_navapi']\n"
    files = {
        "docs/conf.py": f"{conf}navapi_documents = {{'api': 'shop.api:make'}}\n",
        "docs/docs.json": {"navigation": navigation},
        "docs/index.md": "# Welcome\n\nFirst words.\n",
        "shop/__init__.py": "",
        "shop/api.py": CODED,
        "shop/words.py": "SUMMARY = 'List lions'\n",
    }
    write_files(tmp_path, files)
    runs = tmp_path / "runs.txt"
    with developing(tmp_path / "docs") as (server, tab):
        assert "List lions" in server.get(LION_PAGE).text
        before = runs.read_text()
        with tab.sees_reload():
            replace(tmp_path / "docs" / "index.md", "First words", "Other words")
        assert runs.read_text() == before
        with tab.sees_reload():
            replace(tmp_path / "shop" / "words.py", "List", "Count")
        assert server.get("/api-reference/count-lions.html").status == 200
        # Errors are reported, and the previous document is used until they are fixed.
        replace(tmp_path / "shop" / "words.py", "'Count", "Count")
        news = tab.wait_until(lambda news: news["state"] == "ready" and news["problems"])
        (problem,) = news["problems"]
        assert (problem["level"], problem["file"], problem["line"]) == ("error", "conf.py", 4)
        assert "(../shop/words.py:1); the document of an earlier build" in problem["message"]
        assert server.get("/api-reference/count-lions.html").status == 200
        replace(tmp_path / "shop" / "words.py", "Count", "'Feed")
        tab.wait_until(lambda news: news["state"] == "ready" and not news["problems"])
        assert server.get("/api-reference/feed-lions.html").status == 200
