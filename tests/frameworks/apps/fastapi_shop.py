"""A shop in FastAPI, with most features of its tutorial."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any
from uuid import UUID

from fastapi import (
    APIRouter,
    Body,
    Cookie,
    Depends,
    FastAPI,
    File,
    Form,
    Header,
    Path,
    Query,
    UploadFile,
)  # fmt: skip
from fastapi.responses import FileResponse, HTMLResponse, StreamingResponse
from fastapi.security import (
    APIKeyHeader,
    HTTPBasic,
    HTTPBasicCredentials,
    HTTPBearer,
    OAuth2PasswordBearer,
    OAuth2PasswordRequestForm,
)  # fmt: skip
from pydantic import BaseModel, EmailStr, Field, HttpUrl, SecretStr

app = FastAPI(
    title="Shop",
    version="2.1.0",
    summary="Books by post.",
    description="An API of a **shop**.\n\n## Items\n\nYou can *read* items.",
    openapi_tags=[
        {"name": "users", "description": "Operations with users. The **login** is here, too."},
        {"name": "items", "externalDocs": {"url": "https://shop.example/items"}},
    ],
    terms_of_service="https://shop.example/terms",
    contact={"name": "Ann", "url": "https://shop.example", "email": "ann@shop.example"},
    license_info={"name": "MIT", "identifier": "MIT"},
)

oauth2 = OAuth2PasswordBearer(tokenUrl="token", scopes={"me": "Read about yourself."})
api_key = APIKeyHeader(name="X-API-Key")


class Genre(StrEnum):
    NOVEL = "novel"
    CRIME = "crime"


class Author(BaseModel):
    name: str
    born: datetime | None = None


class Item(BaseModel):
    """What one can buy."""

    name: str = Field(examples=["Foo"])
    description: str | None = Field(default=None, title="About the item", max_length=300)
    price: float = Field(gt=0, description="More than nothing.")
    tax: Decimal | None = None
    tags: set[str] = set()
    author: Author | None = None
    genre: Genre = Genre.NOVEL
    homepage: HttpUrl | None = None
    parent: Item | None = None
    extra: dict[str, int | str] = {}
    pair: tuple[int, str] = (1, "a")

    model_config = {"json_schema_extra": {"examples": [{"name": "Foo", "price": 35.4}]}}


class NewUser(BaseModel):
    username: str
    password: SecretStr
    email: EmailStr


class User(BaseModel):
    username: str
    email: EmailStr


class Cat(BaseModel):
    lives: int = 9


class Dog(BaseModel):
    barks: bool


class Filters(BaseModel):
    limit: int = Field(100, gt=0, le=100)
    offset: int = Field(0, ge=0)
    tags: list[str] = []


class Subscription(BaseModel):
    username: str
    monthly_fee: float


router = APIRouter(
    prefix="/items",
    tags=["items"],
    dependencies=[Depends(api_key)],
    responses={404: {"description": "There is none."}},
)


@router.get("/")
async def read_items(filters: Annotated[Filters, Query()]) -> list[Item]:
    return []


@router.get("/{item_id}", response_model=Item, responses={418: {"content": {"text/plain": {}}}})
async def read_item(
    item_id: Annotated[UUID, Path(title="The ID of the item")],
    q: Annotated[
        str | None, Query(alias="item-query", min_length=3, pattern="^[a-z]+$", deprecated=True)
    ] = None,
    user_agent: Annotated[str | None, Header()] = None,
    ads_id: Annotated[str | None, Cookie()] = None,
) -> Any:
    """
    Read one item:

    - **item_id**: each item has one
    \f
    :param item_id: not for readers
    """
    return Item(name="Foo", price=35.4)


@router.put("/{item_id}")
async def update_item(
    item_id: int, item: Item, user: User, importance: Annotated[int, Body()]
) -> None: ...


@router.post("/", status_code=201, summary="Create an item", response_description="The new item")
async def create_item(
    item: Annotated[
        Item,
        Body(
            openapi_examples={
                "normal": {
                    "summary": "A normal example",
                    "description": "A **normal** item.",
                    "value": {"name": "Foo", "price": 35.4},
                },
                "converted": {"summary": "Converted", "value": {"name": "Bar", "price": "35.4"}},
            }
        ),
    ],
) -> Item:
    return item


@router.delete("/{item_id}", status_code=204)
async def delete_item(item_id: int) -> None: ...


@router.patch("/{item_id}", deprecated=True, operation_id="patchItem")
async def patch_item(
    item_id: int,
    item: Annotated[Item, Body(embed=True)],
    user: Annotated[str, Depends(oauth2)],
) -> None: ...


app.include_router(router)


@app.post("/token", tags=["users"])
async def login(form_data: Annotated[OAuth2PasswordRequestForm, Depends()]) -> dict[str, str]:
    return {"access_token": form_data.username, "token_type": "bearer"}


@app.post("/users/", tags=["users"], response_model=User)
async def create_user(user: NewUser) -> Any:
    return user


@app.get("/users/me", tags=["users"])
async def read_me(token: Annotated[str, Depends(oauth2)]) -> User:
    return User(username=token, email="ann@shop.example")


@app.get("/users/first", tags=["users"])
async def read_first(
    basic: Annotated[HTTPBasicCredentials, Depends(HTTPBasic())],
    bearer: Annotated[Any, Depends(HTTPBearer(auto_error=False))] = None,
) -> User:
    return User(username=basic.username, email="ann@shop.example")


@app.post("/files/")
async def create_file(
    file: Annotated[bytes, File()],
    other: Annotated[UploadFile, File(description="Another file.")],
    token: Annotated[str, Form()],
    many: Annotated[list[UploadFile], File(default_factory=list)],
) -> None: ...


@app.get("/pets/{genre}")
async def read_pet(genre: Genre) -> Cat | Dog:
    return Cat()


@app.get("/files/{file_path:path}", response_class=FileResponse)
async def read_file(file_path: str) -> Any:
    return __file__


@app.get("/page", response_class=HTMLResponse)
async def read_page() -> Any:
    return "<p>A shop</p>"


@app.get("/stream", response_class=StreamingResponse)
async def read_stream() -> Any:
    return StreamingResponse(iter(["a", "b"]))


@app.api_route("/both", methods=["GET", "POST"])
async def both() -> None: ...


@app.webhooks.post("new-subscription")
async def new_subscription(body: Subscription) -> None:
    """Sent to you when somebody subscribes."""


callbacks = APIRouter()


@callbacks.post("{$callback_url}/invoices/{$request.body.id}")
async def invoice_paid(body: Subscription) -> None: ...


@app.post("/invoices/", callbacks=callbacks.routes)
async def create_invoice(
    invoice: Subscription, callback_url: HttpUrl | None = None
) -> Subscription:
    return invoice
