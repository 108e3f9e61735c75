// @ts-check
// The search dialog: Sphinx's own index, read when it is first opened. Loaded by navapi-theme.js.
(() => {
  "use strict";
  const root = document.documentElement;
  const up = root.dataset.content_root ?? "./";
  /** @type {Record<string, string>} */
  const words = JSON.parse(document.body.dataset.words ?? "{}");
  const SHOWN = 40;

  /** @typedef {{docnames: string[], titles: string[], terms: Record<string, number | number[]>, titleterms: Record<string, number | number[]>, alltitles: Record<string, [number, string | null][]>}} Index */
  /** @typedef {{sections: string[], methods: string[], places: string[], pages: Record<string, [number, number, number, number]>}} Places */
  /** @typedef {{doc: number, score: number, title: string, anchor: string}} Hit */

  /** @type {Index | null} */
  let index = null;
  /** @type {Places} */
  let places = { sections: [], methods: [], places: [], pages: {} };

  /** @param {string} path @returns {Promise<void>} */
  const load = (path) => new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = up + path;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(path));
    document.head.append(script);
  });

  const loadIndex = async () => {
    if (index) return;
    // Both files call these, also when they come from the disk.
    Object.assign(window, {
      Search: { setIndex: (/** @type {Index} */ found) => { index = found; } },
      navapiPlaces: (/** @type {Places} */ found) => { places = found; },
    });
    await Promise.all([
      load("searchindex.js"),
      load("_navapi/search.js").catch(() => {}),
      load("_static/language_data.js").catch(() => {}),
    ]);
    if (!index) throw new Error("no index");
  };

  // -- finding ------------------------------------------------------------------------------

  /** @param {string} word @returns {string} */
  const stem = (word) => {
    try {
      // @ts-ignore: a class of language_data.js, whose form depends on the version of Sphinx
      return typeof Stemmer === "function" ? new Stemmer().stemWord(word) : word;
    } catch {
      return word;
    }
  };

  /** Scores of the documents that *word* occurs in.
   * @param {Index} found @param {string} word @returns {Map<number, number>} */
  const scoresOf = (found, word) => {
    /** @type {Map<number, number>} */
    const scores = new Map();
    /** @param {number | number[]} docs @param {number} score */
    const add = (docs, score) => {
      for (const doc of Array.isArray(docs) ? docs : [docs]) scores.set(doc, Math.max(score, scores.get(doc) ?? 0));
    };
    const stemmed = stem(word);
    for (const [terms, exact, begins] of /** @type {const} */ ([[found.terms, 5, 2], [found.titleterms, 12, 9]])) {
      for (const [term, docs] of Object.entries(terms)) {
        if (term === word || term === stemmed) add(docs, exact);
        else if (word.length > 1 && term.startsWith(word)) add(docs, begins);
        else if (word.length > 3 && term.includes(word)) add(docs, begins / 2);
      }
    }
    found.titles.forEach((title, doc) => {
      const at = title.toLowerCase().indexOf(word);
      if (at >= 0) add(doc, at === 0 ? 16 : /[\s\p{P}]/u.test(title[at - 1]) ? 13 : 4);
    });
    return scores;
  };

  /** @param {Index} found @param {string} query @returns {Hit[]} */
  const find = (found, query) => {
    const parts = query.toLowerCase().split(/[^\p{L}\p{M}\p{N}_]+/u).filter(Boolean);
    if (!parts.length) return [];
    const each = parts.map((word) => scoresOf(found, word));
    /** @type {Hit[]} */
    const hits = [];
    for (const [doc, first] of each[0]) {
      let score = first;
      for (const other of each.slice(1)) {
        const next = other.get(doc);
        if (next === undefined) { score = 0; break; }
        score += next;
      }
      if (!score) continue;
      const title = found.titles[doc];
      // Of two titles with the words, the shorter one is meant; schemas come after what uses them.
      const share = parts.length / Math.max(parts.length, title.split(" ").length);
      const weight = placeOf(found.docnames[doc]).method === "schema" ? 0.5 : 1;
      hits.push({ doc, score: (score / parts.length) * (0.75 + share / 4) * weight, title, anchor: "" });
    }
    for (const [title, where] of Object.entries(found.alltitles)) {
      // What stands on every operation page leads nowhere in particular.
      if (where.length > 4) continue;
      const text = title.toLowerCase();
      if (!parts.every((word) => text.includes(word))) continue;
      for (const [doc, anchor] of where) if (anchor) hits.push({ doc, score: 8, title, anchor });
    }
    return hits.sort((a, b) => b.score - a.score || a.doc - b.doc);
  };

  // -- where a page belongs -----------------------------------------------------------------

  /** @param {string} docname */
  const placeOf = (docname) => {
    const [section, method, version, language] = places.pages[docname] ?? [-1, -1, -1, -1];
    return {
      section: places.sections[section] ?? "",
      method: places.methods[method] ?? "",
      version: places.places[version] ?? "",
      language: places.places[language] ?? "",
    };
  };

  /** @param {string} docname */
  const urlOf = (docname) => {
    // @ts-ignore: a constant of documentation_options.js
    const options = typeof DOCUMENTATION_OPTIONS === "undefined" ? null : DOCUMENTATION_OPTIONS;
    if (options?.BUILDER === "dirhtml") {
      return up + (docname === "index" ? "" : `${docname.replace(/\/index$/, "")}/`);
    }
    return `${up}${docname}${options?.LINK_SUFFIX ?? ".html"}`;
  };

  // -- the dialog ---------------------------------------------------------------------------

  /** @param {string} tag @param {Record<string, string>} attributes @param {...(Node | string)} children */
  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };

  const field = /** @type {HTMLInputElement} */ (make("input", {
    type: "search", role: "combobox", autocomplete: "off", spellcheck: "false", enterkeyhint: "go",
    "aria-expanded": "false", "aria-controls": "navapi-hits", "aria-autocomplete": "list",
    "aria-label": words.search ?? "Search",
    placeholder: document.querySelector(".navapi-search span")?.textContent ?? "",
  }));
  const list = make("div", { id: "navapi-hits", role: "listbox", "aria-label": words.results ?? "Results" });
  const status = make("p", { role: "status", class: "navapi-search-status" });
  const close = make("button", { type: "button", class: "navapi-search-close" }, words.close ?? "Close");
  const dialog = /** @type {HTMLDialogElement} */ (make("dialog", { class: "navapi-search-dialog", "aria-label": words.search ?? "Search" },
    make("div", { class: "navapi-search-field" }, field, close), status, list));
  document.body.append(dialog);

  /** @type {HTMLElement[]} */
  let options = [];
  let active = -1;

  /** @param {number} at */
  const setActive = (at) => {
    options[active]?.setAttribute("aria-selected", "false");
    active = options.length ? (at + options.length) % options.length : -1;
    const option = options[active];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) field.setAttribute("aria-activedescendant", option.id);
    else field.removeAttribute("aria-activedescendant");
  };

  const show = () => {
    if (!index) return;
    const query = field.value.trim();
    const found = index;
    const here = placeOf(document.body.dataset.navapiPage ?? "");
    /** @type {Map<string, Hit[]>} */
    const near = new Map();
    /** @type {Hit[]} */
    const far = [];
    let count = 0;
    for (const hit of find(found, query)) {
      const place = placeOf(found.docnames[hit.doc]);
      const matches = (place.language === here.language || !here.language || !place.language) &&
        (place.version === here.version || !here.version || !place.version);
      if (!matches) { far.push(hit); continue; }
      if (count++ >= SHOWN) continue;
      near.set(place.section, [...(near.get(place.section) ?? []), hit]);
    }
    if (far.length) near.set("\0", far.slice(0, 12));
    options = [];
    list.replaceChildren();
    for (const [section, hits] of near) {
      const id = `navapi-hits-${list.childElementCount}`;
      const group = make("div", { role: "group", "aria-labelledby": id });
      group.append(make("div", { id, class: "navapi-search-section" }, section === "\0" ? words.others ?? "Other versions and languages" : section || (words.pages ?? "Pages")));
      for (const hit of hits) group.append(optionFor(found, hit, section === "\0"));
      list.append(group);
    }
    field.setAttribute("aria-expanded", String(options.length > 0));
    status.textContent = query && !options.length ? words.nothing ?? "Nothing found" : "";
    setActive(0);
  };

  /** @param {Index} found @param {Hit} hit @param {boolean} far */
  const optionFor = (found, hit, far) => {
    const docname = found.docnames[hit.doc];
    const place = placeOf(docname);
    const option = make("a", {
      role: "option", id: `navapi-hit-${options.length}`, tabindex: "-1", "aria-selected": "false",
      class: `navapi-hit${place.method ? ` m-${place.method}` : ""}`,
      href: urlOf(docname) + (hit.anchor ? `#${hit.anchor}` : ""),
    });
    const label = document.createElement("span");
    // Titles of the index are HTML.
    label.textContent = new DOMParser().parseFromString(hit.title, "text/html").body.textContent;
    option.append(label);
    const notes = [];
    if (hit.anchor) notes.push(new DOMParser().parseFromString(found.titles[hit.doc], "text/html").body.textContent ?? "");
    if (far) notes.push([place.section, place.version, place.language].filter(Boolean).join(" · "));
    if (notes.length) option.append(make("small", {}, notes.join(" · ")));
    options.push(option);
    return option;
  };

  field.addEventListener("input", show);
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") setActive(active + 1);
    else if (event.key === "ArrowUp") setActive(active - 1);
    else if (event.key === "Enter" && options[active]) {
      // As a link, with all that a link does for Ctrl and Shift.
      options[active].dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: event.ctrlKey, metaKey: event.metaKey, shiftKey: event.shiftKey }));
    } else if (event.key === "Escape") dialog.close();
    else return;
    event.preventDefault();
  });
  list.addEventListener("pointermove", (event) => {
    const at = options.findIndex((option) => option.contains(/** @type {Node} */ (event.target)));
    if (at >= 0 && at !== active) setActive(at);
  });
  list.addEventListener("click", (event) => {
    if (/** @type {Element} */ (event.target).closest("a")) dialog.close();
  });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });

  window.navapiSearch = {
    open() {
      dialog.showModal();
      field.select();
      if (index) return;
      status.textContent = words.loading ?? "Loading";
      loadIndex().then(() => { status.textContent = ""; show(); }).catch(() => {
        const link = document.querySelector(".navapi-search");
        if (link instanceof HTMLAnchorElement) location.assign(link.href);
      });
    },
  };
})();
