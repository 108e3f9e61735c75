"""One warning for each cause, with a count and the first locations."""

from __future__ import annotations

import logging
import re
from io import StringIO

import pytest
from full_run import first
from sphinx.testing.util import SphinxTestApp

SCHEMA = {"$ref": "#/components/schemas/Gone"}
ANSWER = {"200": {"description": "x", "content": {"application/json": {"schema": SCHEMA}}}}
OPERATION = {"summary": "s", "responses": ANSWER}


def pages(text: str, count: int = 6) -> dict[str, str]:
    return {f"p{number}.mdx": f"# {number}\n\n{text}\n" for number in range(count)}


@pytest.fixture
def site(project):
    names = ["index", *(f"p{number}" for number in range(6))]
    project.write({"index.md": "# Home\n", "docs.json": {"navigation": {"pages": names}}})
    return project


@pytest.mark.parametrize("parallel", [0, 2])
def test_a_missing_folder_is_one_cause(site, parallel):
    site.write(pages("![a](/images/a.png) ![b](images/b/c.png) [v](/images/v.mp4)"))
    (warning,) = site.build(parallel=parallel).warnings
    assert re.search(r"\b18\b.*\bimages\b", warning)
    # Parallel processes finish in any order.
    named = "p[0-5]" if parallel else "p{}"
    pattern = ", ".join(rf"{named.format(page)}\.mdx:3" for page in range(3))
    assert re.search(rf"\({pattern} and 3 more\)", warning)


def test_missing_pictures_are_one_cause(site):
    for folder in "abcd":
        site.write({f"{folder}/x.mdx": "# X\n"})
    site.write(pages(" ".join(f"![x](/{folder}/{n}.png)" for folder in "ab" for n in "12"), 1))
    warnings = [each.partition("WARNING: ")[2] for each in site.build().warnings if ".png" in each]
    assert [each.partition(" [")[0] for each in warnings] == [
        f"image file not readable: {folder}/{n}.png" for folder in "ab" for n in "12"
    ]
    site.write(pages(" ".join(f"![x](/{folder}/{n}.png)" for folder in "abcd" for n in "123"), 1))
    (warning,) = [each for each in site.build().warnings if "(3)" in each]
    assert re.search(r"\b12\b.* a \(3\), b \(3\), c \(3\) .*\b1\b", warning)


def test_a_missing_file_is_one_cause(site):
    site.write({"snippets/x.mdx": "", **pages('import A from "/snippets/a.mdx"\n\n<A/>')})
    (warning,) = site.build().warnings
    assert "/snippets/a.mdx" in warning
    assert "(6 places: p0.mdx:3:1, p1.mdx:3:1, p2.mdx:3:1 and 3 more)" in warning


def test_other_causes_stay_apart(site):
    site.write({**pages("x", 6), "p1.mdx": "[a](/no)", "p2.mdx": "[a](/nor)"})
    assert len(site.build().warnings) == 2


def test_they_can_be_suppressed(site):
    site.write(pages("![a](/images/a.png)"))
    assert site.build(suppress_warnings=["image"]).warnings == []


def test_a_document_that_cannot_be_reached(project):
    entries = [f"GET /{number}" for number in range(40)]
    group = {"group": "A", "openapi": "https://api.invalid/o.json", "pages": entries}
    project.write({"index.md": "# I\n", "docs.json": {"navigation": {"groups": [group]}}})
    built = project.build(navapi_remote_documents=False)
    (warning,) = built.warnings
    assert re.search(r"\b40\b", warning)
    found = [d["subtype"] for d in built.site()["diagnostics"] if d["level"] == "warning"]
    assert found.count("page_not_found") == 40


def test_a_missing_schema_costs_no_page(project):
    paths = {"/a": {"get": OPERATION, "post": OPERATION}, "/b": {"get": OPERATION}}
    project.write(
        {
            "index.md": "# I\n",
            "api.json": {
                "openapi": "3.1.0",
                "info": {"title": "t", "version": "1"},
                "servers": [{"url": "https://api.example"}],
                "paths": paths,
            },
            "docs.json": {"navigation": {"pages": ["index"], "openapi": "api.json"}},
        }
    )
    built = project.build()
    (warning,) = built.warnings
    assert "`#/components/schemas/Gone`" in warning
    # The document has no components at all: one message for its three references.
    assert "and 2 more" in warning
    assert "api.json:" in warning
    kinds = [page["kind"] for page in built.site()["pages"].values()]
    assert kinds.count("operation") == 3


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"navigaton": {"pages": ["index"]}}, 'did you mean "navigation"?'),
        ({"navigation": {"pages": ["index"]}, "favcon": "x.svg"}, 'did you mean "favicon"?'),
        ({"navigation": {"pages": ["index", "GET books"]}}, "write GET /books"),
        ({"navigation": {"pages": ["index", "boost"]}}, "write boost.md, or remove it"),
        ({"navigation": {"pages": ["index", "idnex"]}}, "did you mean index?"),
        ({"navigation": {"groups": [{"group": "A", "pages": ["index"], "rot": 1}]}},
         'did you mean "root"?'),
    ],
    ids=["navigation", "setting", "reference", "page", "near page", "key"],
)  # fmt: skip
def test_cures_are_right(project, config, message):
    project.write({"index.md": "# I\n", "root.md": "# R\n", "docs.json": config})
    (warning,) = project.build().warnings
    assert message in warning
    assert ("docs.json:2" in warning) is ("navigaton" in config)


