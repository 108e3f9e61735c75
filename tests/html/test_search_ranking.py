"""Which pages the search of our theme finds, in which order: run by Node, on small generated sites.

The search for programs must find the same pages.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from sphinx_navapi.built_site.pages import SiteFiles
from sphinx_navapi.built_site.search import search
from sphinx_navapi.built_site.search_index import SiteIndex
from sphinx_navapi.content.search_index import SearchPage, place_index
from sphinx_navapi.content.search_terms import BlockWords, SearchUnit, unit_terms
from sphinx_navapi.features.builtin_search import RELATED
from sphinx_navapi.features.search_files import verbs

SCRIPT = (
    Path(__file__).parents[2] / "sphinx_navapi" / "theme" / "assets" / "js" / "navapi-finder.js"
)
NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="no node")

#: A stemmer that only knows the plural ending.
ASK = """
const asked = [];
const finder = await navapiFinder.start(async (path) => {
  asked.push(path);
  navapiFound(path === "search" ? "" : path.replace("search/", ""), files[path]);
}, (word) => word.replace(/s$/, ""));
const { signal } = new AbortController();
const found = [];
for (const query of queries) {
  const { hits, isEnough } = await finder.search(finder.common.places, query, signal);
  found.push({
    pages: hits.map((hit) => hit.docname + (hit.anchor && "#" + hit.anchor)),
    worth: hits.map((hit) => hit.exact + hit.score), at: hits.map((hit) => hit.at), isEnough,
  });
}
console.log(JSON.stringify({ found, asked }));
"""


def ask(pages: list[SearchPage], *queries: str, **common: Any) -> dict[str, Any]:
    """The results for each of *queries*, and the requested files."""
    index = place_index(
        sorted(pages, key=lambda page: page.docname), {"a", "the", "of", "how", "i"}
    )
    place = {"key": "/", "folder": "all", "texts": {}, "words": list(index.prefixes)}
    files: dict[str, Any] = {
        f"search/all/{name}": json.loads(text) for name, text in index.files.items()
    }
    stop = ["a", "the", "of", "how", "i"]
    files["search"] = {
        "places": [place], "stop": stop, "synonyms": [], "related": RELATED, "verbs": verbs(),
        **common,
    }  # fmt: skip
    given = f"const files = {json.dumps(files)}, queries = {json.dumps(queries)};"
    code = f"{SCRIPT.read_text('utf-8')}\n(async () => {{ {given} {ASK} }})();"
    assert NODE is not None
    done = subprocess.run([NODE, "-"], input=code, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    for hits, each in zip(hits_for_programs(files, queries), found["found"], strict=True):
        assert [page for page, _ in hits] == each["pages"]
        # With the same worth: factors that differ would leave the order of most pages.
        assert [worth for _, worth in hits] == pytest.approx(each["worth"])
    return found


def hits_for_programs(
    files: Mapping[str, Any], queries: Sequence[str]
) -> list[list[tuple[str, float]]]:
    """The same pages with their worth, as found by `built_site.search`."""
    with tempfile.TemporaryDirectory() as folder:
        for name, value in files.items():
            path = Path(folder, "_navapi", f"{name}.js")
            path.parent.mkdir(parents=True, exist_ok=True)
            key = name.removeprefix("search").removeprefix("/")
            path.write_text(f'// made\nnavapiFound("{key}",{json.dumps(value)})\n', "utf-8")
        index = SiteIndex(SiteFiles(Path(folder)))
        index.stem = lambda word: word.removesuffix("s")
        return [
            [(hit.docname + (f"#{hit.anchor}" if hit.anchor else ""), hit.worth) for hit in hits]
            for hits in (search(index, index.places, query) for query in queries)
        ]


def pages(found: dict[str, Any]) -> list[list[str]]:
    return [each["pages"] for each in found["found"]]


def text(docname: str, title: str, words: str = "", **sections: str) -> SearchPage:
    """A guide."""
    top = SearchUnit("", "", words, unit_terms(texts=[words]))
    rest = [
        SearchUnit(name, name, more, unit_terms(heading=name, texts=[more]))
        for name, more in sections.items()
    ]
    return SearchPage(docname=docname, title=title, units=(top, *rest))


def operation(
    docname: str, title: str, path: str, method: str = "get", **blocks: str
) -> SearchPage:
    """An operation. :param blocks: the names in each."""
    given = [(kind, BlockWords(tuple(names.split()))) for kind, names in blocks.items()]
    unit = SearchUnit("", "", "", unit_terms(blocks=given))
    return SearchPage(
        docname=docname, title=title, method=method, path=path,
        operation_id=docname.replace("-", "_"), units=(unit,),
    )  # fmt: skip


FORKS = operation("list-forks", "List forks", "/repos/{owner}/{repo}/forks")
FORK = operation(
    "create-fork", "Create a fork", "/repos/{owner}/{repo}/forks", "post", body="organization"
)
REPO = operation(
    "get-repo", "Get a repository", "/repos/{owner}/{repo}", responses="200 forks_count description"
)
GUIDE = text("guide", "Working with forks", "list_forks /repos/{owner}/{repo}/forks shows forks")


def test_an_exact_path_or_operation_id_is_first() -> None:
    queries = (
        "list_forks", "GET /repos/{owner}/{repo}/forks", "post /repos/{owner}/{repo}/forks",
        "/repos/octo/hello", "https://api.example.org/repos/:owner/:repo?page=2",
    )  # fmt: skip
    found = pages(ask([GUIDE, FORKS, FORK, REPO], *queries))
    assert [names[0] for names in found] == [
        "list-forks", "list-forks", "create-fork", "get-repo", "get-repo",
    ]  # fmt: skip


def test_a_page_with_all_words_in_its_title_is_not_left_for_a_section() -> None:
    site = [
        text("home", "Fulmar documentation", "Welcome", organized="How the documentation is done"),
        text("errors", "Errors", "All errors of fulmar", login="Errors of documentation"),
    ]
    found = pages(ask(site, "Fulmar documentation", "documentation", "documentation login", "the"))
    assert found[0][0] == "home"
    assert found[1] == ["home", "errors#login"]
    assert found[2][0] == "errors#login"


def test_titles_come_before_names_and_names_before_texts() -> None:
    site = [
        text("text", "Other", "Something about another organization"),
        text("title", "Organization", "Nothing"),
        FORK,
        operation("answer", "See", "/see", responses="organization"),
    ]
    assert pages(ask(site, "organization")) == [["title", "create-fork", "text", "answer"]]


def test_an_operation_comes_before_what_leads_to_it() -> None:
    site = [
        SearchPage(docname="group", title="rate-limit", method="overview", units=GUIDE.units),
        operation("get", "Get rate limit status", "/rate_limit"),
        text("guide", "Rates", "The rate limit"),
    ]
    assert pages(ask(site, "rate limit")) == [["get", "group", "guide"]]


def test_the_title_with_fewer_other_words_is_meant() -> None:
    site = [
        operation("gist", "List gist commits", "/gists/commits"),
        operation("commits", "List commits", "/repos/commits"),
        operation("pull", "List commits on a pull request", "/pulls/commits"),
    ]
    assert pages(ask(site, "list commits"))[0][0] == "commits"


def test_beginnings_and_other_forms() -> None:
    assert pages(ask([FORKS, FORK, REPO], "repositor", "repositories", "descr")) == [
        ["get-repo"], [], ["get-repo"],
    ]  # fmt: skip
    # "fork" is in one title, "forks" in another: both queries find both, the exact form first.
    found = pages(ask([FORKS, FORK], "fork", "forks"))
    assert found == [["create-fork", "list-forks"], ["list-forks", "create-fork"]]


@pytest.mark.parametrize(
    "query", ["repositry", "repositoryy", "rapository", "erpository", "epository"]
)
def test_one_wrong_letter_is_forgiven(query: str) -> None:
    assert pages(ask([FORK, REPO, GUIDE], query)) == [["get-repo"]]


def test_two_wrong_letters_are_not() -> None:
    assert pages(ask([FORK, REPO], "rapositry", "xyz")) == [[], []]


def test_words_that_say_nothing_do_not_matter() -> None:
    found = pages(ask([FORKS, FORK, REPO], "how i get the repository", "zzzz repository"))
    assert [names[0] for names in found] == ["get-repo", "get-repo"]


def test_a_section_is_led_to() -> None:
    site = [
        text("guide", "Webhooks", "Calls to you", signature="Compare the digest", retries="Later")
    ]
    assert pages(ask(site, "webhook digest", "webhooks", "retry signature")) == [
        ["guide#signature"], ["guide"], ["guide#signature"],
    ]  # fmt: skip


def test_synonyms_of_the_site_find_each_other() -> None:
    site = [text("vessels", "Vessels"), text("pulls", "Pull requests"), text("pull", "Pull a rope")]
    synonyms = [["ship", "vessels"], ["mr", "pull requests"]]
    found = pages(ask(site, "ship", "vessels", "mr", synonyms=synonyms))
    assert found == [["vessels"], ["vessels"], ["pulls"]]
    assert pages(ask(site, "ship", "mr")) == [[], []]


def test_words_for_the_same_action_find_each_other_weakly() -> None:
    site = [operation("one", "Create a gist", "/one", "post"), text("two", "Add a gist")]
    assert pages(ask(site, "add gist", "create gist")) == [["two", "one"], ["one", "two"]]


def test_old_and_schema_pages_come_later() -> None:
    old = SearchPage(docname="a-old", title="Start a run", path="/runs", is_deprecated=True)
    new = SearchPage(docname="b-new", title="Start a run", path="/runs")
    schema = SearchPage(docname="c-schema", title="Start a run", method="schema")
    assert pages(ask([old, new, schema], "run")) == [["b-new", "a-old", "c-schema"]]


def test_a_schema_comes_first_only_if_it_is_named() -> None:
    site = [
        operation("op", "RunLog of mine", "/runs"),
        SearchPage(docname="schema", title="RunLog", method="schema"),
    ]
    asked = ask(site, "runlog", "RunLog", "runlog schema")
    assert [found[0] for found in pages(asked)] == ["op", "schema", "schema"]


def test_scripts_without_spaces() -> None:
    assert pages(ask([text("one", "検索の使い方"), text("two", "認証")], "検索", "使い方")) == [
        ["one"],
        ["one"],
    ]


def test_only_files_that_a_query_needs_are_asked_for() -> None:
    many = [
        text(f"p{n:04}", " ".join(f"{letter}word{n}" for letter in "abcdef")) for n in range(400)
    ]
    asked = ask(many, "bword7")["asked"]
    assert [name for name in asked if "words" in name] == ["search/all/words-b"]
    # A wrong letter may be the first one.
    wrong = ask(many, "bwrd")["asked"]
    assert [name for name in wrong if "words" in name] == [
        f"search/all/words-{letter}" for letter in "bacdefp"
    ]


def test_where_it_was_found_is_reported() -> None:
    found = ask([REPO, FORK], "forks_count", "organization")["found"]
    assert [each["at"] for each in found] == [["r"], ["b"]]


def test_an_identifier_itself_comes_before_its_parts() -> None:
    site = [
        text("notify", "Notify others", "Write the URL of each"),
        text("words", "Notify URL", "Nothing"),
        operation("answer", "See", "/see", responses="notify_url"),
        operation("other", "Other", "/other", responses="notify_name url"),
    ]
    found = pages(ask(site, "notify_url", "notifyUrl", "notify_urls"))
    assert found[0] == ["words", "answer", "notify", "other"]
    # No such identifier: its words count as before.
    assert found[1] == found[2]
    assert found[1].index("notify") < found[1].index("answer")
