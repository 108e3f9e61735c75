// @ts-check
// DOM helpers, and text areas with JSON highlighting.
(() => {
  "use strict";
  const playground = (/** @type {any} */ (globalThis).navapiPlayground ??= {});

  /**
   * An element. Attributes starting with "on" are listeners, `true` is an attribute without value,
   * `null` and `false` are omitted, also among children.
   * @param {string} tag @param {Record<string, any>} [attributes] @param {...any} children
   * @returns {any}
   */
  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value === true) element.setAttribute(name, "");
      else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
    }
    element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
    return element;
  };

  /** `text` with parts in backticks as code. @param {string} text @returns {(string | Element)[]} */
  const prose = (text) => text.split(/`([^`]+)`/).map((part, index) => (index % 2 ? make("code", { dir: "ltr" }, part) : part));

  /** Attributes of fields for text that is not prose. */
  const PLAIN = { autocomplete: "off", autocapitalize: "off", spellcheck: "false" };

  let ids = 0;
  const makeId = () => `navapi-try-${++ids}`;

  /** @param {string} words @param {(event: Event) => void} onclick @param {Record<string, any>} [attributes] */
  const makeButton = (words, onclick, attributes = {}) => make("button", { type: "button", onclick, ...attributes }, words);

  /** A button that copies the current result of `text`. @param {() => string} text */
  const copyButton = (text) => {
    const button = makeButton(playground.say("copy"), async () => {
      try {
        await navigator.clipboard.writeText(text());
        button.textContent = playground.say("copied");
        setTimeout(() => { button.textContent = playground.say("copy"); }, 1500);
      } catch { /* no permission: the text can be selected */ }
    });
    return button;
  };

  /** A select of `[value, words]`. @param {Record<string, any>} attributes @param {[any, string][]} options @param {any} chosen */
  const makeSelect = (attributes, options, chosen) => {
    const select = make("select", attributes, options.map(([value, words]) => make("option", { value }, words)));
    select.value = chosen;
    return select;
  };

  // -- what a tab keeps, and what the browser does ------------------------------------------

  /** @param {boolean} [lasting] beyond the tab */
  const storage = (lasting) => (lasting ? localStorage : sessionStorage);

  /** @param {string} key @param {boolean} [lasting] @returns {any} what was kept under `key`, `null` without */
  const recall = (key, lasting) => {
    try { return JSON.parse(storage(lasting).getItem(key) ?? "null"); } catch { return null; }
  };

  /** @param {string} key @param {any} value `null` forgets @param {boolean} [lasting] @returns {boolean} whether it is kept */
  const keep = (key, value, lasting) => {
    try {
      if (value === null) storage(lasting).removeItem(key);
      else storage(lasting).setItem(key, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  };

  // -- coloured text ------------------------------------------------------------------------

  const TOKEN = /("(?:[^"\\\n]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/g;
  /**
   * Longer texts are edited in a plain text area of fixed height: updating a copy on each key is
   * slow.
   */
  const LONGEST_COPIED = 20_000;
  // With system colours, highlights would look like a selection.
  const canColour = typeof Highlight === "function" && !!CSS.highlights && !matchMedia("(forced-colors: active)").matches;

  /** Writes `text` into `code` with the same elements as in the page. @param {Element} code @param {string} text @param {string} client */
  const writeCode = (code, text, client) => {
    /** @type {(string | Element)[]} */
    const parts = [];
    let at = 0;
    for (const match of text.slice(0, LONGEST_COPIED).matchAll(playground.grammars[Number(/^(curl|powershell)$/.test(client))])) {
      const kind = ["i", "text", "em", "u", "b"].find((name) => match.groups?.[name] !== undefined);
      const found = kind && match.groups?.[kind];
      if (!kind || !found) continue;
      const end = match.index + match[0].length;
      parts.push(text.slice(at, end - found.length), make(kind === "text" ? "i" : kind, {}, found));
      at = end;
    }
    code.replaceChildren(...parts, text.slice(at));
  };

  /** @param {string} name @returns {any} */
  const highlightOf = (name) => {
    const key = `navapi-try-${name}`;
    if (!CSS.highlights.has(key)) CSS.highlights.set(key, new Highlight());
    return CSS.highlights.get(key);
  };

  /**
   * The text of `area`, which normalizes line ends to line feeds, with the original line ends kept.
   * @param {any} area
   */
  const keepLines = (area) => {
    let given = "";
    return {
      read: () => {
        const text = area.value;
        if (given.replace(/\r\n?/g, "\n") === text) return given;
        return /\r\n/.test(given) && !/[^\r]\n|\r(?!\n)/.test(given) ? text.replace(/\n/g, "\r\n") : text;
      },
      /** @param {string} text */
      write: (text) => { area.value = given = text; },
    };
  };

  /**
   * A text area that grows with its text; JSON is highlighted by a copy behind it.
   * @param {Record<string, any>} attributes @param {() => boolean} isJson
   */
  const makeEditor = (attributes, isJson) => {
    const area = make("textarea", { ...PLAIN, rows: 1, ...attributes });
    const copy = make("pre", { "aria-hidden": "true" });
    const node = make("div", { class: "navapi-try-editor" }, copy, area);
    /** The copy by line: a key changes only one. @type {{text: string, node: HTMLElement, ranges: [any, StaticRange][]}[]} */
    let shown = [];
    let isColoured = false;
    /** @param {string} line */
    const makeLine = (line) => {
      const text = new Text(`${line}\n`);
      /** @type {[any, StaticRange][]} */
      const ranges = [];
      for (const match of isColoured ? line.matchAll(TOKEN) : []) {
        const [all, string, colon, word] = match;
        const highlight = highlightOf(colon ? "key" : string ? "string" : word ? "word" : "number");
        const range = new StaticRange({
          startContainer: text, startOffset: match.index,
          endContainer: text, endOffset: match.index + (string ?? all).length,
        });
        highlight.add(range);
        ranges.push([highlight, range]);
      }
      return { text: line, node: make("div", {}, text), ranges };
    };
    const paint = () => {
      const isCopied = area.value.length < LONGEST_COPIED;
      const coloured = canColour && isJson() && isCopied;
      const lines = isCopied ? area.value.split("\n") : [];
      const most = isColoured === coloured ? Math.min(shown.length, lines.length) : 0;
      let from = 0, kept = 0;
      while (from < most && shown[from].text === lines[from]) from++;
      while (kept < most - from && shown[shown.length - 1 - kept].text === lines[lines.length - 1 - kept]) kept++;
      isColoured = coloured;
      node.toggleAttribute("data-long", !isCopied);
      node.toggleAttribute("data-coloured", coloured);
      const after = shown.length - kept;
      for (const gone of shown.slice(from, after)) {
        for (const [highlight, range] of gone.ranges) highlight.delete(range);
        gone.node.remove();
      }
      const fresh = lines.slice(from, lines.length - kept).map(makeLine);
      const rest = shown.slice(after);
      (rest[0]?.node ?? { before: (/** @type {any[]} */ ...nodes) => copy.append(...nodes) }).before(...fresh.map((/** @type {any} */ one) => one.node));
      shown = [...shown.slice(0, from), ...fresh, ...rest];
    };
    /** The position of the character at `offset`, `null` without a copy. @param {number} offset */
    const placeOf = (offset) => {
      for (const { text, node: line } of shown) {
        if (offset <= text.length) {
          const range = document.createRange();
          range.setStart(/** @type {Text} */ (line.firstChild), offset);
          range.setEnd(/** @type {Text} */ (line.firstChild), offset + 1);
          return range.getBoundingClientRect();
        }
        offset -= text.length + 1;
      }
      return null;
    };
    area.addEventListener("input", paint);
    const lines = keepLines(area);
    return {
      node, area, placeOf, paint, read: lines.read,
      /** @param {string} text */
      write: (text) => { lines.write(text); paint(); },
    };
  };

  Object.assign(playground, { keepLines, writeCode, prose, PLAIN, make, makeId, makeButton, copyButton, makeSelect, makeEditor, recall, keep });
})();
