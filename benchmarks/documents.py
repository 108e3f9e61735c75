"""OpenAPI documents for measurements: generated, or a given one multiplied.

Run as a program, so that the measuring process stays small: a child's peak memory is never below
its parent's when it forked.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
COMPONENTS_PER_OPERATION = 0.8
OPERATIONS_PER_TAG = 26

_WORDS = """
    account archive article batch branch build canal cargo chart client cluster comment
    contract cursor delivery device domain draft event export feed field filter folder
    gateway grant harbour import invite invoice issue key label ledger limit list locker
    member merge message metric mission node note order owner package parcel payment plan
    policy project quota record region release report request review role route rule run
    scope secret session share signal station status stream task team template thread
    ticket token topic track unit user vault version view volume webhook zone
""".split()  # noqa: SIM905 (ninety words read worse as a list)


def make_document(operations: int, seed: int = 1) -> dict[str, Any]:
    """An OpenAPI 3.0 document with *operations* operations, shaped like that of a large service.

    Most operations have two to five parameters, half of them a body, and most responses a component
    schema from which about nine others are reachable, some of them in cycles. The same arguments
    give the same document.
    """
    rng = random.Random(seed)
    schema_names = [
        f"{_title(_WORDS[index % len(_WORDS)])}{_title(_WORDS[(index * 7) % len(_WORDS)])}{index}"
        for index in range(max(8, round(operations * COMPONENTS_PER_OPERATION)))
    ]
    schemas = {
        name: _make_schema(name, index, schema_names, rng)
        for index, name in enumerate(schema_names)
    }
    examples = {name: _make_example(schemas[name], schemas, levels=4) for name in schema_names}
    paths: dict[str, dict[str, Any]] = {}
    tags = [
        f"{_WORDS[index % len(_WORDS)]}-{index}"
        for index in range(max(1, operations // OPERATIONS_PER_TAG))
    ]
    for index in range(operations):
        tag = tags[index * len(tags) // operations]
        path, method = _address(index, tag)
        paths.setdefault(path, {})[method] = _make_operation(
            index, method, path, tag, schema_names[index % len(schema_names)], examples, rng
        )
    return {
        "openapi": "3.0.3",
        "info": {"title": "Measured API", "version": "1.0.0", "description": _prose(rng, 4)},
        "servers": [{"url": "https://api.measured.example"}],
        "security": [{"token": []}],
        "tags": [{"name": tag, "description": _prose(rng, 1)} for tag in tags],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def multiply_document(document: Mapping[str, Any], times: int) -> dict[str, Any]:
    """*document* with everything in it *times* times, each copy with its own names.

    Copy ``n`` (from 1; copy 0 keeps its names) has ``/copy-n`` before its paths, `` copy n`` after
    its tags, ``_copy_n`` after operationIds, component names and the references to them, including
    names in discriminators' mappings.
    """
    result = dict(document)
    result["paths"] = dict(document.get("paths") or {})
    result["components"] = {
        kind: dict(entries) for kind, entries in (document.get("components") or {}).items()
    }
    if document.get("tags"):
        result["tags"] = list(document["tags"])
    for number in range(1, times):
        suffix = f"_copy_{number}"
        for path, item in (document.get("paths") or {}).items():
            copy = _renamed(item, suffix)
            for operation in _operations(copy):
                operation["tags"] = [f"{tag} copy {number}" for tag in operation.get("tags") or []]
                if "operationId" in operation:
                    operation["operationId"] += suffix
            result["paths"][f"/copy-{number}{path}"] = copy
        for kind, entries in (document.get("components") or {}).items():
            # Requirements refer to security schemes by name, not by reference.
            if kind != "securitySchemes":
                for name, entry in entries.items():
                    result["components"][kind][name + suffix] = _renamed(entry, suffix)
        for tag in document.get("tags") or []:
            result["tags"].append({**tag, "name": f"{tag['name']} copy {number}"})
    return result


def change_one_description(document: Mapping[str, Any]) -> None:
    """Add a word to the first operation's description or summary, in place.

    :raises ValueError: no operation has either.
    """
    for item in (document.get("paths") or {}).values():
        for operation in _operations(item):
            for key in ("description", "summary"):
                words = operation.get(key)
                if isinstance(words, str) and words:
                    operation[key] = f"{words} Changed."
                    return
    raise ValueError("no operation has a description or a summary")


def change_one_component(document: Mapping[str, Any]) -> None:
    """Add a word to the description of the first schema, in place."""
    schemas = (document.get("components") or {}).get("schemas") or {}
    schema = next(each for each in schemas.values() if isinstance(each, dict))
    schema["description"] = f"{schema.get('description', '')} Changed.".strip()


def rename_first_page(document: Mapping[str, Any]) -> None:
    """Add a word to the first operation's summary, in place: its page's title."""
    item = next(iter((document.get("paths") or {}).values()))
    operation = next(_operations(item))
    operation["summary"] = f"{operation.get('summary', 'Operation')} renamed"


#: Possible changes in place, with descriptions.
_CHANGES = {
    "change": (change_one_description, "one word more in one description"),
    "component": (change_one_component, "one word more in the first schema"),
    "rename": (rename_first_page, "one word more in the first summary"),
}


def _operations(item: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for method in METHODS:
        if isinstance(item.get(method), dict):
            yield item[method]


def _renamed(value: Any, suffix: str) -> Any:
    if isinstance(value, dict):
        copy = {key: _renamed(part, suffix) for key, part in value.items()}
        reference = copy.get("$ref")
        if isinstance(reference, str):
            copy["$ref"] = _renamed_reference(reference, suffix)
        mapping = copy.get("mapping")
        if "propertyName" in copy and isinstance(mapping, dict):
            copy["mapping"] = {
                key: _renamed_reference(target, suffix) for key, target in mapping.items()
            }
        return copy
    if isinstance(value, list):
        return [_renamed(part, suffix) for part in value]
    return value


def _renamed_reference(reference: str, suffix: str) -> str:
    """Only ``#/components/KIND/NAME[/…]`` changes: the name is its fourth segment."""
    parts = reference.split("/")
    if parts[:2] == ["#", "components"] and len(parts) > 3:
        parts[3] += suffix
    return "/".join(parts)


