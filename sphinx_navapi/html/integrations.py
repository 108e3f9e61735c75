"""The services that ``integrations`` of ``docs.json`` names, handed to the script that loads them.

Nobody imports this module for a site that names none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sphinx_navapi.config.integration_settings import SERVICES
from sphinx_navapi.config.value_types import Key, record_in
from sphinx_navapi.formats.lenient import as_mapping

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.build.output_files import OutputFiles
    from sphinx_navapi.build.site import Site

#: Where the script is in the output; `navapi dev` sends nothing in its place.
SCRIPT: Final = "_navapi/integrations.js"

#: The id by which the policy of `navapi serve` finds the element.
ELEMENT: Final = "navapi-integrations"


def integration_attributes(
    settings: Mapping[str, Any], config: Mapping[str, Any]
) -> dict[str, str]:
    """The attributes of the script's element; empty where there is nothing to load.

    :param settings: those of the site, without wrong values.
    :param config: with them. A service with one is not loaded: what it sends must not go to
        another server. Where consent is asked for in a way that is not understood, nothing is.
    """
    named = as_mapping(settings.get("integrations"))
    given = as_mapping(config.get("integrations"))
    services: dict[str, Any] = {
        key.name: values
        for key in SERVICES
        if (values := _values(key, named.get(key.name), as_mapping(given.get(key.name))))
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
    if "cookies" in given:
        cookies = as_mapping(named.get("cookies"))
        if "key" not in cookies:
            return {}
        value = cookies.get("value")
        attributes["data-consent"] = _json([cookies["key"], *([value] if value else ())])
    return attributes


def add_integrations(app: Sphinx, site: Site, context: Mapping[str, Any]) -> None:
    """Load the script on the page of *context*, if there is something for it to do."""
    add_js_file = getattr(app.builder, "add_js_file", None)
    attributes = _attributes(site)
    if attributes and add_js_file is not None:
        source = context["pathto"](SCRIPT, 1)
        # After the scripts of the site, which may set something up.
        add_js_file(None, priority=950, src=source, defer="defer", **attributes)


def write_integrations(site: Site, files: OutputFiles) -> None:
    """Put the script into the output, if there is something for it to do."""
    if _attributes(site):
        files.put(SCRIPT, Path(__file__).with_suffix(".js").read_bytes())


def _attributes(site: Site) -> dict[str, str]:
    return integration_attributes(site.plan.settings, site.planned.inputs.config.value)


def _values(key: Key, usable: object, given: Mapping[str, Any]) -> dict[str, Any]:
    """What the service is told; nothing if something is missing, or in *given* and wrong."""
    record = record_in(key.type)
    fields = record.fields if record else ()
    if isinstance(usable, str):
        usable = {fields[0].name: usable}
    values = as_mapping(usable)
    needed = (field.name for field in fields if field.required or field.name in given)
    return dict(values) if all(name in values for name in needed) else {}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
