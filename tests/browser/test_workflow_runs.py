"""A workflow is run step by step on its page: the reader sends, values go from step to step."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from api_server import TOKEN, ApiServer, run_api
from full_run import amount
from playground_site import json_body, operation, parameter, run_site
from playwright.sync_api import Browser, Locator, Page, expect
from site_builds import build_site
from write_files import write_files

from sphinx_navapi.arazzo.workflows import Criterion
from sphinx_navapi.request.workflow_run import criterion_data, value_template

AXE = next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js"))
RUN_AXE = """async () => {
  const found = await axe.run("section#steps, navapi-workflow");
  return found.violations.flatMap(v => v.nodes.map(n => `${v.id}: ${n.html.slice(0, 120)}`));
}"""

THING = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "id": {"type": "integer"},
        "tags": {"type": "array", "items": {"type": "string"}},
    },
}


def api_document(api: str) -> dict[str, Any]:
    def named(name: str, **more: Any) -> dict[str, Any]:
        return operation(name, operationId=name, **more)

    # What has an example is sent by the form of the operation, but not by the step.
    more = {**parameter("more"), "example": "never sent"}
    change = [parameter("id", "path"), parameter("q"), more, parameter("X-Note", "header")]
    return {
        "openapi": "3.1.0",
        "info": {"title": "Things", "version": "1"},
        "servers": [{"url": api}],
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
        "paths": {
            "/big": {"get": named("readBig")},
            "/echo/{id}": {
                "post": named("change", parameters=change, requestBody=json_body(THING))
            },
            "/auth/bearer": {"get": named("whoAmI", security=[{"token": []}])},
            "/status/{code}": {"get": named("answer", parameters=[parameter("code", "path")])},
        },
    }


OK = [{"condition": "$statusCode == 200"}]
TOUR: dict[str, Any] = {
    "workflowId": "tour",
    "summary": "The tour",
    "inputs": {
        "type": "object",
        "required": ["name", "token"],
        "properties": {
            "name": {"type": "string"},
            "token": {"type": "string", "format": "password"},
            "code": {"type": "integer", "default": 503},
            "note": {"type": "string"},
        },
    },
    "steps": [
        {
            "stepId": "read",
            "operationId": "readBig",
            "successCriteria": OK,
            "outputs": {"id": "$response.body#/id", "price": "$response.body.price"},
        },
        {
            "stepId": "change",
            "operationId": "change",
            "parameters": [
                {"name": "id", "in": "path", "value": "$steps.read.outputs.id"},
                {"name": "q", "in": "query", "value": "of {$inputs.name}"},
                {"name": "X-Note", "in": "header", "value": "$inputs.note"},
            ],
            "requestBody": {
                "payload": {
                    "name": "$inputs.name",
                    "id": "$steps.read.outputs.id",
                    "tags": ["at {$steps.read.outputs.price}", "fixed"],
                    "more": "$inputs.note",
                },
                "replacements": [{"target": "/tags/1", "value": "$inputs.code"}],
            },
            "successCriteria": [
                {"condition": "$response.body#/method == 'post'"},
                {"context": "$response.body#/target", "condition": "^/echo/\\d+", "type": "regex"},
                {"context": "$response.body", "condition": "$.body", "type": "jsonpath"},
            ],
            "outputs": {"target": "$response.body#/target"},
        },
        {
            "stepId": "sign",
            "operationId": "whoAmI",
            "parameters": [
                {"name": "Authorization", "in": "header", "value": "Bearer {$inputs.token}"}
            ],
            "successCriteria": OK,
        },
        {
            "stepId": "ask",
            "operationId": "answer",
            "parameters": [{"name": "code", "in": "path", "value": "$inputs.code"}],
            "successCriteria": OK,
            "onFailure": [
                {
                    "name": "again", "type": "retry", "retryAfter": 2, "retryLimit": 1,
                    "criteria": [{"condition": "$statusCode == 503"}],
                },
                {
                    "name": "first", "type": "goto", "stepId": "read",
                    "criteria": [{"condition": "$statusCode == 404 || $statusCode == 410"}],
                },
            ],
            "onSuccess": [{"name": "done", "type": "end"}],
        },
        {"stepId": "never", "operationId": "readBig"},
    ],
    "outputs": {"target": "$steps.change.outputs.target"},
}  # fmt: skip
OUTER: dict[str, Any] = {
    "workflowId": "outer",
    "steps": [
        {
            "stepId": "call",
            "workflowId": "short",
            "parameters": [{"name": "code", "value": 200}],
            "outputs": {"code": "$outputs.code"},
        },
        {
            "stepId": "ask",
            "operationId": "answer",
            "parameters": [{"name": "code", "in": "path", "value": "$steps.call.outputs.code"}],
        },
    ],
}
SHORT: dict[str, Any] = {
    "workflowId": "short",
    "inputs": {"type": "object", "properties": {"code": {"type": "integer"}}},
    "steps": [
        {
            "stepId": "ask",
            "operationId": "answer",
            "parameters": [{"name": "code", "in": "path", "value": "$inputs.code"}],
            "outputs": {"code": "$response.body#/status"},
        },
    ],
    "outputs": {"code": "$steps.ask.outputs.code"},
}
ARAZZO = {
    "arazzo": "1.0.1",
    "info": {"title": "Flows", "version": "1"},
    "sourceDescriptions": [{"name": "things", "url": "api.json", "type": "openapi"}],
    "workflows": [TOUR, OUTER, SHORT],
}


@dataclass
class Flows:
    """A served site with the workflows, and the API that they use."""

    api: ApiServer
    url: str

    def open(self, page: Page, name: str = "tour") -> Run:
        page.goto(f"{self.url}/flows/{name}.html")
        return Run(page, self.api)


class Run:
    """A page on which a workflow is run."""

    def __init__(self, page: Page, api: ApiServer) -> None:
        self.page, self.api = page, api

    def start(self) -> Locator:
        """Open the form of the inputs."""
        self.page.get_by_role("button", name="Run step by step").click()
        return self.page.get_by_role("region", name="Inputs")

    def step(self, name: str) -> Locator:
        return self.page.locator(f"#{name}")

    def go(self, words: str) -> None:
        """Press the button that leads on; it sends nothing."""
        before = len(self.api.seen)
        self.page.get_by_role("button", name=words).click()
        send = self.page.locator(".navapi-try-send:focus")
        expect(send).to_be_visible()
        assert len(self.api.seen) == before

    def send(self, name: str) -> Locator:
        """Press Send in the open form of a step; returns what is said of the response."""
        before = len(self.api.seen)
        outcome = self.step(name).locator(".navapi-run-outcome")
        if outcome.count():
            outcome.evaluate("node => node.classList.add('old')")
        self.step(name).get_by_role("button", name="Send", exact=True).click()
        new = self.step(name).locator(".navapi-run-outcome:not(.old)")
        new.wait_for()
        assert len(self.api.seen) == before + 1
        return new


def build(folder: Path, api: str, proxy: Any, **conf: str) -> Path:
    config = {
        "name": "Flows",
        "api": {"playground": {} if proxy is None else {"proxy": proxy}},
        "navigation": {
            "openapi": ["api.json", {"source": "flows.json", "directory": "flows"}],
            "groups": [{"group": "Start", "pages": ["index"]}],
        },
    }
    lines = ["extensions = ['sphinx_navapi']"]
    lines += [f"{key} = {value!r}" for key, value in {"html_theme": "navapi", **conf}.items()]
    write_files(
        folder / "src",
        {
            "docs.json": config,
            "conf.py": "\n".join(lines),
            "index.md": "# Start\n",
            "api.json": api_document(api),
            "flows.json": ARAZZO,
        },
    )
    return build_site(folder / "src", folder / "out", "-W")


@pytest.fixture(scope="module", params=[False, None], ids=["direct", "relay"])
def flows(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Flows]:
    with run_api(cors=request.param is False) as api:
        out = build(tmp_path_factory.mktemp("flows"), api.url, request.param)
        with run_site(out, allowed_private=("127.0.0.1",)) as url:
            yield Flows(api, url)


def test_values_go_from_step_to_step(page: Page, flows: Flows) -> None:
    run = flows.open(page)
    inputs = run.start()
    inputs.get_by_label("name", exact=True).fill("A&B")
    inputs.get_by_label("token", exact=True).fill(TOKEN)
    assert inputs.get_by_label("token", exact=True).get_attribute("type") == "password"
    assert inputs.get_by_label("code", exact=True).input_value() == "503"
    run.go("Next: read")
    outcome = run.send("read")
    expect(outcome).to_contain_text("The step was successful.")
    # With all digits.
    expect(outcome).to_contain_text("9007199254740993")
    run.go("Next: change")
    # Which values go where; one input is not given.
    values = run.step("change").locator(".navapi-run-values")
    expect(values.get_by_role("listitem").filter(has_text="path id")).to_contain_text(
        "9007199254740993"
    )
    expect(values.get_by_role("listitem").filter(has_text="body/more")).to_contain_text(
        "no value yet"
    )
    outcome = run.send("change")
    seen = flows.api.last
    assert seen.target == "/echo/9007199254740993?q=of%20A%26B"
    assert seen.header("X-Note") is None
    assert seen.body.decode().replace(" ", "").replace("\n", "") == (
        '{"name":"A&B","id":9007199254740993,"tags":["at1.10",503]}'
    )
    expect(outcome.get_by_role("listitem")).to_have_text(
        ["$response.body#/method == 'post' met", "$response.body#/target ^/echo/\\d+ met",
         "$response.body $.body not checked here"]
    )  # fmt: skip
    run.go("Next: sign")
    expect(run.send("sign")).to_contain_text("The step was successful.")
    assert flows.api.last.header("Authorization") == f"Bearer {TOKEN}"


def test_actions_are_followed_when_pressed(page: Page, flows: Flows) -> None:
    run = flows.open(page)
    inputs = run.start()
    inputs.get_by_label("name", exact=True).fill("x")
    # Nothing stands in for what is not known yet.
    run.step("change").get_by_role("button", name="Try it").click()
    expect(run.step("change").get_by_label("id", exact=True)).to_have_value("")
    run.step("ask").get_by_role("button", name="Try it").click()
    outcome = run.send("ask")
    expect(outcome).to_contain_text("The step failed.")
    run.go("Send again: ask (1 of 1, after 2 s)")
    outcome = run.send("ask")
    expect(outcome).to_contain_text("All retries are used.")
    # The form is filled again when an input changes.
    inputs.get_by_label("code", exact=True).fill("404")
    outcome = run.send("ask")
    assert flows.api.last.target == "/status/404"
    expect(outcome.get_by_role("button")).to_have_text("Next: read")
    inputs.get_by_label("code", exact=True).fill("418")
    outcome = run.send("ask")
    expect(outcome).to_contain_text("The workflow ends here.")
    expect(outcome.get_by_role("button")).to_have_text("Continue anyway: never")
    inputs.get_by_label("code", exact=True).fill("200")
    outcome = run.send("ask")
    expect(outcome).to_contain_text("The workflow ends here.")
    expect(outcome.get_by_role("button")).to_have_count(0)
    expect(run.step("ask").locator(".navapi-run-state")).to_have_text("200")


def test_another_workflow_is_run_on_its_page(page: Page, flows: Flows) -> None:
    run = flows.open(page, "outer")
    page.get_by_role("button", name="Run step by step").click()
    page.get_by_role("link", name="Continue with the workflow short").click()
    short = Run(page, flows.api)
    inputs = page.get_by_role("region", name="Inputs")
    expect(inputs.get_by_label("code", exact=True)).to_have_value("200")
    short.go("Next: ask")
    expect(short.send("ask")).to_contain_text("The workflow ends here.")
    page.go_back()
    page.get_by_role("button", name="Run step by step").click()
    page.get_by_role("button", name="Take over its outputs").click()
    run.go("Next: ask")
    run.send("ask")
    assert flows.api.last.target == "/status/200"


def test_it_is_kept_in_the_tab_until_it_is_reset(page: Page, flows: Flows) -> None:
    run = flows.open(page)
    run.start().get_by_label("name", exact=True).fill("Zanzibar")
    run.go("Next: read")
    run.send("read")
    page.reload()
    name = page.get_by_role("region", name="Inputs").get_by_label("name", exact=True)
    expect(name).to_have_value("Zanzibar")
    assert page.evaluate("document.activeElement === document.body")
    run.step("change").get_by_role("button", name="Try it").click()
    expect(run.step("change").get_by_label("id", exact=True)).to_have_value("9007199254740993")
    assert "Zanzibar" not in page.evaluate("JSON.stringify(localStorage)")
    assert "Zanzibar" not in page.url
    page.get_by_role("button", name="Start again").click()
    expect(name).to_have_value("")
    page.reload()
    expect(page.get_by_role("region", name="Inputs")).to_have_count(0)


def test_without_scripts_nothing_is_added(browser: Browser, flows: Flows) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{flows.url}/flows/tour.html")
    expect(page.get_by_role("button", name="Run step by step")).to_be_hidden()
    expect(page.get_by_role("button", name="Try it")).to_have_count(0)
    expect(page.get_by_text("$steps.read.outputs.id").first).to_be_visible()
    context.close()


@pytest.mark.parametrize("theme", ["navapi", "furo"])
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_accessible(
    browser: Browser, tmp_path: Path, theme: str, width: int, scheme: Any
) -> None:
    with run_api(cors=True) as api:
        out = build(tmp_path, api.url, False, html_theme=theme)
        context = browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce"
        )
        page = context.new_page()
        with run_site(out) as url:
            page.goto(f"{url}/flows/tour.html")
            run = Run(page, api)
            run.start().get_by_label("name", exact=True).press_sequentially("x")
            # By keyboard: Send has the focus.
            run.page.get_by_role("button", name="Next: read").press("Enter")
            expect(page.locator(".navapi-try-send:focus")).to_be_visible()
            page.keyboard.press("Enter")
            following = page.get_by_role("button", name="Next: change")
            following.focus()
            page.evaluate(AXE.read_text())
            assert page.evaluate(RUN_AXE) == []
            page.keyboard.press("Enter")
            expect(page.locator("#change").get_by_label("q", exact=True)).to_have_value("of x")
            assert page.evaluate(RUN_AXE) == []
            width_of = "document.documentElement.scrollWidth"
            assert page.evaluate(width_of) <= width
        context.close()


# -- conditions, compared with an independent evaluation --

BODY = {
    "n": 3, "yes": True, "no": False, "nil": None, "text": "Été", "zero": 0,
    "list": [{"a": "x"}, {"a": "3"}], "of": {"a.b": "dotted", "c/d": 1.5},
}  # fmt: skip
INPUTS = {"size": 3, "who": "ADA", "at.home": "full", "at": {"work": "part"}}

#: Texts of operands, and what they are.
OPERANDS: list[tuple[str, Any]] = [
    ("$statusCode", 200),
    ("$method", "POST"),
    ("$response.header.X-One", "Ada"),
    ("$response.header.none", None),
    ("$request.query.q", "7"),
    ("$response.body#/n", 3),
    ("$response.body.n", 3),
    ("$response.body#/yes", True),
    ("$response.body#/no", False),
    ("$response.body#/nil", None),
    ("$response.body#/missing/deep", None),
    ("$response.body#/text", "Été"),
    ("$response.body#/zero", 0),
    ("$response.body.list[1].a", "3"),
    ("$response.body#/list/0/a", "x"),
    ("$response.body#/of/c~1d", 1.5),
    ("$inputs.size", 3),
    ("$inputs.who", "ADA"),
    ("$inputs.at.home", "full"),
    ("$inputs.at.work", "part"),
    ("$inputs.none", None),
    ("$steps.one.outputs.list#/1/a", "3"),
    ("$steps.two.outputs.list", None),
    ("'ada'", "ada"),
    ("'it''s'", "it's"),
    ("''", ""),
    ("3", 3),
    ("3.0", 3),
    ("1.5", 1.5),
    ("-2", -2),
    ("200", 200),
    ("true", True),
    ("false", False),
    ("null", None),
]


def as_number(value: Any) -> float | None:
    if isinstance(value, bool) or value is None:
        return None
    try:
        return float(value)
    except ValueError:
        return None


def as_text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value).casefold()


def is_true(value: Any) -> bool:
    return bool(value) and not (as_number(value) == 0 or value == "false")


class Tree:
    """A random condition: its text, and whether it is met."""

    def __init__(self, chance: random.Random, depth: int) -> None:
        self.chance = chance
        kind = chance.choice(["compare", "compare", "plain", "not", "join", "join"])
        if depth <= 0:
            kind = "compare" if kind in ("not", "join") else kind
        self.tight = False
        if kind == "plain":
            self.text, self.value = chance.choice(OPERANDS)
            self.tight = True
        elif kind == "compare":
            self._compare()
        elif kind == "not":
            inner = Tree(chance, depth - 1)
            self.text, self.value = f"!{inner.grouped()}", not is_true(inner.value)
        else:
            sign = chance.choice(["&&", "||"])
            inner, other = Tree(chance, depth - 1), Tree(chance, depth - 1)
            self.text = f"{inner.grouped()}{self.space()}{sign}{self.space()}{other.grouped()}"
            values = (is_true(inner.value), is_true(other.value))
            self.value = all(values) if sign == "&&" else any(values)

    def space(self) -> str:
        return self.chance.choice(["", " ", "  "])

    def grouped(self) -> str:
        return self.text if self.tight else f"({self.space()}{self.text}{self.space()})"

    def _compare(self) -> None:
        (left, a), (right, b) = self.chance.choice(OPERANDS), self.chance.choice(OPERANDS)
        sign = self.chance.choice(["==", "!=", "<", "<=", ">", ">="])
        self.text = f"{left}{self.space()}{sign}{self.space()}{right}"
        if a is None or b is None:
            self.value = {"==": a is b, "!=": a is not b}.get(sign, False)
            return
        one, other = as_number(a), as_number(b)
        if one is None or other is None:
            first, second = as_text(a), as_text(b)
        else:
            first, second = one, other  # type: ignore[assignment]
        self.value = {
            "==": first == second,
            "!=": first != second,
            "<": first < second,
            "<=": first <= second,
            ">": first > second,
            ">=": first >= second,
        }[sign]


JUDGE = """([tests, body, inputs]) => {
  const { parseJson, Literal } = navapiPlayground;
  const scope = {
    inputs: parseJson(inputs),
    steps: new Map([["one", parseJson(`{"list": [0, {"a": "3"}]}`)]]),
    exchange: {
      request: {method: "POST", url: "https://x.example/", headers: [], body: null},
      values: {parameters: [{index: 0, value: "7"}]},
      data: {parameters: [{in: "query", name: "q"}]},
      answer: {status: 200, headers: [["x-one", "Ada"]], text: body},
    },
  };
  return tests.map((one) => customElements.get("navapi-workflow").isMet(one, scope) ?? null);
}"""


def test_conditions_mean_what_an_independent_reading_says(page: Page, flows: Flows) -> None:
    run = flows.open(page)
    run.start()
    chance = random.Random(17)
    trees = [Tree(chance, 3) for _ in range(amount(400, 4000))]
    tests = [criterion_data(Criterion(condition=tree.text)) for tree in trees]
    assert all("test" in each for each in tests)
    body, inputs = json.dumps(BODY), json.dumps(INPUTS)
    found = page.evaluate(JUDGE, [tests, body, inputs])
    wrong = [
        (tree.text, value)
        for tree, value in zip(trees, found, strict=True)
        if value is not is_true(tree.value)
    ]
    assert wrong == []
    assert 50 < sum(found) < len(found) - 50


def test_templates_keep_what_is_written(page: Page, flows: Flows) -> None:
    run = flows.open(page)
    run.start()
    value = {"a": [1.10, {"b": "$inputs.who"}, "{$inputs.size}-{$inputs.at}"],
             "gone": "$inputs.none", "list": ["$inputs.none"], "text": "$5 {x}"}  # fmt: skip
    made = page.evaluate(
        """([written, inputs]) => {
          const { parseJson, jsonText } = navapiPlayground;
          const scope = { inputs: parseJson(inputs), steps: new Map() };
          return jsonText(customElements.get("navapi-workflow").evaluate(written, scope));
        }""",
        [value_template(value), json.dumps(INPUTS)],
    )
    assert json.loads(made) == {
        "a": [1.10, {"b": "ADA"}, '3-{"work":"part"}'],
        "list": [None],
        "text": "$5 {x}",
    }
