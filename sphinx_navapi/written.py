"""What the pages in an output folder were written from: changed, they must be written again.

Sphinx writes a page again when its source is newer than its output. What a page
shows beside its source (the navigation, an operation, settings of samples) is
compared here, for each builder and output folder: a build that was broken off, or
one by another builder in between, leaves no page behind the others.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, astuple
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_navapi.doctree.domain import NavApiDomain
from sphinx_navapi.state import env_state

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.openapi.document import OperationKey
    from sphinx_navapi.site import Site
    from sphinx_navapi.site_plan import SitePlan


def read_written(app: Sphinx) -> dict[str, str]:
    """Digest of each page that the last finished build wrote to the same place, by docname."""
    try:
        found = json.loads(_written_file(app).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def note_written(app: Sphinx, digests: Mapping[str, str]) -> None:
    """Remember *digests* for the next build to the same place."""
    path = _written_file(app)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(digests, sort_keys=True, indent=0), "utf-8")


def _written_file(app: Sphinx) -> Path:
    name = hashlib.sha256(str(app.outdir).encode()).hexdigest()[:12]
    return Path(app.doctreedir) / "navapi" / f"written-{app.builder.name}-{name}.json"


def digest_pages(
    env: BuildEnvironment, site: Site, docnames: Iterable[str], shown: Mapping[str, str]
) -> dict[str, str]:
    """Per page a digest of all that it shows beside its source.

    :param shown: of its surroundings, for builders that write a site.
    """
    samples = [site.fill, [client.id for client in site.clients], site.mdx_settings, site.expanded]
    samples.append(site.plan.base_urls)
    navigation_pages = env_state(env).navigation_pages
    operations = env_state(env).operations
    navigation = _digest_navigation(site.plan) if navigation_pages else ""
    domain = env.get_domain("navapi")
    assert isinstance(domain, NavApiDomain)
    noted, references = domain.data["docs"], domain.data["refs"]
    digests = {}
    for docname in docnames:
        parts: list[object] = [shown.get(docname, "")]
        if docname in navigation_pages:
            parts.append(navigation)
        objects = dict.fromkeys(noted.get(docname, ()))
        if any(kind == "op" for kind, _ in objects):
            parts += [samples, astuple(site.playground(docname))]
        own = operations.get(docname)
        if own is not None:
            parts += [samples, astuple(site.playground(docname)), astuple(own)]
        for kind, target in references.get(docname, ()):
            parts.append(domain.find_target(site, kind, target, docname))
        page = site.page(docname)
        if page is None or not page.generated:  # else its stub is newer
            parts += [_fingerprint(site, key) for _, key in objects]
        digests[docname] = _digest(parts)
    return digests


def _fingerprint(site: Site, key: OperationKey | tuple[str, str]) -> str:
    if site.fingerprints is None:
        return ""
    name = ["schema", *key] if isinstance(key, tuple) else ["operation", *astuple(key)]
    return site.fingerprints.current(name)


def _digest_navigation(plan: SitePlan) -> str:
    """Changes with all that `navapi-navigation` may show."""
    pages = [
        (name, page.title, page.sidebar_title, page.description, page.tag, page.deprecated)
        for name, page in plan.pages.items()
    ]
    return _digest([asdict(plan.navigation), pages, plan.settings.get("redirects")])


def _digest(parts: object) -> str:
    text = json.dumps(parts, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
