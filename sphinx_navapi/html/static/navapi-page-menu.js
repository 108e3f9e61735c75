// @ts-check
// The menu of a page: what it copies, and addresses that are known only where the site is. Its
// links lead somewhere without it. Loaded on pages that have a menu.
(() => {
  "use strict";
  const menus = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".navapi-page-menu, .navapi-page-list"));
  if (!menus.length) return;
  const { root = "./", markdown = "", copied = "", failed = "" } = menus[0].dataset;
  const isServed = location.protocol.startsWith("http");
  const page = new URL(markdown || location.href, location.href);
  page.hash = "";
  const mcp = new URL(`${root}mcp`, location.href).href;
  /** @type {Record<string, string>} */
  const values = { page: page.href, path: location.pathname, mcp, config: btoa(JSON.stringify({ url: mcp })) };
  /** @param {string} text @param {(value: string) => string} write @param {string} content */
  const filled = (text, write, content) => text.replace(/\{(page|path|mcp|config|text)\}/g,
    (_, name) => write(name === "text" ? content : values[name]));

  /** What a reader who does not see it is told, by each. @type {Map<HTMLElement, HTMLElement>} */
  const told = new Map();
  for (const menu of menus) {
    const status = document.createElement("span");
    status.className = "navapi-sr";
    status.setAttribute("role", "status");
    menu.append(status);
    told.set(menu, status);
  }

  /** @param {HTMLElement} link @param {string} text */
  const tell = (link, text) => {
    const label = link.querySelector("span") ?? link;
    const before = label.dataset.label ?? label.textContent ?? "";
    label.dataset.label = before;
    const status = told.get(/** @type {HTMLElement} */ (link.closest(".navapi-page-menu, .navapi-page-list"))) ?? label;
    label.textContent = status.textContent = text;
    setTimeout(() => { status.textContent = ""; label.textContent = before; }, 1500);
  };
  const read = async () => {
    const answer = await fetch(page);
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.text();
  };
  /** @param {HTMLAnchorElement} link @param {() => Promise<string>} text */
  const copy = async (link, text) => {
    let content;
    try {
      content = await text();
    } catch {
      location.assign(link.href); // the Markdown itself, to be copied by hand
      return;
    }
    try {
      await navigator.clipboard.writeText(content);
      tell(link, copied);
    } catch {
      tell(link, failed);
    }
  };

  for (const link of [...menus].flatMap((menu) => [...menu.querySelectorAll("a")])) {
    const { href, text } = link.dataset;
    const isButton = text !== undefined || "copy" in link.dataset;
    if (href !== undefined && !link.hasAttribute("href")) link.href = filled(href, encodeURIComponent, page.href);
    if (text !== undefined) {
      link.href = mcp;
      link.addEventListener("click", (event) => {
        event.preventDefault();
        copy(link, async () => filled(text, String, ""));
      });
    } else if (isButton && isServed) {
      link.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        copy(link, read);
      });
    } else if (href?.includes("{text}") && markdown && isServed) {
      link.addEventListener("click", async (event) => {
        event.preventDefault();
        // What is longer, servers refuse in an address.
        const content = await read().catch(() => page.href);
        open(filled(href, encodeURIComponent, content.slice(0, 6000)), "_blank", "noopener");
      });
    }
    if (isButton && (text !== undefined || isServed)) {
      link.setAttribute("role", "button");
      link.addEventListener("keydown", (event) => {
        if (event.key === " ") { event.preventDefault(); link.click(); }
      });
    }
  }
})();
