"""Code samples in the document itself, in the extensions of several tools."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text
from sphinx_navapi.openapi.view import CodeSampleView

#: Highlighting language and label of samples, by the names that tools use.
_LANGUAGES: Final[Mapping[str, tuple[str, str]]] = {
    "curl": ("curl", "cURL"),
    "javascript": ("javascript", "JavaScript"),
    "node": ("javascript", "Node.js"),
    "node.js": ("javascript", "Node.js"),
    "python": ("python", "Python"),
    "ruby": ("ruby", "Ruby"),
    "php": ("php", "PHP"),
    "go": ("go", "Go"),
    "java": ("java", "Java"),
    "csharp": ("csharp", "C#"),
    "shell": ("shell", "Shell"),
    "typescript": ("typescript", "TypeScript"),
}


def code_samples(operation: Mapping[str, Any]) -> Iterator[CodeSampleView]:
    """The samples in *operation*, in display order."""
    lists = [operation.get("x-codeSamples"), operation.get("x-code-samples")]
    lists.append(as_mapping(operation.get("x-readme")).get("code-samples"))
    for given in (entry for entries in lists for entry in as_list(entries)):
        sample = as_mapping(given)
        source = as_text(sample.get("source")) or as_text(sample.get("code"))
        if source is None:
            continue
        written = as_text(sample.get("lang")) or as_text(sample.get("language")) or "text"
        label = as_text(sample.get("label")) or as_text(sample.get("name")) or written
        yield CodeSampleView(language=written, label=label, source=source)
    examples = as_mapping(operation.get("x-oaiMeta")).get("examples")
    for index, given in enumerate(examples if isinstance(examples, list) else [examples]):
        title = as_text(as_mapping(given).get("title")) or f"{index + 1}"
        request = as_mapping(given).get("request")
        requests = {"curl": request} if isinstance(request, str) else as_mapping(request)
        for written, text in requests.items():
            language, label = _LANGUAGES.get(written.lower(), (written, written))
            source = as_text(text)
            if source is not None:
                label = f"{label}: {title}" if index else label
                yield CodeSampleView(language=language, label=label, source=source)
