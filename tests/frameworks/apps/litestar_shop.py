"""A shop in Litestar."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any
from uuid import UUID

from litestar import Controller, Litestar, delete, get, patch, post, put
from litestar.contrib.jinja import JinjaTemplateEngine
from litestar.datastructures import State, UploadFile
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Components, Contact, License, SecurityScheme, Tag
from litestar.params import Body, Parameter
from litestar.response import File, Stream, Template
from litestar.status_codes import HTTP_202_ACCEPTED
from litestar.template.config import TemplateConfig


class Kind(enum.Enum):
    DOG = "dog"
    CAT = "cat"


@dataclass
class Owner:
    name: str
    born: datetime | None = None


@dataclass
class Pet:
    """What one can buy."""

    id: UUID
    name: Annotated[str, Parameter(description="What to call.", max_length=10)]
    kind: Kind = Kind.DOG
    price: Decimal | None = None
    owner: Owner | None = None
    tags: list[str] = field(default_factory=list)
    parents: tuple[UUID, UUID] | None = None
    about: dict[str, int | str] = field(default_factory=dict)
    age: timedelta | None = None


@dataclass
class Problem:
    code: int
    detail: str


class Pets(Controller):
    path = "/pets"
    tags = ["pets"]
    security = [{"token": []}]

    @get()
    async def list_pets(
        self,
        state: State,
        kind: Kind | None = None,
        page: Annotated[int, Parameter(ge=1, description="Which page.")] = 1,
        trace: Annotated[str | None, Parameter(header="X-Trace")] = None,
        session: Annotated[str | None, Parameter(cookie="session")] = None,
    ) -> list[Pet]:
        """All of them."""
        return []

    # Litestar adds examples of a body to its component in most runs, not in all.
    @post(summary="Add a pet", raises=[PermissionDeniedException])
    async def add_pet(self, data: Pet) -> Pet:
        return data

    @get("/{pet_id:uuid}", raises=[NotFoundException], operation_id="getPet")
    async def get_pet(self, pet_id: UUID) -> Pet:
        """Get one.

        With **all** that is known about it.
        """
        return Pet(id=pet_id, name="Rex")

    @patch("/{pet_id:uuid}", deprecated=True, status_code=HTTP_202_ACCEPTED)
    async def change_pet(self, pet_id: UUID, data: dict[str, Any]) -> Pet | Owner:
        return Owner(name="Ann")

    @delete("/{pet_id:uuid}", security=[{}])
    async def delete_pet(self, pet_id: UUID) -> None: ...

    @put("/{pet_id:uuid}/picture", responses={409: ResponseSpec(Problem, description="Too big")})
    async def add_picture(
        self,
        pet_id: UUID,
        data: Annotated[UploadFile, Body(media_type=RequestEncodingType.MULTI_PART)],
    ) -> None: ...


@get("/export", tags=["files"])
async def export() -> File:
    return File(path=__file__)


@get("/events", tags=["files"])
async def events() -> Stream:
    return Stream(iter(["a", "b"]))


@get("/page", include_in_schema=True)
async def page() -> Template:
    return Template(template_str="<p>A shop</p>")


@get(["/here", "/there"])
async def twice() -> str:
    return "here"


@get("/internal", include_in_schema=False)
async def internal() -> str: ...


app = Litestar(
    [Pets, export, events, page, twice, internal],
    template_config=TemplateConfig(engine=JinjaTemplateEngine, directory=Path(__file__).parent),
    openapi_config=OpenAPIConfig(
        title="Shop",
        version="1.0.0",
        description="An API of a **shop**.",
        contact=Contact(name="Ann", email="ann@shop.example"),
        license=License(name="MIT", identifier="MIT"),
        tags=[Tag(name="pets", description="What one can buy.")],
        components=Components(
            security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}
        ),
    ),
)
