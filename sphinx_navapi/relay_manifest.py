"""What the relay may send, as a JSON value that the build writes into the output.

The caller of the relay names an operation and gives values; URL, styles and the names
of headers come from here. It holds no secret and no path of the machine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.styles import expand_server

VERSION = 1

_VARIABLE = re.compile(r"\{([^{}]*)\}")
_AUTHORITY = re.compile(r"(?:[^:/?#]*:)?//[^/?#]*")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def operation_name(key: OperationKey) -> str:
    """What the caller of the relay calls the operation *key*."""
    return f"{key.document} {key.method} {key.path}"


def is_relayed(url: str, enums: Mapping[str, Sequence[str]]) -> bool:
    """Whether the relay sends to the server *url*: its scheme and host are known.

    :param enums: permitted values of each variable. A variable inside the scheme or the
        host counts only through them: else a caller could name any host.
    """
    head = _AUTHORITY.match(url)
    if head is not None:
        named = head[0]
    elif url.startswith("{"):
        # The variable may hold all that comes before the path.
        named = url.partition("/")[0]
    else:
        named = ""
    if any(not enums.get(name) for name in _VARIABLE.findall(named)):
        return False
    if not named and not _SCHEME.match(url):
        # Relative to the site: the relay knows where that is, or refuses.
        return True
    first = {name: values[0] for name, values in enums.items() if values}
    return expand_server(url, first).startswith(("https://", "http://"))
