"""Functions and objects that JavaScript defines (ECMA-262, sections 19 to 25), and React."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from urllib.parse import quote

from sphinx_navapi.mdx.javascript.arrays import Holes, flattened, has_holes
from sphinx_navapi.mdx.javascript.contents import unwrapped
from sphinx_navapi.mdx.javascript.conversions import (
    SPACE,
    NotDataError,
    ThrowsError,
    from_units,
    int32,
    integer_of,
    is_true,
    limited,
    number_of,
    text_of,
    units,
)
from sphinx_navapi.mdx.javascript.run import Run
from sphinx_navapi.mdx.javascript.strings import DIGITS, Arguments, argument
from sphinx_navapi.mdx.values import UNDEFINED, BuiltIn, Code, Function, Markup, Undefined, Value

_LARGEST = 2.0**53 - 1
CONSTANTS: Mapping[str, Value] = {
    "NaN": math.nan,
    "Infinity": math.inf,
    "Math.PI": math.pi,
    "Math.E": math.e,
    "Math.SQRT2": math.sqrt(2),
    "Number.MAX_SAFE_INTEGER": _LARGEST,
    "Number.MIN_SAFE_INTEGER": -_LARGEST,
    "Number.EPSILON": 2.0**-52,
}
_PARSED = re.compile(r"[+-]?(?:Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)", re.ASCII)
_LONE = re.compile(r"\\u[dD][89a-fA-F]")
_INDEX = re.compile(r"0|[1-9]\d{0,8}", re.ASCII)
_NO_ITEMS = (float, bool, dict, Undefined)


def call_builtin(run: Run, name: str, arguments: Arguments) -> Value:
    """The return value of the function *name*."""
    arguments = [unwrapped(value) for value in arguments]
    function = _FUNCTIONS.get(name.replace("Number.parse", "parse"))
    if function is None:
        raise NotDataError
    result = function(run, arguments)
    if isinstance(result, list | dict) and not any(result is each for each in arguments):
        return run.made(result)
    return result


def is_defined(name: str) -> bool:
    """Whether *name* is a function or an object here."""
    return name.replace("Number.parse", "parse") in _FUNCTIONS or name in _OBJECTS


def is_index(key: str) -> bool:
    """Whether *key* is an index of an array."""
    return _INDEX.fullmatch(key) is not None


def items_of(value: Value) -> list[Value]:
    """The items of what is spread in an array or a call."""
    value = unwrapped(value)
    if isinstance(value, list):
        return value
    if isinstance(value, str):
        return [*value]
    raise ThrowsError if value is None or isinstance(value, _NO_ITEMS) else NotDataError


def entries_of(value: Value) -> dict[str, Value]:
    """The properties of an object, integers first (ECMA-262, OrdinaryOwnPropertyKeys)."""
    if isinstance(value, dict):
        indexes = sorted((key for key in value if is_index(key)), key=int)
        return {**{key: value[key] for key in indexes}, **value} if indexes else value
    if isinstance(value, list) and not has_holes(value):
        return {str(index): item for index, item in enumerate(value)}
    if isinstance(value, str) and value == units(value):
        return {str(index): item for index, item in enumerate(value)}
    if value is None or isinstance(value, float | bool | Undefined):
        return {}
    raise NotDataError


def _entries(arguments: Arguments) -> dict[str, Value]:
    if argument(arguments, 0) is None or argument(arguments, 0) is UNDEFINED:
        raise ThrowsError
    return entries_of(argument(arguments, 0))


def _from_entries(run: Run, arguments: Arguments) -> Value:
    pairs = [items_of(pair) for pair in items_of(argument(arguments, 0))]
    return {text_of(argument(pair, 0)): argument(pair, 1) for pair in pairs}


def _assign(run: Run, arguments: Arguments) -> Value:
    target = argument(arguments, 0)
    if not isinstance(target, dict):
        raise NotDataError
    run.change(target)
    for source in arguments[1:]:
        target.update(entries_of(source))
    return target


def _freeze(run: Run, arguments: Arguments) -> Value:
    value = argument(arguments, 0)
    if isinstance(value, list):
        raise NotDataError
    run.freeze(value)
    return value


def _array(run: Run, arguments: Arguments) -> Value:
    size = argument(arguments, 0)
    if len(arguments) != 1 or not isinstance(size, float):
        return [*arguments]
    if not 0 <= size < 10_000 or size % 1:
        raise NotDataError
    return Holes([UNDEFINED] * int(size))


def _array_from(run: Run, arguments: Arguments) -> Value:
    source, function = argument(arguments, 0), argument(arguments, 1)
    if isinstance(source, dict):
        size = integer_of(source.get("length", UNDEFINED))
        run.spend(max(0, size) * 50)
        items = [source.get(str(index), UNDEFINED) for index in range(int(max(0, size)))]
    else:
        items = list(items_of(source))
    if function is UNDEFINED:
        return items
    return [run.call(function, [item, float(index)]) for index, item in enumerate(items)]


def _parse_float(text: str) -> float:
    match = _PARSED.match(text.lstrip(SPACE))
    return float(match[0]) if match else math.nan


def _parse_int(run: Run, arguments: Arguments) -> float:
    text = text_of(argument(arguments, 0)).lstrip(SPACE)
    sign, base = -1.0 if text.startswith("-") else 1.0, int32(argument(arguments, 1))
    text = text[1:] if text[:1] in {"+", "-"} else text
    if base in (0, 16) and text[:2] in {"0x", "0X"}:
        text, base = text[2:], 16
    if base and not 2 <= base <= 36:
        return math.nan
    match = re.match(f"[{DIGITS[: base or 10]}]+", text, re.IGNORECASE | re.ASCII)
    if match is None:
        return math.nan
    # Programs round long numbers with other bases differently.
    if len(match[0]) > (10 if base not in (0, 10) else 300):
        raise NotDataError
    return sign * float(int(match[0], base or 10))


def _round(number: float) -> float:
    if not math.isfinite(number) or number % 1 == 0:
        return number
    below = math.floor(number)
    return math.copysign(below + (number - below >= 0.5), number)


def _whole(rounded: Callable[[float], int]) -> Callable[[float], float]:
    return lambda number: (
        math.copysign(rounded(number), number) if math.isfinite(number) else number
    )


def _extreme(least: float, best: Callable[[list[float]], float]) -> _Function:
    def find(run: Run, arguments: Arguments) -> float:
        numbers = [number_of(each) for each in arguments]
        if any(math.isnan(number) for number in numbers):
            return math.nan
        extreme = best([least, *numbers])
        # Zero is greater than minus zero.
        signs = [math.copysign(1, number) for number in numbers if number == 0]
        return math.copysign(0, best(signs)) if extreme == 0 else extreme

    return find


def _sign(number: float) -> float:
    return math.copysign(1, number) if number and not math.isnan(number) else number


def power(base: float, exponent: float) -> float:
    """``base ** exponent`` if it has an exact result: programs round the others differently."""
    if exponent == 0:
        return 1.0
    if exponent == 1:
        return base
    whole = base % 1 == 0 and exponent % 1 == 0
    if not whole or not 0 < exponent < 64 or abs(base) > _LARGEST or base == 0:
        raise NotDataError
    result = int(base) ** int(exponent)
    if abs(result) > _LARGEST:
        raise NotDataError
    return float(result)


def _stringify(run: Run, arguments: Arguments) -> Value:
    space = argument(arguments, 2)
    if argument(arguments, 1) not in (None, UNDEFINED):
        raise NotDataError
    if isinstance(space, float):
        space = " " * int(max(0, min(10, integer_of(space))))
    indent = space[:10] if isinstance(space, str) else ""
    written = json_text(argument(arguments, 0), indent)
    return UNDEFINED if written is None else run.made(written)


def json_text(value: Value, indent: str = "", line: str = "\n", depth: int = 0) -> str | None:
    """*value* as JSON, ``None`` for a value that is left out.

    :param line: what starts a line at this *depth*.
    """
    if not depth:
        limited(value)
    if isinstance(value, Code):
        raise NotDataError
    if value is UNDEFINED or isinstance(value, Function):
        return None
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if value is None or isinstance(value, bool | float):
        return text_of(value) if not isinstance(value, float) or math.isfinite(value) else "null"
    inner = f"{line}{indent}"
    if isinstance(value, list):
        opening, closing = "[]"
        parts = [json_text(item, indent, inner, depth + 1) or "null" for item in value]
    elif isinstance(value, dict) and "toJSON" not in value:
        opening, closing = "{}"
        colon = ": " if indent else ":"
        parts = [
            f"{json.dumps(key, ensure_ascii=False)}{colon}{written}"
            for key, item in entries_of(value).items()
            if (written := json_text(item, indent, inner, depth + 1)) is not None
        ]
    else:
        raise NotDataError
    if not parts:
        return opening + closing
    if not indent:
        return opening + ",".join(parts) + closing
    return f"{opening}{inner}{f',{inner}'.join(parts)}{line}{closing}"


def _parse_json(run: Run, arguments: Arguments) -> Value:
    text = text_of(argument(arguments, 0))
    if _LONE.search(text):
        raise NotDataError

    def refuse(constant: str) -> Value:
        raise NotDataError

    try:
        value: Value = json.loads(text, parse_int=float, parse_constant=refuse)
    except ValueError:
        raise ThrowsError from None
    except RecursionError:
        raise NotDataError from None
    run.spend(len(text) * 10)
    return value


def _children(arguments: Arguments) -> list[Value]:
    """The children of an element, in one list."""
    value = argument(arguments, 0)
    if value is None or value is UNDEFINED:
        return []
    flat = flattened([value], math.inf)
    return [None if isinstance(each, bool | Undefined) else each for each in flat]


def _shown(children: list[Value]) -> list[Value]:
    return [child for child in children if child is not None]


def _map_children(run: Run, arguments: Arguments) -> Value:
    function = argument(arguments, 1)
    results = [
        run.call(function, [child, float(index)])
        for index, child in enumerate(_children(arguments))
    ]
    return _shown(_children([results]))


def _only_child(run: Run, arguments: Arguments) -> Value:
    if not isinstance(argument(arguments, 0), Markup):
        raise ThrowsError
    return argument(arguments, 0)


def _of_number(function: Callable[[float], Value]) -> _Function:
    return lambda run, arguments: function(number_of(argument(arguments, 0)))


def _is_number(test: Callable[[float], bool]) -> _Function:
    return lambda run, arguments: (
        isinstance(arguments[0] if arguments else None, float) and test(number_of(arguments[0]))
    )


def _encode(kept: str) -> _Function:
    return lambda run, arguments: run.made(quote(text_of(argument(arguments, 0)), safe=kept))


def _is_whole(number: float) -> bool:
    return math.isfinite(number) and number % 1 == 0


_Function = Callable[[Run, Arguments], Value]
_FUNCTIONS: Mapping[str, _Function] = {
    "Array": _array,
    "Array.from": _array_from,
    "Array.isArray": lambda run, arguments: isinstance(argument(arguments, 0), list),
    "Array.of": lambda run, arguments: [*arguments],
    "Children.count": lambda run, arguments: float(len(_children(arguments))),
    "Children.forEach": lambda run, arguments: _map_children(run, arguments) and UNDEFINED,
    "Children.map": _map_children,
    "Children.only": _only_child,
    "Children.toArray": lambda run, arguments: _shown(_children(arguments)),
    "isValidElement": lambda run, arguments: isinstance(argument(arguments, 0), Markup),
    "Boolean": lambda run, arguments: is_true(argument(arguments, 0)),
    "JSON.parse": _parse_json,
    "JSON.stringify": _stringify,
    "Math.abs": _of_number(abs),
    "Math.ceil": _of_number(_whole(math.ceil)),
    "Math.floor": _of_number(_whole(math.floor)),
    "Math.max": _extreme(-math.inf, max),
    "Math.min": _extreme(math.inf, min),
    "Math.pow": lambda run, arguments: power(
        number_of(argument(arguments, 0)), number_of(argument(arguments, 1))
    ),
    "Math.round": _of_number(_round),
    "Math.sign": _of_number(_sign),
    "Math.sqrt": _of_number(lambda number: math.sqrt(number) if number >= 0 else math.nan),
    "Math.trunc": _of_number(_whole(math.trunc)),
    "Number": lambda run, arguments: number_of(arguments[0]) if arguments else 0.0,
    "Number.isFinite": _is_number(math.isfinite),
    "Number.isInteger": _is_number(_is_whole),
    "Number.isNaN": _is_number(math.isnan),
    "Number.isSafeInteger": _is_number(lambda n: _is_whole(n) and abs(n) <= _LARGEST),
    "Object.assign": _assign,
    "Object.entries": lambda run, arguments: [
        [key, item] for key, item in _entries(arguments).items()
    ],
    "Object.freeze": _freeze,
    "Object.fromEntries": _from_entries,
    "Object.hasOwn": lambda run, arguments: text_of(argument(arguments, 1)) in _entries(arguments),
    "Object.keys": lambda run, arguments: [*_entries(arguments)],
    "Object.values": lambda run, arguments: [*_entries(arguments).values()],
    "String": lambda run, arguments: text_of(arguments[0]) if arguments else "",
    "encodeURI": _encode(";/?:@&=+$,#-_.!~*'()"),
    "encodeURIComponent": _encode("-_.!~*'()"),
    "isFinite": _of_number(math.isfinite),
    "isNaN": _of_number(math.isnan),
    "parseFloat": lambda run, arguments: _parse_float(text_of(argument(arguments, 0))),
    "parseInt": _parse_int,
}
_OBJECTS = {"React", *(name.partition(".")[0] for name in _FUNCTIONS)}


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
        member = value.get(key, UNDEFINED)
        if isinstance(member, Code) or (key not in value and _OBJECT.fullmatch(key)):
            raise NotDataError
        return member
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
