"""Rules of the OpenAPI Specification that its schema cannot express, and likely mistakes."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final
from urllib.parse import unquote

from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text, below
from sphinx_navapi.openapi.check.findings import VERSION_CODE, Finding, Severity
from sphinx_navapi.openapi.check.objects import OPENAPI, PLACES, Kind
from sphinx_navapi.openapi.check.walk import walk_objects
from sphinx_navapi.openapi.document import OpenApiDocument, Operation, scheme_pointer
from sphinx_navapi.openapi.schema.pattern import with_named_groups
from sphinx_navapi.openapi.tags import TagHierarchy

_TEMPLATE = re.compile(r"\{([^{}]*)\}")

#: A reference to a security scheme by URI, not by component name: a single segment is a name.
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|[^#]*[/#]")

_SCHEMES: Final = "/components/securitySchemes"

#: A server URL that is meant to start with the scheme of HTTP, and one that does.
_HTTP: Final = re.compile(r"https?(:|//)", re.IGNORECASE)
_HTTP_HOST: Final = re.compile(r"https?://[^/?#]", re.IGNORECASE)

#: A server URL that starts with what looks like a host: with a port, or a dot and no suffix of
#: files.
_HOST: Final = re.compile(
    r"(localhost|[\w-]+(\.[\w-]+)*:\d+|[\w-]+(\.[\w-]+)*\.(?!(php|aspx?|cgi|jsp|html?|json)\b)[a-z]{2,})"
    r"(?=[:/]|\Z)",
    re.IGNORECASE,
)


def find_lost_parts(document: OpenApiDocument) -> Iterator[Finding]:
    """Mistakes that cost a part of a page: the build reports them, too."""
    for operation in document.operations:
        yield from _repeated_parameters(document, operation)
    yield from _security(document)
    yield from _tags(document)
    yield from _server_urls(document)


def find_mistakes(document: OpenApiDocument) -> Iterator[Finding]:
    """Other problems in *document* beyond its schema, rule by rule."""
    yield from _repeated_operation_ids(document)
    by_path: dict[str, list[Operation]] = {}
    for operation in document.operations:
        by_path.setdefault(operation.path_pointer, []).append(operation)
    for siblings in by_path.values():
        for operation in siblings:
            yield from _path_parameters(document, operation, siblings)
    yield from _parameters_without_schema(document)
    yield from _like_paths(document)
    yield from _tag_parents(document)
    yield from _links(document)
    yield from _scopes(document)
    yield from _server_variables(document)
    yield from _schemas(document)
    yield from _out_of_version(document)


def _repeated_operation_ids(document: OpenApiDocument) -> Iterator[Finding]:
    first: dict[str, Operation] = {}
    for operation in document.operations:
        identifier = operation.operation_id
        if identifier is None:
            continue
        if identifier in first:
            yield Finding(
                code="operation-id",
                pointer=f"{operation.pointer}/operationId",
                message=f"{operation.key}: `operationId: {identifier}` is also used by "
                f"{first[identifier].key}: give each operation its own",
            )
        else:
            first[identifier] = operation


def _parameters(
    document: OpenApiDocument, operation: Operation
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Pointer (where it is written) and value of each parameter, of the path item first.

    What is not a parameter is an empty one.
    """
    for holder in dict.fromkeys((operation.path_pointer, operation.pointer)):
        value = document.at(holder)
        listed = value.get("parameters") if isinstance(value, dict) else None
        for index, _ in enumerate(listed if isinstance(listed, list) else ()):
            pointer = f"{holder}/parameters/{index}"
            resolved = document.resolve(pointer).value
            yield pointer, as_mapping(resolved)


def _path_parameters(
    document: OpenApiDocument, operation: Operation, siblings: Sequence[Operation]
) -> Iterator[Finding]:
    """:param siblings: all operations of its path."""
    if operation.is_webhook:
        return
    path = operation.key.path
    names = _TEMPLATE.findall(path)
    if _has_open_brace(path):
        yield Finding(
            code="path-template",
            pointer=f"/paths/{escape_pointer(path)}",
            message=f"`{path}`: unbalanced brace",
        )
    if "?" in path:
        yield Finding(
            code="path-template",
            pointer=f"/paths/{escape_pointer(path)}",
            message=f"`{path}` has a query: describe `{path.partition('?')[2]}` as parameters with"
            " `in: query`",
        )
    declared: set[str] = set()
    has_unresolved = False
    for pointer, parameter in _parameters(document, operation):
        name = parameter.get("name")
        is_known = isinstance(name, str) and parameter.get("in") in PLACES
        has_unresolved = has_unresolved or not is_known
        if parameter.get("in") != "path" or not isinstance(name, str):
            continue
        declared.add(name)
        if name not in names:
            yield Finding(
                code="path-parameter",
                pointer=pointer,
                message=f"{operation.key}: the path has no `{{{name}}}` for the path "
                f"parameter `{name}`",
            )
        if parameter.get("required") is not True:
            yield Finding(
                code="path-parameter",
                pointer=(place := document.resolve(pointer).pointer),
                message=f"the path parameter `{name}` must have `required: true`",
                about=(f"{place}/required",),
            )
    for name in dict.fromkeys(names):
        if name not in declared and not has_unresolved:
            yield _undeclared(document, operation, name, siblings)
        if names.count(name) > 1:
            yield Finding(
                code="path-template",
                pointer=f"/paths/{escape_pointer(path)}",
                message=f"`{path}` contains `{{{name}}}` more than once",
            )