def _title(word: str) -> str:
    return word[:1].upper() + word[1:]


def _prose(rng: random.Random, sentences: int) -> str:
    """Sentences with typical markup of descriptions: most have none."""
    parts = []
    for _ in range(sentences):
        words = [rng.choice(_WORDS) for _ in range(rng.randint(6, 16))]
        if rng.random() < 0.2:
            words[2] = f"`{words[2]}`"
        if rng.random() < 0.1:
            words[4] = f"[{words[4]}](https://docs.measured.example/{words[4]})"
        parts.append(_title(" ".join(words)) + ".")
    return " ".join(parts)


def _address(index: int, tag: str) -> tuple[str, str]:
    """Path and method of operation *index*: five operations share two paths."""
    resource = f"/{tag}/{_WORDS[index // 5 % len(_WORDS)]}-{index // 5}"
    item = resource + "/{item_id}"
    return (
        (resource, "get"),
        (resource, "post"),
        (item, "get"),
        (item, "patch"),
        (item, "delete"),
    )[index % 5]


def _make_operation(
    index: int,
    method: str,
    path: str,
    tag: str,
    schema_name: str,
    examples: Mapping[str, Any],
    rng: random.Random,
) -> dict[str, Any]:
    resource = path.split("/")[2]
    target = {"$ref": f"#/components/schemas/{schema_name}"}
    verbs = {"get": "Get", "post": "Create", "patch": "Update", "delete": "Delete"}
    single = path.endswith("}")
    summary = f"{'List' if method == 'get' and not single else verbs[method]} {resource}"
    operation: dict[str, Any] = {
        "tags": [tag],
        "operationId": f"{method}_{index}",
        "summary": summary,
        "description": _prose(rng, rng.randint(1, 5)),
        "parameters": [_make_parameter(number, rng) for number in range(rng.randint(1, 5))],
    }
    if single:
        operation["parameters"].insert(
            0,
            {
                "name": "item_id",
                "in": "path",
                "required": True,
                "description": _prose(rng, 1),
                "schema": {"type": "string"},
            },
        )
    if method in {"post", "patch"}:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": target}},
        }
    schema = target if single else {"type": "array", "items": target}
    example = examples[schema_name]
    success = (
        {"204": {"description": "Deleted."}}
        if method == "delete"
        else {
            "201" if method == "post" else "200": {
                "description": _prose(rng, 1),
                "content": {
                    "application/json": {
                        "schema": schema,
                        "examples": {"default": {"value": example if single else [example] * 3}},
                    }
                },
            }
        }
    )
    problem = {"description": "Not found.", "content": {"application/json": {"schema": target}}}
    operation["responses"] = {**success, "404": problem}
    return operation


