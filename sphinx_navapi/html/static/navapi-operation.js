// @ts-check
// Enhancements of operation pages: copy buttons, one language for all samples, links to fields, and
// deep schemas that open in place. Everything is readable without it.
(() => {
  "use strict";
  const CLIENT = "navapi-client";
  /** The texts used here; pages in other languages bring their own. */
  const words = { copy: "Copy", copied: "Copied", failed: "Press Ctrl+C", field: "Link to this field", more: "More", all: "Show all", expand: "Expand all", filter: "Filter properties" };

  /** @param {string} text @param {HTMLElement} button */
  const copy = async (text, button) => {
    const label = button.textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = words.copied;
    } catch {
      button.textContent = words.failed;
    }
    setTimeout(() => { button.textContent = label; }, 1500);
  };

  /** @param {ParentNode} root */
  const addCopyButtons = (root) => {
    for (const button of root.querySelectorAll(".navapi-copy[data-copy]")) {
      if (!(button instanceof HTMLElement)) continue;
      button.hidden = false;
      button.onclick = () => copy(button.parentElement?.querySelector("code")?.textContent ?? "", button);
    }
    for (const pre of root.querySelectorAll(".navapi-samples pre")) {
      const code = pre.querySelector("code");
      if (!code || pre.querySelector(".navapi-copy")) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "navapi-copy";
      button.textContent = words.copy;
      button.onclick = () => copy(code.textContent ?? "", button);
      pre.prepend(button);
    }
  };

  // -- one of several -----------------------------------------------------------------------

  /** @returns {string | null} */
  const rememberedClient = () => {
    try { return localStorage.getItem(CLIENT); } catch { return null; }
  };

  /** @param {string} client @param {Element | null} except the browser opens this one itself */
  const openClient = (client, except = null) => {
    for (const details of document.querySelectorAll(".navapi-switch > details[data-client]")) {
      if (details instanceof HTMLDetailsElement && details.dataset.client === client && details !== except) {
        details.open = true;
      }
    }
  };

  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const summary = target?.closest(".navapi-switch > details > summary");
    if (!summary) return;
    const details = /** @type {HTMLDetailsElement} */ (summary.parentElement);
    if (details.open) {
      event.preventDefault(); // a tab that is shown stays
    } else if (details.dataset.client) {
      try { localStorage.setItem(CLIENT, details.dataset.client); } catch { /* private mode */ }
      openClient(details.dataset.client, details);
    }
  });

  document.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const summary = document.activeElement?.closest(".navapi-switch > details > summary");
    if (!step || !summary) return;
    const all = [...(summary.parentElement?.parentElement?.querySelectorAll(":scope > details > summary") ?? [])]
      .filter((one) => one.checkVisibility());
    const rtl = getComputedStyle(summary).direction === "rtl" ? -1 : 1;
    const next = all[(all.indexOf(summary) + step * rtl + all.length) % all.length];
    if (next instanceof HTMLElement) {
      next.focus();
      if (!next.parentElement?.hasAttribute("open")) next.click();
      event.preventDefault();
    }
  });

  /** Buttons for languages that do not fit into the tab bar; the style sheet decides which. */
  const addMenus = () => {
    for (const row of document.querySelectorAll(".navapi-samples .navapi-switch:has(> [data-client])")) {
      const all = /** @type {HTMLDetailsElement[]} */ ([...row.children]);
      if (all.length < 4) continue;
      const menu = document.createElement("select");
      menu.className = "navapi-more";
      menu.ariaLabel = words.more;
      menu.add(new Option(words.more));
      menu.options[0].hidden = true;
      for (const details of all.slice(3)) menu.add(new Option(details.firstElementChild?.textContent ?? ""));
      const follow = () => { menu.selectedIndex = Math.max(0, all.findIndex((details) => details.open) - 2); };
      menu.onchange = () => { all[menu.selectedIndex + 2].querySelector("summary")?.click(); };
      row.addEventListener("toggle", follow, true);
      row.append(menu);
      follow();
    }
  };

  /** A sample cut by the style sheet gets a button that expands it. */
  const folds = new ResizeObserver((entries) => {
    for (const { target: pre } of entries) {
      const known = pre.nextElementSibling;
      const isCut = pre.clientHeight > 0 && pre.scrollHeight > pre.clientHeight + 1;
      if (isCut === Boolean(known) || !pre.clientHeight) continue;
      if (known) { known.remove(); continue; }
      const button = document.createElement("button");
      button.type = "button";
      button.className = "navapi-all";
      button.textContent = words.all;
      button.onclick = () => {
        pre.classList.add("navapi-whole");
        pre.querySelector("button")?.focus();
      };
      pre.after(button);
    }
  });
  const foldSamples = () => {
    for (const pre of document.querySelectorAll(".navapi-samples .navapi-switch pre")) {
      if (getComputedStyle(pre).overflowY === "hidden") folds.observe(pre);
    }
  };

  // -- links to fields ----------------------------------------------------------------------

  const openTarget = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    const target = id && document.getElementById(id);
    if (!target || !target.closest(".navapi-fields, .navapi-schema, .navapi-responses")) return;
    let opened = false;
    for (let at = target; at; at = /** @type {HTMLElement} */ (at.parentElement)) {
      if (at instanceof HTMLDetailsElement && !at.open) opened = at.open = true;
    }
    if (opened) target.scrollIntoView();
  };

  document.addEventListener("pointerover", (event) => {
    const line = event.target instanceof Element && event.target.closest(".navapi-fields > li[id] > div");
    if (!line || line.querySelector(".navapi-anchor")) return;
    const anchor = document.createElement("a");
    anchor.className = "navapi-anchor";
    anchor.href = `#${encodeURIComponent(line.parentElement?.id ?? "")}`;
    anchor.textContent = "#";
    anchor.title = words.field;
    line.append(anchor);
  });

  // -- long schemas -------------------------------------------------------------------------

  const MANY = 30;

  /** Above a schema: a button that expands all of it, and a property search. */
  const addTools = () => {
    for (const schema of document.querySelectorAll(".navapi-schema")) {
      const closed = ":scope > .navapi-fields details:not(.navapi-switch > *)";
      const rows = /** @type {NodeListOf<HTMLElement>} */ (schema.querySelectorAll(":scope > .navapi-fields > li"));
      const tools = document.createElement("div");
      tools.className = "navapi-tools-row";
      if (rows.length > MANY) {
        const field = document.createElement("input");
        field.type = "search";
        field.placeholder = field.ariaLabel = words.filter;
        field.oninput = () => {
          const wanted = field.value.trim().toLowerCase();
          for (const row of rows) row.hidden = !row.querySelector("code")?.textContent?.toLowerCase().includes(wanted);
        };
        tools.append(field);
      }
      if (schema.querySelectorAll(closed).length > 1) {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "navapi-copy";
        button.textContent = words.expand;
        button.onclick = () => {
          for (const one of schema.querySelectorAll(closed)) /** @type {HTMLDetailsElement} */ (one).open = true;
        };
        tools.append(button);
      }
      if (!tools.firstChild) continue;
      // Beside the media type or name, it takes no extra space.
      const line = schema.previousElementSibling?.matches(".navapi-media") ? schema.previousElementSibling : schema.querySelector(":scope > .navapi-type");
      if (line) line.append(tools);
      else schema.querySelector(":scope > .navapi-fields")?.before(tools);
    }
  };

  // -- deep schemas -------------------------------------------------------------------------

  /** @param {HTMLAnchorElement} link */
  const openInPlace = async (link) => {
    link.setAttribute("aria-busy", "true");
    const answer = await fetch(link.href.split("#")[0]);
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const schema = page.querySelector(".navapi-schema");
    if (!schema) throw new Error("no schema");
    for (const element of schema.querySelectorAll("[id]")) element.removeAttribute("id");
    schema.removeAttribute("id");
    for (const other of schema.querySelectorAll("a[href]")) {
      const href = other.getAttribute("href") ?? "";
      // Links to its own fields lead to its page, because their ids are removed here.
      other.setAttribute("href", new URL(href, answer.url).href);
    }
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    summary.textContent = link.textContent;
    details.append(summary, document.importNode(schema, true));
    details.open = true;
    (link.closest("small, .navapi-option") ?? link).replaceWith(details);
    summary.focus();
  };

  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a.navapi-deeper");
    if (!(link instanceof HTMLAnchorElement) || !location.protocol.startsWith("http")) return;
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    openInPlace(link).catch(() => location.assign(link.href));
  });

  const start = () => {
    const said = document.querySelector("[data-navapi-words]")?.getAttribute("data-navapi-words");
    Object.assign(words, JSON.parse(said ?? "{}"));
    addCopyButtons(document);
    addMenus();
    foldSamples();
    addTools();
    const client = rememberedClient();
    if (client) openClient(client);
    openTarget();
    addEventListener("hashchange", openTarget);
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
