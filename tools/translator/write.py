"""The generated files of the playground, and their type declarations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sphinx_navapi.request.code_grammars import PROGRAM, SHELL, script_pattern
from sphinx_navapi.request.snippets import CLIENTS, VARIANTS
from translator.comments import module_comment, options_type
from translator.kinds import ValueKind, type_text
from translator.layout import Group, lines_of
from translator.modules import ModuleWriter, defined, imported
from translator.names import Names, ShortNames, camel
from translator.sources import HELPERS, DataClass, Signature, Source, World

REQUEST = Path(__file__).parents[2] / "sphinx_navapi" / "request"
HTML = REQUEST.parent / "html"

#: In order of dependencies: modules read only for their types, and translated ones.
READ = ("encoding", "request")
#: For sending requests, and for samples; and only for samples.
SENDING = ("styles", "snippets/wire")
SHARED = (*SENDING, "snippets/literals")
#: The module and the function of each client.
SAMPLES = {
    client.id: (client.render.__module__.rpartition(".")[2], client.render.__name__)
    for client in (*CLIENTS, *VARIANTS)
}
LANGUAGES = tuple(dict.fromkeys(module for module, _ in SAMPLES.values()))
TRANSLATED = (*SHARED, *(f"snippets/{name}" for name in LANGUAGES))

#: What handwritten scripts use from translated ones.
FOR_SCRIPTS = {
    "styles": (
        "essence_of", "expand_path", "expand_server", "header_safe", "is_json",
        "is_relayed_field", "is_settable", "join_url",
        "path_names", "scalar_text", "write_content", "write_cookies", "write_fields",
        "write_form", "write_header", "write_path", "write_query", "write_querystring",
    ),
    "wire": ("basic_base64", "has_dot_segment", "sent_headers", "written_parts"),
}  # fmt: skip

#: For browsers, minified: the part for sending, and the part for samples.
SHORT = "static/playground/translated.min.js"
SHORT_SAMPLES = "static/playground/samples.min.js"
#: For readers and the type checker.
READABLE = "translated"

_COMMAND = "python tools/translate.py"


def read_world() -> World:
    """All modules, parsed."""
    world = World()
    for path in (*READ, *TRANSLATED):
        world.add(path.rpartition("/")[2], (REQUEST / f"{path}.py").read_text("utf-8"))
    return world


def scripts() -> dict[str, str]:
    """The text of each file by its name below `HTML`.

    :raises UntranslatableError: a module uses unsupported code.
    """
    world = read_world()
    texts = {path.rpartition("/")[2]: readable(world, path) for path in TRANSLATED}
    files = {f"{READABLE}/{name}.js": text for name, text in texts.items()}
    return {**files, f"{READABLE}/types.d.ts": types(world), **short(read_world())}


def readable(world: World, path: str) -> str:
    """A module for readers and the type checker."""
    source = world.sources[path.rpartition("/")[2]]
    writer = ModuleWriter(world, source, Names())
    body = list(writer.body(2))
    lines = [
        "// @ts-check",
        f"// Generated from sphinx_navapi/request/{path}.py: change that, and run",
        f"// `{_COMMAND}`.",
        "//",
        *module_comment(source),
        "(() => {",
        '  "use strict";',
        "  const playground = globalThis.navapiPlayground;",
        *_imports(world, source, writer.helpers),
        *body,
        "",
        *_exports(world, source),
        "})();",
    ]
    return "\n".join(lines) + "\n"


def _imports(world: World, source: Source, helpers: set[str]) -> Iterator[str]:
    found = imported(source, world)
    if helpers:
        found["encoding"] = [*found.get("encoding", []), *helpers]
    for origin, names in sorted(found.items()):
        listed = Group("{", tuple(sorted(map(camel, names))), "}", " ")
        where = "playground" if origin in ("encoding", *FOR_SCRIPTS) else f"playground.{origin}"
        yield f"  /** @type {{{_interface(origin)}}} */"
        yield "  " + lines_of(("const ", listed, f" = {where};"), 2, 2)


def _exports(world: World, source: Source) -> Iterator[str]:
    names = tuple(camel(name) for name in defined(source) if _is_public(world, source, name))
    listed = Group("{", names, "}", " ")
    if source.name in FOR_SCRIPTS:
        yield "  " + lines_of(("Object.assign", Group("(", ("playground", listed), ")"), ";"), 2, 2)
        return
    if names:
        yield "  " + lines_of((f"playground.{source.name} = ", listed, ";"), 2, 2)
    for client, (module, function) in SAMPLES.items():
        if module == source.name:
            yield f"  (playground.samples ??= {{}}).{client} = {camel(function)};"


def _is_public(world: World, source: Source, name: str) -> bool:
    """Whether another script uses it."""
    if name in FOR_SCRIPTS.get(source.name, ()):
        return True
    return any(other.imports.get(name) == source.name for other in world.sources.values())


# -- types ------------------------------------------------------------------------------------


def types(world: World) -> str:
    """The shared types of the scripts, as interfaces."""
    lines = [f"// Generated: run `{_COMMAND}`."]
    for source in world.sources.values():
        for name, symbol in source.symbols.items():
            if isinstance(symbol, DataClass):
                fields = (f"  {camel(x.name)}: {type_text(x.kind)};" for x in symbol.fields)
                lines += ["", f"interface {name} {{", *fields, "}"]
        members = [
            f"  {camel(name)}: {_member(symbol)};"
            for name, symbol in source.symbols.items()
            if not isinstance(symbol, DataClass)
            if source.name == "encoding" or _is_public(world, source, name)
            if not name.startswith("_")
        ]
        if source.name == "encoding":
            members += [f"  {name}: {text};" for name, text in HELPERS.items()]
        if members:
            lines += ["", f"interface {_interface(source.name)} {{", *members, "}"]
    return "\n".join(lines) + "\n"


def _member(symbol: Signature | ValueKind) -> str:
    if isinstance(symbol, ValueKind):
        return type_text(symbol)
    given = [
        f"{camel(one.name)}{'?' if one.default is not None else ''}: {type_text(one.kind)}"
        for one in symbol.positional
    ]
    if symbol.named:
        needed = all(one.default is None for one in symbol.named)
        given.append(f"options{'' if needed else '?'}: {options_type(symbol)}")
    return f"({', '.join(given)}) => {type_text(symbol.returns)}"


def _interface(name: str) -> str:
    return f"{name.capitalize()}Script"


# -- for browsers -----------------------------------------------------------------------------


def short(world: World) -> dict[str, str]:
    """All modules in two scripts, with short names, without types and comments."""
    shared = tuple(map(_name, SHARED))
    names = ShortNames(frozenset({"encoding", "request", *shared}))
    samples = [path for path in TRANSLATED if path not in SENDING]
    taken = [imported(world.sources[_name(path)], world) for path in samples]
    given = {
        module: sorted({*FOR_SCRIPTS[module], *(n for one in taken for n in one.get(module, ()))})
        for module in map(_name, SENDING)
    }
    first = _short_script(world, names, SENDING, {}, [_listed(names, given)])
    rendered = ", ".join(f"{name}: {one}.{camel(func)}" for name, (one, func) in SAMPLES.items())
    grammars = f"grammars: [{script_pattern(PROGRAM)}, {script_pattern(SHELL)}]"
    exports = [f"samples: {{ {rendered} }}", grammars]
    second = _short_script(world, names, samples, given, exports)
    return {SHORT: first, SHORT_SAMPLES: second}


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _listed(names: Names, given: Mapping[str, Sequence[str]]) -> str:
    """Long and short names of exports, as entries of an object or a pattern."""
    return _renamed({camel(n): names.outer(one, n) for one, all_ in given.items() for n in all_})


def _short_script(
    world: World,
    names: Names,
    paths: Sequence[str],
    given: Mapping[str, Sequence[str]],
    exports: Sequence[str],
) -> str:
    """The modules at *paths*.

    :param given: exports of another script, by module; *exports*: those of this one.
    """
    lines: list[str] = []
    natives: set[str] = set()
    for path in paths:
        source = world.sources[_name(path)]
        writer = ModuleWriter(world, source, names)
        body = list(writer.body(0))
        natives |= {*writer.helpers, *imported(source, world).get("encoding", [])}
        lines += body if path in SHARED else _language(world, source, names, body)
    taken = _listed(names, {"encoding": sorted(natives), **given})
    # Every statement and block has a terminator, so that nothing joins with what follows.
    script = "".join(
        [
            "(() => {",
            '"use strict";',
            "const playground = globalThis.navapiPlayground;",
            f"const {{ {taken} }} = playground;",
            *lines,
            f"Object.assign(playground, {{ {', '.join(exports)} }});",
            "})();",
        ]
    )
    head = f"// Generated: run `{_COMMAND}`. `html/translated` has a readable version."
    return f"{head}\n{script}\n"


def _language(world: World, source: Source, names: Names, body: Sequence[str]) -> Iterator[str]:
    """A language in its own scope, which exports its samples."""
    yield f"const {source.name} = (() => {{"
    yield from body
    rendered = [function for module, function in SAMPLES.values() if module == source.name]
    public = dict.fromkeys(
        [*rendered, *(n for n in defined(source) if _is_public(world, source, n))]
    )
    listed = ", ".join(f"{camel(name)}: {names.outer(source.name, name)}" for name in public)
    yield f"return {{ {listed} }};"
    yield "})();"


def _renamed(names: dict[str, str]) -> str:
    return ", ".join(f"{long}: {short}" for long, short in names.items())


def write_scripts() -> list[str]:
    """Write the files that have changed, and return their names."""
    written = []
    for name, text in scripts().items():
        path = HTML / name
        if not path.is_file() or path.read_text("utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            written.append(name)
    return written
