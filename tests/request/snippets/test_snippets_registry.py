import re
from pathlib import Path

import pytest
from pygments.lexers import get_lexer_by_name
from sample_cases import all_cases
from sample_runner import RUNNERS

from sphinx_navapi.config.settings import CLIENT_LIBRARIES
from sphinx_navapi.request import snippets
from sphinx_navapi.request.code_grammars import is_shell
from sphinx_navapi.request.snippets import (
    CLIENTS,
    VARIANTS,
    client_for,
    clients_for,
    with_libraries,
)

ROOT = Path(__file__).parents[3]

#: The languages in the contract, in order.
CONTRACT = [
    "cURL", "Python", "JavaScript", "TypeScript", "Go", "Java", "PHP", "Ruby", "C#", "PowerShell",
]  # fmt: skip


#: The samples whose text is in `golden`.
SHOWN = (
    "post-json", "post-pet", "form", "basic", "file-body", "multipart", "multipart-typed"
)  # fmt: skip

#: Parts of a request that every sample has, however it is written.
WORDS = {
    "post-json": "/items application/json Rex 9007199254740993",
    "cookies": "session abc theme dark%20blue",
    "basic": "YOUR_USERNAME YOUR_PASSWORD",
    "file-body": "data.bin application/octet-stream",
    "multipart": "title photo photo.png image/png",
    "multipart-typed": "meta application/json file text/csv raw raw.bin",
}

#: Languages without a program in `sample_runner`: the JavaScript of one of them is executed.
NOT_EXECUTED = {"csharp", "powershell", "axios_typescript"}


def test_languages_of_the_contract_come_in_its_order():
    assert [client.label for client in CLIENTS if client.label in CONTRACT] == CONTRACT


def test_every_module_of_a_language_is_registered():
    modules = {
        path.stem
        for path in Path(snippets.__file__).parent.glob("*.py")
        if "\ndef render" in path.read_text("utf-8")
    }
    assert {client.render.__module__.split(".")[-1] for client in CLIENTS} == modules


def test_libraries_are_those_that_docs_json_may_name():
    of_languages = {client.id: client for client in CLIENTS}
    found = {name: [of_languages[name].library] for name in CLIENT_LIBRARIES}
    for client in VARIANTS:
        assert client.label == of_languages[client.language].label
        assert client.highlight == of_languages[client.language].highlight
        found[client.language].append(client.library)
    assert {name: tuple(libraries) for name, libraries in found.items()} == CLIENT_LIBRARIES


def test_a_language_has_the_library_that_is_asked_for():
    chosen = clients_for(["curl", "python", "js", "ts"])
    libraries = {"python": "httpx", "javascript": "fetch", "typescript": "axios", "curl": "axios"}
    found = with_libraries(chosen, libraries)
    assert [one.id for one in found] == ["curl", "httpx", "javascript", "axios_typescript"]
    assert with_libraries(chosen, {}) == chosen


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.id)
def test_the_documentation_names_the_language(client):
    text = (ROOT / "docs" / "operation-pages.md").read_text("utf-8")
    (line,) = re.findall(r"^Samples are generated for (.*?)\.", text, re.MULTILINE | re.DOTALL)
    assert client.label.lower() in re.split(r",\s+|\s+and\s+", line.lower())


def test_scripts_read_shells_as_shells():
    """In a shell, a backslash has no meaning between single quotes."""
    script = ROOT / "sphinx_navapi" / "html" / "static" / "playground" / "dom.js"
    (listed,) = re.findall(r"/\^\(([a-z|]+)\)\$/\.test\(client\)", script.read_text("utf-8"))
    shells = {client.id for client in (*CLIENTS, *VARIANTS) if is_shell(client.highlight)}
    assert {*listed.split("|")} == shells


@pytest.mark.parametrize(
    ("name", "client"),
    [
        ("curl", "curl"), ("cURL", "curl"), ("bash", "curl"), ("shell", "curl"),
        ("python", "python"), ("Python", "python"), ("py", "python"),
        ("javascript", "javascript"), ("JS", "javascript"), ("node", "javascript"),
        ("ts", "typescript"), ("golang", "go"), ("java", "java"), ("php", "php"),
        ("rb", "ruby"), ("csharp", "csharp"), ("C#", "csharp"), (" cs ", "csharp"),
        ("dotnet", "csharp"), ("pwsh", "powershell"), ("PowerShell", "powershell"),
    ],
)  # fmt: skip
def test_names_and_aliases(name, client):
    assert client_for(name).id == client


def test_unknown_names():
    assert client_for("cobol") is None
    assert [c.id for c in clients_for(["js", "cobol", "curl", "javascript"])] == [
        "javascript",
        "curl",
    ]


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.id)
def test_every_client_has_a_lexer_and_names_of_its_own(client):
    assert get_lexer_by_name(client.highlight)
    others = [other for other in (*CLIENTS, *VARIANTS) if other is not client]
    taken = {name for other in others for name in (other.id, *other.aliases)}
    assert not taken & {client.id, *client.aliases}


@pytest.mark.parametrize("client", [*CLIENTS, *VARIANTS], ids=lambda client: client.id)
def test_samples_are_whole_lines_and_always_the_same(client):
    for request in all_cases().values():
        text = client.render(request)
        assert text == client.render(request)
        assert text == text.strip("\n")
        text.encode()


@pytest.mark.parametrize("client", [*CLIENTS, *VARIANTS], ids=lambda client: client.id)
def test_how_a_sample_reads(client):
    """The full text of some samples: changes to their appearance show up here.

    The body of the second is a literal in some languages, that of the first in none.
    """
    golden = Path(__file__).parent / "golden" / f"{client.id}.txt"
    texts = [f"=== {case}\n{client.render(all_cases()[case])}\n" for case in SHOWN]
    assert "\n".join(texts) == golden.read_text("utf-8")


@pytest.mark.parametrize("client", [*CLIENTS, *VARIANTS], ids=lambda client: client.id)
@pytest.mark.parametrize(("case", "words"), WORDS.items())
def test_nothing_of_a_request_is_left_out(client, case, words):
    """Also in languages whose samples are not executed."""
    sample = client.render(all_cases()[case])
    assert [word for word in words.split() if word not in sample] == []
    assert not re.search(r"""Basic[ "'+.]*YOUR_USERNAME""", sample), "credentials are base64"


def test_samples_are_executed_or_it_is_known_that_they_are_not():
    assert {*RUNNERS} | NOT_EXECUTED == {client.id for client in (*CLIENTS, *VARIANTS)}
