"""Reading and setting properties (ECMA-262, section 10)."""

from __future__ import annotations

import re

from sphinx_navapi.mdx.javascript.conversions import NotDataError, ThrowsError, from_units, units
from sphinx_navapi.mdx.javascript.library import CONSTANTS, is_defined, is_index
from sphinx_navapi.mdx.values import UNDEFINED, BuiltIn, Code, Value

#: Properties that all values of a type have, besides their own.
_OBJECT = re.compile(
    r"__\w+__|constructor|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|toLocaleString|toString"
    r"|valueOf"
)
_LIST = re.compile(
    rf"{_OBJECT.pattern}|at|concat|copyWithin|entries|every|fill|filter|find\w*|flat|flatMap|forEach"
    r"|includes|indexOf|join|keys|lastIndexOf|map|pop|push|reduce|reduceRight|reverse|shift|slice"
    r"|some|sort|splice|toReversed|toSorted|toSpliced|unshift|values|with"
)
_STRING = re.compile(
    rf"{_OBJECT.pattern}|anchor|at|big|blink|bold|\w+At|concat|endsWith|fixed|font\w+|includes"
    r"|indexOf|isWellFormed|italics|lastIndexOf|link|localeCompare|match|matchAll|normalize|pad\w+"
    r"|repeat|replace|replaceAll|search|slice|small|split|startsWith|strike|sub\w*|sup|to\w+|trim\w*"
)
_NUMBER = re.compile(rf"{_OBJECT.pattern}|toExponential|toFixed|toPrecision")


def property_of(value: Value, key: str) -> Value:
    """``value[key]``; ``undefined`` for a missing property."""
    if isinstance(value, dict):
        found = value.get(key, UNDEFINED)
        if isinstance(found, Code) or (key not in value and _OBJECT.fullmatch(key)):
            raise NotDataError
        return found
    if isinstance(value, list | str):
        sequence = units(value) if isinstance(value, str) else value
        if key == "length":
            return float(len(sequence))
        if is_index(key):
            item = sequence[int(key)] if int(key) < len(sequence) else UNDEFINED
            if isinstance(item, Code):
                raise NotDataError
            return from_units(item) if isinstance(item, str) else item
        if (_STRING if isinstance(value, str) else _LIST).fullmatch(key):
            raise NotDataError
        return UNDEFINED
    if value is None or value is UNDEFINED:
        raise ThrowsError
    if isinstance(value, float | bool) and not _NUMBER.fullmatch(key):
        return UNDEFINED
    if isinstance(value, BuiltIn):
        name = key if value.name == "React" else f"{value.name}.{key}"
        if name in CONSTANTS:
            return CONSTANTS[name]
        if is_defined(name):
            return BuiltIn(name=name)
    raise NotDataError


def set_property(owner: list[Value] | dict[str, Value], key: str, value: Value) -> None:
    """``owner[key] = value``. An array has no gaps."""
    if isinstance(owner, dict):
        if key == "__proto__":
            raise NotDataError
        owner[key] = value
    elif key == "length" and isinstance(value, float) and value in range(len(owner) + 1):
        del owner[int(value) :]
    elif not is_index(key) or int(key) > len(owner):
        raise NotDataError
    else:
        owner[int(key) : int(key) + 1] = [value]
