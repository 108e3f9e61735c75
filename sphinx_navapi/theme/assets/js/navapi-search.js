// @ts-check
// The search dialog. Results come from navapi-finder.js. Loaded by navapi-search-box.js.
(() => {
  "use strict";
  const { page, place: ownPlace, prompt, up, address, ...given } = window.navapiSearchBox;
  /** Texts from the page, later from the index. @type {Record<string, string>} */
  let words = {
    search: "Search",
    loading: "Loading",
    close: "Close",
    broken: "Search could not be loaded.",
    ...given.words,
  };
  const SHOWN = 30,
    FAR = 8;

  /**
   * @typedef {{key: string, language: string, version: string, texts: Record<string, string>}}
   *   Place
   */
  /**
   * @typedef {{docname: string, title: string, trail: string, method: string, path: string, anchor:
   *   string, heading: string, place: Place, at: string, term: string}} Hit
   */
  /** @typedef {{hits: Hit[], marks: string[], isEnough: boolean, isSure: boolean}} Found */
  /**
   * @typedef {{common: {places: Place[], stop: string[]}, search(places: Place[], query: string,
   *   signal: AbortSignal): Promise<Found>, pages(places: Place[], docnames: string[]):
   *   Promise<Hit[]>, anchor(hit: Hit): Promise<string>, text(hit: Hit): Promise<string>}} Finder
   */

  // -- the index --

  /** Scripts that are loaded; failed ones are loaded again. @type {Map<string, Promise<void>>} */
  const scripts = new Map();
  /** @param {string} path */
  const load = (path) => {
    const script = scripts.get(path) ?? run(path);
    scripts.set(path, script);
    script.catch(() => scripts.delete(path));
    return script;
  };
  /** @param {string} path @returns {Promise<void>} */
  const run = (path) =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = up + path;
      script.onload = () => resolve();
      script.onerror = () => {
        script.remove();
        reject(new Error(path));
      };
      document.head.append(script);
    });

  /** @type {Map<string, string>} */
  const stems = new Map();
  /** @type {{stemWord(word: string): string} | null | undefined} */
  let stemmer;
  /** @param {string} word @returns {string} */
  const stem = (word) => {
    try {
      // @ts-ignore: a class of language_data.js, whose form depends on the version of Sphinx
      if (stemmer === undefined) stemmer = typeof Stemmer === "function" ? new Stemmer() : null;
    } catch {
      stemmer = null;
    }
    let known = stems.get(word);
    if (known === undefined) stems.set(word, (known = stemmer ? stemmer.stemWord(word) : word));
    return known;
  };

  /** @type {Promise<Finder> | null} */
  let loading = null;
  /** The reader's current places, including those without version or language. @type {Place[]} */
  let near = [];
  /** @type {Place[]} */
  let far = [];

  /** @returns {Promise<Finder>} */
  const finder = () =>
    (loading ??= (async () => {
      await Promise.all([
        window.navapiFinder ? null : load("_static/js/navapi-finder.js"),
        // Some themes load it themselves, and it cannot be loaded twice.
        // @ts-ignore: a constant of language_data.js
        typeof stopwords === "undefined" && load("_static/language_data.js").catch(() => {}),
      ]);
      /** @type {Finder} */
      const found = await /** @type {any} */ (window.navapiFinder).start(
        (/** @type {string} */ path) => load(`_navapi/${path}.js`),
        stem,
      );
      const { places } = found.common;
      const [language, version] = (ownPlace ?? places[0]?.key ?? "/").split(/\/(.*)/s);
      for (const place of places) {
        const [other, number] = place.key.split(/\/(.*)/s);
        const isNear =
          (!other || !language || other === language) &&
          (!number || !version || number === version);
        (isNear ? near : far).push(place);
      }
      const own = near.find((place) => place.key === ownPlace) ?? near[0];
      words = { ...words, ...own?.texts };
      list.setAttribute("aria-label", words.results ?? "Results");
      return found;
    })().catch((error) => {
      loading = null;
      throw error;
    }));

  /** @param {string} docname */
  const urlOf = (docname) => {
    // @ts-ignore: a constant of documentation_options.js
    const options = typeof DOCUMENTATION_OPTIONS === "undefined" ? null : DOCUMENTATION_OPTIONS;
    if (options?.BUILDER === "dirhtml") {
      return up + (docname === "index" ? "" : `${docname.replace(/\/index$/, "")}/`);
    }
    return `${up}${docname}${options?.LINK_SUFFIX ?? ".html"}`;
  };

  /** @param {Hit} hit */
  const addressOf = (hit) => urlOf(hit.docname) + (hit.anchor ? `#${encodeURI(hit.anchor)}` : "");

  // -- the dialog --

  /**
   * @param {string} tag
   * @param {Record<string, string>} attributes
   * @param {...(Node | string)} children
   */
  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };

  const field = /** @type {HTMLInputElement} */ (
    make("input", {
      type: "search",
      role: "combobox",
      autocomplete: "off",
      spellcheck: "false",
      enterkeyhint: "go",
      "aria-expanded": "false",
      "aria-controls": "navapi-hits",
      "aria-autocomplete": "list",
      "aria-label": words.search,
      placeholder: prompt,
    })
  );
  const list = make("div", { id: "navapi-hits", role: "listbox" });
  const status = make("div", { role: "status", class: "navapi-search-status" });
  const close = make("button", { type: "button", class: "navapi-search-close" }, words.close);
  const dialog = /** @type {HTMLDialogElement} */ (
    make(
      "dialog",
      { class: "navapi-search-dialog", "aria-label": words.search },
      make("div", { class: "navapi-search-field" }, field, close),
      status,
      list,
    )
  );
  document.body.append(dialog);
  const style = make("link", { rel: "stylesheet", href: `${up}_static/css/navapi-search.css` });
  const isStyled = new Promise((resolve) => {
    style.onload = style.onerror = resolve;
  });
  document.head.append(style);

  const since = window.navapiSince;
  if (since) status.before(since.control(() => show()));

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

  /**
   * A message instead of results, or the number of results for screen readers.
   * @param {(Node | string)[]} content @param {boolean} [isSeen]
   */
  const tell = (content, isSeen = true) => {
    status.classList.toggle("navapi-hidden", !isSeen);
    status.replaceChildren(...content);
  };

  /** @param {string} text @param {RegExp | null} marks @returns {(Node | string)[]} */
  const marked = (text, marks) =>
    marks ? text.split(marks).map((part, i) => (i % 2 ? make("mark", {}, part) : part)) : [text];

  /**
   * The pattern to highlight: the words as typed, and other forms that were found.
   * @param {string} query @param {string[]} terms @param {string[]} stop
   */
  const marksOf = (query, terms, stop) => {
    const typed = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
    const own = typed.filter((word) => !stop.includes(word));
    const used = own.length ? own : typed;
    const others = terms
      .filter((term) => term.length > 2 && !used.some((word) => term.startsWith(word)))
      .slice(0, 80);
    const all = [...used, ...others].sort((a, b) => b.length - a.length);
    return all.length ? new RegExp(`(?<![\\p{L}\\p{N}])(${all.join("|")})`, "giu") : null;
  };

  /** @param {Hit} hit @param {RegExp | null} marks @param {boolean} isFar */
  const optionFor = (hit, marks, isFar) => {
    const option = make("a", {
      role: "option",
      id: `navapi-hit-${options.length}`,
      tabindex: "-1",
      "aria-selected": "false",
      class: hit.method ? `navapi-hit m-${hit.method}` : "navapi-hit",
      href: addressOf(hit),
    });
    option.append(make("span", {}, ...marked(hit.title, marks)));
    const trail = [hit.trail, hit.heading].filter(Boolean).join(" › ");
    const notes = isFar ? [hit.place.version, hit.place.language, trail] : [trail];
    const small = make("small", {});
    // The title of an operation without a summary ends with the path.
    if (hit.path && hit.method !== "schema" && !hit.title.endsWith(hit.path))
      small.append(make("code", {}, ...marked(hit.path, marks)), " ");
    small.append(...marked(notes.filter(Boolean).join(" · "), marks));
    option.append(small);
    options.push(option);
    return option;
  };

  /**
   * Show the text of a hit below it, starting a little before the first match.
   * @param {Finder} found @param {Hit} hit @param {HTMLElement} option @param {RegExp | null} marks
   */
  const putExcerpt = async (found, hit, option, marks) => {
    const excerpt = make("small", { class: "navapi-hit-text" });
    option.append(excerpt);
    const text = await found.text(hit);
    const at = marks ? text.search(marks) : -1;
    if (at < 0 && words[hit.at])
      excerpt.append(`${words[hit.at]}: `, make("code", {}, make("mark", {}, hit.term)), " ");
    const from = at > 80 ? text.lastIndexOf(" ", at - 40) + 1 : 0;
    excerpt.append(...marked((from ? "…" : "") + text.slice(from, from + 240), marks));
    if (!excerpt.textContent) excerpt.remove();
  };

  /** @param {string} label @param {Node[]} rows */
  const addGroup = (label, rows) => {
    const id = `navapi-hits-${list.childElementCount}`;
    list.append(
      make(
        "div",
        { role: "group", "aria-labelledby": id },
        make("div", { id, class: "navapi-search-section" }, label),
        ...rows,
      ),
    );
  };

  /** @param {Finder} found */
  const showRecent = async (found) => {
    /** @type {string[]} */
    const names = navapiStorage.recall("navapi-recent", true, []);
    const hits = await found.pages(
      [...near, ...far.filter((place) => place.key === ownPlace)],
      names.filter((name) => name !== page),
    );
    return () => {
      if (hits.length)
        addGroup(
          words.recent ?? "",
          hits.map((hit) => optionFor(hit, null, false)),
        );
      tell([]);
    };
  };

  /**
   * @param {Finder} found
   * @param {string} query
   * @param {AbortSignal} signal
   * @param {boolean} everywhere
   */
  const showFound = async (found, query, signal, everywhere) => {
    const isKept = await since?.filter();
    /** @param {Place[]} places */
    const search = async (places) => {
      const result = await found.search(places, query, signal);
      if (isKept) result.hits = result.hits.filter((hit) => isKept(hit.docname));
      return result;
    };
    const own = await search(near);
    const isWide = everywhere || !own.isEnough;
    const others = isWide && far.length ? await search(far) : null;
    // The first result may be followed at once; the others get the anchors of fields later.
    if (own.hits[0]) own.hits[0].anchor = await found.anchor(own.hits[0]);
    const marks = marksOf(query, [...own.marks, ...(others?.marks ?? [])], found.common.stop);
    return () => {
      const hits = own.hits.slice(0, SHOWN),
        more = (others?.hits ?? []).slice(0, FAR);
      const showOwn = () => {
        if (hits.length) list.append(...hits.map((hit) => optionFor(hit, marks, false)));
      };
      // A query in another language finds its pages first.
      const isForeign = !own.isSure && others?.isSure;
      const all = isForeign ? [...more, ...hits] : [...hits, ...more];
      if (!isForeign) showOwn();
      if (more.length)
        addGroup(
          words.others ?? "",
          more.map((hit) => optionFor(hit, marks, true)),
        );
      if (isForeign) showOwn();
      all.forEach(async (hit, i) => {
        const option = options[i];
        hit.anchor = await found.anchor(hit);
        option.setAttribute("href", addressOf(hit));
      });
      all.forEach((hit, i) => {
        putExcerpt(found, hit, options[i], marks).catch(() => {});
      });
      const count = hits.length + more.length;
      if (!isWide && far.length) list.append(moreOption());
      if (count) tell([`${words.results}: ${count}`], false);
      else tell([make("strong", {}, `${words.none}: “${query}”`), make("p", {}, words.hint ?? "")]);
      shown = { query, count };
      field.dispatchEvent(
        new CustomEvent("navapi:search", { bubbles: true, detail: { query, count } }),
      );
    };
  };

  const moreOption = () => {
    const option = make(
      "a",
      {
        role: "option",
        id: `navapi-hit-${options.length}`,
        tabindex: "-1",
        "aria-selected": "false",
        class: "navapi-hit navapi-hit-more",
      },
      words.others ?? "",
    );
    options.push(option);
    return option;
  };

  let controller = new AbortController();
  let shown = { query: "", count: 0 };
  /** Enter was pressed before there were results. */
  let isEager = false;

  const show = async (everywhere = false) => {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    const query = field.value.trim();
    dialog.dataset.busy = "";
    try {
      if (!loading) tell([words.loading]);
      const found = await finder();
      const draw = query
        ? await showFound(found, query, signal, everywhere)
        : await showRecent(found);
      if (signal.aborted) return;
      const at = everywhere ? active : 0;
      options = [];
      list.replaceChildren();
      draw();
      setActive(at);
      if (isEager && query) follow(new MouseEvent("click", { bubbles: true, cancelable: true }));
    } catch (error) {
      if (signal.aborted) return;
      options = [];
      list.replaceChildren();
      const href = `${address}?q=${encodeURIComponent(query)}`;
      tell([make("strong", {}, words.broken), make("p", {}, make("a", { href }, words.search))]);
      console.error(error);
    }
    isEager = false;
    field.setAttribute("aria-expanded", String(options.length > 0));
    delete dialog.dataset.busy;
  };

  /** Like a link, including Ctrl and Shift. @param {MouseEvent | KeyboardEvent} event */
  const follow = (event) =>
    options[active]?.dispatchEvent(
      new MouseEvent("click", {
        bubbles: true,
        cancelable: true,
        ctrlKey: event.ctrlKey,
        metaKey: event.metaKey,
        shiftKey: event.shiftKey,
      }),
    );

  field.addEventListener("input", () => show());
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") setActive(active + 1);
    else if (event.key === "ArrowUp") setActive(active - 1);
    else if (event.key === "Enter") {
      if ("busy" in dialog.dataset) isEager = true;
      else follow(event);
    } else if (event.key === "Escape") dialog.close();
    else return;
    event.preventDefault();
  });
  list.addEventListener("pointermove", (event) => {
    const at = options.findIndex((option) => option.contains(/** @type {Node} */ (event.target)));
    if (at >= 0 && at !== active) setActive(at);
  });
  list.addEventListener("click", (event) => {
    const option = /** @type {Element} */ (event.target).closest("a");
    if (!option) return;
    if (!option.href) {
      show(true);
      return;
    }
    if (field.value.trim())
      field.dispatchEvent(
        new CustomEvent("navapi:search", { bubbles: true, detail: { ...shown, url: option.href } }),
      );
    dialog.close();
  });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });

  window.navapiSearch = {
    ready: isStyled,
    open(query, isSent = false) {
      if (dialog.open) return;
      // Joined to this script in other themes.
      if (globalThis.navapiColors) dialog.dataset.scheme = navapiColors.isDark() ? "dark" : "light";
      dialog.showModal();
      field.select();
      if (!query && field.value && options.length) return;
      if (query) field.value = query;
      isEager = isSent;
      show();
    },
  };
})();
