"""A shop in flask-smorest."""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask.views import MethodView
from flask_smorest import Api, Blueprint
from flask_smorest.fields import Upload
from marshmallow import Schema, fields, validate

app = Flask("shop")
app.config["API_TITLE"] = "Shop"
app.config["API_VERSION"] = "v1"
app.config["OPENAPI_VERSION"] = "3.0.2"
app.config["API_SPEC_OPTIONS"] = {
    "info": {"description": "An API of a **shop**."},
    "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    "security": [{"token": []}],
}
api = Api(app)


class PetSchema(Schema):
    id = fields.Int(dump_only=True)
    name = fields.String(required=True, metadata={"description": "What to call."})
    kind = fields.String(validate=validate.OneOf(["dog", "cat"]))
    weight = fields.Float(allow_none=True, validate=validate.Range(min=0, min_inclusive=False))
    friends = fields.List(fields.Nested(lambda: PetSchema(exclude=("friends",))))
    about = fields.Dict(keys=fields.String(), values=fields.Raw())


class PetQuery(Schema):
    name = fields.String()
    kinds = fields.List(fields.String())


class Picture(Schema):
    picture = Upload()


pets = Blueprint("pets", "pets", url_prefix="/pets", description="What one can buy.")


@pets.route("/")
class Pets(MethodView):
    @pets.arguments(PetQuery, location="query")
    @pets.response(200, PetSchema(many=True))
    @pets.paginate()
    def get(self, args: Any, pagination_parameters: Any) -> Any:
        """List pets"""

    @pets.arguments(PetSchema, example={"name": "Rex"})
    @pets.response(201, PetSchema, headers={"Location": {"schema": {"type": "string"}}})
    @pets.alt_response(409, description="There is one of that name.")
    def post(self, new: Any) -> Any:
        """Add a new pet

        It must have a name.
        ---
        Internal.
        """


@pets.route("/<uuid:pet_id>")
class PetById(MethodView):
    @pets.etag
    @pets.response(200, PetSchema)
    @pets.doc(operationId="getPet")
    def get(self, pet_id: Any) -> Any:
        """Get pet by ID"""

    @pets.etag
    @pets.arguments(PetSchema)
    @pets.response(200, PetSchema)
    def put(self, data: Any, pet_id: Any) -> Any: ...

    @pets.response(204)
    @pets.doc(security=[])
    def delete(self, pet_id: Any) -> Any:
        """Delete pet"""


@pets.route("/<uuid:pet_id>/picture", methods=["POST"])
@pets.arguments(Picture, location="files")
@pets.response(200, {"format": "binary", "type": "string"}, content_type="image/png")
def add_picture(files: Any, pet_id: Any) -> Any:
    """Add a picture"""


api.register_blueprint(pets)
