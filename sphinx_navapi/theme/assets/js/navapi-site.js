// @ts-check
// Per-reader state of the site: closed banners, and the chosen version, language and product.
(() => {
  "use strict";
  const { recall, keep } = navapiStorage;

  const banner = document.querySelector(".navapi-banner");
  if (banner instanceof HTMLElement) {
    banner.querySelector("button")?.addEventListener("click", () => {
      keep("navapi-banner", banner.dataset.banner, true);
      banner.hidden = true;
      document.querySelector("main")?.focus({ preventScroll: true });
    });
  }

  // -- choices --

  const kinds = ["navapi-languages", "navapi-products", "navapi-versions"];
  const root = navapiStorage.root.pathname;
  const CHOICE = "navapi-choice";
  /** @returns {Record<string, string>} */
  const choices = () => recall(CHOICE, true, {});
  /** @param {Element} link */
  const nameOf = (link) => link.querySelector("span")?.textContent ?? "";

  document.addEventListener(
    "click",
    (event) => {
      const link =
        event.target instanceof Element ? event.target.closest(".navapi-selectors a[href]") : null;
      const kind = kinds.find((name) => link?.closest(`.${name}`));
      if (!link || !kind) return;
      keep(CHOICE, { ...choices(), [kind]: nameOf(link) }, true);
      // The same place in another language or version, as in navapi.js.
      if (link instanceof HTMLAnchorElement && kind !== "navapi-products")
        link.hash ||= location.hash;
    },
    true,
  );

  // Readers who enter at the root are taken to their last choice. Links within the site, reloading
  // and going back show the requested page.
  const first = location.pathname === root || location.pathname === `${root}index.html`;
  const arrived = performance.getEntriesByType("navigation")[0];
  const navigated = arrived instanceof PerformanceNavigationTiming && arrived.type === "navigate";
  const inside = document.referrer !== "" && document.referrer.startsWith(navapiStorage.root.href);
  if (first && navigated && !inside && !location.hash && !location.search) {
    const chosen = choices();
    for (const kind of kinds) {
      const link = [...document.querySelectorAll(`.navapi-selectors .${kind} a[href]`)].find(
        (a) => nameOf(a) === chosen[kind],
      );
      if (!(link instanceof HTMLAnchorElement) || link.hasAttribute("aria-current")) continue;
      if (link.origin === location.origin) location.replace(link.href);
      break;
    }
  }
})();
