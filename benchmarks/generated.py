"""Generated OpenAPI documents, as varied as that of a large service.

`GITHUB` has the figures of GitHub's description of its REST API, 1,223 operations; those of a
generated document are close to them.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping
from statistics import fmean, median, quantiles
from typing import Any, Final

#: What `shape` finds in GitHub's description, version 23.0.2 of Octokit's edition.
GITHUB: Final = {
    "paths of an operation": 0.663,
    "parameters of an operation": 2.883,
    "components of an operation, parameters": 0.171,
    "operations with a body": 0.281,
    "responses of an operation": 2.81,
    "schemas reachable from an operation": 4.07,
    "schemas reachable from an operation, median": 2,
    "schemas reachable from an operation, 9th decile": 7.6,
    "properties of a reachable schema": 10.58,
    "properties of a reachable schema, median": 6,
    "bytes of an operation": 1777,
    "bytes of an example": 2569,
    "characters of a description": 421,
}

METHODS: Final = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")

_OPERATIONS_PER_TAG: Final = 26
#: Components: of schemas, those that operations use.
_SCHEMAS_PER_OPERATION: Final = 0.5
_PARAMETERS_PER_OPERATION: Final = 0.17

_WORDS = """
    account archive article batch branch build canal cargo chart client cluster comment
    contract cursor delivery device domain draft event export feed field filter folder
    gateway grant harbour import invite invoice issue key label ledger limit list locker
    member merge message metric mission node note order owner package parcel payment plan
    policy project quota record region release report request review role route rule run
    scope secret session share signal station status stream task team template thread
    ticket token topic track unit user vault version view volume webhook zone
