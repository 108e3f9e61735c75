// @ts-check
// The reader's own values: entered once in a panel, they replace the placeholders in the text and
// the code of pages, and fill the forms. They stay in the tab; nothing is sent.
(() => {
  "use strict";
  const KEPT = "navapi-values";
  const element = document.querySelector("navapi-values");
  const main = document.querySelector("main, [role=main]") ?? document.body;
  if (!element) return;
  const { absolute, credentialsOf } = navapiPlayground;
  const { recall, keep } = navapiStorage;
  const opener = /** @type {HTMLButtonElement} */ (element.children[0]);
  const { root, words, values } = JSON.parse(element.children[1].textContent ?? "");
  const base = new URL(root, location.href).href;

  // -- where a value is kept --

  for (const value of values) {
    if (!value.scheme) continue;
    const [name] = value.documents;
    const servers = value.servers.map((/** @type {string} */ url) =>
      value.unaddressed ? url : absolute(url, base),
    );
    value.place = credentialsOf(name, servers);
    value.key = `${name} ${value.scheme}`;
  }
  /** @param {any} value @returns {string} */
  const read = ({ name, place, key, asked }) =>
    (place ? recall(place, false, {})[key]?.[asked] : recall(KEPT, false, {})[name]) ?? "";
  /** What takes the place of the placeholder: a path follows a base URL. @param {any} value */
  const shownText = (value) => (value.server ? read(value).replace(/\/+$/, "") : read(value));
  /** @param {any} value @param {string} text */
  const write = ({ name, place, key, asked }, text) => {
    if (place) {
      const all = recall(place, false, {});
      keep(place, { ...all, [key]: { ...all[key], [asked]: text } });
    } else keep(KEPT, { ...recall(KEPT, false, {}), [name]: text });
  };

  // -- placeholders in the page --

  /** @param {string} text */
  const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const known = new Map(values.map((/** @type {any} */ value) => [value.placeholder, value]));
  const wanted = [...known.keys()]
    .sort((one, other) => other.length - one.length)
    .map((text) => {
      // A word is not part of a longer one.
      const start = /^\w/.test(text) ? "(?<!\\w)" : "";
      return `${start}${escape(text)}${/\w$/.test(text) ? "(?!\\w)" : ""}`;
    });
  const PLACEHOLDER = new RegExp(`(${wanted.join("|")})`, "u");
  /**
   * @param {string} text whose placeholders are replaced @param {any[]} allowed
   * @param {(text: string) => string} [escaped] how a value is written in `text`
   */
  const replaced = (text, allowed, escaped = (own) => own) =>
    text
      .split(PLACEHOLDER)
      .map((part) => {
        const own = allowed.includes(known.get(part)) && shownText(known.get(part));
        return own ? escaped(own) : part;
      })
      .join("");
  /** @param {string} text in a string of JSON */
  const inJson = (text) => JSON.stringify(text).slice(1, -1);
  /** Text that is not the author's, or that the form writes. */
  const APART = "script, style, textarea, .sig, navapi-playground, navapi-values";
  /** @type {{node: HTMLElement, value: any}[]} */
  const shown = [];
  /** Links, each with the address that has placeholders. @type {[HTMLAnchorElement, string][]} */
  const links = [];

  /** @param {any} value @param {Element} around */
  const mark = (value, around) => {
    const node = document.createElement("span");
    node.className = "navapi-value";
    if (!around.closest("pre, a, button, summary, label")) {
      // Not a button: its text is copied with that of the paragraph.
      node.tabIndex = 0;
      node.role = "button";
      node.ariaHasPopup = "dialog";
      node.title = `${value.label}: ${words.change}`;
    }
    shown.push({ node, value });
    return node;
  };
  /** @param {Element} around whether its text stays as it is */
  const isApart = (around) => {
    // The form writes the samples of clients.
    const written = around.closest(".navapi-samples details[data-client]");
    const operation = written?.closest(".navapi-operation, main");
    return around.closest(APART) || operation?.querySelector("navapi-playground");
  };
  /** Marks placeholders in adjacent `texts`; one may be in several. @param {Text[]} texts */
  const markIn = (texts) => {
    const parts = texts
      .map((text) => text.data)
      .join("")
      .split(PLACEHOLDER);
    let end = 0;
    /** Where each placeholder begins and ends. @type {[number, number, any][]} */
    const places = parts.flatMap((part, at) => {
      end += part.length;
      return at % 2 ? [[end - part.length, end, known.get(part)]] : [];
    });
    let start = 0;
    for (const text of texts) {
      const { data } = text;
      const around = /** @type {Element} */ (text.parentElement);
      /** @type {(Node | string)[]} */
      const nodes = [];
      let at = 0;
      for (const [from, to, value] of places) {
        const first = Math.max(from - start, 0);
        const last = Math.min(to - start, data.length);
        if (last <= at || first >= last) continue;
        nodes.push(data.slice(at, first));
        // All of it is where it begins.
        if (from >= start) nodes.push(mark(value, around));
        at = last;
      }
      if (at) text.replaceWith(...nodes, data.slice(at));
      start += data.length;
    }
  };
  const find = () => {
    const walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    /** Texts by the code around them: its tokens are elements. @type {Map<Node, Text[]>} */
    const blocks = new Map();
    for (let text = walk.nextNode(); text; text = walk.nextNode()) {
      const block = text.parentElement?.closest("code, pre") ?? text;
      const texts = blocks.get(block) ?? [];
      texts.push(/** @type {Text} */ (text));
      blocks.set(block, texts);
    }
    for (const [block, texts] of blocks) {
      const around = /** @type {Element} */ (texts[0].parentElement);
      if (PLACEHOLDER.test(block.textContent ?? "") && !isApart(around)) markIn(texts);
    }
    for (const link of main.querySelectorAll("a")) {
      const written = link.getAttribute("href") ?? "";
      const address = /^https?:/i.test(written) ? addressIn(written) : "";
      if (address && PLACEHOLDER.test(address)) links.push([link, address]);
    }
  };
  /** The address as written: placeholders may be encoded in it. @param {string} text */
  const addressIn = (text) => {
    try {
      return PLACEHOLDER.test(text) ? text : decodeURI(text);
    } catch {
      return text;
    }
  };
  const show = () => {
    const plainValues = values.filter((/** @type {any} */ value) => !value.scheme);
    for (const { node, value } of shown) {
      const text = shownText(value);
      node.textContent = text || value.placeholder;
      node.toggleAttribute("data-set", text !== "");
    }
    for (const [link, address] of links) {
      // A secret is only sent to its own API.
      const own = replaced(address, plainValues);
      // Nothing that a reader enters is a script.
      link.href = /^https?:/i.test(own) ? own : address;
    }
    const count = values.filter(read).length;
    opener.textContent = count ? `${words.open} (${count})` : words.open;
  };

  // -- forms --

  /** @param {string} name */
  const plain = (name) => name.toLowerCase().replace(/[^\p{L}\d]/gu, "");
  /** @param {any} value @param {string} name */
  const isNamed = (value, name) => value.parameter && plain(value.parameter) === plain(name);
  /** Whether the form with `data` has `value`. @param {any} value @param {any} data */
  const belongs = (value, data) =>
    // A value of no document is in the forms of all, also of those that a page describes itself.
    (value.documents?.includes(data.document) ?? value.parameter) &&
    (value.scheme
      ? data.schemes?.[value.scheme]
      : value.server
        ? data.customServer
        : [...(data.parameters ?? []), ...(data.servers ?? []).flatMap(variablesOf)].some(
            (one) => isNamed(value, one.name) || has(value, one.value ?? one.example),
          ) ||
          (data.body?.media ?? []).some(
            (/** @type {any} */ { text, example, fields = [] }) =>
              has(value, text) ||
              has(value, example) ||
              fields.some((/** @type {any} */ one) => has(value, one.value ?? one.example)),
          ));
  /** @param {any} value @param {any} text */
  const has = (value, text) => text?.includes?.(value.placeholder);
  /** @param {any} server @returns {any[]} */
  const variablesOf = (server) => server.variables ?? [];

  /** @type {Map<EventTarget | null, any>} */
  const forms = new Map();
  /**
   * What rows and bodies of forms had: text with placeholders, and what was written instead of it.
   * @type {WeakMap<object, {template: string, written: string}>}
   */
  const given = new WeakMap();
  /**
   * Replaces placeholders in what `part` has, unless the reader has changed it since.
   * @param {any} part @param {any} now what it has
   * @param {(template: string) => string} replace @param {(text: string) => void} put
   */
  const fillIn = (part, now, replace, put) => {
    if (typeof now !== "string") return;
    const before = given.get(part);
    const template = before?.written === now ? before.template : now;
    const written = replace(template);
    if (written === now) return;
    given.set(part, { template, written });
    put(written);
  };
  /** @param {any} form */
  const give = ({ data, fill }) => {
    const own = values.filter((/** @type {any} */ value) => belongs(value, data) && read(value));
    if (!own.length) return;
    fill((/** @type {any} */ { rows, body, servers, security }) => {
      security?.refresh();
      const chosen = servers.read();
      for (const value of own) {
        const text = shownText(value);
        if (value.server) Object.assign(chosen, { server: data.servers?.length ?? 0, own: text });
        for (const one of variablesOf(data.servers?.[chosen.server] ?? {}))
          if (isNamed(value, one.name)) chosen.variables[one.name] = text;
        for (const row of rows) {
          const { name, type, extra } = row.spec;
          if (!extra && type !== "object" && isNamed(value, name))
            row.write(type === "array" ? [text] : text);
        }
      }
      const allowed = own.filter((/** @type {any} */ value) => value.parameter);
      for (const row of rows)
        fillIn(row, row.isSent() ? row.read() : null, (text) => replaced(text, allowed), row.write);
      if (body) {
        const kept = body.keep();
        const isText = typeof kept.value === "string";
        const isJson = data.body.media[kept.media].kind === "json";
        /** Fields are names and JSON. @param {string} text */
        const escaped = (text) => (isText ? (isJson ? inJson(text) : text) : inJson(inJson(text)));
        fillIn(
          body,
          isText ? kept.value : JSON.stringify(kept.value),
          (text) => replaced(text, allowed, escaped),
          (text) => body.write({ ...kept, value: isText ? text : JSON.parse(text) }),
        );
      }
      servers.write(chosen);
    });
  };
  const takeForm = (/** @type {Event} */ event) => {
    const form = /** @type {CustomEvent} */ (event).detail;
    forms.set(event.target, form);
    give(form);
  };
  // On the way to the form: the event does not bubble.
  document.addEventListener("navapi:form", takeForm, true);
  // What is typed into a form may be one of the values, and what is chosen may have placeholders.
  for (const name of ["input", "click", "change"])
    document.addEventListener(name, ({ target }) => {
      const form = target instanceof Element && target.closest("navapi-playground");
      if (!form) return;
      show();
      if (name === "change" && target.matches("select") && forms.has(form)) give(forms.get(form));
    });

  // -- the panel --

  /** @param {string} tag @param {Record<string, any>} properties @param {any[]} children */
  const make = (tag, properties, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };
  const changed = () => {
    show();
    for (const form of forms.values()) give(form);
  };
  /** @param {any} value @param {number} at */
  const field = (value, at) => {
    const input = /** @type {HTMLInputElement} */ (
      make("input", {
        id: `navapi-value-${at}`,
        type: value.scheme ? "password" : "text",
        inputMode: value.server ? "url" : "text",
        placeholder: value.placeholder,
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: false,
        oninput: () => {
          write(value, input.value.trim());
          changed();
        },
      })
    );
    const label = make("label", { htmlFor: input.id }, value.label);
    if (!value.hint) return { input, nodes: [label, input] };
    const hint = make("small", { id: `${input.id}-hint` }, value.hint);
    input.setAttribute("aria-describedby", hint.id);
    return { input, nodes: [label, input, hint] };
  };
  const fields = values.map(field);
  const title = make("h2", { id: "navapi-values-title" }, words.open);
  const panel = /** @type {HTMLDialogElement} */ (
    make(
      "dialog",
      { className: "navapi-values-panel" },
      make(
        "form",
        { method: "dialog" },
        title,
        make("p", {}, words.kept),
        ...fields.map((/** @type {any} */ { nodes }) => make("div", {}, ...nodes)),
        make(
          "p",
          {},
          make("button", {
            type: "button",
            textContent: words.clear,
            onclick: () => {
              for (const [at, value] of values.entries()) {
                write(value, "");
                fields[at].input.value = "";
              }
              changed();
              fields[0].input.focus();
            },
          }),
          make("button", { textContent: words.done }),
        ),
      ),
    )
  );
  panel.setAttribute("aria-labelledby", title.id);
  // A click beside it.
  panel.addEventListener("click", (event) => event.target === panel && panel.close());

  /** @param {any} [value] whose field has the focus */
  const open = (value = values[0]) => {
    for (const [at, each] of values.entries()) fields[at].input.value = read(each);
    panel.showModal();
    fields[values.indexOf(value)].input.select();
  };
  /** @param {Event} event */
  const press = (event) => {
    const found = shown.find(({ node }) => node === event.target && node.role);
    if (!found || (event instanceof KeyboardEvent && !/^(?:Enter| )$/.test(event.key))) return;
    event.preventDefault();
    open(found.value);
  };
  opener.onclick = () => open();

  find();
  main.addEventListener("click", press);
  main.addEventListener("keydown", press);
  const style = make("link", { rel: "stylesheet", href: `${base}_static/navapi-values-panel.css` });
  document.head.append(style);
  document.body.append(panel);
  show();
  // It was pressed before this script came.
  if (opener.matches(":focus:not(:focus-visible)")) open();
})();
