"""Components that require executing code: one warning for each definition, with the pages that use
it.
"""

from __future__ import annotations

import pytest

PROGRAM = """export const Fine = () => <b>fine</b>;

export const Counter = () => {
  if (window) { return 1 }
  return 2;
};

export class Old {}
"""
USE = 'import {Fine, Counter, Old} from "/snippets/c.jsx"\n\n<Fine/>\n\n<Counter/>\n\n<Counter/>\n'
NAMES = [f"p{number}" for number in range(5)]


@pytest.fixture
def site(project):
    project.write(
        {
            "docs.json": {"name": "C", "navigation": {"pages": ["index", *NAMES]}},
            "index.mdx": "---\ntitle: Home\n---\n\nText.\n",
            "snippets/c.jsx": PROGRAM,
            **{f"{name}.mdx": f"---\ntitle: {name}\n---\n\n{USE}" for name in NAMES},
        }
    )
    return project


@pytest.mark.parametrize("parallel", [0, 2])
def test_one_warning_for_each_definition(site, parallel):
    (warning,) = site.build(parallel=parallel).warnings
    assert "c.jsx:3: WARNING: the component <Counter> cannot be evaluated" in warning
    assert (
        "(5 pages use it: p0.mdx, p1.mdx, p2.mdx and 2 more) [navapi.unknown_component]" in warning
    )


def test_pages_that_are_not_read_again_count(site):
    site.build()
    assert site.build().warnings == []
    site.write({"p3.mdx": f"---\ntitle: Again\n---\n\n{USE}"})
    (warning,) = site.build().warnings
    assert "(5 pages use it" in warning
    site.write({"p3.mdx": "---\ntitle: Without\n---\n\nText.\n"})
    assert site.build().warnings == []
    site.write({"snippets/c.jsx": f"\n{PROGRAM}"})
    (warning,) = site.build().warnings
    assert "c.jsx:4: WARNING" in warning
    assert "(4 pages use it: p0.mdx, p1.mdx, p2.mdx and 1 more)" in warning


def test_what_cannot_be_read_at_all(site):
    site.write(
        {"p0.mdx": "---\ntitle: O\n---\n\nimport {Old} from './snippets/c.jsx'\n\n<Old>k</Old>\n"}
    )
    first, second = site.build().warnings
    assert "c.jsx:3: WARNING: the component <Counter>" in first + second
    assert "the component <Old> cannot be evaluated" in first + second
    assert "(1 page uses it: p0.mdx)" in first + second


def test_a_definition_of_the_page_itself(site):
    own = "export const Own = () => {\n  if (window) { return 1 }\n};\n\n<Own/>\n\n<Own/>\n"
    site.write({name + ".mdx": f"---\ntitle: {name}\n---\n\n{own}" for name in NAMES[:1]})
    found = site.build().warnings
    assert len(found) == 2
    assert any("p0.mdx:5:1: WARNING" in each and "<Own>" in each for each in found)
