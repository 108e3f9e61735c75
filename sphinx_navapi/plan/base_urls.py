"""Base URLs of APIs whose documents do not set them: ``api.baseUrl``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sphinx_navapi.config.navigation import NavigationElement, walk
from sphinx_navapi.config.value_problems import show
from sphinx_navapi.config.value_types import is_base_url
from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.plan.source_pages import normal_path

#: Environment variable that replaces the first of ``api.baseUrl``: one source, many stages.
VARIABLE = "NAVAPI_BASE_URL"


class BaseUrls:
    """The base URLs of a site.

    :param settings: of the configuration, valid.
    :param environment: value of `VARIABLE`.
    :param place: returns the place of a configuration value, by JSON pointer.
    :ivar of_site: ``api.baseUrl`` with its first URL replaced by that of the environment.
    """

    def __init__(
        self,
        settings: Mapping[str, Any],
        navigation: NavigationElement,
        environment: str | None,
        place: Callable[[str], Place],
    ) -> None:
        self.diagnostics: list[Diagnostic] = []
        api = as_mapping(settings.get("api"))
        value = api.get("baseUrl")
        listed = value if isinstance(value, list) else [] if value is None else [value]
        self._is_replaced = False
        if environment is not None and environment.strip():
            self._is_replaced = is_base_url(environment)
            if self._is_replaced:
                listed = [environment, *listed[1:]]
            else:
                self.diagnostics.append(_malformed(environment))
        self.of_site = tuple(dict.fromkeys(_trimmed(url) for url in listed))
        self._own: dict[str, str] = {}
        for source, url, pointer in _own_base_urls(api, navigation):
            first = self._own.setdefault(document_name(source), _trimmed(url))
            if first != _trimmed(url):
                self.diagnostics.append(_second(source, url, first, place(pointer)))

    def of_document(self, name: str) -> tuple[str, ...]:
        """The base URLs of the document *name*: its own, or those of the site."""
        own = self._own.get(name)
        return self.of_site if own is None else (own,)

    def origin(self, name: str) -> str:
        """Where the first base URL of the document *name* is set, in words."""
        if name in self._own:
            return "the baseUrl of this document"
        return f"the environment variable {VARIABLE}" if self._is_replaced else "api.baseUrl"


def _own_base_urls(
    api: Mapping[str, Any], navigation: NavigationElement
) -> Iterator[tuple[str, str, str]]:
    """Source, base URL and its JSON pointer for each document with its own base URLs."""
    for element in walk(navigation):
        for binding in element.bindings or ():
            if binding.base_url is not None:
                pointer = f"{binding.pointer.removesuffix('/source')}/baseUrl"
                yield binding.source, binding.base_url, pointer
    entry = as_mapping(api.get("openapi"))
    if "source" in entry and "baseUrl" in entry:
        yield entry["source"], entry["baseUrl"], "/api/openapi/baseUrl"


def document_name(source: str) -> str:
    """The name of the document that the configuration refers to as *source*."""
    return source if "://" in source else normal_path(source) or source


def _trimmed(url: str) -> str:
    return url.strip().rstrip("/")


def _malformed(value: str) -> Diagnostic:
    return Diagnostic(
        subtype=Subtype.CONFIG,
        message=f"the environment variable {VARIABLE} is ignored: expected a URL that starts with"
        f" https:// or http://, but found {show(value)}",
        place=Place(file="conf.py"),
    )


def _second(source: str, url: str, first: str, place: Place) -> Diagnostic:
    return Diagnostic(
        subtype=Subtype.CONFIG,
        message=f"the base URL {url} of {source} is ignored because {first}, which comes first,"
        " applies to all its pages: keep one of them, or list both in api.baseUrl",
        place=place,
    )
