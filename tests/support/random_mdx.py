"""Random MDX pages, with the words and the code that readers see."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random


@dataclass
class Page:
    """A page that is generated while its words and code are counted."""

    lines: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)

    def word(self) -> str:
        self.words.append(f"word{len(self.words)}x")
        return self.words[-1]


def make_page(chance: Random) -> Page:
    """A page with random blocks in each other.

    Hypothesis would take ten times as long to draw the thousands of choices of a page.
    """
    page = Page()
    _blocks(chance, page, indent=0, depth=0)
    return page


def _blocks(chance: Random, page: Page, indent: int, depth: int) -> None:
    kinds = ["paragraph", "inline", "fence", "list", "comment", "heading"]
    if depth < 4:
        kinds += ["component", "component", "component", "html", "steps", "item"]
    for kind in chance.choices(kinds, k=chance.randint(1, 4)):
        # A line between blocks is needed where Markdown would join them.
        page.lines.append("")
        _block(chance, page, kind, " " * indent, depth)


def _block(chance: Random, page: Page, kind: str, pad: str, depth: int) -> None:
    lines = page.lines
    step = chance.choice([0, 2, 4])
    if kind == "paragraph":
        lines.append(f"{pad}{page.word()} **{page.word()}**")
    elif kind == "inline":
        template = chance.choice(
            [
                "{0} <Icon icon={{<X />}} /> {1}",
                "{0} <Tooltip tip='why'>{1}</Tooltip>",
                "{0} `<A>{{b}}` {1}",
                "{0} {{a ? b : c}} {1}",
                "{0} {{'literal'}} <b>{1}</b>",
                "[{0}](/a) ![x](/y) <a href='/z'>{1}</a>",
                "{0} {{/* no */}} Array<T> {1}",
                "{0} < {1} <br />",
            ]
        )
        lines.append(pad + template.format(page.word(), page.word()))
    elif kind == "heading":
        lines.append(f"{pad}## {page.word()}")
    elif kind == "comment":
        lines.extend([f"{pad}{{/* <A>", f"{pad}  hidden */}}"])
    elif kind == "fence":
        body = chance.choices(
            ["<A>", "  {b", "import c", "</Card>", "", "- d"], k=chance.randint(0, 4)
        )
        page.code.append("".join(f"{line}\n" for line in body))
        info = chance.choice(["", "ts", "js title.js {1,3}", "nonsense"])
        lines.append(f"{pad}```{info}")
        lines.extend(f"{pad}{line}" if line else "" for line in body)
        lines.append(f"{pad}```")
    elif kind == "list":
        lines.append(f"{pad}- {page.word()}")
        lines.append(f"{pad}  - {page.word()}")
        lines.append(f"{pad}    - {page.word()}")
        lines.append(f"{pad}- {page.word()}")
    elif kind == "item":
        lines.append(f"{pad}1. {page.word()}")
        _blocks(chance, page, len(pad) + 3, depth + 2)
    elif kind == "html":
        name = chance.choice(["div", "section", "p", "center"])
        lines.append(f"{pad}<{name} className='a' style={{{{b: 1}}}}>")
        _blocks(chance, page, len(pad) + step, depth + 1)
        lines.append(f"{pad}</{name}>")
    elif kind == "steps":
        lines.append(f"{pad}<Steps>")
        for _ in range(2):
            lines.append(f'{pad}  <Step title="{page.word()}">')
            _blocks(chance, page, len(pad) + 2 + step, depth + 1)
            lines.append(f"{pad}  </Step>")
        lines.append(f"{pad}</Steps>")
    else:
        opening = chance.choice(
            [
                ["<Note>"],
                ["<Card", "  icon={{ a: '}' }}", "  href='/x'", ">"],
                ["<Tab data={`${'`'}`} >"],
            ]
        )
        name = opening[0][1:].rstrip(">").split()[0]
        lines.extend(pad + line for line in opening)
        _blocks(chance, page, len(pad) + step, depth + 1)
        lines.append(f"{pad}</{name}>")
