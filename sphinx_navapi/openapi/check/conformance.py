"""Violations of the OpenAPI Specification's schema, in plain sentences.

The schemas are those of ``openapi_spec_validator``, the errors are reworded: for a single missing
word, a schema with alternatives reports that none fits, and lists all of them. From OpenAPI 3.1 on,
Schema Objects are checked with JSON Schema 2020-12. Neither schema refers to anything that has to
be fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.formats.lenient import below
from sphinx_navapi.openapi.check.findings import (
    TYPE_WORDS,
    Finding,
    Severity,
    given_type,
    meant_word,
)
from sphinx_navapi.openapi.check.objects import FIELDS, OPENAPI, VALUES, Kind
from sphinx_navapi.openapi.check.walk import walk_objects
from sphinx_navapi.openapi.document import METHODS, OpenApiDocument
from sphinx_navapi.openapi.schema.json_values import bare_text

CODE: Final = "specification"

_ALTERNATION = re.compile(r"\^\(([\w|]+)\)\$\Z")
_REQUIRED = re.compile(r"'([^']+)' is a required property")
_FIELD_NAMES: Final = sorted(
    {
        *METHODS,
        *(name for names in FIELDS.values() for name in names),
        *(name for names in VALUES.values() for name in names),
    }
)


def find_violations(document: OpenApiDocument) -> list[Finding]:
    """All violations in *document* of the schema of its version, in document order."""
    findings = list(_findings(_schema_validator(document.version), document.root, ""))
    if document.version >= (3, 1):
        findings += _schema_findings(document)
    return _without_echoes(findings)


@cache
def _schema_validator(version: tuple[int, int]) -> Any:
    from openapi_spec_validator import schemas

    if version == (3, 0):
        return schemas.openapi_v30_schema_validator
    validator = {
        (3, 1): schemas.openapi_v31_schema_validator,
        (3, 2): schemas.openapi_v32_schema_validator,
    }[version]
    definitions = validator.schema["$defs"]
    definitions = {**definitions, "link": _link_schema(definitions["link"])}
    return _validator_of({**validator.schema, "$defs": definitions}, validator.format_checker)


def _validator_of(schema: Mapping[str, Any], format_checker: Any = None) -> Any:
    """A validator of *schema*, which is in a registry that is complete.

    Given a schema itself, jsonschema looks for its anchors anew at each reference to one.
    """
    from jsonschema import Draft202012Validator
    from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]  # ships no types
    from referencing import Resource

    registry = REGISTRY.with_resource(schema["$id"], Resource.from_contents(schema)).crawl()
    reference = {"$ref": schema["$id"]}
    return Draft202012Validator(reference, registry=registry, format_checker=format_checker)


def _link_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """*schema* of Link Objects corrected to match the text of the specification.

    The published schema of 3.1 has ``body`` instead of ``server``, and those of 3.1 and 3.2 require
    strings in ``parameters``, which may be anything.
    """
    properties = {**schema["properties"], "server": {"$ref": "#/$defs/server"}}
    properties.pop("body", None)
    return {**schema, "properties": {**properties, "parameters": {"type": "object"}}}


def _schema_findings(document: OpenApiDocument) -> Iterator[Finding]:
    """Violations of JSON Schema in each outermost Schema Object."""
    from jsonschema import Draft202012Validator

    validator = _validator_of(Draft202012Validator.META_SCHEMA)
    for part in walk_objects(document.root):
        if part.kind is Kind.SCHEMA and part.parent is not Kind.SCHEMA:
            for finding in _findings(validator, part.value, part.pointer):
                yield _of_2019(finding) if _is_of_2019(finding) else finding


def _is_of_2019(finding: Finding) -> bool:
    return finding.pointer.endswith(("/$recursiveAnchor", "/$recursiveRef"))


def _of_2019(finding: Finding) -> Finding:
    """These keywords are not in JSON Schema 2020-12, but its meta-schema still has them."""
    key = finding.pointer.rpartition("/$")[2]
    return Finding(
        code="version",
        severity=Severity.WARNING,
        pointer=finding.pointer,
        message=f"`${key}` is a JSON Schema 2019-09 keyword and has no effect: use"
        f" `${key.replace('recursive', 'dynamic')}`",
    )


def _findings(validator: Any, value: Any, base: str) -> Iterator[Finding]:
    try:
        for error in validator.iter_errors(value):
            for leaf in _most_relevant(error):
                yield from _reword(leaf, base)
    except Exception as error:  # the library raises various exceptions for unusual input
        yield Finding(
            code=CODE,
            pointer=base,
            message=f"cannot be checked against the specification: {_brief(str(error))}",
        )


def _most_relevant(error: Any) -> list[Any]:
    """The errors that the author can act on, from the branch that was probably intended."""
    if not error.context:
        return [error]
    branches: dict[Any, list[Any]] = {}
    for inner in error.context:
        branches.setdefault(inner.schema_path[0] if inner.schema_path else 0, []).append(inner)
    if all(
        inner.validator == "required" and not inner.path
        for inners in branches.values()
        for inner in inners
    ) and not any("$ref" in inner.validator_value for inner in error.context):
        return [error]
    is_reference = isinstance(error.instance, dict) and "$ref" in error.instance

    def wants_reference(inners: list[Any]) -> bool:
        return any(
            inner.validator == "required" and inner.validator_value == ["$ref"] for inner in inners
        )

    meant = [
        inners for inners in branches.values() if is_reference or not wants_reference(inners)
    ] or list(branches.values())
    chosen = max(meant, key=lambda inners: (min(len(i.path) for i in inners), -len(inners)))
    return [leaf for inner in chosen for leaf in _most_relevant(inner)]


def _reword(error: Any, base: str) -> Iterator[Finding]:
    pointer = base + "".join(f"/{escape_pointer(str(step))}" for step in error.absolute_path)
    instance, wanted = error.instance, error.validator_value
    kind = error.validator
    if "propertyNames" in error.absolute_schema_path and isinstance(instance, str):
        yield _finding(
            f"{pointer}/{escape_pointer(instance)}",
            f"`{_brief(instance)}` is not a valid name: use letters, digits, `.`, `-` and `_`",
        )
    elif kind in ("additionalProperties", "unevaluatedProperties") and isinstance(instance, dict):
        for name in _unexpected(error):
            yield _finding(
                f"{pointer}/{escape_pointer(name)}", _unknown_field(pointer, name, error.schema)
            )
    elif kind == "required":
        match = _REQUIRED.match(error.message)
        name = match[1] if match else ", ".join(map(str, wanted))
        yield _finding(pointer, f"`{name}` is missing", name)
    else:
        path = list(error.absolute_path)
        subject = next((f"`{step}`: " for step in reversed(path) if isinstance(step, str)), "")
        yield _finding(pointer, f"{subject}{_sentence(error)}", *_alternatives(error))


def _alternatives(error: Any) -> list[str]:
    """The fields of which one is missing."""
    if error.validator not in ("oneOf", "anyOf"):
        return []
    names = [name for inner in error.context or () for name in inner.validator_value]
    return list(dict.fromkeys(names))


def _sentence(error: Any) -> str:
    instance, wanted = error.instance, error.validator_value
    shown = _brief(repr(instance) if isinstance(instance, str) else bare_text(instance))
    match error.validator:
        case "type":
            types = [wanted] if isinstance(wanted, str) else list(wanted)
            allowed = " or ".join(TYPE_WORDS.get(name, name) for name in types)
            return f"must be {allowed}, not {given_type(instance)}"
        case "enum":
            values = ", ".join(f"`{bare_text(value)}`" for value in wanted)
            near = meant_word(instance, [value for value in wanted if isinstance(value, str)])
            advice = f" (did you mean `{near}`?)" if near else ""
            return f"must be one of {values}, not {shown}{advice}"
        case "const":
            return f"must be `{bare_text(wanted)}`, not {shown}"
        case "pattern":
            return f"{shown} does not match `{wanted}`"
        case "format":
            return f"{shown} is not a valid `{wanted}`"
        case "minProperties" | "minItems" | "minLength":
            return "must not be empty"
        case "maxProperties":
            return f"must have at most {wanted} entries"
        case "uniqueItems":
            return "must not contain duplicates"
        case "minimum" | "exclusiveMinimum":
            return f"must not be less than {wanted}"
        case "dependentRequired" | "dependencies":
            return _brief(error.message)
        case "oneOf" | "anyOf" if error.context:
            return f"needs one of {', '.join(f'`{name}`' for name in _alternatives(error))}"
        case "oneOf":
            return "matches more than one of the allowed forms: keep the keys of one"
        case "not" if isinstance(wanted, dict) and list(wanted) == ["required"]:
            missing = ", ".join(f"`{name}`" for name in wanted["required"])
            return f"{missing} cannot be combined with the other keys"
        case "not":
            return "has mutually exclusive keys"
    return _brief(error.message)


def _unexpected(error: Any) -> list[str]:
    """Keys of the instance that the error is about."""
    known = error.schema.get("properties", {})
    patterns = error.schema.get("patternProperties", {})
    if error.validator == "additionalProperties":
        return [
            name
            for name in error.instance
            if name not in known and not any(re.search(pattern, name) for pattern in patterns)
        ]
    return [name for name in error.instance if repr(name) in error.message]


def _unknown_field(pointer: str, name: str, schema: Any) -> str:
    if pointer == "/paths":
        return f"`{_brief(name)}`: a path must start with `/`"
    if pointer.endswith("/responses"):
        return f"`{_brief(name)}` is not a status code: use `200`, `2XX` or `default`"
    known = list(schema.get("properties", {}))
    for pattern in schema.get("patternProperties", {}):
        match = _ALTERNATION.match(pattern)
        known += match[1].split("|") if match else []
    known = known or _FIELD_NAMES
    near = nearest_word(name, known)
    if near not in (None, name):
        return f"unknown field `{_brief(name)}`: did you mean `{near}`?"
    return f"unknown field `{_brief(name)}`: remove it, or start its name with `x-`"


def _without_echoes(findings: Iterable[Finding]) -> list[Finding]:
    """*findings* without duplicates and consequences of others.

    If a part is invalid, the fields that it has depending on others count as unevaluated, and it
    does itself, all the way up.
    """
    unique = list(dict.fromkeys(findings))
    wrong = {finding.pointer for finding in unique if not _is_unknown(finding)}
    wrong |= {pointer.rpartition("/")[0] for pointer in wrong}
    no_status = {_owner(finding) for finding in unique if "is not a status code" in finding.message}
    return [
        finding
        for finding in unique
        if not (finding.pointer in no_status and finding.message == "`default` is missing")
        if not _is_unknown(finding)
        or not (
            any(other.pointer.startswith(f"{finding.pointer}/") for other in unique)
            or (_owner(finding) in wrong and _is_known(finding))
        )
    ]


def _is_known(finding: Finding) -> bool:
    """Whether the field that *finding* is about is one of its object in some cases."""
    owner, _, name = finding.pointer.rpartition("/")
    kind = OPENAPI.kind_at(owner)
    return kind is not None and name in {*FIELDS.get(kind, ()), *VALUES.get(kind, ())}


def _owner(finding: Finding) -> str:
    return finding.pointer.rpartition("/")[0]


def _is_unknown(finding: Finding) -> bool:
    return finding.message.startswith("unknown field") or "is not a status code" in finding.message


def _finding(pointer: str, message: str, *fields: str) -> Finding:
    about = tuple(below(pointer, field) for field in fields)
    return Finding(code=CODE, pointer=pointer, message=message, about=about)


def _brief(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 160 else f"{text[:157]}…"
