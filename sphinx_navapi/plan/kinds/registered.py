"""All kinds of pages."""

from __future__ import annotations

from typing import Final

from sphinx_navapi.plan.kinds.changes import CHANGES
from sphinx_navapi.plan.kinds.operation import CHANNEL, OPERATION
from sphinx_navapi.plan.kinds.overview import OVERVIEW
from sphinx_navapi.plan.kinds.schema import SCHEMA
from sphinx_navapi.plan.kinds.tag import TAG
from sphinx_navapi.plan.site_plan import PAGE

#: In the order in which reports list them, and in which they add pages to the navigation.
KINDS: Final = [PAGE, OPERATION, CHANNEL, SCHEMA, OVERVIEW, TAG, CHANGES]
