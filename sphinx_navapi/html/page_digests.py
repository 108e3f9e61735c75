"""A record of the last build's output: the files, and what its pages were written from.

Sphinx writes a page again when its source is newer than its output. What a page shows besides its
source (the navigation, an operation, settings of samples) is compared here, for each builder and
output folder: an interrupted build, or one by another builder in between, leaves no page outdated.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_navapi.doctree.domain import directory_for, navapi_domain
from sphinx_navapi.doctree.resolved_links import LinkState
from sphinx_navapi.formats.data_file import unescape_pointer
from sphinx_navapi.formats.kept_values import digest_of
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.links.redirects import root_destination
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.project.environment import build_edition, env_state, writes_site
from sphinx_navapi.project.output_files import Written, memory_file, write_if_changed

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.project.site import Site
from sphinx_navapi.plan.site_plan import SitePlan


def read_written(app: Sphinx) -> Written:
    """What the last finished build wrote to the same folder.

    With a builder of sites, also what other such builders left there: a folder cannot contain two
    sites.
    """
    own = memory_file(app, "written")
    own_record = _read(own, build_edition(app))
    if not writes_site(app.builder):
        return own_record
    others = [_read(path, "") for path in _other_sites(own)]
    return Written(
        digests={} if others else own_record.digests,
        pages=own_record.pages.union(*(other.pages for other in others)),
        files=own_record.files.union(*(other.files for other in others)),
    )


def note_written(
    app: Sphinx, digests: Mapping[str, str], pages: Collection[str], files: Collection[str]
) -> None:
    """Record what this build wrote, for the next one to the same folder."""
    own = memory_file(app, "written")
    if writes_site(app.builder):
        for path in _other_sites(own):
            path.unlink(missing_ok=True)
    if not (digests or pages or files):
        own.unlink(missing_ok=True)
        return
    record = {
        "edition": build_edition(app),
        "digests": dict(digests),
        "pages": sorted(pages),
        "files": sorted(files),
    }
    write_if_changed(own, json.dumps(record, sort_keys=True))


#: Builders for which `writes_site` is true, and that may share a doctree directory.
_SITE_BUILDERS = ("html", "dirhtml", "singlehtml")


def _other_sites(own: Path) -> Iterator[Path]:
    """Records of other builders of sites for the folder of the record *own*."""
    folder = own.stem.rpartition("-")[2]
    for builder in _SITE_BUILDERS:
        path = own.with_name(f"written-{builder}-{folder}.json")
        if path != own and path.is_file():
            yield path


def _read(path: Path, edition: str) -> Written:
    try:
        record: Any = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return Written()
    if not isinstance(record, dict):
        return Written()
    digests = record.get("digests") if record.get("edition") == edition else None
    return Written(
        digests=digests if isinstance(digests, dict) else {},
        pages=_names(record.get("pages")),
        files=_names(record.get("files")),
    )


def _names(value: object) -> frozenset[str]:
    entries = value if isinstance(value, list) else ()
    return frozenset(name for name in entries if isinstance(name, str))


#: Questions of pages that show texts of OpenAPI documents.
_OF_DOCUMENTS = ("fingerprint", "security")


def digest_pages(
    env: BuildEnvironment, site: Site, docnames: Iterable[str], shown: Mapping[str, str]
) -> dict[str, str]:
    """For each page, a digest of everything that it shows besides its source.

    :param shown: digests of its surroundings, for builders that write a site.
    """
    samples: list[object] = [site.example_settings, site.mdx_settings, site.expanded]
    lists = {name for name, page in site.plan.pages.items() if page.listing is not None}
    navigation_pages = env_state(env).navigation_pages | lists
    operations, answers = env_state(env).operations, env_state(env).answers
    navigation = _digest_navigation(site.plan) if navigation_pages else ""
    domain = navapi_domain(env)
    noted, references = domain.data["docs"], domain.data["refs"]
    links = LinkState(env, site)
    # Synonyms are in Sphinx's index with each page.
    synonyms = as_mapping(site.plan.settings.get("search")).get("synonyms")
    root = root_destination(site.plan.settings.get("redirects"))
    digests = {}
    for docname in docnames:
        parts: list[object] = [shown.get(docname, "")]
        # A feature that shows nothing counts as one that the site does not have.
        parts += [state for state in env.events.emit("navapi-page-state", docname) if state]
        if docname in navigation_pages:
            parts.append(navigation)
        objects = dict.fromkeys(noted.get(docname, ()))
        if any(kind == "op" for kind, _ in objects):
            parts += [samples, site.playground(docname)]
            named = {key.document: None for kind, key in objects if kind == "op"}
            parts += [
                sorted(site.catalog_pages[name].items())
                for name in named
                if name in site.catalog_pages
            ]
        if any(kind in _OF_DOCUMENTS for kind, *_ in answers.get(docname, ())):
            parts.append(site.linked)
        own = operations.get(docname)
        if own is not None:
            parts += [samples, site.playground(docname), own]
            parts.append(site.base_urls(own))
        for kind, target in references.get(docname, ()):
            parts.append(domain.find_target(site, kind, target, docname))
        parts += links.of_page(docname)
        if synonyms:
            parts.append(synonyms)
        if docname == env.config.root_doc and root is not None:
            parts.append(root)
        page = site.page(docname)
        if page is not None and not page.search_weight:
            parts.append("not in the search index")
        keys = [key for _, key in objects]
        if page is None or not page.generated:  # otherwise its stub is newer
            parts += map(site.fingerprint, keys)
            parts += _schema_pages(site, docname, keys)
        digests[docname] = digest_of(parts)
    return digests


def uses_objects(env: BuildEnvironment) -> bool:
    """Whether pages show operations or schemas, or link to them, also without a site."""
    return navapi_domain(env).is_used


def _schema_pages(
    site: Site, docname: str, keys: Iterable[OperationKey | tuple[str, str]]
) -> Iterator[str | None]:
    """The pages of schemas that *docname* links to, since it shows *keys*."""
    for key in keys:
        document = key.document if isinstance(key, OperationKey) else key[0]
        directory = directory_for(site, docname, document)
        for pointer in site.linked_schemas(key):
            component = unescape_pointer(pointer.removeprefix("/components/schemas/"))
            yield site.schema_docname(document, directory, component)


def _digest_navigation(plan: SitePlan) -> str:
    """Changes with everything that `navapi-navigation` may show."""
    pages = [
        (name, page.title, page.sidebar_title, page.description, page.tag, page.deprecated)
        for name, page in plan.pages.items()
    ]
    return digest_of([asdict(plan.navigation), pages, plan.settings.get("redirects")])
