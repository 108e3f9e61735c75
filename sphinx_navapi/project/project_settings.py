"""Settings of the project and of docutils that the build changes.

A page with invalid UTF-8 is read with U+FFFD for each invalid byte, and the plan reports it: Sphinx
would end the build at the first one, without naming the file.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from encodings import utf_8_sig
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from sphinx_navapi.config.confvals import CONFVALS
from sphinx_navapi.config.value_problems import show
from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.formats.data_file import is_file
from sphinx_navapi.project.sphinx_internals import set_in_conf_py

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


def use_defaults(config: Config) -> None:
    """Replace invalid values of ours, which are reported, so that Sphinx does not report them."""
    for confval in CONFVALS:
        if not confval.accepts(getattr(config, confval.name)):
            setattr(config, confval.name, confval.default)


def drop_base_url(config: Config, places: Callable[[str], Place]) -> Iterator[Diagnostic]:
    """Remove a base URL that is not a URL, and report it: all addresses would be wrong.

    :param places: returns where ``conf.py`` sets a name.
    """
    value = config.html_baseurl
    if value and not _is_url(str(value)):
        config.html_baseurl = ""
        message = (
            f"html_baseurl: {show(value)} is not an absolute URL and is ignored, so links in"
            " sitemap.xml and llms.txt are left out or relative: write it as in"
            f" https://docs.example.com/{str(value).strip('/')}/"
        )
        place = places("html_baseurl")
        yield Diagnostic(subtype=Subtype.CONFIG, message=message, place=place)


def url_of_build(config: Config) -> str:
    """Where readers find this build, ``""`` if unknown: the start of links for programs.

    ``html_baseurl`` may be that of another version, for search engines. Read the Docs says in the
    environment where on the same host the build is.
    """
    canonical = str(config.html_baseurl or "")
    served = _served_url()
    return served if served and urlsplit(served).netloc == urlsplit(canonical).netloc else canonical


def _served_url() -> str:
    """The URL that Read the Docs passes to a build, ``""`` elsewhere."""
    url = os.environ.get("READTHEDOCS_CANONICAL_URL", "").strip()
    return f"{url.rstrip('/')}/" if _is_url(url) else ""


def _is_url(url: str) -> bool:
    return url.startswith(("https://", "http://"))


def _canonical_url(settings: Mapping[str, Any]) -> str:
    """URL of the site's root: from docs.json, else from the environment of Read the Docs."""
    seo = settings.get("seo")
    tags = seo.get("metatags") if isinstance(seo, dict) else None
    value = tags.get("canonical") if isinstance(tags, dict) else None
    if isinstance(value, str) and _is_url(value.strip()):
        return f"{value.strip().rstrip('/')}/"
    return _served_url()


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


#: Name of the codec, as normalized by `codecs.lookup`.
LENIENT: Final = "navapi_utf_8_sig"

_UTF_8: Final = frozenset({"utf-8", "utf-8-sig", "utf8", LENIENT})


def is_utf_8(encoding: str) -> bool:
    """Whether *encoding*, a codec's name, is one that `read_leniently` replaces."""
    return encoding.lower() in _UTF_8


def read_leniently(settings: MutableMapping[str, Any]) -> None:
    """Make docutils' *settings* read files with invalid UTF-8; other encodings are kept."""
    if is_utf_8(str(settings.get("input_encoding", "utf-8"))):
        settings["input_encoding"] = LENIENT


class _Decoder(utf_8_sig.IncrementalDecoder):
    def __init__(self, errors: str = "strict") -> None:
        super().__init__("replace")


def _find(name: str) -> codecs.CodecInfo | None:
    if name != LENIENT:
        return None
    strict = utf_8_sig.getregentry()
    return codecs.CodecInfo(
        name=LENIENT,
        encode=strict.encode,
        decode=lambda data, _errors="strict": utf_8_sig.decode(data, "replace"),
        incrementalencoder=strict.incrementalencoder,
        incrementaldecoder=_Decoder,
        streamreader=strict.streamreader,
        streamwriter=strict.streamwriter,
    )


codecs.register(_find)