""".split()  # noqa: SIM905 (ninety words read worse as a list)

#: Statuses of errors: how many responses in a thousand operations.
_ERRORS: Final = {
    "404": 525, "403": 362, "422": 260, "401": 135, "304": 129, "500": 81, "400": 78, "409": 64,
    "503": 63,
}  # fmt: skip


def make_document(operations: int, seed: int = 1) -> dict[str, Any]:
    """An OpenAPI 3.0 document with *operations* operations, with figures close to `GITHUB`.

    The same arguments give the same document.
    """
    return _Maker(operations, random.Random(seed)).document()


class _Maker:
    def __init__(self, operations: int, rng: random.Random) -> None:
        self.rng = rng
        self.count = operations
        self.tags = [
            f"{_word(index)}-{index}" for index in range(max(1, operations // _OPERATIONS_PER_TAG))
        ]
        size = max(8, round(operations * _SCHEMAS_PER_OPERATION))
        self.names = [
            f"{_title(_word(index))}{_title(_word(index * 7))}{index}" for index in range(size)
        ]
        #: What many schemas refer to, as to the user: one schema in twenty, without references.
        self.shared = self.names[::20]
        self.schemas = {name: self._schema(index) for index, name in enumerate(self.names)}
        self.parameters = self._parameters()
        self.queries = [name for name, each in self.parameters.items() if each["in"] == "query"]
        self.responses = {
            f"Error{status}{number}": {
                "description": self._prose(1),
                "content": _json({"schema": _ref("schemas", self.shared[0])}),
            }
            for number in range(5)
            for status in _ERRORS
        }
        self.examples: dict[str, Any] = {}

    def document(self) -> dict[str, Any]:
        paths: dict[str, dict[str, Any]] = {}
        for index in range(self.count):
            path, method = self._address(index)
            paths.setdefault(path, {})[method] = self._operation(index, path, method)
        return {
            "openapi": "3.0.3",
            "info": {"title": "Measured API", "version": "1.0.0", "description": self._prose(4)},
            "servers": [{"url": "https://api.measured.example"}],
            "security": [{"token": []}],
            "tags": [{"name": tag, "description": self._prose(1)} for tag in self.tags],
            "paths": paths,
            "components": {
                "schemas": self.schemas,
                "parameters": self.parameters,
                "responses": self.responses,
                "examples": self.examples,
                "headers": {"Link": {"schema": {"type": "string"}, "example": "<next>"}},
                "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            },
        }

    # -- operations -----------------------------------------------------------------------

    def _address(self, index: int) -> tuple[str, str]:
        """Path and method of operation *index*: six operations share four paths."""
        group, number = divmod(index, 6)
        resource = f"/{self._tag(index)}/{{owner}}/{_word(group)}-{group}"
        item = f"{resource}/{{item_id}}"
        return (
            (resource, "get"), (resource, "post"), (item, "get"), (item, "delete"),
            (f"{resource}/search", "get"), (f"{item}/state", "put"),
        )[number]  # fmt: skip

    def _tag(self, index: int) -> str:
        return self.tags[index * len(self.tags) // self.count]

    def _operation(self, index: int, path: str, method: str) -> dict[str, Any]:
        verb = {"get": "Get", "post": "Create", "put": "Set", "delete": "Delete"}[method]
        operation: dict[str, Any] = {
            "tags": [self._tag(index)],
            "operationId": f"{method}_{index}",
            "summary": f"{verb} {' '.join(path.replace('-', ' ').split('/')[3:])}",
            "description": self._description(),
            "externalDocs": {"url": f"https://docs.measured.example/{index}"},
            "parameters": self._uses(path),
        }
        if method in {"post", "put"}:
            operation["requestBody"] = self._body()
        operation["responses"] = self._answers(index, method)
        return operation

    def _uses(self, path: str) -> list[dict[str, Any]]:
        """The parameters of an operation: those of its path, shared ones, sometimes its own."""
        names = ["owner", *(["item_id"] if "{item_id}" in path else [])]
        count = self.rng.choice((0, 0, 0, 1, 1, 1, 2, 2, 3, 4))
        # The first ones, such as the page, are used most.
        chosen = {
            self.queries[int(len(self.queries) * self.rng.random() ** 3)] for _ in range(count)
        }
        used = (*names, *sorted(chosen))
        uses: list[dict[str, Any]] = [_ref("parameters", name) for name in used]
        if self.rng.random() < 0.3:
            uses.append(self._parameter(f"own_{self.rng.choice(_WORDS)}"))
        return uses

    def _body(self) -> dict[str, Any]:
        schema = _ref("schemas", self.rng.choice(self.names))
        if self.rng.random() < 0.88:
            properties = self._properties(max(1, self._skewed(2.3, 1.1, 48)))
            schema = {"type": "object", "required": [*properties][:1], "properties": properties}
        return {"required": True, "content": _json({"schema": schema})}

    def _answers(self, index: int, method: str) -> dict[str, Any]:
        answers: dict[str, Any] = {}
        if method == "delete" or self.rng.random() < 0.1:
            answers["204"] = {"description": "Response"}
        else:
            answers["201" if method == "post" else "200"] = self._answer(index)
        for status, often in _ERRORS.items():
            if self.rng.random() < often / 1000:
                answers[status] = _ref("responses", f"Error{status}{self.rng.randrange(5)}")
        return answers

    def _answer(self, index: int) -> dict[str, Any]:
        name = self.names[index * len(self.names) // self.count]
        schema = _ref("schemas", name)
        chance = self.rng.random()
        answer: dict[str, Any] = {"description": "Response"}
        if chance < 0.25:
            schema = {"type": "array", "items": schema}
            answer["headers"] = {"Link": _ref("headers", "Link")}
        elif chance < 0.45:
            properties: dict[str, Any] = {"total_count": {"type": "integer"}}
            if chance < 0.4:
                properties["items"] = {"type": "array", "items": schema}
            schema = {"type": "object", "required": ["total_count"], "properties": properties}
        value = self._example(schema, 7)
        if "items" in schema:
            value = value * 3
        example: dict[str, Any] = {"value": value}
        if self.rng.random() < 0.75:
            key = f"{name}-{index}"
            self.examples[key] = {"value": value}
            example = _ref("examples", key)
        answer["content"] = _json({"schema": schema, "examples": {"default": example}})
        return answer

    # -- parameters -----------------------------------------------------------------------

    def _parameters(self) -> dict[str, Any]:
        path = {"in": "path", "required": True, "schema": {"type": "string"}}
        made = {
            name: {"name": name, **path, "description": self._prose(1)}
            for name in ("owner", "item_id")
        }
        for index in range(max(6, round(self.count * _PARAMETERS_PER_OPERATION) - 2)):
            name = f"{_word(index)}_{index}"
            made[name] = self._parameter(name)
        return made

    def _parameter(self, name: str) -> dict[str, Any]:
        schema: dict[str, Any] = self.rng.choice(
            (
                {"type": "integer", "minimum": 1, "maximum": 100, "default": 30},
                {
                    "type": "string",
                    "enum": ["created", "updated"],
                    "default": "created",
                },
                {"type": "boolean"},
                {"type": "array", "items": {"type": "string"}},
                {"type": "string", "format": "date-time"},
            )
        )
        return {"name": name, "in": "query", "description": self._prose(2), "schema": schema}

    # -- schemas --------------------------------------------------------------------------

    def _schema(self, index: int) -> dict[str, Any]:
        properties: dict[str, Any] = {
            "id": {"type": "integer", "format": "int64", "example": 42},
            **self._properties(self._skewed(5, 1.1, 105)),
        }
        name = self.names[index]
        for number, target in enumerate(self._targets(index)):
            reference = _ref("schemas", target)
            properties[f"{self.rng.choice(_WORDS)}_link_{number}"] = (
                {"type": "array", "items": reference} if self.rng.random() < 0.3 else reference
            )
        return {
            "title": _title(name),
            "type": "object",
            "description": self._prose(1),
            "required": ["id"],
            "properties": properties,
        }

    def _targets(self, index: int) -> list[str]:
        """The schemas to which schema *index* refers: mostly none, seldom many.

        Every 13th refers to those before it, which closes a cycle.
        """
        if index % 20 == 0:
            return []
        count = self.rng.choices((0, 1, 2, 3, 4, 8, 24), (46, 22, 12, 9, 6, 4, 1))[0]
        targets = []
        for _ in range(count):
            step = -self.rng.randint(1, 4) if index % 13 == 0 else self.rng.randint(1, 6)
            near = self.names[(index + step) % len(self.names)]
            targets.append(self.rng.choice(self.shared) if self.rng.random() < 0.5 else near)
        return targets

    def _properties(self, count: int) -> dict[str, Any]:
        made: dict[str, Any] = {}
        while count > 0:
            name = f"{self.rng.choice(_WORDS)}_{count}"
            inner = min(count - 1, self.rng.randint(2, 6))
            if inner > 1 and self.rng.random() < 0.06:
                made[name] = {"type": "object", "properties": self._properties(inner)}
                count -= inner
            else:
                made[name] = self._property()
            count -= 1
        return made

    def _property(self) -> dict[str, Any]:
        made: dict[str, Any] = dict(
            self.rng.choices(
                (
                    {"type": "string"},
                    {"type": "string", "format": "uri", "example": "https://api.measured.example"},
                    {"type": "string", "enum": ["open", "closed", "all"]},
                    {"type": "integer", "minimum": 0},
                    {"type": "boolean", "default": False},
                    {"type": "array", "items": {"type": "string"}},
                    {"oneOf": [{"type": "string"}, {"type": "integer"}]},
                    {"type": "object", "additionalProperties": {"type": "string"}},
                ),
                (42, 17, 6, 13, 11, 5, 1, 1),
            )[0]
        )
        if self.rng.random() < 0.33:
            made["description"] = self._prose(1)
        if "example" not in made and made.get("type") == "string" and self.rng.random() < 0.3:
            made["example"] = made.get("enum", [self.rng.choice(_WORDS)])[0]
        if self.rng.random() < 0.13 and "type" in made and "enum" not in made:
            made["nullable"] = True
        return made

    def _example(self, schema: Mapping[str, Any], levels: int) -> Any:
        """A value of *schema*, with references followed *levels* deep."""
        if "$ref" in schema:
            target = self.schemas[schema["$ref"].rpartition("/")[2]]
            return self._example(target, levels - 1) if levels > 1 else {"id": 1}
        if "example" in schema:
            return schema["example"]
        kind = schema.get("type", "string")
        if kind == "object":
            properties = schema.get("properties", {})
            return {name: self._example(part, levels) for name, part in properties.items()}
        if kind == "array":
            return [self._example(schema["items"], levels)]
        if kind == "string":
            return (schema.get("enum") or [schema.get("description", "a value")])[0]
        return kind == "boolean" or 1

    # -- texts ----------------------------------------------------------------------------

    def _description(self) -> str:
        """Paragraphs, some with a list, of very different length."""
        parts = []
        left = self._skewed(3.6, 0.9, 40)
        while left > 0:
            count = min(left, self.rng.randint(1, 4))
            left -= count
            if self.rng.random() < 0.06:
                parts.append("\n".join(f"- {self._prose(1)}" for _ in range(count)))
            else:
                parts.append(self._prose(count))
        return "\n\n".join(parts)

    def _prose(self, sentences: int) -> str:
        """Sentences with typical markup of descriptions: most have none."""
        parts = []
        for _ in range(sentences):
            words = [self.rng.choice(_WORDS) for _ in range(self.rng.randint(6, 16))]
            if self.rng.random() < 0.3:
                words[2] = f"`{words[2]}`"
            if self.rng.random() < 0.1:
                words[4] = f"[{words[4]}](https://docs.measured.example/{words[4]})"
            parts.append(_title(" ".join(words)) + ".")
        return " ".join(parts)

    def _skewed(self, median: float, spread: float, most: int) -> int:
        """A number as counts usually are: half of them below *median*, a few very large."""
        return min(most, round(median * self.rng.lognormvariate(0, spread)))


def _word(index: int) -> str:
    return _WORDS[index % len(_WORDS)]


def _title(word: str) -> str:
    return word[:1].upper() + word[1:]


def _ref(kind: str, name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/{kind}/{name}"}


def _json(media_type: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": media_type}


def shape(document: Mapping[str, Any]) -> dict[str, float]:
    """Figures of *document*, with the keys of `GITHUB`; all are means, if not stated otherwise.

    Bytes are those of compact JSON; references are not followed for them.
    """
    components = document["components"]
    schemas = components["schemas"]
    references = {name: _schemas_in(schema, document) for name, schema in schemas.items()}
    operations = [
        (item, operation)
        for item in document["paths"].values()
        for method, operation in item.items()
        if method in METHODS
    ]
    reached = [_reachable(_schemas_in(each, document), references) for _, each in operations]
    counts = [len(names) for names in reached]
    properties = [_properties_in(schemas[name]) for name in frozenset().union(*reached)]
    parameters = [
        len(item.get("parameters", ())) + len(each.get("parameters", ()))
        for item, each in operations
    ]
    examples = [
        len(json.dumps(_resolved(example, document), separators=(",", ":")))
        for _, each in operations
        for status, response in each["responses"].items()
        if status.startswith("2")
        for content in _resolved(response, document).get("content", {}).values()
        for example in content.get("examples", {}).values()
    ]
    return {
        "paths of an operation": len(document["paths"]) / len(operations),
        "parameters of an operation": fmean(parameters),
        "components of an operation, parameters": len(components["parameters"]) / len(operations),
        "operations with a body": fmean("requestBody" in each for _, each in operations),
        "responses of an operation": fmean(len(each["responses"]) for _, each in operations),
        "schemas reachable from an operation": fmean(counts),
        "schemas reachable from an operation, median": median(counts),
        "schemas reachable from an operation, 9th decile": quantiles(counts, n=10)[-1],
        "properties of a reachable schema": fmean(properties),
        "properties of a reachable schema, median": median(properties),
        "bytes of an operation": fmean(
            len(json.dumps(each, separators=(",", ":"))) for _, each in operations
        ),
        "bytes of an example": fmean(examples),
        "characters of a description": fmean(
            len(each.get("description", "")) for _, each in operations
        ),
    }


def _resolved(value: Any, document: Mapping[str, Any]) -> Any:
    while isinstance(value, dict) and isinstance(value.get("$ref"), str):
        found: Any = document
        for part in value["$ref"].split("/")[1:]:
            found = found[part.replace("~1", "/").replace("~0", "~")]
        value = found
    return value


def _schemas_in(value: Any, document: Mapping[str, Any]) -> frozenset[str]:
    """Names of the component schemas to which *value* refers, also through other components."""
    if isinstance(value, list):
        return frozenset().union(*(_schemas_in(each, document) for each in value))
    if not isinstance(value, dict):
        return frozenset()
    target = value.get("$ref")
    if isinstance(target, str):
        kind, _, name = target.removeprefix("#/components/").partition("/")
        if kind == "schemas":
            return frozenset({name})
        return _schemas_in(_resolved(value, document), document)
    return frozenset().union(*(_schemas_in(each, document) for each in value.values()))


def _reachable(names: Iterable[str], references: Mapping[str, frozenset[str]]) -> frozenset[str]:
    found: set[str] = set()
    left = list(names)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left.extend(references[name])
    return frozenset(found)


def _properties_in(schema: Any) -> int:
    """The properties of *schema*, those of inline objects included."""
    if not isinstance(schema, dict):
        return 0
    own = schema.get("properties", {})
    parts = [*own.values(), schema.get("items")]
    parts += [each for key in ("allOf", "oneOf", "anyOf") for each in schema.get(key, ())]
    return len(own) + sum(map(_properties_in, parts))
