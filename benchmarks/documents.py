"""OpenAPI documents for measurements: generated, or a given one multiplied.

Run as a program, so that the measuring process stays small: a child's peak memory is never below
its parent's when it forked.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from generated import METHODS, make_document, shape


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
    "change": (change_one_description, "add a word to one description"),
    "component": (change_one_component, "add a word to the first schema"),
    "rename": (rename_first_page, "add a word to the first summary"),
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
    make = commands.add_parser("make", help="write a generated document")
    make.add_argument("operations", type=int)
    make.add_argument("target", type=Path)
    multiply = commands.add_parser(
        "multiply", help="write several copies of a document as one, in JSON"
    )
    multiply.add_argument("source", type=Path)
    multiply.add_argument("times", type=int)
    multiply.add_argument("target", type=Path)
    for name, (_change, text) in _CHANGES.items():
        commands.add_parser(name, help=f"{text}, in place").add_argument("target", type=Path)
    count = commands.add_parser("count", help="print the number of operations")
    count.add_argument("target", type=Path)
    figures = commands.add_parser("shape", help="print how many parts its operations have")
    figures.add_argument("source", type=Path)
    arguments = parser.parse_args()
    if arguments.command == "make":
        _write(arguments.target, make_document(arguments.operations))
    elif arguments.command == "multiply":
        _write(arguments.target, multiply_document(_read(arguments.source), arguments.times))
    elif arguments.command == "shape":
        for name, figure in shape(_read(arguments.source)).items():
            print(f"{figure:9.3f} {name}")
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
