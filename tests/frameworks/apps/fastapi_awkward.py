"""An API whose every operation requires something that is easily sent incorrectly.

Each operation returns what FastAPI has read from the request, which `ANSWERS` keeps. `SENT`
contains the examples of its document, so what an unchanged form sends.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import FastAPI, Request, Response, UploadFile, security
from fastapi import param_functions as param
from fastapi.encoders import jsonable_encoder
from fastapi.middleware.cors import CORSMiddleware
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

app = FastAPI(title="Awkward", version="1")
app.add_middleware(CORSMiddleware, allow_origins=["*"], allow_methods=["*"], allow_headers=["*"])

#: Status and content of each response, in order.
ANSWERS: list[tuple[int, Any]] = []


@app.middleware("http")
async def keep(
    request: Request, call_next: Callable[[Request], Awaitable[StreamingResponse]]
) -> Response:
    """Keep the response."""
    answer = await call_next(request)
    content = b"".join([bytes(chunk) async for chunk in answer.body_iterator])
    is_json = content and answer.headers.get("content-type") == "application/json"
    if request.method != "OPTIONS":
        ANSWERS.append((answer.status_code, json.loads(content) if is_json else content))
    return Response(content, answer.status_code, dict(answer.headers))


#: The input of each operation, by name.
SENT: dict[str, dict[str, Any]] = {
    "whole-number": {"id": -7},
    "fraction": {"x": 1.5},
    "identifier": {"u": "3fa85f64-5717-4562-b3fc-2c963f66afa6"},
    "day": {"d": "2024-02-29"},
    "one-of": {"color": "dark blue"},
    "rest-of-path": {"rest": "a/b c/ü%2F.txt"},
    "one-word": {"kind": "new"},
    "two-in-one": {"a": "left", "b": "right"},
    "dots": {"name": "a.b~c:d@e"},
    "question": {"q": "a&b=c #?+/ü"},
    "many-numbers": {"ids": [3, 1, 2]},
    "many-words": {"words": ["a,b", "c d", ""]},
    "yes-or-no": {"on": False},
    "other-name": {"item-query": "x"},
    "moment": {"at": "2024-05-06T07:08:09+02:00"},
    "span": {"wait": "P3DT12H30M5S"},
    "exact": {"price": "12345678901234567890.12"},
    "model-in-query": {"limit": 5, "tags": ["a", "b"], "order": "up"},
    "kinds": {"kinds": ["new", "old"]},
    "odd-name": {"größe[max]": 3},
    "plus": {"phone": "+49 30 123"},
    "header": {"x-token": 'a, b; c="d"'},
    "header-underscore": {"strange_header": "kept"},
    "header-number": {"x-count": 42},
    "cookies": {"session": "s p;a=c,e", "seen": 3},
    "nested-body": {"name": "Tom", "owner": {"name": "Ann", "tags": ["x"]}, "price": 1.5},
    "list-body": [{"name": "a"}, {"name": "b", "price": 2}],
    "free-body": {"a b": 1, "ü": 2.5},
    "cat-or-dog": {"kind": "dog", "barks": True},
    "embedded": {"item": {"name": "e", "price": None}},
    "two-bodies": {"first": {"name": "f"}, "count": 3},
    "number-body": 12345678901234567890,
    "any-body": {"deep": [{"er": [None, True, 1e-7]}]},
    "maybe-body": {"name": "maybe"},
    "part-of-it": {"name": ""},
    "form": {"user name": "Ann & Bob=ü+", "age": 7},
    "form-list": {"tags": ["a,b", "c"]},
    "form-model": {"name": "m", "keep": True},
    "plain-text": 'line one\nline "two" ü',
    "gone": {"id": 3},
}


class Color(Enum):
    RED = "red"
    DARK = "dark blue"


class Owner(BaseModel):
    name: str
    tags: list[str] = []


class Item(BaseModel):
    name: str
    price: float | None = None


class Thing(Item):
    owner: Owner


class Cat(BaseModel):
    kind: Literal["cat"]
    meows: bool


class Dog(BaseModel):
    kind: Literal["dog"]
    barks: bool


class Filter(BaseModel):
    model_config = ConfigDict(extra="forbid")

    limit: int = Field(10, examples=[5])
    tags: list[str] = Field([], examples=[["a", "b"]])
    order: Literal["down", "up"] = Field("down", examples=["up"])


class Account(BaseModel):
    name: str = Field(examples=["m"])
    keep: bool = Field(False, examples=[True])


def sent(name: str, key: str) -> dict[str, Any]:
    """The example of a parameter."""
    return {"openapi_examples": {"one": {"value": SENT[name][key]}}}


def in_path(name: str, key: str) -> Any:
    return param.Path(**sent(name, key))


def in_query(name: str, key: str, **more: Any) -> Any:
    return param.Query(**sent(name, key), **more)


def in_body(name: str, **more: Any) -> Any:
    return param.Body(openapi_examples={"one": {"value": SENT[name]}}, **more)


@app.get("/whole/{id}", operation_id="whole-number")
def whole_number(id: Annotated[int, in_path("whole-number", "id")]) -> Any:  # noqa: A002
    return {"id": id}


@app.get("/fraction/{x}", operation_id="fraction")
def fraction(x: Annotated[float, in_path("fraction", "x")]) -> Any:
    return {"x": x}


@app.get("/identifier/{u}", operation_id="identifier")
def identifier(u: Annotated[UUID, in_path("identifier", "u")]) -> Any:
    return {"u": u}


@app.get("/day/{d}", operation_id="day")
def day(d: Annotated[date, in_path("day", "d")]) -> Any:
    return {"d": d}


@app.get("/color/{color}", operation_id="one-of")
def one_of(color: Annotated[Color, in_path("one-of", "color")]) -> Any:
    return {"color": color}


@app.get("/files/{rest:path}", operation_id="rest-of-path")
def rest_of_path(rest: Annotated[str, in_path("rest-of-path", "rest")]) -> Any:
    return {"rest": rest}


@app.get("/word/{kind}", operation_id="one-word")
def one_word(kind: Annotated[Literal["old", "new"], in_path("one-word", "kind")]) -> Any:
    return {"kind": kind}


@app.get("/two/{a}-{b}", operation_id="two-in-one")
def two_in_one(
    a: Annotated[str, in_path("two-in-one", "a")], b: Annotated[str, in_path("two-in-one", "b")]
) -> Any:
    return {"a": a, "b": b}


@app.get("/dots/{name}", operation_id="dots")
def dots(name: Annotated[str, in_path("dots", "name")]) -> Any:
    return {"name": name}


@app.get("/question", operation_id="question")
def question(q: Annotated[str, in_query("question", "q")]) -> Any:
    return {"q": q}


@app.get("/numbers", operation_id="many-numbers")
def many_numbers(ids: Annotated[list[int], in_query("many-numbers", "ids")]) -> Any:
    return {"ids": ids}


@app.get("/words", operation_id="many-words")
def many_words(words: Annotated[list[str], in_query("many-words", "words")]) -> Any:
    return {"words": words}


@app.get("/switch", operation_id="yes-or-no")
def yes_or_no(on: Annotated[bool, in_query("yes-or-no", "on")]) -> Any:
    return {"on": on}


@app.get("/alias", operation_id="other-name")
def other_name(x: Annotated[str, in_query("other-name", "item-query", alias="item-query")]) -> Any:
    return {"item-query": x}


@app.get("/moment", operation_id="moment")
def moment(at: Annotated[datetime, in_query("moment", "at")]) -> Any:
    return {"at": at.isoformat()}


@app.get("/span", operation_id="span")
def span(wait: Annotated[timedelta, in_query("span", "wait")]) -> Any:
    assert wait == timedelta(days=3, hours=12, minutes=30, seconds=5)
    return {"wait": "P3DT12H30M5S"}


@app.get("/exact", operation_id="exact")
def exact(price: Annotated[Decimal, in_query("exact", "price")]) -> Any:
    return {"price": str(price)}


@app.get("/model", operation_id="model-in-query")
def model_in_query(given: Annotated[Filter, param.Query()]) -> Any:
    return given


@app.get("/kinds", operation_id="kinds")
def kinds(kinds: Annotated[set[Literal["new", "old", "lost"]], in_query("kinds", "kinds")]) -> Any:
    return {"kinds": sorted(kinds)}


@app.get("/odd", operation_id="odd-name")
def odd_name(x: Annotated[int, in_query("odd-name", "größe[max]", alias="größe[max]")]) -> Any:
    return {"größe[max]": x}


@app.get("/plus", operation_id="plus")
def plus(phone: Annotated[str, in_query("plus", "phone")]) -> Any:
    return {"phone": phone}


@app.get("/header", operation_id="header")
def header(x_token: Annotated[str, param.Header(**sent("header", "x-token"))]) -> Any:
    return {"x-token": x_token}


@app.get("/underscore", operation_id="header-underscore")
def header_underscore(
    strange_header: Annotated[
        str, param.Header(convert_underscores=False, **sent("header-underscore", "strange_header"))
    ],
) -> Any:
    return {"strange_header": strange_header}


@app.get("/count", operation_id="header-number")
def header_number(x_count: Annotated[int, param.Header(**sent("header-number", "x-count"))]) -> Any:
    return {"x-count": x_count}


@app.get("/cookies", operation_id="cookies")
def cookies(
    request: Request,
    session: Annotated[str, param.Cookie(**sent("cookies", "session"))],
    seen: Annotated[int, param.Cookie(**sent("cookies", "seen"))],
) -> Any:
    return {"session": session, "seen": seen, "raw": request.headers["cookie"]}


@app.post("/nested", operation_id="nested-body")
def nested_body(thing: Annotated[Thing, in_body("nested-body")]) -> Any:
    return thing


@app.post("/list", operation_id="list-body")
def list_body(items: Annotated[list[Item], in_body("list-body")]) -> Any:
    return [item.model_dump(exclude_unset=True) for item in items]


@app.post("/free", operation_id="free-body")
def free_body(values: Annotated[dict[str, float], in_body("free-body")]) -> Any:
    return values


@app.post("/union", operation_id="cat-or-dog")
def cat_or_dog(
    pet: Annotated[Cat | Dog, in_body("cat-or-dog", discriminator="kind")],
) -> Any:
    return pet


@app.post("/embedded", operation_id="embedded")
def embedded(
    item: Annotated[Item, param.Body(embed=True, examples=[SENT["embedded"]["item"]])],
) -> Any:
    return {"item": item}


@app.post("/bodies", operation_id="two-bodies")
def two_bodies(
    first: Annotated[Item, param.Body(examples=[SENT["two-bodies"]["first"]])],
    count: Annotated[int, param.Body(examples=[3])],
) -> Any:
    return {"first": first.model_dump(exclude_unset=True), "count": count}


@app.post("/number", operation_id="number-body")
def number_body(number: Annotated[int, in_body("number-body")]) -> Any:
    return number


@app.post("/any", operation_id="any-body")
def any_body(value: Annotated[Any, in_body("any-body")]) -> Any:
    return value


@app.put("/maybe", operation_id="maybe-body")
def maybe_body(item: Annotated[Item | None, in_body("maybe-body")] = None) -> Any:
    return item.model_dump(exclude_unset=True) if item else None


@app.patch("/part", operation_id="part-of-it")
def part_of_it(item: Annotated[dict[str, str | None], in_body("part-of-it")]) -> Any:
    return item


@app.post("/form", operation_id="form")
def form(
    name: Annotated[str, param.Form(alias="user name", examples=[SENT["form"]["user name"]])],
    age: Annotated[int, param.Form(examples=[7])],
) -> Any:
    return {"user name": name, "age": age}


@app.post("/form/list", operation_id="form-list")
def form_list(tags: Annotated[list[str], param.Form(examples=[SENT["form-list"]["tags"]])]) -> Any:
    return {"tags": tags}


@app.post("/form/model", operation_id="form-model")
def form_model(account: Annotated[Account, param.Form()]) -> Any:
    return account


@app.post(
    "/text",
    operation_id="plain-text",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"text/plain": {"example": SENT["plain-text"]}},
        }
    },
)
async def plain_text(request: Request) -> Any:
    return (await request.body()).decode()


@app.delete("/gone/{id}", operation_id="gone", status_code=200)
def gone(id: Annotated[int, in_path("gone", "id")]) -> Any:  # noqa: A002
    return {"id": id}


# -- files: nothing is chosen until the reader does --------------------------------------------


async def read(file: UploadFile) -> dict[str, Any]:
    content = await file.read()
    return {"name": file.filename, "type": file.content_type, "bytes": list(content)}


@app.post("/file", operation_id="file-one")
async def file_one(file: UploadFile) -> Any:
    return await read(file)


@app.post("/files", operation_id="file-many")
async def file_many(files: list[UploadFile]) -> Any:
    return [await read(file) for file in files]


@app.post("/file/bytes", operation_id="file-bytes")
def file_bytes(content: Annotated[bytes, param.File()]) -> Any:
    return list(content)


@app.post("/file/mixed", operation_id="file-mixed")
async def file_mixed(
    note: Annotated[str, param.Form(examples=["ü\r\nb"])],
    file: UploadFile,
    tags: Annotated[list[str], param.Form(examples=[["x", "y"]])],
) -> Any:
    return {"note": note, "tags": tags, "file": await read(file)}


# -- credentials -------------------------------------------------------------------------------


@app.get("/auth/bearer", operation_id="auth-bearer")
def auth_bearer(given: Annotated[Any, param.Depends(security.HTTPBearer())]) -> Any:
    return given.credentials


@app.get("/auth/basic", operation_id="auth-basic")
def auth_basic(
    given: Annotated[security.HTTPBasicCredentials, param.Depends(security.HTTPBasic())],
) -> Any:
    return [given.username, given.password]


@app.get("/auth/header", operation_id="auth-header")
def auth_header(given: Annotated[str, param.Depends(security.APIKeyHeader(name="X-Key"))]) -> Any:
    return given


@app.get("/auth/query", operation_id="auth-query")
def auth_query(given: Annotated[str, param.Depends(security.APIKeyQuery(name="api key"))]) -> Any:
    return given


@app.get("/auth/cookie", operation_id="auth-cookie")
def auth_cookie(given: Annotated[str, param.Depends(security.APIKeyCookie(name="sid"))]) -> Any:
    return given


@app.post("/token", operation_id="token")
def token(username: Annotated[str, param.Form()], password: Annotated[str, param.Form()]) -> Any:
    if password != "secret":
        return Response('{"error": "invalid_grant"}', 400, media_type="application/json")
    return {"access_token": f"of-{username}", "token_type": "bearer"}


@app.get("/auth/password", operation_id="auth-password")
def auth_password(
    given: Annotated[str, param.Depends(security.OAuth2PasswordBearer(tokenUrl="token"))],
) -> Any:
    return given


# -- responses -------------------------------------------------------------------------------


@app.get("/stream", operation_id="stream")
def stream() -> StreamingResponse:
    events = (f"data: {json.dumps({'n': n})}\n\n" for n in range(3))
    return StreamingResponse(events, media_type="text/event-stream")


@app.get("/empty", operation_id="empty", status_code=204)
def empty() -> None:
    return None


@app.get("/wrong/{id}", operation_id="wrong")
def wrong(id: Annotated[int, param.Path()]) -> Any:  # noqa: A002
    return jsonable_encoder(id)
