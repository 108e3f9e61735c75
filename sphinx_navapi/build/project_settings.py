"""Settings that both the site configuration and ``conf.py`` may have: ``conf.py`` wins."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_navapi.build.sphinx_internals import set_in_conf_py
from sphinx_navapi.formats.data_file import is_file

if TYPE_CHECKING:
    from sphinx.config import Config


#: Makes pdfLaTeX print a question mark for unknown characters, with a warning.
_UNKNOWN_CHARACTERS = r"""
\makeatletter
\@ifundefined{UTFviii@undefined@err}{}{%
  \def\UTFviii@undefined@err#1{\@latex@warning{no character #1}?}}
\makeatother
"""


def soften_latex(config: Config) -> None:
    """Prevent emoji and similar characters in third-party descriptions from breaking the PDF."""
    if config.latex_engine == "pdflatex":
        elements = config.latex_elements
        preamble = elements.get("preamble", "") + _UNKNOWN_CHARACTERS
        config.latex_elements = {**elements, "preamble": preamble}


def fill_config(config: Config, settings: Mapping[str, Any], source_dir: Path) -> None:
    """Set title, logo, favicon and base URL unless the project itself sets them."""
    name = settings.get("name")
    if isinstance(name, str) and name.strip():
        if not is_set(config, "project"):
            config.project = name.strip()
        if not is_set(config, "html_title"):
            config.html_title = name.strip()
    logo = settings.get("logo")
    _fill_file(
        config, "html_logo", logo.get("light") if isinstance(logo, dict) else logo, source_dir
    )
    _fill_file(config, "html_favicon", settings.get("favicon"), source_dir)
    if not config.html_baseurl:
        config.html_baseurl = _canonical_url(settings)


def _canonical_url(settings: Mapping[str, Any]) -> str:
    """URL of the site's root: from docs.json, else from the environment of Read the Docs."""
    seo = settings.get("seo")
    tags = seo.get("metatags") if isinstance(seo, dict) else None
    value = tags.get("canonical") if isinstance(tags, dict) else None
    for url in (value, os.environ.get("READTHEDOCS_CANONICAL_URL")):
        if isinstance(url, str) and url.strip().startswith(("https://", "http://")):
            return f"{url.strip().rstrip('/')}/"
    return ""


def _fill_file(config: Config, name: str, value: object, source_dir: Path) -> None:
    if isinstance(value, dict):
        value = value.get("light") or value.get("dark")
    if not isinstance(value, str) or is_set(config, name):
        return
    if value.startswith("https://"):
        setattr(config, name, value)
        return
    path = (source_dir / value.lstrip("/")).resolve()
    if is_file(path) and path.is_relative_to(source_dir.resolve()):
        # Sphinx resolves it relative to conf.py, which may be outside the source directory.
        setattr(config, name, str(path))


def is_set(config: Config, name: str) -> bool:
    """Whether the project itself sets the confval *name*, in ``conf.py`` or on the command line."""
    return name in set_in_conf_py(config) or name in config.overrides
