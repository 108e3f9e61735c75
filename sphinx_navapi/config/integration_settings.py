"""The ``integrations`` key of ``docs.json``: third-party services that pages load."""

from __future__ import annotations

from sphinx_navapi.config import hosted_keys
from sphinx_navapi.config.value_types import (
    ChoiceValue,
    FlagValue,
    Key,
    ListOf,
    OneOf,
    PatternValue,
    Record,
    ScriptUrlValue,
    ServerValue,
    TextValue,
    ValueType,
)

_TEXT = TextValue()
_SERVER = ServerValue()


def _id(name: str, what: str, pattern: str, example: str, *, digits: bool = False) -> Key:
    """The key *name* for the identifier of a project at a service."""
    value = PatternValue(f'{what} such as "{example}"', pattern, digits)
    return Key(name, value, f"The {what.partition(' ')[2]}.", required=True)


def _service(name: str, help_: str, *keys: Key) -> Key:
    return Key(name, Record(keys), help_)


def _chat(name: str, help_: str, key: Key) -> Key:
    """A service that older files configure with only its identifier."""
    return Key(name, OneOf((key.type, Record((key,), label=f'an object with "{key.name}"'))), help_)


_CUSTOM_SCRIPTS: ValueType = ListOf(
    Record(
        (
            Key(
                "src",
                ScriptUrlValue(refused=(".svg", ".exe", ".zip")),
                "URL of the script.",
                required=True,
            ),
            Key(
                "strategy",
                ChoiceValue(("afterInteractive", "lazyOnload")),
                "`afterInteractive`: immediately; `lazyOnload`: when the browser is idle.",
            ),
        ),
        label='an object with "src"',
    )
)

#: The services with their settings; `features/integrations.js` has a function for each.
SERVICES = (
    _service(
        "adobe",
        "Adobe Analytics.",
        Key("launchUrl", ScriptUrlValue(), "URL of the launch script.", required=True),
    ),
    _service(
        "amplitude",
        "Amplitude.",
        _id("apiKey", "an API key", r"[A-Za-z0-9]{8,64}", "0123456789abcdef0123456789abcdef"),
    ),
    _service(
        "clarity",
        "Microsoft Clarity.",
        _id("projectId", "a project id", r"[A-Za-z0-9]{4,32}", "abcdefghij"),
    ),
    _service(
        "clearbit",
        "Clearbit.",
        _id("publicApiKey", "a public API key", r"pk_[A-Za-z0-9]+", "pk_0123456789abcdef"),
    ),
    _service("fathom", "Fathom.", _id("siteId", "a site id", r"[A-Za-z0-9]{4,32}", "ABCDEFGH")),
    _chat(
        "frontchat",
        "Front Chat.",
        _id("snippetId", "a chat id", r"[A-Za-z0-9_-]{6,64}", "0123456789abcdef"),
    ),
    _service(
        "ga4",
        "Google Analytics 4.",
        _id("measurementId", "a measurement id", r"GT?-[A-Za-z0-9]{4,20}", "G-ABC1234567"),
    ),
    _service(
        "gtm",
        "Google Tag Manager. If its tags load from other hosts, send your own policy.",
        _id("tagId", "a container id", r"GTM-[A-Za-z0-9]{4,20}", "GTM-ABC1234"),
    ),
    _service("heap", "Heap.", _id("appId", "an app id", r"\d{4,20}", "1234567890", digits=True)),
    _service(
        "hightouch",
        "Hightouch Events.",
        _id("writeKey", "a write key", r"[A-Za-z0-9_-]{8,128}", "0123456789abcdef"),
        Key(
            "apiHost",
            _SERVER,
            "Host that receives events; `us-east-1.hightouch-events.com` if unset.",
        ),
    ),
    _service(
        "hotjar",
        "Hotjar.",
        _id("hjid", "a site id", r"\d{3,12}", "1234567", digits=True),
        _id("hjsv", "a version of the script", r"\d{1,3}", "6", digits=True),
    ),
    _chat(
        "intercom",
        "Intercom.",
        _id("appId", "an app id", r"[A-Za-z0-9]{6,32}", "abcd1234"),
    ),
    _service(
        "logrocket",
        "LogRocket.",
        _id("appId", "an app id", r"[A-Za-z0-9_-]+/[A-Za-z0-9._-]+", "team/project"),
    ),
    _service(
        "mixpanel",
        "Mixpanel.",
        _id("projectToken", "a project token", r"[A-Za-z0-9]{8,64}", "0123456789abcdef"),
        *hosted_keys.MIXPANEL,
    ),
    _service(
        "pirsch",
        "Pirsch.",
        _id("id", "an identification code", r"[A-Za-z0-9]{8,64}", "AbCdEfGhIjKlMnOp"),
    ),
    _service(
        "plausible",
        "Plausible.",
        Key(
            "domain",
            PatternValue(
                'a domain such as "docs.example.com"', r"[A-Za-z0-9.-]+(?:,[A-Za-z0-9.-]+)*"
            ),
            "Domain to count visits for.",
            required=True,
        ),
        Key("server", _SERVER, "Your own server; `https://plausible.io` if unset."),
    ),
    _service(
        "posthog",
        "PostHog.",
        _id("apiKey", "a project API key", r"phc_[A-Za-z0-9_-]{4,}", "phc_0123456789abcdef"),
        Key(
            "apiHost",
            ServerValue('an https address such as "https://events.example.com"', has_path=True),
            "Host that receives events; `https://us.i.posthog.com` if unset.",
        ),
        Key("sessionRecording", FlagValue(), "Whether sessions are recorded; off by default."),
    ),
    _service(
        "segment",
        "Segment.",
        _id("key", "a write key", r"[A-Za-z0-9]{8,64}", "0123456789abcdef"),
        *hosted_keys.SEGMENT,
    ),
)

INTEGRATIONS = Key(
    "integrations",
    Record(
        (
            *SERVICES,
            Key(
                "customScripts",
                _CUSTOM_SCRIPTS,
                "Third-party scripts that every page loads.",
            ),
            Key(
                "osano",
                OneOf(
                    (
                        ScriptUrlValue(),
                        Record(
                            (
                                Key(
                                    "scriptSource",
                                    ScriptUrlValue(),
                                    "URL of its script.",
                                    required=True,
                                ),
                            ),
                            label='an object with "scriptSource"',
                        ),
                    )
                ),
                "Osano: the URL of its script, which loads before all others.",
            ),
            *hosted_keys.INTEGRATIONS,
            Key(
                "cookies",
                Record(
                    (
                        Key(
                            "key",
                            _TEXT,
                            "Local storage key that records consent.",
                            required=True,
                        ),
                        Key("value", _TEXT, "Value that means consent; any value if unset."),
                    )
                ),
                "Load nothing before the reader consents.",
            ),
            Key(
                "telemetry",
                Record(
                    (
                        Key(
                            "enabled",
                            FlagValue(),
                            "`false`: readers are not asked whether a page helped (`feedback`).",
                        ),
                    )
                ),
                "Only the services in `integrations` collect data about readers.",
            ),
        )
    ),
    "Third-party services that pages load, such as analytics. Never loaded by `navapi dev`.",
)
