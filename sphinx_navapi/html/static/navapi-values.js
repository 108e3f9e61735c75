// @ts-check
// The reader's own values: entered once in a panel, they replace the placeholders in the text and
// the code of pages, and fill the forms. They stay in the tab; nothing is sent.
(() => {
  "use strict";
  const KEPT = "navapi-values";
  const element = document.querySelector("navapi-values");
  const main = document.querySelector("main, [role=main]") ?? document.body;
  if (!element) return;
  const { absolute, credentialsOf, schemeOf } = navapiPlayground;
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
    value.key = schemeOf(name, value.scheme);
  }
  /** @param {any} value @returns {string} */
  const read = ({ name, place, key, asked }) =>
    (place ? recall(place, false, {})[key]?.[asked] : recall(KEPT, false, {})[name]) ?? "";
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
  /** Text that is not the author's, or that the form writes. */
  const APART = "script, style, textarea, .sig, navapi-playground, navapi-values";
  /** @type {{node: HTMLElement, value: any}[]} */
  const shown = [];

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
  const find = () => {
    const walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    /** @type {Text[]} */
    const texts = [];
    for (let text = walk.nextNode(); text; text = walk.nextNode())
      if (PLACEHOLDER.test(text.nodeValue ?? "")) texts.push(/** @type {Text} */ (text));
    for (const text of texts) {
      const around = /** @type {Element} */ (text.parentElement);
      const operation = around.closest(".navapi-samples")?.closest(".navapi-operation, main");
      if (around.closest(APART) || operation?.querySelector("navapi-playground")) continue;
      const parts = (text.nodeValue ?? "").split(PLACEHOLDER);
      text.replaceWith(...parts.map((part, at) => (at % 2 ? mark(known.get(part), around) : part)));
    }
  };
  const show = () => {
    for (const { node, value } of shown) {
      const text = read(value);
      node.textContent = text || value.placeholder;
      node.toggleAttribute("data-set", text !== "");
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
    value.documents?.includes(data.document) &&
    (value.scheme
      ? data.schemes?.[value.scheme]
      : value.server
        ? data.customServer
        : [...(data.parameters ?? []), ...(data.servers ?? []).flatMap(variablesOf)].some((one) =>
            isNamed(value, one.name),
          ));
  /** @param {any} server @returns {any[]} */
  const variablesOf = (server) => server.variables ?? [];

  /** @type {Map<EventTarget | null, any>} */
  const forms = new Map();
  /** @param {any} form */
  const give = ({ data, fill }) => {
    const own = values.filter((/** @type {any} */ value) => belongs(value, data) && read(value));
    if (!own.length) return;
    fill((/** @type {any} */ { rows, servers, security }) => {
      security?.refresh();
      const chosen = servers.read();
      for (const value of own) {
        const text = read(value);
        if (value.server) Object.assign(chosen, { server: data.servers?.length ?? 0, own: text });
        for (const one of variablesOf(data.servers?.[chosen.server] ?? {}))
          if (isNamed(value, one.name)) chosen.variables[one.name] = text;
        for (const row of rows) {
          const { name, type, extra } = row.spec;
          if (!extra && type !== "object" && isNamed(value, name))
            row.write(type === "array" ? [text] : text);
        }
      }
      servers.write(chosen);
    });
  };
  document.addEventListener("navapi:form", (event) => {
    const form = /** @type {CustomEvent} */ (event).detail;
    forms.set(event.target, form);
    give(form);
  });
  // What is typed into a form may be one of the values.
  for (const name of ["input", "click"])
    document.addEventListener(name, ({ target }) => {
      if (target instanceof Element && target.closest("navapi-playground")) show();
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
})();
