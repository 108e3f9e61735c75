"""Any theme: nobody knows where it would show what, so all stands above and below the text."""

from __future__ import annotations

from sphinx_navapi.html.themes.adapter import (
    Context,
    ThemeAdapter,
    put_after_body,
    put_before_body,
    wrap_right_to_left,
)
from sphinx_navapi.html.themes.pieces import Pieces


def _before(context: Context, pieces: Pieces) -> None:
    context["toctree"] = lambda **_options: ""
    side = pieces.side
    if side:
        side = f'<details class="navapi-pages"><summary>{pieces.section}</summary>{side}</details>'
    put_before_body(context, pieces.top, side, pieces.place(pieces.breadcrumbs))
    put_after_body(context, pieces.neighbours(context))


ADAPTER = ThemeAdapter(before=_before, right_to_left=wrap_right_to_left)
