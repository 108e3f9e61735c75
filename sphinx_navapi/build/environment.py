"""Access to the site of the running build from Sphinx's environment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_navapi.build.state import env_state

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.build.site import Site, Translate
    from sphinx_navapi.locale.interface import InterfaceWords


def writes_site(builder: Builder) -> bool:
    """Whether *builder* writes pages for a browser: html, dirhtml, singlehtml and similar ones.

    ePub and the help formats also derive from the HTML builder, but are read by other programs;
    they get stock nodes.
    """
    return isinstance(builder, StandaloneHTMLBuilder) and not builder.embedded


def env_site(env: BuildEnvironment) -> Site | None:
    """The site of the running build, ``None`` if the project has no configuration."""
    return getattr(env.project, "site", None)


def translator_for(env: BuildEnvironment, docname: str) -> Translate | None:
    """Translates messages of *docname* with the catalogs of its language."""
    site = env_site(env)
    return site.catalogues.translator(docname) if site else None


def page_words(env: BuildEnvironment, docname: str) -> InterfaceWords:
    """The interface's words in the language of *docname*."""
    # A project that does not use the extension does not need them.
    from sphinx_navapi.locale.interface import interface_words

    site = env_site(env)
    return site.words(docname) if site else interface_words(env.config.language)


def note_words(env: BuildEnvironment, docname: str) -> InterfaceWords:
    """`page_words`, recorded as a dependency: in another language the page must be read again.

    The same applies if its catalogs have changed.
    """
    words = page_words(env, docname)
    answers = env_state(env).answers.setdefault(docname, {})
    answers["words",] = words.catalogue
    site = env_site(env)
    if site is not None:
        answers["messages",] = site.catalogues.digest(docname)
    return words


def page_of(node: nodes.Element) -> str | None:
    """Docname of the page of *node* in a doctree that joins many pages, else ``None``."""
    outer: nodes.Element | None = node
    while outer is not None:
        if isinstance(outer, addnodes.start_of_file):
            return str(outer["docname"])
        outer = outer.parent
    return None
