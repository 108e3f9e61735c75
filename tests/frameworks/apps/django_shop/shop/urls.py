"""Views and addresses of the shop."""

from django.urls import include, path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework import mixins, parsers, serializers, viewsets
from rest_framework.decorators import action, api_view
from rest_framework.response import Response
from rest_framework.routers import DefaultRouter

from shop.models import Owner, Pet


class OwnerSerializer(serializers.ModelSerializer):
    class Meta:
        model = Owner
        fields = ["id", "name", "email"]


class PetSerializer(serializers.ModelSerializer):
    owner = OwnerSerializer(read_only=True)
    token = serializers.CharField(write_only=True, required=False)
    mood_now = serializers.SerializerMethodField()

    class Meta:
        model = Pet
        fields = "__all__"

    def get_mood_now(self, pet: Pet) -> str | None:
        """Not from the table."""


class PetViewSet(viewsets.ModelViewSet):
    """All about pets.

    Those that are *sold* are not here.
    """

    queryset = Pet.objects.all()
    serializer_class = PetSerializer

    @extend_schema(
        parameters=[
            OpenApiParameter("kind", OpenApiTypes.STR, enum=["dog", "cat"], description="Which."),
            OpenApiParameter("since", OpenApiTypes.DATE, deprecated=True),
            OpenApiParameter("X-Trace", OpenApiTypes.UUID, OpenApiParameter.HEADER),
        ],
        summary="List pets",
    )
    def list(self, request, *args, **kwargs):
        """Twenty at a time."""
        return super().list(request, *args, **kwargs)

    @extend_schema(
        request=None,
        responses={202: PetSerializer, (200, "text/plain"): OpenApiTypes.STR, 404: None},
        examples=[OpenApiExample("Rex", value={"name": "Rex"}, response_only=True)],
    )
    @action(detail=True, methods=["post"], url_path="sell")
    def sell(self, request, pk=None):
        """Sell a pet to whoever asks."""
        return Response(self.get_serializer(self.get_object()).data, status=202)

    @extend_schema(
        request={
            "multipart/form-data": {
                "type": "object",
                "properties": {"file": {"type": "string", "format": "binary"}},
            }
        },
        responses={204: None},
    )
    @action(detail=True, methods=["put"], parser_classes=[parsers.MultiPartParser])
    def picture(self, request, pk=None):
        self.get_object()
        return Response(status=204)


class OwnerViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet):
    queryset = Owner.objects.all()
    serializer_class = OwnerSerializer


@extend_schema(responses=OpenApiTypes.OBJECT, auth=[], deprecated=True, operation_id="ping")
@api_view(["GET"])
def ping(request):
    """Whether the shop is open."""
    return Response({})


router = DefaultRouter()
router.register("pets", PetViewSet)
router.register("owners", OwnerViewSet)

urlpatterns = [
    path("api/", include(router.urls)),
    path("ping/", ping),
    path("schema/", SpectacularAPIView.as_view()),
]
