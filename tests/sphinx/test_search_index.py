"""The search indexes: their content, and incremental builds that equal full ones."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from sphinx.search.en import SearchEnglish
from warm_python import run_module
from write_files import write_files


def build(folder: Path, out: Path) -> str:
    run_module("sphinx_navapi", "build", folder, out, "--", "-q", check=True)
    return (out / "searchindex.js").read_text("utf-8")


def own_index(out: Path) -> dict[str, str]:
    """The files of our theme's index by name."""
    folder = out / "_navapi"
    found = {path.name: path for path in folder.glob("search/*/*.js")}
    return {
        name: path.read_text("utf-8")
        for name, path in sorted(found.items() | {("", folder / "search.js")})
    }


def test_words_that_are_gone_leave_the_index(tmp_path: Path) -> None:
    other = "# Other\n\nThey chew.\n"
    docs = {"navigation": {"pages": ["index", "other"]}}
    files = {"docs.json": docs, "index.md": "# Giraffes\n\nThey chew acacia.\n", "other.md": other}
    folder = write_files(tmp_path / "docs", files)
    assert "acacia" in build(folder, tmp_path / "out")
    (folder / "index.md").write_text("# Zebras\n\nThey chew grass.\n", "utf-8")
    before = own_index(tmp_path / "out")
    after = build(folder, tmp_path / "out")
    assert "acacia" not in after
    assert "giraff" not in after
    assert after == build(folder, tmp_path / "clean")
    own = own_index(tmp_path / "out")
    assert own == own_index(tmp_path / "clean")
    assert "acacia" in before["words-.js"]
    assert '"zebras":' in own["words-.js"]
    assert "giraffes" not in "".join(own.values())


def test_the_stem_of_a_word_is_computed_once(small, monkeypatch: pytest.MonkeyPatch) -> None:
    stemmed: list[str] = []
    stem = SearchEnglish.stem

    def count(self: SearchEnglish, word: str) -> str:
        stemmed.append(word.lower())
        return stem(self, word)

    monkeypatch.setattr(SearchEnglish, "stem", count)
    pages = {f"page{number}.rst": ":orphan:\n\nQuokkas\n=======\n" for number in range(6)}
    small.write(pages)
    small.build()
    # The words of the first page are collected before its indexer is known.
    assert stemmed.count("quokkas") <= 2


MANY = [f"{letter}{number}" for letter in "abc" for number in range(900)]


def test_files_of_the_index_come_and_go_with_their_words(tmp_path: Path) -> None:
    files = {
        "docs.json": {"navigation": {"pages": ["index", "words", "other"]}},
        "index.md": "# Start\n\nzulu\n",
        "words.md": f"# Words\n\n{' '.join(MANY)}\n",
        "other.md": "# Other\n\nzebra\n",
    }
    folder, out = write_files(tmp_path / "docs", files), tmp_path / "out"
    build(folder, out)
    names = set(own_index(out))
    assert {"words-a.js", "words-b.js", "words-c.js", "words-z.js"} <= names
    times = {path: path.stat().st_mtime_ns for path in (out / "_navapi/search").rglob("words-*.js")}
    (folder / "other.md").write_text("# Other\n\nzorro\n", "utf-8")
    build(folder, out)
    # Only the file that contains the word is written.
    changed = [path.name for path, time in times.items() if path.stat().st_mtime_ns != time]
    assert changed == ["words-z.js"]
    (folder / "words.md").write_text("# Words\n\nfew\n", "utf-8")
    build(folder, out)
    assert set(own_index(out)) == {"", "pages.js", "text-0.js", "words-.js"}


