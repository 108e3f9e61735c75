// @ts-check
// What the browser keeps belongs to one site: every key begins with the site's root, since one
// host may serve several sites. The first script of the theme's pages; elsewhere it is joined in
// front of the scripts that use it.
globalThis.navapiStorage ??= (() => {
  "use strict";
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  // Not every theme names the root.
  const up = document.documentElement.dataset.content_root ?? script.src.split("_static/")[0];
  const root = new URL(up, location.href);

  /** @param {string} name @param {boolean} [lasting] beyond the tab @returns {[Storage, string]} */
  const place = (name, lasting) => [
    lasting ? localStorage : sessionStorage,
    `${root.pathname} ${name}`,
  ];
  /** @param {unknown} value */
  const kindOf = (value) => Object.prototype.toString.call(value);
  return {
    root,
    recall(name, lasting, other = null) {
      try {
        const [storage, key] = place(name, lasting);
        const value = JSON.parse(storage.getItem(key) ?? "null");
        return !other || kindOf(value) === kindOf(other) ? value : other;
      } catch {
        return other; // private mode
      }
    },
    keep(name, value, lasting) {
      try {
        const [storage, key] = place(name, lasting);
        if (value === null) storage.removeItem(key);
        else storage.setItem(key, JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
    samePlace(address) {
      try {
        const { href } = new URL(String(address), location.href);
        return typeof address === "string" && href.startsWith(root.href) ? href : "";
      } catch {
        return "";
      }
    },
  };
})();
