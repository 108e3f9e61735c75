"""A shop in APIFlask."""

from __future__ import annotations

from typing import Any

from apiflask import APIBlueprint, APIFlask, FileSchema, HTTPTokenAuth, Schema
from apiflask.fields import UUID, Boolean, Date, Decimal, Email, File, Integer, List, Nested, String
from apiflask.validators import Length, OneOf, Range
from apiflask.views import MethodView

app = APIFlask("shop", title="Shop", version="1.2.0")
app.config["DESCRIPTION"] = "An API of a **shop**."
app.config["CONTACT"] = {"name": "Ann", "email": "ann@shop.example"}
app.config["LICENSE"] = {"name": "MIT", "url": "https://shop.example/license"}
app.config["TAGS"] = [{"name": "Pets", "description": "What one can buy."}]

auth = HTTPTokenAuth(description="Ask Ann for a token.")


@auth.verify_token
def verify(token: str) -> str:
    return token


class Owner(Schema):
    name = String(required=True)
    email = Email()


class PetIn(Schema):
    name = String(required=True, validate=Length(0, 10), metadata={"description": "What to call."})
    category = String(required=True, validate=OneOf(["dog", "cat"]))
    owner = Nested(Owner, allow_none=True)
    tags = List(String(), load_default=[])


class PetOut(Schema):
    id = Integer(dump_only=True)
    name = String()
    category = String()
    price = Decimal(allow_none=True, metadata={"deprecated": True})
    born = Date()
    owner = Nested(Owner)
    friend = Nested(lambda: PetOut(exclude=("friend",)))


class PetQuery(Schema):
    page = Integer(load_default=1, validate=Range(min=1))
    per_page = Integer(load_default=20, validate=Range(max=30))
    sold = Boolean()


class PetHeader(Schema):
    trace = UUID(data_key="X-Trace")


class Picture(Schema):
    picture = File(required=True)
    caption = String()


pets = APIBlueprint("pets", __name__, url_prefix="/pets", tag="Pets")


@app.get("/")
def say_hello() -> dict[str, str]:
    # Without docstring or decorator.
    return {"message": "Hello!"}


@pets.get("/<int:pet_id>")
@pets.output(PetOut, description="The pet", links={"getAll": {"operationId": "getPets"}})
@pets.doc(responses={404: "No such pet"}, operation_id="getPet")
def get_pet(pet_id: int) -> Any:
    """Get a pet

    With **all** that is known about it.
    """


@pets.get("")
@pets.input(PetQuery, location="query")
@pets.input(PetHeader, location="headers")
@pets.output(PetOut(many=True))
@pets.doc(operation_id="getPets")
def get_pets(query_data: Any, headers_data: Any) -> Any: ...


@pets.post("")
@pets.auth_required(auth)
@pets.input(PetIn, location="json", example={"name": "Rex", "category": "dog"})
@pets.output(PetOut, status_code=201)
def create_pet(json_data: Any) -> Any: ...


@pets.patch("/<int:pet_id>")
@pets.input(PetIn(partial=True), location="json", examples={"a": {"value": {"name": "Kitty"}}})
@pets.output(PetOut)
@pets.doc(deprecated=True, summary="Change a pet")
def update_pet(pet_id: int, json_data: Any) -> Any: ...


@pets.delete("/<int:pet_id>")
@pets.output({}, status_code=204)
def delete_pet(pet_id: int) -> Any: ...


@pets.post("/<int:pet_id>/picture")
@pets.input(Picture, location="files")
@pets.output(FileSchema, content_type="image/png")
def add_picture(pet_id: int, files_data: Any) -> Any: ...


class Shelf(MethodView):
    decorators = [app.auth_required(auth)]

    @app.output(PetOut)
    def get(self, path: str) -> Any:
        """What is on a shelf"""

    @app.input(PetIn, location="form")
    @app.output(PetOut, status_code=202)
    def put(self, path: str, form_data: Any) -> Any: ...


app.register_blueprint(pets)
app.add_url_rule("/shelves/<path:path>", view_func=Shelf.as_view("shelf"))
