// @ts-check
// A heading is labeled by its text, without the link in it; the link by its target. Part of the
// theme's script; elsewhere it is joined in front of `navapi.js`.
(() => {
  "use strict";
  for (const link of document.querySelectorAll(":is(h1, h2, h3, h4, h5, h6) > .headerlink")) {
    const heading = /** @type {Element} */ (link.parentElement);
    const name = [...heading.childNodes]
      .map((part) => (part === link ? "" : part.textContent))
      .join("")
      .trim();
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
})();