def _make_parameter(number: int, rng: random.Random) -> dict[str, Any]:
    schema: dict[str, Any] = rng.choice(
        (
            {"type": "integer", "minimum": 1, "maximum": 100, "default": 30},
            {"type": "string", "enum": ["created", "updated", "comments"], "default": "created"},
            {"type": "boolean"},
            {"type": "array", "items": {"type": "string"}},
            {"type": "string", "format": "date-time"},
        )
    )
    return {
        "name": f"{rng.choice(_WORDS)}_{number}",
        "in": "query",
        "description": _prose(rng, rng.randint(1, 2)),
        "schema": schema,
    }


def _make_schema(
    name: str, index: int, schema_names: list[str], rng: random.Random
) -> dict[str, Any]:
    properties: dict[str, Any] = {
        "id": {"type": "integer", "format": "int64", "readOnly": True},
        "name": {"type": "string", "description": _prose(rng, 1), "maxLength": 100},
        "created_at": {"type": "string", "format": "date-time"},
    }
    for number in range(rng.randint(4, 16)):
        properties[f"{rng.choice(_WORDS)}_{number}"] = rng.choice(
            (
                {"type": "string", "description": _prose(rng, 1)},
                {"type": "string", "format": "uri", "nullable": True},
                {"type": "integer", "minimum": 0},
                {"type": "boolean", "default": False},
                {"type": "string", "enum": ["open", "closed", "all"]},
            )
        )
    # References mostly lead to the next schemas, so that the number of reachable schemas stays
    # small; every 13th leads back and closes a cycle.
    for number in range(rng.choice((0, 1, 1, 1, 2, 2))):
        step = -rng.randint(1, 4) if index % 13 == 0 else rng.randint(1, 6)
        target = schema_names[(index + step) % len(schema_names)]
        reference = {"$ref": f"#/components/schemas/{target}"}
        properties[f"{rng.choice(_WORDS)}_link_{number}"] = (
            {"type": "array", "items": reference} if rng.random() < 0.3 else reference
        )
    return {
        "title": name,
        "type": "object",
        "description": _prose(rng, 1),
        "required": ["id", "name"],
        "properties": properties,
    }


def _make_example(schema: Mapping[str, Any], schemas: Mapping[str, Any], levels: int) -> Any:
    """A value of *schema*, with references followed *levels* deep."""
    if "$ref" in schema:
        target = schemas[schema["$ref"].rpartition("/")[2]]
        return _make_example(target, schemas, levels - 1) if levels > 1 else {}
    if schema["type"] == "object":
        return {
            name: _make_example(part, schemas, levels)
            for name, part in schema["properties"].items()
        }
    if schema["type"] == "array":
        return [_make_example(schema["items"], schemas, levels)]
    if schema["type"] == "string":
        return (schema.get("enum") or [schema.get("description", "a value")])[0]
    return schema["type"] == "boolean" or 1


def _read(path: Path) -> Any:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        return json.loads(text)
    import yaml  # only documents in YAML need it

    return yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def main() -> None:
    """Write the document described by the arguments."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make", help="a made-up document")
    make.add_argument("operations", type=int)
    make.add_argument("target", type=Path)
    multiply = commands.add_parser("multiply", help="a document several times over, as JSON")
    multiply.add_argument("source", type=Path)
    multiply.add_argument("times", type=int)
    multiply.add_argument("target", type=Path)
    for name, (_change, told) in _CHANGES.items():
        commands.add_parser(name, help=f"{told}, in place").add_argument("target", type=Path)
    count = commands.add_parser("count", help="prints the number of operations")
    count.add_argument("target", type=Path)
    arguments = parser.parse_args()
    if arguments.command == "make":
        _write(arguments.target, make_document(arguments.operations))
    elif arguments.command == "multiply":
        _write(arguments.target, multiply_document(_read(arguments.source), arguments.times))
    elif arguments.command == "count":
        paths = (_read(arguments.target).get("paths") or {}).values()
        print(sum(1 for item in paths for _operation in _operations(item)))
    else:
        document = _read(arguments.target)
        _CHANGES[arguments.command][0](document)
        _write(arguments.target, document)


def _write(path: Path, document: Mapping[str, Any]) -> None:
    with path.open("w", encoding="utf-8") as file:
        if path.suffix == ".json":
            # YAML has dates; in JSON they are strings again.
            json.dump(document, file, ensure_ascii=False, default=str)
        else:
            import yaml

            dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
            yaml.dump(document, file, dumper, sort_keys=False, allow_unicode=True)


if __name__ == "__main__":
    main()
