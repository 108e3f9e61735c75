"""What the shop sells."""

import uuid

from django.db import models


class Owner(models.Model):
    name = models.CharField(max_length=50)
    email = models.EmailField(blank=True)


class Pet(models.Model):
    class Kind(models.TextChoices):
        DOG = "dog", "A dog"
        CAT = "cat", "A cat"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    name = models.CharField(max_length=10, help_text="What to call.")
    kind = models.CharField(max_length=3, choices=Kind.choices, default=Kind.DOG)
    mood = models.CharField(max_length=5, choices=[("good", "Good")], blank=True, null=True)
    price = models.DecimalField(max_digits=6, decimal_places=2, null=True)
    picture = models.FileField(upload_to="pets", blank=True)
    born = models.DateField(null=True, blank=True)
    about = models.JSONField(default=dict)
    owner = models.ForeignKey(Owner, null=True, on_delete=models.SET_NULL, related_name="pets")
    friends = models.ManyToManyField("self", blank=True)
