"""Templates of which a theme wants to know whether they render as nothing."""

from __future__ import annotations

import pytest
from jinja2 import DictLoader, Environment

from sphinx_navapi.html.themes.pydata_sphinx_theme.part_checks import is_filled

FILLED = {
    "an element": "{# about #}\n<p>{{ title }}</p>",
    "after a condition": "{% if title %}{% set a = title %}{% endif %}<p>",
    "in a block": "{% block part %}<p>{{ title }}</p>{% endblock %}",
    "a translation": "<p>{{ _('Search') }}{% trans %}Search{% endtrans %}</p>",
    "a link": '<a href="{{ pathto(logo.get("link")) }}">',
}

NOT_FILLED = {
    "nothing": "",
    "spaces": " \n{# about #}\n",
    "a value": "{{ title }}",
    "a condition": "{% if title %}<p>{% endif %}",
    "a loop": "{% for a in title %}<p>{% endfor %}",
    "a condition in a block": "{% block part %}{% if title %}<p>{% endif %}{% endblock %}",
    "a macro": "{% macro part() %}<p>{% endmacro %}",
    "an error": "<p>{% if %}",
    # What these do is to be done as often as before.
    "a counter": "<p id='{{ unique_html_id('a') }}'>",
    "a list": "{% set _ = items.append(1) %}<p>",
    "a statement": "{% do items.append(1) %}<p>",
    "a function in a value": "<p>{{ items['count']() }}",
    "another template": "<p>{% include 'a counter' %}",
    "macros of another template": "{% import 'a counter' as a %}<p>",
    "a macro of another template": "{% from 'a counter' import a %}<p>",
    "a base": "{% extends 'nothing' %}<p>",
    "a call": "{% macro a() %}{{ caller() }}{% endmacro %}<p>{% call a() %}{% endcall %}",
}


@pytest.fixture
def environment() -> Environment:
    extensions = ["jinja2.ext.i18n", "jinja2.ext.do"]
    return Environment(loader=DictLoader(FILLED | NOT_FILLED), extensions=extensions)


@pytest.mark.parametrize("name", FILLED)
def test_filled(environment: Environment, name: str) -> None:
    assert is_filled(environment, name)


@pytest.mark.parametrize("name", [*NOT_FILLED, "missing"])
def test_perhaps_empty(environment: Environment, name: str) -> None:
    assert not is_filled(environment, name)


def test_without_templates() -> None:
    assert not is_filled(Environment(), "an element")
