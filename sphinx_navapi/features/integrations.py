"""Passing the services in ``integrations`` of ``docs.json`` to the script that loads them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sphinx_navapi.config.integration_settings import SERVICES
from sphinx_navapi.config.value_types import Key, record_in
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.html.site_files import lead_on

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.project.output_files import OutputFiles
    from sphinx_navapi.project.site import Site

#: Path of the script in the output; `navapi dev` serves an empty one instead.
SCRIPT: Final = "_navapi/integrations.js"

#: The id that the policy of `navapi serve` uses to find the element.
ELEMENT: Final = "navapi-integrations"


def setup(app: Sphinx, site: Site) -> None:
    """Load the script on each page, and write it to the output, if there is something to load."""
    attributes = integration_attributes(site.plan.settings, site.planned.inputs.config.value)

    def add(
        app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
    ) -> None:
        if not lead_on(site, app.builder, pagename):
            source = context["pathto"](SCRIPT, 1)
            # After the scripts of the site, which may configure something.
            app.builder.add_js_file(  # type: ignore[attr-defined] # of HTML builders
                None, priority=950, src=source, defer="defer", **attributes
            )

    def write(app: Sphinx, files: OutputFiles) -> None:
        files.put(SCRIPT, Path(__file__).with_suffix(".js").read_bytes())

    app.connect("navapi-page-state", lambda app, docname: attributes)
    if attributes:
        app.connect("html-page-context", add, priority=465)
        app.connect("navapi-output-files", write)


def integration_attributes(
    settings: Mapping[str, Any], config: Mapping[str, Any]
) -> dict[str, str]:
    """The attributes of the script's element; empty if there is nothing to load.

    :param settings: those of the site that are valid.
    :param config: including invalid values. A service with one is not loaded: its data must not go
        to another server. If the consent setting is invalid, nothing is loaded.
    """
    named = as_mapping(settings.get("integrations"))
    written = as_mapping(config.get("integrations"))
    services: dict[str, Any] = {
        key.name: values
        for key in SERVICES
        if (values := _values(key, named.get(key.name), as_mapping(written.get(key.name))))
    }
    scripts = [s for s in named.get("customScripts") or () if "src" in as_mapping(s)]
    if scripts:
        services["customScripts"] = scripts
    osano = named.get("osano")
    source = osano if isinstance(osano, str) else as_mapping(osano).get("scriptSource")
    if source:
        services["osano"] = {"scriptSource": source}
    if not services:
        return {}
    attributes = {"id": ELEMENT, "data-services": _json(services)}
    if "cookies" in written:
        cookies = as_mapping(named.get("cookies"))
        if "key" not in cookies:
            return {}
        value = cookies.get("value")
        attributes["data-consent"] = _json([cookies["key"], *([value] if value else ())])
    return attributes


def _values(key: Key, usable: object, written: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of the service; empty if one is missing, or invalid in *written*."""
    record = record_in(key.type)
    fields = record.fields if record else ()
    if isinstance(usable, str):
        usable = {fields[0].name: usable}
    values = as_mapping(usable)
    needed = (field.name for field in fields if field.required or field.name in written)
    return dict(values) if all(name in values for name in needed) else {}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
