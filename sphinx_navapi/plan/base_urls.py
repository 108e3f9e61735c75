"""Where the APIs of a site are, as far as their documents do not say it: ``api.baseUrl``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sphinx_navapi.config.navigation import NavigationElement, walk
from sphinx_navapi.config.value_types import is_base_url, show
from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.plan.source_pages import normal_path

#: Environment variable that replaces the first of ``api.baseUrl``: one source, many stages.
VARIABLE = "NAVAPI_BASE_URL"


class BaseUrls:
    """The base URLs of a site.

    :ivar of_site: ``api.baseUrl`` with the value of the environment in the place of its first.
    """

    def __init__(
        self, settings: Mapping[str, Any], navigation: NavigationElement, environment: str | None
    ) -> None:
        self.diagnostics: list[Diagnostic] = []
        api = settings.get("api")
        given = api.get("baseUrl") if isinstance(api, dict) else None
        listed = given if isinstance(given, list) else [] if given is None else [given]
        if environment is not None and environment.strip():
            if is_base_url(environment):
                listed = [environment, *listed[1:]]
            else:
                self.diagnostics.append(_malformed(environment))
        self.of_site = tuple(dict.fromkeys(_trimmed(url) for url in listed))
        self._own: dict[str, tuple[str, ...]] = {}
        for element in walk(navigation):
            for binding in element.bindings or ():
                if binding.base_url is not None:
                    name = normal_path(binding.source) or binding.source
                    self._own.setdefault(name, (_trimmed(binding.base_url),))

    def of_document(self, name: str) -> tuple[str, ...]:
        """The base URLs of the document *name*: its own, else those of the site."""
        return self._own.get(name, self.of_site)


def _trimmed(url: str) -> str:
    return url.strip().rstrip("/")


def _malformed(value: str) -> Diagnostic:
    return Diagnostic(
        subtype=Subtype.CONFIG,
        message=f"the environment variable {VARIABLE} is ignored: expected a URL that begins with"
        f" https:// or http://, but found {show(value)}",
        place=Place(file="conf.py"),
    )
