"""Random nestings of components: HTML and Markdown have every word, and nothing of the source."""

from __future__ import annotations

import random
import re

from bs4 import BeautifulSoup
from full_run import amount
from page_words import missing_words, page_text

#: Components with Markdown in them, and their attributes with a text that is shown.
BLOCKS = {
    "Note": (), "Warning": (), "Tip": (), "Check": (), "Info": ("title",), "Callout": ("title",),
    "Card": ("title", "cta"), "Accordion": ("title", "description"), "Frame": ("caption", "hint"),
    "Expandable": ("title",), "Update": ("label", "description"), "Panel": (), "div": (),
    "ResponseField": ("name", "type"), "ParamField": ("query", "type"), "details": (),
    "Tile": ("title", "description"), "blockquote": (), "Prompt": ("description",),
}  # fmt: skip
#: Components with components of one kind in them.
GROUPS = {
    "Tabs": "Tab", "Steps": "Step", "CardGroup": "Card", "AccordionGroup": "Accordion",
    "Columns": "Column",
}  # fmt: skip
#: Those that are within a line.
INLINE = ("b", "em", "code", "Badge", "Tooltip", "span", "kbd", "a", "mark", "sub")


#: What a build misses if it is not there.
LABELS = {
    "Accordion": "title", "Tab": "title", "Update": "label", "ResponseField": "name",
    "ParamField": "query",
}  # fmt: skip

ICONS = ("Card", "Accordion", "Tab", "Step", "Callout", "Badge", "Note")


class Source:
    """MDX with words that occur once."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._seed = seed
        self.words: list[str] = []

    def word(self) -> str:
        self.words.append(f"w{self._seed}x{len(self.words)}q")
        return self.words[-1]

    def value(self) -> str:
        """The value of an attribute with a word in it."""
        word = self.word()
        return self._random.choice(
            (
                f'"{word}"', f"{{'{word}'}}", f'{{["{word}"].join(" ")}}',
                f"{{`{word}${{1 + 1}}`}}",
                f"{{<b>{word}</b>}}", f"{{<>{word} <Icon icon='star' /><i>{{1}}</i></>}}",
                f"{{true && <Badge>{word}</Badge>}}",
            )
        )  # fmt: skip

    def tag(self, name: str, content: str, attributes: tuple[str, ...]) -> str:
        given = [
            f" {each}={self.value()}"
            for each in attributes
            if self._random.random() < 0.7 or LABELS.get(name) == each
        ]
        if name == "Tooltip":
            given.append(' tip="why"')
        if name == "a":
            given.append(' href="https://example.org"')
        if name in ICONS and self._random.random() < 0.3:
            given.append(self._random.choice((' icon="star"', " icon={<span>🚀</span>}")))
        return f"<{name}{''.join(given)}>{content}</{name}>"

    def line(self, depth: int) -> str:
        if depth <= 0:
            return self.word()
        choose = self._random.choice
        return choose(
            (
                lambda: f"{self.word()} {self.line(depth - 1)} {self.word()}",
                lambda: f"**{self.word()}** {self.line(depth - 1)}",
                lambda: f"[{self.word()}](https://example.org) `{self.word()}`",
                lambda: self.tag(choose(INLINE), self.line(depth - 1), ()),
                lambda: f"{{'{self.word()}'}} {{[1, 2].map((n) => <i>{self.word()}</i>)}}",
                lambda: f"{{false || '{self.word()}'}} {{/* hidden */}}",
                lambda: f"{{[<b>{self.word()}</b>, ' ', '{self.word()}']}}",
            )
        )()

    def block(self, depth: int) -> str:
        if depth <= 0:
            return f"{self.line(2)}\n\n"
        choose, inner = self._random.choice, self.block
        name, part = choose(sorted(GROUPS)), choose(sorted(BLOCKS))
        return choose(
            (
                lambda: f"{self.line(3)}\n\n{inner(depth - 1)}",
                lambda: f"- {self.line(2)}\n- {self.line(2)}\n\n",
                lambda: f"> {self.line(2)}\n\n",
                lambda: f"| {self.word()} | b |\n|---|---|\n| {self.line(1)} | {self.word()} |\n\n",
                lambda: f"```js {self.word()}.js\n{self.word()} = <b>\n```\n\n",
                lambda: self.part(part, f"\n\n{inner(depth - 1)}{inner(depth - 2)}"),
                lambda: self.part(part, f"\n  {self.line(2)}\n"),
                lambda: self.part(part, self.line(2)),
                lambda: self.group(name, depth),
                lambda: (
                    f"{{['{self.word()}'].map((n) =>"
                    f" {self.tag(part, f'<p>{{n}} {self.word()}</p>', BLOCKS[part])})}}\n\n"
                ),
            )
        )()  # fmt: skip

    def part(self, name: str, content: str) -> str:
        return f"{self.tag(name, content, BLOCKS[name])}\n\n"

    def group(self, name: str, depth: int) -> str:
        part = GROUPS[name]
        titles = ("title",) if part != "Column" else ()
        items = [
            self.tag(part, f"\n\n{self.block(depth - 1)}", titles)
            for _ in range(self._random.randrange(1, 4))
        ]
        return f"<{name}>\n" + "\n".join(items) + f"\n</{name}>\n\n"


def test_random_pages_keep_their_words(project) -> None:
    sources = {}
    for seed in range(amount(240, 6)):
        source = Source(seed)
        blocks = "".join(source.block(4) for _ in range(6))
        sources[f"p{seed}"] = source
        project.write({f"p{seed}.mdx": f"---\ntitle: Page\n---\n\n{blocks}"})
    project.write({"docs.json": {"name": "T", "navigation": {"pages": sorted(sources)}}})
    built = project.build(html_theme="navapi")
    faults = []
    for name, source in sources.items():
        html, markdown = built.text(f"{name}.html"), built.text(f"{name}.md")
        shown = BeautifulSoup(str(page_text(html)), "html.parser")
        for kind, text in (("html", str(shown)), ("md", markdown)):
            faults += [(name, kind, word) for word in source.words if word not in text]
        faults += [(name, "missing", *each) for each in missing_words(html, markdown).items()]
        for code in shown.select("pre, code"):
            code.decompose()
        faults += [
            (name, "raw", each) for each in re.findall(r"</?[A-Z]\w+|\{.{0,20}", shown.get_text())
        ]
        without_code = re.sub(r"(?ms)^[ >]*(`{3,}).*?^[ >]*\1$|`[^`]*`", "", markdown)
        raw = re.findall(r"</?[A-Z]\w+|\{.{0,20}", without_code)
        faults += [(name, "raw md", each) for each in raw]
    assert not faults, faults
    assert not [each for each in built.warnings if ".mdx" in each]
