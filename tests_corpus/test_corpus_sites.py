"""Real sites: the plan matches the results of a separate script that reads their files."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from shared_corpus import CORPUS, SHARED, SITES, site_inputs

from sphinx_navapi.config.json_schema import config_schema
from sphinx_navapi.html.site_json import site_json
from sphinx_navapi.plan import Matching, PlannedSite, resolve_site
from sphinx_navapi.plan.explain import explain_navigation, explain_reference
from sphinx_navapi.plan.schema_links import book_links
from sphinx_navapi.plan.site_plan import PageKind
from sphinx_navapi.project.sphinx_project import generate_stubs

FACTS: dict[str, Any] = json.loads((CORPUS / "facts.json").read_text("utf-8"))["sites"]

#: Keys inside `navigation` that the script lists although they are valid.
VALID_KEYS = {"default", "hidden", "expanded", "root"}


@cache
def plan_corpus_site(name: str, matching: Matching = Matching.EXACT) -> PlannedSite:
    return resolve_site(
        site_inputs(SITES / name, matching, remote_documents=False, schema_links=book_links)
    )


@cache
def configuration(name: str) -> dict[str, Any]:
    value = json.loads((SITES / name / "docs.json").read_text("utf-8"))
    assert isinstance(value, dict)
    return value


def settings_without_effect(name: str) -> int:
    """Settings in `docs.json` for hosts that load fonts by name and create preview images."""
    fonts = configuration(name).get("fonts", {})
    named = [fonts, *(fonts.get(key, {}) for key in ("heading", "body"))]
    without_file = sum("family" in font and "source" not in font for font in named)
    return without_file + ("appearance" in configuration(name).get("thumbnails", {}))


#: The corpus has no images, and the facts do not include pages in several lists or problems in
#: front matter.
_NOT_COUNTED = frozenset({"not_in_navigation", "file_not_found", "duplicate_page", "page_metadata"})


def count_diagnostics(site: PlannedSite) -> Counter[str]:
    return Counter(d.subtype.value for d in site.plan.diagnostics if d.subtype not in _NOT_COUNTED)


each_site = pytest.mark.parametrize("name", sorted(FACTS))


@each_site
def test_diagnostics_are_those_that_the_facts_explain(name: str) -> None:
    facts = FACTS[name]
    generated = facts["generated"]
    in_pages = Counter(facts["operations_in_pages"])
    matched = Counter(facts["pages_matched"])
    near = sum(count for form, count in matched.items() if form.startswith("other_case"))
    expected = Counter(
        config=sum(
            n for key, n in facts["unlisted_navigation_keys"].items() if key not in VALID_KEYS
        )
        + settings_without_effect(name),
        page_not_found=len(facts["missing_pages"]) + generated["references_to_remote"],
        operation_not_found=sum(in_pages.values()) - sum(matched.values()),
        near_miss=near,
        duplicate_operation=generated["also_in_pages"] + generated["automatic_also_in_pages"],
    )
    found = count_diagnostics(plan_corpus_site(name))
    of_documents = Counter(
        d.subtype.value
        for document in plan_corpus_site(name).plan.documents.values()
        for d in document.diagnostics
    )
    assert (found["openapi_not_found"] > 0) == (generated["remote"] > 0)
    del found["openapi_not_found"]
    assert found - of_documents == +expected


@each_site
def test_generated_pages_are_those_of_the_facts(name: str) -> None:
    plan = plan_corpus_site(name).plan
    generated = FACTS[name]["generated"]
    pages = [p for p in plan.pages.values() if p.generated and p.kind is PageKind.OPERATION]
    for document, count in generated["automatic_by_document"].items():
        operations = {
            p.operation for p in pages if p.operation and p.operation.document == document
        }
        assert len(operations) == count
    if generated["total"] is not None:
        assert len(pages) == generated["total"]


@each_site
def test_every_page_file_is_a_page(name: str) -> None:
    plan = plan_corpus_site(name).plan
    srcdir = SITES / name
    files = {p for suffix in ("md", "mdx") for p in srcdir.rglob(f"*.{suffix}")}
    assert {page.file for page in plan.pages.values() if page.file} == {
        path.relative_to(srcdir).as_posix() for path in files
    }
    assert len(files) == FACTS[name]["page_files"]


@each_site
def test_every_entry_is_in_the_navigation(name: str) -> None:
    plan = plan_corpus_site(name).plan
    listed = [page for page in plan.pages.values() if page.trail and not page.generated]
    roots = {element.root for page in listed for element in page.trail if element.root}
    facts = FACTS[name]
    assert len({p.docname for p in listed} - roots) <= facts["distinct_pages"]
    assert len(listed) >= facts["distinct_pages"]


@each_site
def test_pages_render_the_operations_that_they_name(name: str) -> None:
    plan = plan_corpus_site(name, Matching.LENIENT).plan
    shown = [p for p in plan.pages.values() if p.operation is not None and not p.generated]
    # Pages that describe their own operation do not refer to one.
    shown = [page for page in shown if "openapi" in page.metadata]
    assert len(shown) == sum(FACTS[name]["pages_matched"].values())


@each_site
def test_neighbors_point_back(name: str) -> None:
    pages = plan_corpus_site(name).plan.pages
    for docname, page in pages.items():
        if page.next is not None:
            assert pages[page.next].prev == docname
            assert (pages[page.next].version, pages[page.next].language) == (
                page.version,
                page.language,
            )
        if page.prev is not None:
            assert pages[page.prev].next == docname


@each_site
def test_places_have_lines(name: str) -> None:
    for diagnostic in plan_corpus_site(name).plan.diagnostics:
        assert diagnostic.place.file
        assert not Path(diagnostic.place.file).is_absolute()
        if diagnostic.subtype not in {"not_in_navigation", "reserved_path"}:
            assert diagnostic.place.line, diagnostic


@each_site
def test_json_schema_accepts_the_configuration(name: str) -> None:
    judge = jsonschema.Draft7Validator(config_schema())
    known = FACTS[name]["unlisted_navigation_keys"].keys() - VALID_KEYS
    assert judge.is_valid(without(configuration(name), known))


def without(value: Any, keys: AbstractSet[str]) -> Any:
    """*value* without *keys*, which the build reports and the schema rejects."""
    if isinstance(value, list):
        return [without(entry, keys) for entry in value]
    if not isinstance(value, dict):
        return value
    return {key: without(entry, keys) for key, entry in value.items() if key not in keys}


@each_site
def test_the_same_input_gives_the_same_bytes(name: str) -> None:
    def dump(site: PlannedSite) -> str:
        return json.dumps(site_json(site.plan, str)) + json.dumps(generate_stubs(site.plan))

    first = dump(plan_corpus_site(name))
    plan_corpus_site.cache_clear()
    assert dump(plan_corpus_site(name)) == first
    assert str(SHARED) not in first


@each_site
def test_stubs_say_what_their_page_shows(name: str) -> None:
    plan = plan_corpus_site(name).plan
    for docname, text in generate_stubs(plan).items():
        page = plan.pages[docname]
        lines = (line.partition(": ") for line in text.splitlines())
        said = {key: json.loads(value) for key, _, value in lines}
        assert said["kind"] == page.kind
        if page.operation is not None:
            key = page.operation
            assert (said["document"], said["method"], said["path"]) == (
                key.document, key.method, key.path,
            )  # fmt: skip
        if page.schema is not None:
            assert (said["document"], said["schema"]) == page.schema


@each_site
def test_everything_can_be_explained(name: str) -> None:
    site = plan_corpus_site(name)
    lines = list(explain_navigation(site))
    assert (
        len(lines) >= FACTS[name]["page_entries"] - FACTS[name]["generated"]["references_to_remote"]
    )
    for document in site.plan.documents.values():
        for operation in document.operations[::10]:
            text = f"{document.name} {operation.key}"
            answer = explain_reference(site, text)
            assert answer.has_page == (operation.key in site.plan.operation_pages), text
            assert len(answer.lines) > 1, text
