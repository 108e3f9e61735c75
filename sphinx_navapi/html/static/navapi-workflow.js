// @ts-check
// Runs a workflow step by step: each step is sent by the reader, with the form of its operation.
// This fills the forms with inputs and outputs, and reads the responses: criteria, outputs, and
// which step is next. Values are kept in the tab. (`sphinx_navapi.request.workflow_run` has parsed
// all expressions and conditions.)
(() => {
  "use strict";
  const NAME = "navapi-workflow";
  const STEP = "navapi-playground[data-step]";
  if (customElements.get(NAME)) return;
  const runner = document.querySelector(NAME);
  if (!(runner instanceof HTMLElement)) return;

  /** The parts of the playground, once they are loaded. @returns {any} */
  const parts = () => globalThis.navapiPlayground;
  /** @type {{name: string, words: Record<string, string>, inputs?: any, steps: any[], outputs?: any[]}} */
  const flow = JSON.parse(runner.querySelector("script")?.textContent ?? "{}");
  const KEPT = `navapi-workflow ${location.pathname}`;

  /** @param {string} key @param {Record<string, string | number>} [slots] */
  const say = (key, slots = {}) =>
    (flow.words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(slots[name] ?? ""));
  /** @param {any[]} args */
  const make = (...args) => parts().make(...args);

  // -- values, as those of parseJson --

  /**
   * What a step or an input has: `exchange` is the request and the response of the step that was
   * sent last.
   * @typedef {{inputs: Map<string, any>, steps: Map<string, Map<string, any>>, exchange?: any,
   *   outputs?: Map<string, any>}} Scope
   */

  /** The value at a JSON pointer, nothing without one. @param {any} value @param {string} pointer */
  const at = (value, pointer) =>
    pointer
      .split("/")
      .slice(1)
      .reduce((inside, token) => {
        const key = token.replace(/~1/g, "/").replace(/~0/g, "~");
        if (inside instanceof Map) return inside.get(key);
        return Array.isArray(inside) && /^(?:0|[1-9]\d*)$/.test(key)
          ? inside[Number(key)]
          : undefined;
      }, value);

  /**
   * The value of a name, which may have dots, or else be followed by properties.
   * @param {any} values @param {string} name @returns {any}
   */
  const named = (values, name) => {
    if (!(values instanceof Map)) return undefined;
    for (let end = name.length; end > 0; end = name.lastIndexOf(".", end - 1)) {
      const value = values.get(name.slice(0, end));
      if (value === undefined) continue;
      const rest = name.slice(end + 1);
      return rest ? named(value, rest) : value;
    }
    return undefined;
  };

  /** Inputs and outputs of other workflows that were run in this tab. @param {string} name */
  const otherRun = (name) => {
    const kept = navapiStorage.recall(`${NAME} ${name}`, false, {});
    const read = (/** @type {any} */ text) =>
      typeof text === "string" ? parts().valueOf(text) : undefined;
    return { inputs: read(kept.inputs), outputs: read(kept.outputs) };
  };

  /** @param {any} expression @param {Scope} scope @returns {any} */
  const valueOf = ({ text, names: [kind, ...names] = [], pointer = "" }, scope) => {
    if (!kind) return scope.exchange ? parts().evaluate(text, scope.exchange) : undefined;
    /** @type {any} */
    let found;
    if (kind === "inputs") found = named(scope.inputs, names[0]);
    else if (kind === "outputs") found = named(scope.outputs, names[0]);
    else if (kind === "steps") found = named(scope.steps.get(names[0]), names[1]);
    else found = named(/** @type {any} */ (otherRun(names[0]))[names[1]], names[2]);
    return at(found, pointer);
  };

  /** @param {any} value */
  const textOf = (value) =>
    value === undefined ? "" : typeof value === "string" ? value : parts().jsonText(value);

  /**
   * A value of the description with its expressions replaced; members without a value are left out.
   * @param {any} written @param {Scope} scope @returns {any}
   */
  const evaluate = (written, scope) => {
    const { json, parts: pieces, items, members } = written;
    if (json !== undefined) return parts().parseJson(json);
    if (pieces)
      return pieces
        .map((/** @type {any} */ one) =>
          typeof one === "string" ? one : textOf(valueOf(one, scope)),
        )
        .join("");
    if (items) return items.map((/** @type {any} */ one) => evaluate(one, scope) ?? null);
    if (!members) return valueOf(written, scope);
    const map = new Map();
    for (const [key, one] of members) {
      const value = evaluate(one, scope);
      if (value !== undefined) map.set(key, value);
    }
    return map;
  };

  // -- conditions --

  const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
  /** @param {any} value */
  const isNumeric = (value) => NUMBER.test(textOf(value));
  /** @param {any} value whether a condition that is only this value is met */
  const isTrue = (value) =>
    value !== undefined && value !== null && !/^(?:false|0*(?:\.0+)?)$/.test(textOf(value));

  /** Numbers by value, other values as text in any case. @param {any} a @param {any} b */
  const order = (a, b) => {
    if (isNumeric(a) && isNumeric(b)) return Number(textOf(a)) - Number(textOf(b));
    const [one, other] = [a, b].map((value) => textOf(value ?? null).toLowerCase());
    return one === other ? 0 : one < other ? -1 : 1;
  };
  /** @param {any} value */
  const isNothing = (value) => value === undefined || value === null;

  /** @param {any} test @param {Scope} scope @returns {any} */
  const judge = (test, scope) => {
    if (!Array.isArray(test)) return evaluate(test, scope);
    const [operator, left, right] = test;
    if (operator === "||") return isTrue(judge(left, scope)) || isTrue(judge(right, scope));
    if (operator === "&&") return isTrue(judge(left, scope)) && isTrue(judge(right, scope));
    const a = judge(left, scope);
    if (operator === "!") return !isTrue(a);
    if (operator === "[]") return Array.isArray(a) ? a[right] : undefined;
    if (operator === ".") return a instanceof Map ? a.get(right) : undefined;
    const b = judge(right, scope);
    if (operator === "==" || operator === "!=") {
      const isSame = isNothing(a) || isNothing(b) ? isNothing(a) && isNothing(b) : !order(a, b);
      return isSame === (operator === "==");
    }
    if (isNothing(a) || isNothing(b)) return false;
    const sign = order(a, b);
    return { "<": sign < 0, "<=": sign <= 0, ">": sign > 0, ">=": sign >= 0 }[
      /** @type {string} */ (operator)
    ];
  };

  /** Whether a criterion is met; nothing if it is not checked here. @param {any} criterion @param {Scope} scope */
  const isMet = ({ test, context, pattern }, scope) => {
    if (test) return isTrue(judge(test, scope));
    if (!context) return undefined;
    try {
      const value = valueOf(context, scope);
      return (
        value !== undefined && new RegExp(textOf(evaluate(pattern, scope))).test(textOf(value))
      );
    } catch {
      return undefined; // another syntax of regular expressions
    }
  };

  // -- what is known so far --

  /** @type {Scope} */
  const scope = { inputs: new Map(), steps: new Map() };
  /** How often the reader has sent a step again, by its name. @type {Map<string, number>} */
  const tries = new Map();
  /** Texts kept by an earlier page of this tab. */
  const kept = navapiStorage.recall(KEPT, false, {});
  let isRestored = false;

  const restore = () => {
    if (isRestored) return;
    isRestored = true;
    const inputs = parts().valueOf(kept.inputs ?? flow.inputs?.value);
    if (inputs instanceof Map) scope.inputs = inputs;
    const steps = parts().valueOf(kept.steps);
    for (const { name } of flow.steps) {
      const outputs = steps instanceof Map && steps.get(name);
      if (outputs instanceof Map) scope.steps.set(name, outputs);
    }
  };
  const keep = () => {
    const { jsonText } = parts();
    const isEmpty = !scope.inputs.size && !scope.steps.size;
    navapiStorage.keep(
      KEPT,
      isEmpty ? null : { inputs: jsonText(scope.inputs), steps: jsonText(scope.steps) },
    );
  };

  // -- filling forms --

  /**
   * Forms by the position of their step: what the form offers, its parts once it is made, and what
   * it was last filled with.
   * @type {Map<number, {detail: any, parts?: any, filled?: string, note?: any}>}
   */
  const forms = new Map();
  /**
   * What is for a step on the page: its form, or what leads to another workflow.
   * @param {number} index @returns {any}
   */
  const elementOf = (index) => document.querySelector(`[data-step="${index}"]`);
  /** @param {number} index @returns {any} */
  const sectionOf = (index) => elementOf(index)?.closest("section");

  /**
   * Expressions in a value, each with its place in it.
   * @param {any} written @param {string} place @returns {[string, any][]}
   */
  const expressionsIn = (written, place) => {
    const { json, parts: pieces, items, members } = written;
    if (json !== undefined) return [];
    if (pieces)
      return pieces
        .filter((/** @type {any} */ one) => typeof one !== "string")
        .map((/** @type {any} */ one) => [place, one]);
    const inside = items
      ? items.map((/** @type {any} */ one, /** @type {number} */ key) => [key, one])
      : members;
    if (!inside) return [[place, written]];
    return inside.flatMap((/** @type {[any, any]} */ [key, one]) =>
      expressionsIn(one, `${place}/${key}`),
    );
  };

  /** Sets what is at a JSON pointer. @param {any} whole @param {string} pointer @param {any} value */
  const put = (whole, pointer, value) => {
    const end = pointer.lastIndexOf("/");
    const owner = at(whole, pointer.slice(0, end));
    const key = pointer
      .slice(end + 1)
      .replace(/~1/g, "/")
      .replace(/~0/g, "~");
    if (owner instanceof Map) owner.set(key, value);
    else if (Array.isArray(owner)) owner[Number(key)] = value;
    return owner === undefined ? undefined : whole;
  };

  /** The body of a step, nothing if the description has none. @param {any} step */
  const bodyOf = (step) => {
    if (!step.body && !step.replacements) return undefined;
    let value = step.body ? evaluate(step.body, scope) : new Map();
    for (const [target, written] of step.replacements ?? []) {
      const replaced = evaluate(written, scope);
      if (target && replaced !== undefined) value = put(value, target, replaced) ?? value;
      else if (!target) value = replaced;
    }
    return value;
  };

  /** @param {any} form parts of a form @param {any} step @param {any} value */
  const writeBody = (form, step, value) => {
    const all = form.data.body.media;
    const essence = (/** @type {any} */ one) => parts().essenceOf(one ?? "");
    const named = all.findIndex(
      (/** @type {any} */ one) => essence(one.sends ?? one.type) === essence(step.media),
    );
    const media = Math.max(named, 0);
    if (/^(?:form|multipart)$/.test(all[media].kind)) {
      const fields = value instanceof Map ? value : new Map(new URLSearchParams(textOf(value)));
      const pairs = Array.from(fields, ([name, one]) => [name, parts().jsonText(one)]);
      form.body.write({ sent: true, media, value: pairs });
    } else {
      const text = typeof value === "string" ? value : parts().jsonText(value, { indent: 2 });
      form.body.write({ sent: true, media, value: text });
    }
  };

  /**
   * Writes a parameter; a header for authorization is a credential of the form.
   * @param {any} form @param {string} place @param {string} name @param {any} value
   */
  const writeArgument = (form, place, name, value) => {
    const isSame = (/** @type {string} */ other) =>
      place === "header" ? other.toLowerCase() === name.toLowerCase() : other === name;
    const row = form.rows.find(
      (/** @type {any} */ { spec }) => spec.in === place && isSame(spec.name),
    );
    if (row) {
      // Nothing is sent in place of a value that is not known yet.
      row.write(value ?? (row.isOptional ? undefined : ""));
      return true;
    }
    if (value === undefined) return false;
    const schemes = Object.entries(form.data.schemes ?? {});
    const [, kind = "", secret = ""] = /^\s*(\S+)\s+(.*)$/.exec(textOf(value)) ?? [];
    for (const [id, { type, in: where, name: key = "", scheme = "bearer" }] of schemes) {
      if (type === "apiKey" && where === place && isSame(key)) {
        form.security.take({ [id]: { key: textOf(value) } });
        return true;
      }
      const isAuthorization = place === "header" && isSame("Authorization") && type !== "apiKey";
      if (
        isAuthorization &&
        kind.toLowerCase() === scheme.toLowerCase() &&
        /^bearer$/i.test(kind)
      ) {
        form.security.take({ [id]: { token: secret } });
        return true;
      }
    }
    return false;
  };

  /** The link to the step that an expression is from, or its text. @param {any} expression */
  const originOf = ({ text, names: [kind, ...names] = [] }) => {
    const code = make("code", {}, text);
    const id =
      kind === "steps"
        ? sectionOf(flow.steps.findIndex((one) => one.name === names[0]))?.id
        : "inputs";
    return id && (kind === "steps" || kind === "inputs")
      ? make("a", { href: `#${id}`, onclick: closeDialogs }, code)
      : code;
  };

  /** @param {any} value */
  const shown = (value) => {
    const text =
      value instanceof Map || Array.isArray(value) ? textOf(value) : textOf(value ?? null);
    return text.length > 80 ? `${text.slice(0, 79)}…` : text;
  };

  /** Fills the form of a step, unless it already has these values. @param {number} index */
  const fill = (index) => {
    const form = forms.get(index);
    const step = flow.steps[index];
    if (!form || !step) return;
    restore();
    const values = (step.arguments ?? []).map((/** @type {any} */ [place, name, written]) => [
      place,
      name,
      evaluate(written, scope),
    ]);
    const body = bodyOf(step);
    const filled = parts().jsonText([values, body ?? null]);
    if (form.filled === filled) return;
    const isFirst = form.filled === undefined;
    form.filled = filled;
    form.detail.fill((/** @type {any} */ made) => {
      form.parts = made;
      const { data } = form.detail;
      const target = { ...made, data };
      /** @type {string[]} */
      const absent = [];
      // Optional parameters that the step does not set are not sent, unless the reader adds them.
      if (isFirst) for (const row of made.rows) row.include(false);
      for (const [place, name, value] of values)
        if (!writeArgument(target, place, name, value) && value !== undefined)
          absent.push(`${place} ${name}`);
      if (body !== undefined && made.body) writeBody(target, step, body);
      const used = [
        ...(step.arguments ?? []).flatMap((/** @type {any} */ [place, name, written]) =>
          expressionsIn(written, `${place} ${name}`),
        ),
        ...(step.body ? expressionsIn(step.body, "body") : []),
        ...(step.replacements ?? []).flatMap((/** @type {any} */ [to, written]) =>
          expressionsIn(written, `body${to}`),
        ),
      ];
      form.note?.remove();
      form.note = used.length || absent.length ? noteOf(used, absent) : null;
      if (form.note) made.panel.querySelector(".navapi-try-head").after(form.note);
    });
  };

  /** Which values go where. @param {[string, any][]} used @param {string[]} absent */
  const noteOf = (used, absent) =>
    make(
      "details",
      { class: "navapi-run-values", open: true },
      make("summary", {}, say("values")),
      make(
        "ul",
        {},
        used.map(([place, expression]) => {
          const value = valueOf(expression, scope);
          return make(
            "li",
            {},
            make("b", {}, place),
            originOf(expression),
            value === undefined ? make("i", {}, say("missing")) : make("code", {}, shown(value)),
          );
        }),
        absent.map((place) =>
          make("li", {}, make("b", {}, place), make("span"), make("i", {}, say("absent"))),
        ),
      ),
    );

  const refresh = () => {
    keep();
    for (const index of forms.keys()) fill(index);
  };

  document.addEventListener(
    "navapi:form",
    (event) => {
      const element = /** @type {any} */ (event.target);
      if (!element.matches(STEP)) return;
      const index = Number(element.dataset.step);
      watch();
      forms.set(index, { detail: /** @type {CustomEvent} */ (event).detail });
      fill(index);
    },
    true, // it does not bubble
  );
  // Before the form opens.
  document.addEventListener(
    "click",
    (event) => {
      const button =
        event.target instanceof Element && event.target.closest(`${STEP} > .navapi-try`);
      const element = /** @type {any} */ (button && button.parentElement);
      if (element && button.getAttribute("aria-expanded") === "false")
        fill(Number(element.dataset.step));
    },
    true,
  );

  // -- responses --

  let isWatching = false;
  /** Takes each response to a step: what follows is what the workflow says, not a link of its operation. */
  const watch = () => {
    if (isWatching) return;
    isWatching = true;
    const { showLinks } = parts();
    parts().showLinks = (
      /** @type {any} */ place,
      /** @type {any} */ exchange,
      /** @type {any} */ use,
    ) => {
      const element = place.closest(STEP);
      if (element) finish(Number(element.dataset.step), place, exchange);
      else showLinks(place, exchange, use);
    };
  };

  /** The first action whose criteria are met. @param {any[]} actions @param {Scope} inside */
  const chosenOf = (actions, inside) =>
    actions.find(({ criteria = [] }) =>
      criteria.every((/** @type {any} */ one) => isMet(one, inside)),
    );

  /** @param {number} index @param {any} place @param {any} exchange */
  const finish = (index, place, exchange) => {
    const step = flow.steps[index];
    /** @type {Scope} */
    const inside = { ...scope, exchange };
    const checks = (step.criteria ?? []).map((/** @type {any} */ one) => ({
      ...one,
      met: isMet(one, inside),
    }));
    const isDone = checks.length
      ? checks.every((/** @type {any} */ one) => one.met !== false)
      : exchange.answer.status < 400;
    const outputs = outputsOf(step, inside);
    if (isDone) scope.steps.set(step.name, outputs);
    const isSure = !checks.some((/** @type {any} */ one) => one.met === undefined);
    const told = say(isDone ? "success" : "failure");
    const action = chosenOf((isDone ? step.success : step.failure) ?? [], inside);
    const outcome = make(
      "div",
      {
        class: "navapi-run-outcome",
        "data-state": isDone ? (isSure ? "met" : "partly") : "failed",
      },
      make(
        "p",
        {},
        make("strong", {}, told),
        make("i", {}, say("tries", { count: index + 1, limit: flow.steps.length })),
      ),
      checks.length > 0 &&
        make(
          "ul",
          { "aria-label": say("criteria") },
          checks.map((/** @type {any} */ { text, met }) => {
            const state = met === undefined ? "unchecked" : met ? "met" : "failed";
            return make(
              "li",
              { "data-state": state },
              make("code", {}, text),
              " ",
              make("i", {}, say(state)),
            );
          }),
        ),
      valuesOf(outputs, say("outputs")),
      nextPart(index, action, isDone),
    );
    const answer = place.parentElement.querySelector(".navapi-try-answer");
    answer.previousElementSibling.matches(".navapi-run-outcome") &&
      answer.previousElementSibling.remove();
    answer.before(outcome);
    outcome.scrollIntoView({ block: "nearest", behavior: "instant" });
    markStep(index, isDone, exchange.answer.status);
    const form = forms.get(index);
    if (form?.parts) form.parts.live.textContent += `. ${told}`;
    refresh();
  };

  /** @param {{outputs?: any[]}} owner a step or the workflow @param {Scope} inside */
  const outputsOf = ({ outputs = [] }, inside) => {
    const values = new Map();
    for (const [name, written] of outputs) {
      const value = evaluate(written, inside);
      if (value !== undefined) values.set(name, value);
    }
    return values;
  };

  /** @param {Map<string, any>} values @param {string} label */
  const valuesOf = (values, label) =>
    values.size > 0 &&
    make(
      "dl",
      { "aria-label": label },
      Array.from(values, ([name, value]) => [
        make("dt", {}, name),
        make("dd", {}, make("code", {}, shown(value))),
      ]),
    );

  /** @param {number} index @param {boolean} isDone @param {number} status */
  const markStep = (index, isDone, status) => {
    const heading = sectionOf(index)?.querySelector("h2, h3, h4");
    heading?.querySelector(".navapi-run-state")?.remove();
    const state = make(
      "span",
      { class: "navapi-run-state", "data-state": isDone ? "met" : "failed" },
      String(status),
    );
    heading?.append(" ", state);
  };

  /**
   * What the reader may press: the next step, the same again, or nothing if the workflow ends.
   * @param {number} index @param {any} action what the description says, if anything @param {boolean} isDone
   */
  const nextPart = (index, action, isDone) => {
    const { name } = flow.steps[index];
    const kind = action?.kind ?? (isDone ? "goto" : "end");
    const target = action?.step
      ? flow.steps.findIndex((one) => one.name === action.step)
      : kind === "goto" && !action?.workflow
        ? index + 1
        : kind === "retry"
          ? index
          : flow.steps.length;
    if (kind === "retry") {
      const count = (tries.get(name) ?? 0) + 1;
      const limit = Number(action.limit ?? 1);
      const wait = action.after && say("wait", { seconds: action.after });
      if (count > limit) return make("p", {}, say("exhausted"));
      const words = [
        say("again", { step: name }),
        `(${[say("tries", { count, limit }), wait].filter(Boolean).join(", ")})`,
      ].join(" ");
      return goButton(target, words, () => tries.set(name, count));
    }
    if (action?.workflow) return linkTo(action.workflow);
    if (kind === "end" || target >= flow.steps.length) {
      const next = index + 1;
      return [
        ...(isDone ? [endPart()] : [make("p", {}, say("end"))]),
        !isDone &&
          next < flow.steps.length &&
          goButton(
            next,
            say("anyway", { step: flow.steps[next].name }),
            () => {},
            "navapi-try-quiet",
          ),
      ];
    }
    return goButton(target, say("next", { step: flow.steps[target].name }));
  };

  /**
   * Leads to another workflow, with its inputs; the reader runs it on its page.
   * @param {[string, string]} workflow name and URL @param {any[]} [written]
   */
  const linkTo = ([name, href], written = []) => {
    const onclick = () => {
      const inputs = new Map();
      for (const [place, key, one] of written) {
        const value = evaluate(one, scope);
        if (!place && value !== undefined) inputs.set(key, value);
      }
      const { pathname } = new URL(href, location.href);
      if (inputs.size)
        navapiStorage.keep(`${NAME} ${pathname}`, { inputs: parts().jsonText(inputs) });
    };
    return make("p", {}, make("a", { href, onclick }, say("leave", { workflow: name })));
  };

  /** What a step that is a workflow has instead of a form. @param {number} index */
  const showCall = (index) => {
    const step = flow.steps[index];
    const place = elementOf(index);
    if (!step.workflow || !place) return;
    const known = otherRun(step.workflow[0]).outputs;
    const taken = make("div", { role: "status" });
    place.className = "navapi-form navapi-run-inputs";
    place.replaceChildren(
      linkTo(step.workflow, step.arguments),
      (known instanceof Map &&
        make(
          "p",
          {},
          parts().makeButton(say("take"), () => {
            const outputs = outputsOf(step, { ...scope, outputs: known });
            scope.steps.set(step.name, outputs);
            taken.replaceChildren(
              ...[valuesOf(outputs, say("outputs")), nextPart(index, undefined, true)]
                .flat()
                .filter(Boolean),
            );
            refresh();
          }),
        )) ||
        "",
      taken,
    );
    colorOf(place);
  };

  /** The outputs of the workflow, kept for others that use them. */
  const endPart = () => {
    const outputs = outputsOf(flow, scope);
    const { jsonText } = parts();
    navapiStorage.keep(`${NAME} ${flow.name}`, {
      inputs: jsonText(scope.inputs),
      outputs: jsonText(outputs),
    });
    return [
      make("p", {}, say("end")),
      outputs.size > 0 && make("p", { class: "navapi-try-title" }, say("outputs")),
      valuesOf(outputs, say("outputs")),
    ];
  };

  /**
   * @param {number} target @param {string} words @param {() => void} [before]
   * @param {string} [style]
   */
  const goButton = (target, words, before = () => {}, style = "navapi-run-next") =>
    make(
      "p",
      {},
      parts().makeButton(
        words,
        () => {
          before();
          open(target);
        },
        { class: style },
      ),
    );

  /** On narrow screens, forms are dialogs. */
  const closeDialogs = () => {
    for (const dialog of document.querySelectorAll("dialog.navapi-try-dialog[open]"))
      /** @type {HTMLDialogElement} */ (dialog).close();
  };

  /** Opens the form of a step, ready to be sent; a dialog makes way for it. @param {number} index */
  const open = async (index) => {
    const element = elementOf(index);
    if (!element?.contains(document.activeElement)) closeDialogs();
    if (!element) return;
    if (!element.matches(STEP)) {
      showCall(index);
      element.querySelector("a")?.focus();
      return;
    }
    await element.prepare();
    const button = element.querySelector(":scope > .navapi-try");
    if (button.getAttribute("aria-expanded") === "false") button.click();
    fill(index);
    const form = forms.get(index);
    form?.parts?.send.focus();
  };

  // -- inputs --

  const button = /** @type {HTMLButtonElement} */ (runner.querySelector("button"));
  /** @type {any} */
  let panel = null;

  /** @param {boolean} isAsked not on a page that the reader comes back to: focus stays */
  const start = async (isAsked) => {
    button.setAttribute("aria-busy", "true");
    try {
      const first = /** @type {any} */ (document.querySelector(STEP));
      const run = await first.prepare();
      await run("playground/playground-body.js");
      restore();
    } catch {
      return; // offline: the button can be pressed again
    } finally {
      button.removeAttribute("aria-busy");
    }
    flow.steps.forEach((_, index) => showCall(index));
    if (!flow.inputs && isAsked) return open(flow.steps.findIndex((one) => one.form));
    if (!flow.inputs) return;
    panel ??= makePanel();
    panel.node.hidden = false;
    button.setAttribute("aria-expanded", "true");
    if (isAsked) panel.focus();
  };

  /** Colors as in the forms. @param {HTMLElement} node */
  const colorOf = (node) => {
    const ground = parts().groundOf(runner);
    node.style.setProperty("--navapi-try-ground", ground || "Canvas");
    if (ground) node.style.colorScheme = parts().isDark(ground) ? "dark" : "light";
  };

  const makePanel = () => {
    const { schema, sample } = flow.inputs;
    const place = make("div");
    /** @type {any} */
    let tree;
    const show = () => {
      tree = parts().makeBranches(
        schema,
        scope.inputs.size ? scope.inputs : undefined,
        say("inputs"),
        (/** @type {any} */ value) => {
          scope.inputs = value instanceof Map ? value : new Map();
          refresh();
        },
        parts().valueOf(sample),
      );
      place.replaceChildren(tree.node);
    };
    show();
    const first = flow.steps.findIndex((one) => one.form);
    const node = make(
      "div",
      { class: "navapi-form navapi-run-inputs", role: "region", "aria-label": say("inputs") },
      make("p", { class: "navapi-try-title" }, say("inputs")),
      place,
      make(
        "div",
        { class: "navapi-try-bar" },
        parts().makeButton(say("next", { step: flow.steps[first].name }), () => open(first), {
          class: "navapi-try-send",
        }),
        parts().makeButton(say("example"), () => {
          const value = parts().valueOf(sample);
          if (value instanceof Map) scope.inputs = value;
          refresh();
          show();
        }),
        parts().makeButton(say("reset"), () => {
          const value = parts().valueOf(flow.inputs.value);
          scope.inputs = value instanceof Map ? value : new Map();
          scope.steps.clear();
          tries.clear();
          for (const one of document.querySelectorAll(".navapi-run-state, .navapi-run-outcome"))
            one.remove();
          refresh();
          navapiStorage.keep(KEPT, null);
          show();
          tree.focus.focus();
        }),
      ),
      make("p", { class: "navapi-try-note" }, say("kept")),
    );
    runner.append(node);
    colorOf(node);
    return { node, focus: () => tree.focus.focus() };
  };

  customElements.define(
    NAME,
    class extends HTMLElement {
      static evaluate = evaluate;
      static isMet = isMet;
      connectedCallback() {
        if (flow.inputs) button.setAttribute("aria-expanded", "false");
        button.addEventListener("click", () => {
          if (button.getAttribute("aria-expanded") !== "true") {
            start(true);
            return;
          }
          panel.node.hidden = true;
          button.setAttribute("aria-expanded", "false");
        });
        if (kept.inputs) start(false);
      }
    },
  );
})();
