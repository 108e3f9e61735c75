// @ts-check
// Per-reader state of the site: closed banners, and the chosen version, language and product.
(() => {
  "use strict";
  /** @param {string} key */
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  /** @param {string} key @param {string} value */
  const save = (key, value) => {
    try {
      localStorage.setItem(key, value);
    } catch {
      /* private mode */
    }
  };

  const banner = document.querySelector(".navapi-banner");
  if (banner instanceof HTMLElement) {
    banner.querySelector("button")?.addEventListener("click", () => {
      save("navapi-banner", banner.dataset.banner ?? "");
      banner.hidden = true;
      document.querySelector("main")?.focus({ preventScroll: true });
    });
  }

  // -- choices --

  const kinds = ["navapi-languages", "navapi-products", "navapi-versions"];
  const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href)
    .pathname;
  // One host may serve several sites.
  const key = `navapi-choice ${root}`;
  /** @returns {Record<string, string>} */
  const choices = () => {
    try {
      return JSON.parse(read(key) ?? "{}") ?? {};
    } catch {
      return {};
    }
  };
  /** @param {Element} link */
  const nameOf = (link) => link.querySelector("span")?.textContent ?? "";

  document.addEventListener(
    "click",
    (event) => {
      const link =
        event.target instanceof Element ? event.target.closest(".navapi-selectors a[href]") : null;
      const kind = kinds.find((name) => link?.closest(`.${name}`));
      if (!link || !kind) return;
      save(key, JSON.stringify({ ...choices(), [kind]: nameOf(link) }));
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
  const inside =
    document.referrer !== "" && document.referrer.startsWith(new URL(root, location.href).href);
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
