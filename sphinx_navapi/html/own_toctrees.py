"""The root document's toctrees as written by Sphinx, without those added by us."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from sphinx import addnodes
from sphinx.environment.adapters.toctree import TocTree
from sphinx.environment.collectors.toctree import TocTreeCollector
from sphinx.util.logging import suppress_logging

from sphinx_navapi.build.sphinx_internals import documents_in_toctrees

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.plan.site_plan import SitePlan


def own_toctree(builder: StandaloneHTMLBuilder, docname: str, options: Mapping[str, Any]) -> str:
    """The result of Sphinx's ``toctree(**options)`` in a template of *docname*, without the
    extension.
    """
    result: Element | None = None
    wanted = {"collapse": True, "includehidden": False, **options}
    if wanted.get("maxdepth") == "":
        del wanted["maxdepth"]
    wanted["maxdepth"] = int(wanted.get("maxdepth", 0))
    for toctree in _toctrees(builder.env):
        found = TocTree(builder.env).resolve(docname, builder, toctree, prune=True, **wanted)
        if found is None:
            continue
        if result is None:
            result = found
        else:
            result.extend(found.children)
    return str(builder.render_partial(result)["fragment"])


def _toctrees(env: BuildEnvironment) -> Iterator[addnodes.toctree]:
    # Based on the page's own table of contents: ours are only in the doctree.
    toc = env.tocs.get(env.config.root_doc)
    if toc is not None:
        yield from toc.findall(addnodes.toctree)


def numbers_of(env: BuildEnvironment) -> dict[str, str]:
    """The number before the label of each page in a numbered toctree, by docname.

    Sphinx assigns numbers after everything is read, and then reports which pages changed: its own
    data is not modified.
    """
    if not env.numbered_toctrees:
        return {}
    before = env.toc_secnumbers
    with suppress_logging():
        TocTreeCollector().assign_section_numbers(env)
    found, env.toc_secnumbers = env.toc_secnumbers, before
    suffix = env.config.html_secnumber_suffix
    return {
        name: ".".join(map(str, number)) + suffix
        for name, numbers in found.items()
        if (number := numbers.get(""))
    }


def are_apart(env: BuildEnvironment, plan: SitePlan, ours: frozenset[str]) -> bool:
    """Whether the root document has toctrees whose pages are all outside the navigation.

    :param ours: pages of the toctrees that we added to the root document.
    """
    includes, root_doc = documents_in_toctrees(env), env.config.root_doc
    found = {root_doc}
    below = [name for name in includes.get(root_doc, ()) if name not in ours]
    if not below:
        return False
    while below:
        name = below.pop()
        if name not in found:
            found.add(name)
            below += includes.get(name, ())
    return not any(page.trail for name in found - {root_doc} if (page := plan.pages.get(name)))
