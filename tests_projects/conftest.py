"""Tests of this folder import its helpers by name."""

from __future__ import annotations
