// @ts-check
// What the navigation gains with scripts in a theme that is not ours; every link works without.
(() => {
  "use strict";
  // Opening a group that leads on goes to its first page. Keys and screen readers click, too.
  // On the way down: some themes keep clicks in their sidebar to themselves.
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const group = target.closest("summary")?.parentElement;
    if (group instanceof HTMLDetailsElement && !group.open && group.dataset.first && group.closest(".navapi-sidebar")) {
      event.preventDefault();
      location.assign(group.dataset.first);
    }
    closeMenus(target.closest("details.navapi-menu"));
  }, true);
  /** @param {Element | null} [except] */
  const closeMenus = (except = null) => {
    for (const menu of document.querySelectorAll("details.navapi-menu[open]")) {
      if (menu !== except) menu.removeAttribute("open");
    }
  };
  // On narrow screens tabs are a row to scroll.
  document.querySelector(".navapi-tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  document.addEventListener("keydown", (event) => {
    const menu = document.activeElement?.closest("details.navapi-menu[open]");
    if (event.key !== "Escape" || !menu) return;
    menu.removeAttribute("open");
    menu.querySelector("summary")?.focus();
  });
  document.addEventListener("focusin", (event) => {
    closeMenus(/** @type {Element} */ (event.target).closest("details.navapi-menu"));
  });
})();
