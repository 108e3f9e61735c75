"""Example strings and numbers, made realistic by format and name.

Only constants: an example never depends on the date.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from functools import lru_cache
from typing import TypeVar

from sphinx_navapi.openapi.schema.json_values import is_multiple
from sphinx_navapi.openapi.schema.pattern import common_text, matches, matches_all, text_for

BY_FORMAT = {
    "date-time": "2024-01-15T09:30:00Z",
    "date": "2024-01-15",
    "time": "09:30:00Z",
    "duration": "P1DT12H",
    "email": "ada@example.com",
    "idn-email": "ada@example.com",
    "hostname": "api.example.com",
    "idn-hostname": "api.example.com",
    "ipv4": "192.0.2.1",
    "ip": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uri": "https://example.com",
    "url": "https://example.com",
    "iri": "https://example.com",
    "uri-reference": "/path/to/resource",
    "iri-reference": "/path/to/resource",
    "uri-template": "/items/{id}",
    "uuid": "3fa85f64-5717-4562-b3fc-2c963f66afa6",
    "json-pointer": "/items/0",
    "relative-json-pointer": "1/items",
    "regex": "^[a-z]+$",
    "password": "correct-horse-battery-staple",
    "byte": "RXhhbXBsZQ==",
    "base64": "RXhhbXBsZQ==",
    "base64url": "RXhhbXBsZQ",
    "binary": "<binary data>",
    "decimal": "9.99",
    "int32": "1",
    "int64": "1",
    "unixtime": "1705311000",
    "color": "#336699",
    "phone": "+12025550143",
    "html": "<p>Example</p>",
    "markdown": "An *example*.",
}

_Value = TypeVar("_Value", str, float)


def _by_ending(endings: Mapping[_Value, str]) -> dict[str, _Value]:
    """Map the last words of names to values, given the endings of each value."""
    return {words: value for value, all_words in endings.items() for words in all_words.split(", ")}


#: Last words of a name, and a typical value. Longer endings come first.
_BY_NAME: dict[str, str] = _by_ending(
    {
        "Ada": "first name, given name",
        "Lovelace": "last name, family name, surname",
        "Ada Lovelace": "full name, display name",
        "ada": "user name, username, login",
        "example.txt": "file name, filename",
        "api.example.com": "host name, hostname, host",
        "example.com": "domain",
        "ada@example.com": "email, mail",
        "+12025550143": "phone, phone number",
        "https://example.com": "url, uri, link, href, website",
        "3fa85f64-5717-4562-b3fc-2c963f66afa6": "uuid, guid",
        "192.0.2.1": "ip, ip address",
        "10 Downing Street": "street, address",
        "London": "city",
        "SW1A 2AA": "postal code",
        "10001": "zip code, zip",
        "GB": "country, country code",
        "EUR": "currency",
        "en": "language",
        "en-GB": "locale",
        "Europe/London": "timezone, time zone",
        "#336699": "color, color",
        "2024-01-15T09:30:00Z": "created at, updated at, timestamp",
        "2024-01-15": "date",
        "An example description": "description",
        "An example summary": "summary",
        "An example message": "message",
        "An example comment": "comment",
        "An example title": "title",
        "An example text": "text",
        "example": "label, slug, tag, query, q",
        "1.0.0": "version",
        "path/to/file": "path",
        "correct-horse-battery-staple": "password",
        "example-token": "token",
        "example-secret": "secret",
        "da39a3ee5e6b4b0d3255bfef95601890afd80709": "sha",
        "text/plain": "mime type, content type",
        "Example": "name",
        "example-id": "id",
        "example-key": "key",
        "example-code": "code",
    }
)

_NUMBER_BY_NAME: dict[str, float] = _by_ending(
    {
        51.5007: "latitude, lat",
        -0.1246: "longitude, lon, lng",
        1: "page, month, quantity, count, total",
        20: "limit, per page, page size",
        0: "offset",
        8080: "port",
        2024: "year",
        15: "day",
        36: "age",
        9.99: "price",
        100: "amount",
        640: "width",
        480: "height",
        50: "percent",
        4.5: "rating",
        1705311000: "timestamp, created",
        1024: "size",
    }
)


@lru_cache(maxsize=4096)
def _words(name: str) -> str:
    """*name* as words: ``firstName``, ``first_name`` and ``X-First-Name`` have the same ending."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name[:80])
    return re.sub(r"[^a-z0-9]+", " ", spaced.lower()).strip()


@lru_cache(maxsize=4096)
def _named(name: str) -> str | None:
    words = _words(name)
    best: tuple[int, str] | None = None
    for ending, text in _BY_NAME.items():
        if (words == ending or words.endswith(f" {ending}")) and (
            best is None or len(ending) > best[0]
        ):
            best = (len(ending), text)
    return best[1] if best else None


@lru_cache(maxsize=4096)
def _numbered(name: str) -> float | None:
    words = _words(name)
    for ending, number in _NUMBER_BY_NAME.items():
        if words == ending or words.endswith(f" {ending}"):
            return number
    return None


