// @ts-check
// Enhancements of the navigation in third-party themes; every link works without it.
(() => {
  "use strict";
  /** Groups of the sidebar that the reader opened (1) or closed (0). @type {Record<string, number>} */
  let opened = {};
  try { opened = JSON.parse(sessionStorage.getItem("navapi-open") ?? "{}"); } catch { /* private mode */ }
  /** The key that identifies a group on other pages. @param {Element} group */
  const nameOf = (group) => `${group.firstChild?.textContent}${group.querySelector("a")?.href}`;
  for (const group of document.querySelectorAll(".navapi-sidebar details")) {
    const open = opened[nameOf(group)];
    if (open !== undefined) group.toggleAttribute("open", open > 0 || !!group.querySelector("[aria-current=page]"));
  }
  // Opening a group with a link goes to its first page. Keyboards and screen readers also click. In
  // the capture phase: some themes stop clicks in their sidebar.
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const group = target.closest("summary")?.parentElement;
    if (group instanceof HTMLDetailsElement && group.closest(".navapi-sidebar")) {
      if (!group.dataset.first) {
        try {
          opened[nameOf(group)] = group.open ? 0 : 1;
          sessionStorage.setItem("navapi-open", JSON.stringify(opened));
        } catch { /* private mode */ }
      } else if (!group.open) {
        event.preventDefault();
        location.assign(group.dataset.first);
      }
    }
    closeMenus(target.closest("details.navapi-menu"));
  }, true);
  /** @param {Element | null} [except] */
  const closeMenus = (except = null) => {
    for (const menu of document.querySelectorAll("details.navapi-menu[open]")) {
      if (menu !== except) menu.removeAttribute("open");
    }
  };
  // A heading is labelled by its text, without the link in it; the link by its target.
  for (const link of document.querySelectorAll(":is(h1, h2, h3, h4, h5, h6) > .headerlink")) {
    const heading = /** @type {Element} */ (link.parentElement);
    const name = [...heading.childNodes].map((part) => (part === link ? "" : part.textContent)).join("").trim();
    if (!name) continue;
    // A label belongs to one element, and the form's field already has this one.
    if (link.getAttribute("href") === "#request-body") {
      link.setAttribute("aria-hidden", "true");
      link.setAttribute("tabindex", "-1");
      continue;
    }
    heading.setAttribute("aria-label", name);
    link.setAttribute("aria-label", `${link.getAttribute("title") ?? ""}: ${name}`);
  }
  // On narrow screens tabs are a scrollable row.
  document.querySelector(".navapi-tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  document.addEventListener("keydown", (event) => {
    const menu = document.activeElement?.closest("details.navapi-menu[open]");
    if (event.key !== "Escape" || !menu) return;
    menu.removeAttribute("open");
    menu.querySelector("summary")?.focus();
  });
  // In a theme without a style sheet of ours, buttons have its link colour. After all style sheets
  // are loaded: some come after this script.
  addEventListener("load", () => {
    const operation = document.querySelector(".navapi-operation");
    if (!(operation instanceof HTMLElement) || getComputedStyle(operation).getPropertyValue("--navapi-accent")) return;
    const link = operation.appendChild(document.createElement("a"));
    link.href = "#";
    const { color } = getComputedStyle(link);
    link.remove();
    const [red, green, blue] = (color.match(/[\d.]+/g) ?? []).map((part) => (Number(part) / 255) ** 2.2);
    operation.style.setProperty("--navapi-accent", color);
    // Contrast of at least 4.5 with either.
    operation.style.setProperty("--navapi-on-accent", 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.18 ? "#fff" : "#000");
  });
  document.addEventListener("focusin", (event) => {
    closeMenus(/** @type {Element} */ (event.target).closest("details.navapi-menu"));
  });
})();
