// @ts-check
// The choice "Changed since": in the sidebar only the operations that are new or changed since a
// version of their document, and in the search only their pages. The list is loaded when a version
// is chosen; the choice stays in the tab.
(() => {
  "use strict";
  const KEPT = "navapi-since";
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  /** @type {[number, string, string, [string, number, number][]][]} */
  const documents = JSON.parse(script.dataset.since ?? "[]");
  const [label, any] = JSON.parse(script.dataset.words ?? '["Changed since", "Any version"]');
  const up = document.documentElement.dataset.content_root ?? navapiStorage.root.href;
  const list = document.querySelector(".navapi-sidebar > ul");

  /** Index of a document and a version, if one is chosen. */
  const chosen = () => {
    const [name, version] = navapiStorage.recall(KEPT, false, []);
    for (const [index, document, , versions] of documents)
      for (const [shown, at] of versions)
        if (document === name && shown === version) return { index, at, value: `${index} ${at}` };
    return null;
  };

  /** Docname, index of the version, group and entry of each operation, by document. */
  /** @type {Promise<[string, number, string, string][][]> | undefined} */
  let loading;
  const load = () =>
    (loading ??= new Promise((resolve, reject) => {
      const file = document.createElement("script");
      /** @type {any} */ (globalThis).navapiSinceList = resolve;
      file.src = `${up}_navapi/since.js`;
      file.onerror = () => {
        loading = undefined;
        reject(new Error(file.src));
      };
      document.head.append(file);
    }));
  const kept = async () => {
    const found = chosen();
    return found && (await load())[found.index].filter(([, last]) => last > found.at);
  };

  /** @param {string} html whose links are relative to the site's root */
  const entryOf = (html) => {
    const { body } = new DOMParser().parseFromString(html, "text/html");
    for (const link of body.querySelectorAll("a")) {
      link.href = new URL(link.getAttribute("href") ?? "", new URL(up, location.href)).href;
      if (link.pathname === location.pathname) link.setAttribute("aria-current", "page");
    }
    for (const icon of body.querySelectorAll("img:not([src*=':'])"))
      icon.setAttribute("src", up + icon.getAttribute("src"));
    return document.importNode(/** @type {Element} */ (body.firstElementChild), true);
  };

  /** @type {Element | null} */
  let own = null;
  const show = async () => {
    if (!(list instanceof HTMLElement)) return;
    list.hidden = chosen() !== null;
    const entries = await kept().catch(() => null);
    own?.remove();
    own = null;
    list.hidden = entries !== null;
    if (!entries) return;
    own = document.createElement("ul");
    let group = "";
    let place = own;
    for (const [, , around, html] of entries) {
      if (around && around !== group) {
        const details = document.createElement("details");
        details.open = true;
        const summary = document.createElement("summary");
        summary.textContent = group = around;
        place = document.createElement("ul");
        details.append(summary, place);
        const item = document.createElement("li");
        item.append(details);
        own.append(item);
      }
      place.append(entryOf(html));
    }
    list.after(own);
  };

  /** @type {HTMLSelectElement[]} */
  const selects = [];
  /** @param {() => void} changed */
  const control = (changed) => {
    const select = document.createElement("select");
    select.add(new Option(any, ""));
    for (const [index, , title, versions] of documents) {
      const options = versions.map(
        ([version, at, count]) => new Option(`${version} (${count})`, `${index} ${at}`),
      );
      if (documents.length > 1) {
        const group = document.createElement("optgroup");
        group.label = title;
        group.append(...options);
        select.append(group);
      } else select.append(...options);
    }
    select.value = chosen()?.value ?? "";
    select.onchange = () => {
      const [index, at] = select.value.split(" ").map(Number);
      const found = documents.find(([each]) => each === index);
      const version = found?.[3].find(([, each]) => each === at);
      navapiStorage.keep(KEPT, select.value && found && version ? [found[1], version[0]] : null);
      for (const other of selects) other.value = select.value;
      show();
      changed();
    };
    selects.push(select);
    // Not a label: themes move those in their sidebar.
    select.ariaLabel = label;
    const row = document.createElement("div");
    row.className = "navapi-since";
    row.append(`${label} `, select);
    return row;
  };

  const reserved = document.querySelector(".navapi-sidebar > .navapi-since");
  const choice = control(() => {});
  if (reserved) reserved.replaceWith(choice);
  else list?.before(choice);
  if (chosen()) show();
  window.navapiSince = {
    control,
    async filter() {
      const entries = await kept();
      const names = entries && new Set(entries.map(([docname]) => docname));
      return (docname) => !names || names.has(docname);
    },
  };
})();
