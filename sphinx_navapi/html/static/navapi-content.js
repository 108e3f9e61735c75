// @ts-check
// What components gain with scripts: links into tabs and dropdowns open them, updates can be
// filtered by their tags. Without it everything can be read.
(() => {
  "use strict";

  const reveal = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    const target = id && document.getElementById(id);
    if (!target) return;
    let opened = false;
    for (let at = /** @type {Element | null} */ (target); at; at = at.parentElement) {
      if (at instanceof HTMLDetailsElement && !at.open) opened = at.open = true;
      const label = at instanceof HTMLLabelElement ? at : at.matches(".sd-tab-content") ? at.previousElementSibling : null;
      const input = label instanceof HTMLLabelElement && document.getElementById(label.htmlFor);
      if (input instanceof HTMLInputElement && !input.checked) opened = input.checked = true;
    }
    if (opened) target.scrollIntoView();
  };

  const addFilter = () => {
    const updates = [...document.querySelectorAll(".navapi-update[data-tags]")];
    /** @param {Element} update @returns {string[]} */
    const tagsOf = (update) => JSON.parse(update.getAttribute("data-tags") ?? "[]");
    const tags = new Set(updates.flatMap(tagsOf));
    const first = document.querySelector(".navapi-update");
    if (tags.size < 2 || !first) return;
    const bar = document.createElement("div");
    bar.className = "navapi-update-filter";
    bar.setAttribute("role", "group");
    const chosen = new Set();
    for (const tag of tags) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = tag;
      button.setAttribute("aria-pressed", "false");
      button.addEventListener("click", () => {
        if (!chosen.delete(tag)) chosen.add(tag);
        button.setAttribute("aria-pressed", String(chosen.has(tag)));
        for (const update of document.querySelectorAll(".navapi-update")) {
          const shown = !chosen.size || tagsOf(update).some((each) => chosen.has(each));
          /** @type {HTMLElement} */ (update).hidden = !shown;
        }
      });
      bar.append(button);
    }
    first.before(bar);
  };

  document.addEventListener("change", (event) => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || !input.matches(".navapi-tabset > input")) return;
    const label = input.nextElementSibling;
    if (label?.id) history.replaceState(history.state, "", `#${encodeURIComponent(label.id)}`);
  });

  const start = () => {
    addFilter();
    reveal();
    addEventListener("hashchange", reveal);
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