def _undeclared(
    document: OpenApiDocument, operation: Operation, name: str, siblings: Sequence[Operation]
) -> Finding:
    """What is missing is a parameter of the path if none of several operations has it."""
    is_of_path = len(siblings) > 1 and not any(
        parameter.get("name") == name
        for other in siblings
        for _, parameter in _parameters(document, other)
    )
    return Finding(
        code="path-parameter",
        pointer=operation.path_pointer if is_of_path else operation.pointer,
        message=f"{operation.key.path if is_of_path else operation.key}: `{{{name}}}` of the path "
        f"is not declared: add a parameter with `name: {name}`, `in: path` and `required: true`",
        about=(f"{operation.path_pointer}/parameters", f"{operation.pointer}/parameters"),
    )


def _has_open_brace(template: str) -> bool:
    return not {*"{}"}.isdisjoint(_TEMPLATE.sub("", template))


def _repeated_parameters(document: OpenApiDocument, operation: Operation) -> Iterator[Finding]:
    seen: set[tuple[str, Any, Any]] = set()
    for pointer, parameter in _parameters(document, operation):
        holder = pointer.rpartition("/")[0]
        key = (holder, parameter.get("name"), parameter.get("in"))
        if isinstance(key[1], str) and isinstance(key[2], str):
            if key in seen:
                yield Finding(
                    code="repeated-parameter",
                    pointer=pointer,
                    message=f"the {key[2]} parameter `{key[1]}` is listed twice: the last one is"
                    " used",
                )
            seen.add(key)


def _requirements(
    document: OpenApiDocument, operation: Operation
) -> Iterator[tuple[str, str, Any]]:
    """Pointer, name and scopes of each scheme in the Security Requirement Objects."""
    pointer = f"{operation.pointer}/security"
    if "security" not in as_mapping(document.at(operation.pointer)):
        pointer = "/security"
    for index, requirement in enumerate(as_list(document.at(pointer))):
        for name, scopes in as_mapping(requirement).items():
            yield below(pointer, str(index), name), name, scopes


def _scheme_at(document: OpenApiDocument, name: str) -> str:
    by_uri = document.version >= (3, 2) and _URI.match(name)
    return scheme_pointer(document, name) if by_uri else below(_SCHEMES, name)


def _security(document: OpenApiDocument) -> Iterator[Finding]:
    required = (
        each for operation in document.operations for each in _requirements(document, operation)
    )
    schemes = document.components("securitySchemes")
    missing: set[str] = set()
    for pointer, name, _ in required:
        if name in schemes or name in missing:
            continue  # even if it is malformed
        if document.at(_scheme_at(document, name)) is not None:
            continue
        if document.version < (3, 2) or not _URI.match(name):
            problem = f"there is no security scheme `{name}` below `components/securitySchemes`"
        elif name.startswith("#/"):
            problem = f"the security scheme cannot be resolved: there is no `{name}`"
        else:
            continue  # in another document, or with another base: cannot be checked here
        about = (_SCHEMES, _SCHEMES.rpartition("/")[0])
        yield Finding(code="security", pointer=pointer, message=problem, about=about)
        if not schemes:
            missing.add(name)  # for the same reason everywhere


def _scopes(document: OpenApiDocument) -> Iterator[Finding]:
    """Required scopes that no flow of their OAuth 2.0 scheme declares.

    Those of OpenID Connect are not declared in documents.
    """
    # A build loads these rules, but reads no operations if nothing has changed.
    from sphinx_navapi.openapi.security import read_scheme

    required = [
        each for operation in document.operations for each in _requirements(document, operation)
    ]
    for pointer, name, scopes in {each[0]: each for each in required}.values():
        resolved = document.resolve(_scheme_at(document, name))
        scheme = read_scheme(document, name, resolved, ())
        declared = {scope for flow in scheme.flows for scope, _ in flow.scopes}
        # If a flow or its scopes cannot be read, that is the mistake.
        flows = as_mapping(as_mapping(resolved.value).get("flows")).values()
        can_tell = scheme.flows and all(
            isinstance(as_mapping(f).get("scopes"), dict) for f in flows
        )
        for index, scope in enumerate(as_list(scopes) if can_tell else ()):
            if scheme.type == "oauth2" and isinstance(scope, str) and scope not in declared:
                near = nearest_word(scope, sorted(declared))
                yield Finding(
                    code="security",
                    severity=Severity.WARNING,
                    pointer=f"{pointer}/{index}",
                    message=f"no flow of the security scheme `{name}` declares the scope `{scope}`"
                    + (f": did you mean `{near}`?" if near else ""),
                )