def test_keys_of_other_tools_are_fine(project):
    config = {"navigation": {"pages": ["index"]}, "theme": "x", "icons": {}, "fonts": {}, "x": 1}
    project.write({"index.md": "# I\n", "docs.json": config})
    assert project.build().warnings == []


@pytest.mark.parametrize(
    ("openapi", "first"),
    [("GET /a", "GET /a (p0.mdx:2, p1.mdx:2,"), ("old.json GET /a", "old.json")],
)
def test_operations_that_no_document_has(site, openapi, first):
    site.write({f"p{n}.mdx": f"---\nopenapi: {openapi}{n or ''}\n---\n" for n in range(6)})
    built = site.build()
    (warning,) = built.warnings
    assert re.search(rf"p0\.mdx:2: WARNING: 6\b.* {re.escape(first)}", warning)
    assert "[navapi.operation_not_found]" in warning
    found = [d["subtype"] for d in built.site()["diagnostics"]]
    assert found.count("operation_not_found") == 6


@pytest.mark.parametrize(
    ("text", "first"),
    [("{{navapi:op}}`GET /a{}`", "GET /a0"), ("```{{openapi-schema}} A{}\n```", "A0")],
)
def test_references_to_what_no_document_has(site, text, first):
    site.write({f"p{n}.md": f"# {n}\n\n{text.format(n)}\n" for n in range(6)})
    (warning,) = site.build(extensions=["myst_parser", "sphinx_navapi"]).warnings
    assert re.search(rf"p0\.md:3: WARNING: 6\b.*\b{first} \(", warning)
    assert "[navapi.operation_not_found]" in warning


def test_entries_that_no_document_has(project):
    entries = ["index", "GET /a", *(f"POST /{name}" for name in "bcdef")]
    operation = {"responses": {"200": {"description": "x"}}}
    api = {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}}
    project.write(
        {
            "index.md": "# I\n",
            "docs.json": {"navigation": {"pages": entries, "openapi": "api.json"}},
            "api.json": {**api, "paths": {"/a": {"get": operation}}},
        }
    )
    (warning,) = project.build().warnings
    assert re.search(r"\b5\b.* api\.json .* POST /b \(docs\.json:", warning)


def test_pages_outside_the_navigation_are_one_line(project):
    names = ["guides/a", "guides/b/c", "guides/d", "more/e", "f"]
    project.write(
        {
            "index.rst": "Home\n====\n",
            "docs.json": {"navigation": {"pages": ["index"]}},
            **{f"{name}.rst": "Stray\n=====\n" for name in names},
        }
    )
    built = project.build()
    assert built.warnings == []
    (line,) = (line for line in built.status.splitlines() if "not_in_navigation" in line)
    assert re.search(r"\b5\b.* guides \(3\), .* \(1\), more \(1\)", line)
    assert re.search(r"\(f\.rst, guides/a\.rst, guides/b/c\.rst .*\b2\b", line)
    assert "/f.rst:" in line
    assert len(built.site()["diagnostics"]) == 5


#: The warning that the six pages have a picture in a folder that does not exist.
MISSING = r"WARNING: 6\b.*\bimages\b"

WAYS_OUT = [
    ("builder-inited", 950, "KeyboardInterrupt"),
    ("builder-inited", 950, "ValueError"),
    ("env-before-read-docs", 500, "SystemExit"),
    ("source-read", 500, "KeyboardInterrupt"),
    ("env-updated", 950, "KeyboardInterrupt"),
    ("env-updated", 950, "SystemExit"),
    ("html-page-context", 500, "OSError"),
    ("build-finished", 100, "OSError"),
    ("build-finished", 600, "KeyboardInterrupt"),
    ("build-finished", 950, "ValueError"),
]


def failing_build(site, stream, **options):
    """What ends a build of *site*."""
    made = None
    try:
        made = SphinxTestApp(srcdir=site.src, builddir=site.folder, warning=stream, **options)
        made.build()
    except (Exception, KeyboardInterrupt, SystemExit) as error:
        return type(error).__name__
    finally:
        if made is not None:
            made.cleanup()
    return "nothing"


@pytest.mark.parametrize("strict", first(1, [False, True]))
@pytest.mark.parametrize(("event", "priority", "error"), WAYS_OUT)
def test_they_are_reported_if_the_build_fails(site, event, priority, error, strict):
    """Once, and merged."""
    code = (
        f"def fail(*arguments):\n    raise {error}\n\n"
        f"def setup(app):\n    app.connect('{event}', fail, priority={priority})\n"
    )
    config = {"navigation": {"pages": ["index", *(f"p{number}" for number in range(6)), "gone"]}}
    site.write({"conf.py": f"extensions = ['sphinx_navapi']\n\n{code}", "docs.json": config})
    site.write(pages("![a](/images/a.png)"))
    stream = StringIO()
    found = failing_build(site, stream, warningiserror=strict)
    assert found == ("ExtensionError" if error in ("ValueError", "OSError") else error)
    text = stream.getvalue()
    assert len(re.findall(r"\bgone\b.*\[navapi\.page_not_found\]", text)) == 1
    assert logging.getLogger("sphinx.sphinx.events").level == logging.NOTSET
    was_read = event not in ("builder-inited", "env-before-read-docs", "source-read")
    assert len(re.findall(MISSING, text)) == was_read


def test_they_are_reported_if_a_page_cannot_be_written(site):
    site.write({"conf.py": "extensions = ['sphinx_navapi']\n", **pages("![a](/images/a.png)")})
    (site.folder / "html" / "p3.html").mkdir(parents=True)
    stream = StringIO()
    failing_build(site, stream)
    assert len(re.findall(MISSING, stream.getvalue())) == 1
