// @ts-check
// JSON as its source text, number by number: formatted, and as a tree that opens.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { make, makeButton } = playground;

  const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

  /** `text` indented by two spaces, every number and string as it was written; throws SyntaxError. @param {string} text */
  const formatJson = (text) => {
    JSON.parse(text);
    const tokens = text.match(TOKENS) ?? [];
    let out = "";
    let depth = 0;
    const line = () => `\n${"  ".repeat(depth)}`;
    tokens.forEach((token, index) => {
      const isEmpty = /[}\]]/.test(tokens[index + 1]?.[0] ?? "");
      if (token === "{" || token === "[") {
        depth++;
        out += isEmpty ? token : token + line();
      } else if (token === "}" || token === "]") {
        depth--;
        out += /[{[]/.test(tokens[index - 1][0]) ? token : line() + token;
      } else out += token === "," ? token + line() : token === ":" ? ": " : token;
    });
    return out;
  };

  // -- a tree -------------------------------------------------------------------------------

  const CHUNK = 100;
  const LONGEST_STRING = 5_000;
  /** Lines that stand open at first. */
  const OPEN_LINES = 150;

  /** @param {string | null} key */
  const keyOf = (key) => (key === null ? [] : [make("span", { class: "navapi-try-key" }, JSON.stringify(key)), ": "]);

  /** @param {any} value a string, a Literal or null */
  const leaf = (value) => {
    if (typeof value === "string") {
      const text = value.length > LONGEST_STRING ? `${value.slice(0, LONGEST_STRING)}…` : value;
      return make("span", { class: "navapi-try-string" }, JSON.stringify(text));
    }
    const text = value === null ? "null" : value.text;
    return make("span", { class: /^[tfn]/.test(text) ? "navapi-try-word" : "navapi-try-number" }, text);
  };

  /**
   * `value` (of `parseJson`) as nested details, whose insides are made when they open.
   * @param {any} value
   */
  const makeTree = (value) => {
    let room = OPEN_LINES;
    /** @param {any} item @param {string | null} key @param {string} comma @returns {Element} */
    const branch = (item, key, comma) => {
      const isList = Array.isArray(item);
      const [open, close] = isList ? "[]" : "{}";
      if (!isList && !(item instanceof Map)) return make("div", {}, keyOf(key), leaf(item), comma);
      const entries = isList ? item : [...item];
      if (!entries.length) return make("div", {}, keyOf(key), open + close + comma);
      const inside = make("div");
      let made = 0;
      const fill = () => {
        const last = Math.min(made + CHUNK, entries.length);
        for (; made < last; made++) {
          const [name, child] = isList ? [null, entries[made]] : entries[made];
          inside.append(branch(child, name, made < entries.length - 1 ? "," : ""));
        }
        if (made === entries.length) return;
        const count = Math.min(CHUNK, entries.length - made);
        inside.append(makeButton(playground.say("showMore", { count }), (/** @type {Event} */ event) => {
          const first = inside.lastElementChild;
          fill();
          first?.nextElementSibling?.querySelector("summary")?.focus();
          /** @type {Element} */ (event.currentTarget).remove();
        }));
      };
      const isOpen = entries.length <= room;
      const count = make("i", {}, playground.say(isList ? "items" : "keys", { count: entries.length }));
      const node = make("details", { open: isOpen },
        make("summary", {}, keyOf(key), open, count, make("span", { "aria-hidden": "true" }, `… ${close}${comma}`)),
        inside, make("div", {}, close + comma));
      if (isOpen) {
        room -= entries.length;
        fill();
      } else node.addEventListener("toggle", fill, { once: true });
      return node;
    };
    return make("div", { class: "navapi-try-tree", dir: "ltr" }, branch(value, null, ""));
  };

  Object.assign(playground, { formatJson, makeTree });
})();