def _parameters_without_schema(document: OpenApiDocument) -> Iterator[Finding]:
    for part in walk_objects(document.root):
        if part.kind not in (Kind.PARAMETER, Kind.HEADER) or "$ref" in part.value:
            continue
        if "schema" not in part.value and "content" not in part.value:
            what = "header" if part.kind is Kind.HEADER else "parameter"
            name = part.value.get("name", part.pointer.rpartition("/")[2])
            yield Finding(
                code="parameter-schema",
                pointer=part.pointer,
                message=f"the {what} `{name}` needs `schema` or `content`",
                about=(f"{part.pointer}/schema", f"{part.pointer}/content"),
            )


def _like_paths(document: OpenApiDocument) -> Iterator[Finding]:
    """Paths that are equivalent for clients, or easily confused by readers and references."""
    templates: dict[str, str] = {}
    loose: dict[str, str] = {}
    methods: dict[str, set[str]] = {}
    for operation in document.operations:
        methods.setdefault(operation.key.path, set()).add(operation.key.method)
    paths = document.root.get("paths")
    for path in paths if isinstance(paths, dict) else ():
        if not path.startswith("/"):
            continue
        pointer = f"/paths/{escape_pointer(path)}"
        template = _TEMPLATE.sub("{}", path)
        other = templates.setdefault(template, path)
        if other != path:
            shared = methods.get(path, set()) & methods.get(other, set())
            yield Finding(
                code="like-paths",
                severity=Severity.ERROR if shared else Severity.WARNING,
                pointer=pointer,
                message=f"`{path}` and `{other}` are the same path: only their parameter names"
                " differ",
            )
            continue
        near = template.rstrip("/").lower()
        other = loose.setdefault(near, path)
        if other != path:
            yield Finding(
                code="like-paths",
                severity=Severity.WARNING,
                pointer=pointer,
                message=f"`{path}` and `{other}` differ only in case or a trailing slash",
            )


def _tags(document: OpenApiDocument) -> Iterator[Finding]:
    tags = document.root.get("tags")
    seen: set[str] = set()
    for index, tag in enumerate(tags if isinstance(tags, list) else ()):
        name = tag.get("name") if isinstance(tag, dict) else None
        if isinstance(name, str):
            if name in seen:
                yield Finding(
                    code="repeated-tag",
                    pointer=f"/tags/{index}",
                    message=f"the tag `{name}` is declared twice: the first one is used",
                )
            seen.add(name)


def _tag_parents(document: OpenApiDocument) -> Iterator[Finding]:
    for problem in TagHierarchy(document).problems:
        if problem.breaks:
            # The rest of the message is about pages.
            message = problem.message.partition("; ")[0]
            yield Finding(code="tag-parent", pointer=problem.pointer, message=message)


def _links(document: OpenApiDocument) -> Iterator[Finding]:
    objects = list(walk_objects(document.root))
    identifiers = [each.value.get("operationId") for each in objects if each.kind is Kind.OPERATION]
    known = {identifier for identifier in identifiers if isinstance(identifier, str)}
    broken: dict[str, str] = {}
    for part in objects:
        if part.kind is not Kind.LINK:
            continue
        identifier, ref = part.value.get("operationId"), part.value.get("operationRef")
        if isinstance(identifier, str) and identifier not in known:
            problem = f"no operation has `operationId: {identifier}`"
            broken.setdefault(problem, f"{part.pointer}/operationId")
        elif isinstance(ref, str) and ref.startswith("#"):
            is_there = document.at(unquote(ref)) is not None
            if is_there and OPENAPI.kind_at(unquote(ref)) in (Kind.OPERATION, None):
                continue
            problem = f"`{ref}` is not an operation" if is_there else f"there is no `{ref}`"
            broken.setdefault(problem, f"{part.pointer}/operationRef")
    # An operation may be missing that several links lead to.
    for problem, pointer in broken.items():
        yield Finding(
            code="link",
            severity=Severity.WARNING,
            pointer=pointer,
            message=f"the link cannot be resolved: {problem}",
        )


