"""The data of a form: of a field, from its schema, and of the bodies that can be sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sphinx_navapi.formats.commonmark import plain_text
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.schema.label_words import type_words
from sphinx_navapi.openapi.schema.row import NO_SCHEMA, SchemaView
from sphinx_navapi.openapi.schema.type_label import Special
from sphinx_navapi.openapi.view import (
    MISSING,
    Direction,
    EncodingView,
    MediaTypeView,
    OperationView,
)
from sphinx_navapi.request.encoding import json_text
from sphinx_navapi.request.playground_schema import schema_entry
from sphinx_navapi.request.playground_settings import PlaygroundSettings
from sphinx_navapi.request.sample_body import (
    FORM,
    concrete_type,
    file_name,
    form_fields,
    is_list_of_parts,
    part_headers,
    write_body,
)
from sphinx_navapi.request.sample_request import (
    Fill,
    SampleValues,
    body_value,
    initial_body_value,
)
from sphinx_navapi.request.styles import essence_of, is_json, scalar_text

#: Longer enumerations are typed, not selected from a list.
_LONGEST_ENUM = 300

#: Maximum length of descriptions of servers, variables and scopes.
LONGEST_TEXT = 160

_EMPTY: tuple[Any, ...] = ("", [], (), {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """Texts in the reader's language.

    :ivar translate: translates a text of the document.
    """

    translate: Callable[[str], str] = str
    words: Wording = field(default_factory=Wording)

    def brief(self, text: str | None) -> str:
        """The first line of *text*, CommonMark, as plain text, if it is short."""
        line = (self.translate(text) if text else "").strip().partition("\n")[0]
        return plain_text(line) if len(line) <= LONGEST_TEXT else ""

    def hint(self, view: SchemaView) -> str:
        """The type of *view* in words, empty if it is unspecific."""
        return "" if view.label is Special.ANY else type_words(view.label, self.words)


def filled(**members: Any) -> dict[str, Any]:
    """*members* without empty values: ``None``, ``False``, empty text and lists."""
    return {
        name: value
        for name, value in members.items()
        if value is not None and value is not False and value not in _EMPTY
    }


def enum_texts(view: SchemaView) -> list[str]:
    """The permitted values as texts, each once; empty if there are too many."""
    if view.const is not MISSING and not isinstance(view.const, (Mapping, list)):
        return [scalar_text(view.const)]
    if len(view.enum) > _LONGEST_ENUM:
        return []
    plain = (one.value for one in view.enum if not isinstance(one.value, (Mapping, list)))
    return list(dict.fromkeys(scalar_text(value) for value in plain if value is not None))


def value_type(view: SchemaView, value: Any = MISSING) -> str:
    """The type of the field for *value*: that of the schema, if *value* matches.

    ``string``, ``integer``, ``number``, ``boolean``, ``array``, ``object`` or ``any``.
    """
    if isinstance(value, (list, tuple)):
        return "array"
    if isinstance(value, Mapping):
        return "object"
    types = view.types
    if len(types) == 1:
        if types[0] == "object" and value is not MISSING and value is not None:
            return "string"
        return types[0]
    if "string" in types:
        return "string"
    scalars = [name for name in types if name not in ("array", "object")]
    if "number" in scalars and set(scalars) <= {"integer", "number"}:
        return "number"
    return scalars[0] if len(scalars) == 1 else "any"


#: Kinds of bodies whose values are validated.
_CHECKED = ("json", "form", "multipart")


def body_data(
    view: OperationView,
    values: SampleValues,
    examples: ExampleMaker,
    fill: Fill,
    *,
    texts: Texts,
    settings: PlaygroundSettings,
) -> dict[str, Any] | None:
    """``body`` of the playground's data, ``None`` for an operation without one.

    ``text`` and ``value`` are what the form sends at first; ``example`` is the value of the sample
    if it differs, for what the reader adds.

    A media type with the same text and schema as an earlier one has ``like``, the index of that
    one.
    """
    if view.body is None or not view.body.content:
        return None
    direction, document = view.request_direction, examples.registry.document
    written: list[dict[str, Any]] = []
    sent = None
    known: list[tuple[str, str, Any, int]] = []
    for index, media in enumerate(view.body.content):
        if values.media is media:
            sent, value = index, values.body
        else:
            value = body_value(media, examples, direction, fill)
        initial = value
        if fill is not Fill.REQUIRED and not settings.sends_optional:
            initial = initial_body_value(
                media, value, examples, direction, is_partial=view.http_method == "PATCH"
            )
        data = _media(media, value, initial, examples, direction, texts)
        if "text" in data:
            schema = None
            if media.schema is not None:
                schema = document.at(examples.registry.view(media.schema, direction).target)
            like = next(
                (i for *same, i in known if same == [data["kind"], data["text"], schema]), None
            )
            if like is not None:
                del data["text"]
                data.pop("example", None)
                data["like"] = like
            else:
                known.append((data["kind"], data["text"], schema, index))
        if "like" not in data and data["kind"] in _CHECKED and media.schema is not None:
            data |= filled(schema=schema_entry(examples.registry.reader, media.schema, direction))
        written.append(data if settings.prefill else _emptied(data))
    return filled(required=view.body.required, media=written, sent=sent)


def _emptied(data: dict[str, Any]) -> dict[str, Any]:
    """*data* with its values only as examples: ``text`` and ``value`` become ``example``."""
    changed = {key: v for key, v in data.items() if key not in ("text", "value")}
    for key in ("text", "value"):
        if key in data:
            changed.setdefault("example", data[key])
    if "fields" in changed:
        changed["fields"] = [_emptied(field) for field in changed["fields"]]
        for field in changed["fields"]:
            if not field.get("required"):
                field.pop("sent", None)
    return changed


def _media(
    media: MediaTypeView,
    value: Any,
    initial: Any,
    examples: ExampleMaker,
    direction: Direction,
    texts: Texts,
) -> dict[str, Any]:
    sends = concrete_type(media.media_type, value)
    essence = essence_of(sends)
    data = {"type": media.media_type, "sends": sends}
    if is_list_of_parts(essence, value):
        # Without names, there are no fields: the text of the sample is edited.
        body = write_body(media, value, examples.registry, direction)
        return {**data, "sends": body.content_type, "kind": "text", "text": body.text or ""}
    if essence.startswith("multipart/"):
        fields = list(_Fields(media, value, initial, examples, direction, texts).of_multipart())
        return {**data, "kind": "multipart", "fields": fields}
    if essence == FORM and (isinstance(value, Mapping) or value is MISSING):
        fields = list(_Fields(media, value, initial, examples, direction, texts).of_form())
        return {**data, "kind": "form", "fields": fields}
    body = write_body(media, value, examples.registry, direction)
    if body.file is not None:
        return {**data, "kind": "binary", "filename": body.file}
    data |= {"kind": "json" if is_json(essence) else "text"}
    text = write_body(media, initial, examples.registry, direction).text or ""
    return {**data, "text": text, **({} if text == body.text else {"example": body.text})}


class _Fields:
    """Fields of a form, in the order in which the sample sends them, if it does."""

    def __init__(
        self,
        media: MediaTypeView,
        value: Any,
        initial: Any,
        examples: ExampleMaker,
        direction: Direction,
        texts: Texts,
    ) -> None:
        registry = examples.registry
        self._texts = texts
        self._registry = registry
        self._direction = direction
        self._values: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
        self._initial: Mapping[str, Any] = initial if isinstance(initial, Mapping) else {}
        self._fields = form_fields(media, self._values, registry, direction)

    def _names(self) -> list[str]:
        position = {name: index for index, name in enumerate(self._fields)}
        places = [
            position[name] if self._fields[name].schema is not None else -1 for name in self._values
        ]
        if -1 not in places and places == sorted(places):
            return list(self._fields)
        return list(dict.fromkeys((*self._values, *self._fields)))

    def _view(self, name: str) -> SchemaView:
        pointer = self._fields[name].schema
        return NO_SCHEMA if pointer is None else self._registry.view(pointer, self._direction)

    def of_form(self) -> Iterator[dict[str, Any]]:
        """Fields of a URL-encoded form; ``style`` if the document encodes a field that way."""
        for name in self._names():
            yield self._field(name, **_form_encoding(self._fields[name].encoding))

    def of_multipart(self) -> Iterator[dict[str, Any]]:
        """Parts; for files also the name and type in the sample."""
        for name in self._names():
            field = self._fields[name]
            encoding, sent = field.encoding, field.file_type
            if sent is None:
                more: dict[str, Any] = {"contentType": field.content_type}
                if encoding is not None and encoding.is_styled:
                    more = {"style": encoding.style, "explode": encoding.explode}
                yield self._field(name, **more, **self._headers(encoding))
                continue
            yield filled(
                name=name,
                file=True,
                multiple=field.has_files,
                required=field.required,
                contentType=sent,
                filename=file_name(name, sent),
                **self._headers(encoding),
                sent=field.required and (name in self._values or field.is_bytes),
            )

    def _headers(self, encoding: EncodingView | None) -> dict[str, Any]:
        fields = part_headers(encoding, self._registry, self._direction)
        return {"headers": [list(field) for field in fields]} if fields else {}

    def _field(self, name: str, **more: Any) -> dict[str, Any]:
        view = self._view(name)
        value = self._values.get(name, MISSING)
        initial = self._initial.get(name, MISSING)
        items = view.items
        return filled(
            name=name,
            required=self._fields[name].required,
            type=value_type(view, value),
            enum=enum_texts(view),
            items=items
            and filled(
                type=value_type(self._registry.view(items, self._direction)),
                enum=enum_texts(self._registry.view(items, self._direction)),
            ),
            hint=self._texts.hint(view),
            **more,
            value=None if initial is MISSING else json_text(initial),
            example=None if value is MISSING or value == initial else json_text(value),
            sent=initial is not MISSING and initial is not None,
        )


def _form_encoding(encoding: EncodingView | None) -> dict[str, Any]:
    if encoding is None:
        return {}
    if encoding.content_type and not encoding.is_styled:
        return {"contentType": encoding.content_type}
    return {
        "style": encoding.style,
        "explode": encoding.explode,
        "allowReserved": encoding.allow_reserved,
    }
