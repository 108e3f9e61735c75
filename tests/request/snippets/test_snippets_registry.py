from pathlib import Path

import pytest
from pygments.lexers import get_lexer_by_name
from sample_cases import all_cases

from sphinx_navapi.request.snippets import CLIENTS, client_for, clients_for


def test_ten_languages_in_the_order_of_the_contract():
    assert [client.label for client in CLIENTS] == [
        "cURL", "Python", "JavaScript", "TypeScript", "Go", "Java", "PHP", "Ruby", "C#",
        "PowerShell",
    ]  # fmt: skip


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
    others = [other for other in CLIENTS if other is not client]
    taken = {name for other in others for name in (other.id, *other.aliases)}
    assert not taken & {client.id, *client.aliases}


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.id)
def test_samples_are_whole_lines_and_always_the_same(client):
    for request in all_cases().values():
        text = client.render(request)
        assert text == client.render(request)
        assert text == text.strip("\n")
        text.encode()


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.id)
def test_how_a_sample_reads(client):
    """The whole text of one sample: whoever changes how samples read, sees it here."""
    golden = Path(__file__).parent / "golden" / f"post-json.{client.id}.txt"
    assert client.render(all_cases()["post-json"]) + "\n" == golden.read_text("utf-8")