def _servers(document: OpenApiDocument) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Pointer, URL and value of each Server Object in use."""
    holders = ["", *dict.fromkeys(operation.path_pointer for operation in document.operations)]
    holders += [operation.pointer for operation in document.operations]
    for holder in holders:
        for index, value in enumerate(as_list(as_mapping(document.at(holder)).get("servers"))):
            server = as_mapping(value)
            yield f"{holder}/servers/{index}", as_text(server.get("url")) or "", server


def _server_urls(document: OpenApiDocument) -> Iterator[Finding]:
    """Server URLs that cannot be right; a relative one may be."""
    for pointer, written, _ in _servers(document):
        url = written.strip()
        scheme, _, rest = url.partition(":")
        severity = Severity.ERROR
        problems = ["has an unbalanced brace"] if _has_open_brace(url) else []
        if _HTTP.match(url):
            if not _HTTP_HOST.match(url):
                problems.append("has no host: write it after `https://`")
        elif _HOST.match(url):
            severity = Severity.ERROR if problems else Severity.WARNING
            problems.append(f"is relative: did you mean `https://{url}`?")
        elif rest and (near := nearest_word(scheme, ("http", "https"))):
            problems.append(f"has an unknown scheme: did you mean `{near}:{rest}`?")
        if problems:
            yield Finding(
                code="server-url",
                severity=severity,
                pointer=f"{pointer}/url",
                message=f"the server URL `{url}` {' and '.join(problems)}",
            )


def _server_variables(document: OpenApiDocument) -> Iterator[Finding]:
    """Variables in the URLs of servers (Server Variable Object)."""
    for pointer, url, server in _servers(document):
        variables = as_mapping(server.get("variables"))
        for name in dict.fromkeys(_TEMPLATE.findall(url)):
            if name not in variables:
                yield Finding(
                    code="server-variable",
                    pointer=f"{pointer}/url",
                    message=f"`{{{name}}}` in the URL has no variable: add it to `variables`"
                    " with a `default`",
                    about=(f"{pointer}/variables",),
                )
        for name, variable in variables.items():
            values = as_list(as_mapping(variable).get("enum"))
            default = as_mapping(variable).get("default")
            if values and default is not None and default not in values:
                yield Finding(
                    code="server-variable",
                    pointer=f"{below(pointer, 'variables', name)}/default",
                    message=f"the default `{default}` is not in `enum`",
                )


#: Errors of Python's parser about what ECMA-262 does not allow either.
_BROKEN: Final = re.compile(
    r"missing \), unterminated|unterminated character set|unbalanced parenthesis|nothing to repeat"
    r"|multiple repeat|min repeat greater|bad character range [^\\]-[^\\]$"
    r"|missing >, unterminated|missing group name|bad character in group name '[^$]*'$"
)

#: Only Python reads these as the start of a set, and as a repetition.
_ONLY_PYTHON: Final = re.compile(r"\[\^?\]|\{,")


def _schemas(document: OpenApiDocument) -> Iterator[Finding]:
    for part in walk_objects(document.root):
        schema = part.value
        if part.kind is not Kind.SCHEMA or not isinstance(schema, dict) or "$ref" in schema:
            continue
        if document.version == (3, 0) and schema.get("type") == "array" and "items" not in schema:
            yield Finding(
                code="array-items",
                pointer=part.pointer,
                message="an array needs `items` in OpenAPI 3.0: write `items: {}` if they are"
                " arbitrary",
                about=(f"{part.pointer}/items",),
            )
        pattern = schema.get("pattern")
        problem = _pattern_problem(pattern) if isinstance(pattern, str) else None
        if problem is not None:
            yield Finding(
                code="pattern",
                severity=Severity.WARNING,
                pointer=f"{part.pointer}/pattern",
                message=f"not a regular expression: {problem}",
            )


def _pattern_problem(pattern: str) -> str | None:
    named = with_named_groups(pattern)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(named)
    except re.error as error:
        if not _BROKEN.match(error.msg) or _ONLY_PYTHON.search(pattern):
            return None
        # Only then the positions are those of the document.
        return str(error) if named == pattern else error.msg
    except (OverflowError, RecursionError):
        return None
    return None


def _out_of_version(document: OpenApiDocument) -> Iterator[Finding]:
    if document.version == (3, 0) and "webhooks" in document.root:
        yield Finding(
            code=VERSION_CODE,
            severity=Severity.WARNING,
            pointer="/webhooks",
            message="`webhooks` require OpenAPI 3.1, so they have no pages: write `openapi: 3.1.0`",
        )
    if document.version >= (3, 1) and "x-webhooks" in document.root:
        yield Finding(
            code=VERSION_CODE,
            severity=Severity.WARNING,
            pointer="/x-webhooks",
            message="`x-webhooks` have no pages: use `webhooks`",
        )