API: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Parcels", "version": "1"},
    "paths": {
        "/parcels": {
            "post": {
                "operationId": "sendParcel",
                "summary": "Send a parcel",
                "security": [{"oauth": ["parcels:write"]}],
                "parameters": [
                    {"name": "dryRun", "in": "query", "schema": {"enum": ["yes", "perhaps"]}}
                ],
                "requestBody": {
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/Box"}}
                    }
                },
                "responses": {
                    "418": {
                        "description": "No",
                        "headers": {"X-Teapot": {"schema": {"type": "string"}}},
                        "content": {"application/json": {"schema": {
                            "properties": {"problem": {"properties": {"detail": {
                                "properties": {"toodeep": {"type": "string"}}
                            }}}}
                        }}},
                    }
                },
            }
        }
    },
    "components": {
        "securitySchemes": {
            "oauth": {"type": "oauth2", "flows": {"clientCredentials": {
                "tokenUrl": "https://x.example", "scopes": {"parcels:write": "Send"}
            }}}
        },
        "schemas": {"Box": {"type": "object", "properties": {
            "label": {"type": "object", "properties": {"barcode": {
                "type": "string", "description": "Zebra stripes"
            }}},
            "weight": {"type": "number", "description": "In kilograms"},
        }}},
    },
}  # fmt: skip


def test_sphinx_finds_what_our_search_finds(tmp_path: Path) -> None:
    """In third-party themes: names in bodies and responses, scopes, values, synonyms."""
    files = {
        "conf.py": 'extensions = ["sphinx_navapi"]\nhtml_theme = "alabaster"\n',
        "docs.json": {
            "search": {"synonyms": [["parcels", "packages"], ["weight", "heavy load", "mass"]]},
            "navigation": {"openapi": "api.json", "pages": ["index"]},
        },
        "api.json": API,
        "index.md": "# Start\n",
    }
    folder = write_files(tmp_path / "docs", files)
    text = build(folder, tmp_path / "out")
    index = json.loads(re.sub(r"^Search\.setIndex\(|\)\s*$", "", text))
    page = index["docnames"].index("api-reference/send-a-parcel")
    found = {
        word
        for terms in ("terms", "titleterms")
        for word, docs in index[terms].items()
        if page in (docs if isinstance(docs, list) else [docs])
    }
    names = {"dryrun", "box", "label", "barcod", "weight", "teapot", "problem", "detail"}
    assert names <= found
    assert {"kilogram", "perhap", "write", "packag", "mass"} <= found
    # Beyond the second level, or already included.
    assert not {"toodeep", "zebra"} & found
    assert not (tmp_path / "out" / "_navapi" / "search.js").exists()
    files["docs.json"]["search"] = {}  # type: ignore[index]
    write_files(folder, files)
    # Unchanged pages are indexed again without them.
    assert "packag" not in build(folder, tmp_path / "out")


def test_anchors_of_fields(tmp_path: Path) -> None:
    """The first of each name on the written page; also after a field moved, with the same words."""
    pages = ["index", "POST /parcels", *(f"p{number:02}" for number in range(40))]
    files: dict[str, Any] = {
        "docs.json": {"navigation": {"openapi": "api.json", "pages": pages}},
        "api.json": json.loads(json.dumps(API)),
        "index.md": "# Start\n",
        **{f"{name}.md": f"# {name}\n" for name in pages[2:]},
    }
    folder, out = write_files(tmp_path / "docs", files), tmp_path / "out"
    build(folder, out)

    def fields() -> list[str]:
        (name,) = (name for name in own_index(out) if name.startswith("fields-"))
        found = json.loads(own_index(out)[name].partition(",")[2].rstrip()[:-1])
        (page,) = found
        html = (out / f"{page}.html").read_text("utf-8")
        ids = str(found[page]).split()
        assert [each for each in ids if f'id="{each}"' not in html] == []
        return ids

    before = ["query.dryRun", "body.label", "body.label.barcode", "body.weight", "r418"]
    assert fields()[:5] == before
    assert "r418~h.X-Teapot" in fields()
    box = files["api.json"]["components"]["schemas"]["Box"]["properties"]
    box["weight"] = {**box["weight"], "type": "object", "properties": box["label"]["properties"]}
    box["label"] = {"type": "object"}
    write_files(folder, files)
    (folder / "p39.md").write_text("# Another\n", "utf-8")
    build(folder, out)
    assert fields()[1:4] == ["body.label", "body.weight", "body.weight.barcode"]
    build(folder, tmp_path / "clean")
    assert own_index(out) == own_index(tmp_path / "clean")