def make_text(
    name: str,
    formats: Sequence[str],
    patterns: Sequence[str],
    shortest: int,
    longest: int | None,
    variant: int = 0,
) -> str:
    """A string for a property called *name* that satisfies all rules, if one is found.

    :param variant: a different string for each number, if several must differ.
    """
    shortest = min(shortest, 4096)
    limit = max(shortest, 4096) if longest is None else longest

    def fits(text: str) -> bool:
        return shortest <= len(text) <= limit and all(matches(one, text) for one in patterns)

    fixed = [BY_FORMAT[one] for one in formats if one in BY_FORMAT]
    for text in _candidates(name, fixed, patterns):
        for version in _versions(text, variant):
            if fits(version) and (
                not patterns or fixed or all(matches_all(one, version) for one in patterns)
            ):
                return version
    for pattern in patterns:
        derived = text_for(pattern, shortest, limit)
        for version in _versions(derived, variant) if derived is not None else ():
            if fits(version):
                return version
    common = common_text(patterns, shortest, limit) if len(patterns) > 1 else None
    for version in _versions(common, variant) if common is not None else ():
        if fits(version):
            return version
    for pattern in patterns:
        made = text_for(pattern)
        if made is not None:
            return made
    number = str(variant + 1) if variant else ""
    base = f"{fixed[0] if fixed else (_named(name) or 'string')}{number}"
    if len(base) < shortest:
        base += ("-" + base) * (shortest // (len(base) + 1) + 1)
        base = base[:shortest]
    if len(base) > limit:
        # The number tells it from others.
        base = f"{base[: max(0, limit - len(number))]}{number}"
    return base[:limit]


def _candidates(name: str, fixed: list[str], patterns: Sequence[str]) -> Iterator[str]:
    yield from fixed
    if fixed:
        return
    named = _named(name)
    if named is not None:
        yield named
        yield named.lower()
    if patterns:
        yield from ("example", "Example", "EXAMPLE", "1.0.0", "10:30", "https://example.com/path")
        yield from BY_FORMAT.values()
    else:
        yield "string"


def _versions(text: str, variant: int) -> Iterator[str]:
    """*text* for variant 0, else distinct variations of it."""
    if not variant:
        yield text
        return
    number = str(variant + 1)
    if "@" in text:
        yield f"{text.partition('@')[0]}{number}@{text.partition('@')[2]}"
    if text[-1:].isdigit():
        yield f"{text[:-1]}{(int(text[-1]) + variant) % 10}"
    yield f"{text}-{number}"
    yield f"{text}{number}"
    letters = "abcdefghijklmnopqrstuvwxyz"
    yield f"{text}{letters[variant % 26]}"
    yield f"{text[:-1]}{letters[variant % 26]}"
    yield f"{text[:-1]}{number[-1]}"


def make_number(
    name: str,
    *,
    whole: bool,
    least: float | None,
    most: float | None,
    above: bool,
    under: bool,
    steps: Sequence[float],
    variant: int = 0,
) -> float:
    """A number for a property called *name* within the bounds (exclusive: *above*, *under*)."""
    named = _numbered(name)
    wanted = 1 if named is None or (whole and named != math.floor(named)) else named
    step = Decimal(str(steps[0])) if steps else Decimal(1 if whole else 0)
    if whole and step != step.to_integral_value():
        step = next((step * times for times in range(1, 1001) if step * times % 1 == 0), Decimal(1))
    if variant:
        # Not only whole numbers, which another schema may exclude.
        shift = step if step % 1 else Decimal(1)
        wanted = _plain(Decimal(str(wanted)) + variant * shift)

    def fits(value: float) -> bool:
        return (
            (least is None or value > least or (value == least and not above))
            and (most is None or value < most or (value == most and not under))
            and all(one <= 0 or is_multiple(value, one) for one in steps)
        )

    for value in _numbers(wanted, least, most, step, variant):
        if fits(value):
            return value
    return wanted if least is None else least


def _numbers(
    wanted: float, least: float | None, most: float | None, step: Decimal, variant: int
) -> Iterator[float]:
    yield wanted
    starts = [wanted]
    if least is not None:
        starts.append(least)
    if most is not None:
        starts.append(most)
    if least is not None and most is not None:
        starts.append((least + most) / 2)
    for start in starts:
        exact = Decimal(str(start))
        if step > 0:
            up = (exact / step).to_integral_value(ROUND_CEILING) * step
            down = (exact / step).to_integral_value(ROUND_FLOOR) * step
            for times in range(3):
                yield _plain(up + step * (times + variant))
                yield _plain(down - step * (times + variant))
        else:
            yield start
            yield start + variant
            for shift in (1.0, 0.5, 0.1, 0.01, 0.0001):
                yield start + shift
                yield start - shift


def _plain(value: Decimal) -> float:
    return int(value) if value == value.to_integral_value() else float(value)
