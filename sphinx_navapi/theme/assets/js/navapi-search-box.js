// @ts-check
// Opens the search dialog, which is loaded then: from its button, by keys, and in other themes from
// their own search box. Notes the pages that were opened, which the empty dialog lists.
(() => {
  "use strict";
  const root = document.documentElement;
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  // In other themes the script has what the page has in ours.
  const isOwn = document.body.dataset.navapiPage !== undefined;
  const {
    navapiPage = "",
    place,
    words,
    search,
    prompt,
  } = (isOwn ? document.body : script).dataset;
  const button = document.querySelector("a.navapi-search");
  const address =
    button instanceof HTMLAnchorElement
      ? button.href
      : search && new URL(search, location.href).href;
  if (!address) return;
  window.navapiSearchBox = {
    page: navapiPage,
    place,
    words: JSON.parse(words ?? "{}"),
    prompt: prompt ?? button?.querySelector("span")?.textContent ?? "",
    up: root.dataset.content_root ?? navapiStorage.root.href,
    address,
  };
  const { up } = window.navapiSearchBox;

  let isOpening = false;
  /** @param {HTMLInputElement} [box] what was typed moves from it to the dialog */
  const open = async (box) => {
    const field = document.querySelector("#search-documentation ~ form input[name=q]");
    if (field instanceof HTMLElement && !box) {
      field.focus();
      return;
    } // the search page itself
    if (isOpening || document.querySelector("dialog[open]")) return;
    isOpening = true;
    const typed = window.navapiSearch || box ? null : waitingField();
    /** @param {(query: string) => void} action */
    const pass = (action) => {
      const query = (box ?? typed?.field)?.value ?? "";
      if (box) box.value = "";
      typed?.end();
      if (!typed?.isLeft) action(query);
    };
    try {
      await load();
      await window.navapiSearch?.ready;
      pass((query) => window.navapiSearch?.open(query, typed?.isSent));
    } catch {
      pass((query) => location.assign(address + (query && `?q=${encodeURIComponent(query)}`)));
    }
    isOpening = false;
  };

  /** @type {Promise<unknown> | undefined} */
  let loaded;
  const load = () =>
    window.navapiSearch ??
    (loaded ??= new Promise((resolve, reject) => {
      const dialog = document.createElement("script");
      dialog.src = `${up}_static/js/navapi-search.js`;
      dialog.onload = resolve;
      dialog.onerror = reject;
      document.head.append(dialog);
    }));

  /** A field that nobody sees, for what is typed before the dialog is loaded. */
  const waitingField = () => {
    const last = document.activeElement;
    const field = document.createElement("input");
    field.setAttribute("aria-label", window.navapiSearchBox.prompt);
    // In small text a phone would enlarge the page.
    Object.assign(field.style, { position: "fixed", top: "0", opacity: "0", fontSize: "1rem" });
    document.body.append(field);
    field.focus({ preventScroll: true });
    const typed = {
      field,
      isSent: false,
      isLeft: false,
      end() {
        // The dialog gives it back when it is closed.
        if (document.activeElement === field && last instanceof HTMLElement)
          last.focus({ preventScroll: true });
        field.remove();
      },
    };
    field.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "Enter") typed.isSent = true;
      if (event.key !== "Escape") return;
      typed.isLeft = true;
      typed.end();
      isOpening = false;
    });
    return typed;
  };

  if (button instanceof HTMLElement) {
    const hint = button.querySelector("kbd");
    if (hint && /Mac|iPhone|iPad/.test(navigator.platform)) hint.textContent = "⌘ K";
    button.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open();
    });
    button.addEventListener("keydown", (event) => {
      if (event.key === " ") {
        event.preventDefault();
        open();
      }
    });
  }

  // -- the search boxes of other themes --

  /** The field of a theme's form that leads to the results; not that of the search page. */
  const boxOf = (/** @type {EventTarget | null} */ target) => {
    if (isOwn || !(target instanceof Element)) return null;
    const form = target.closest("form[action]:not([action=''])");
    const box = form?.querySelector("input[name=q]");
    const isBox = form instanceof HTMLFormElement && form.action.split(/[?#]/)[0] === address;
    return isBox && box instanceof HTMLInputElement ? box : null;
  };
  if (!isOwn) {
    for (const form of document.forms) boxOf(form)?.setAttribute("aria-haspopup", "dialog");
    /** @param {Event} event @param {HTMLInputElement | null} box */
    const openInstead = (event, box) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      open(box ?? undefined);
    };
    addEventListener(
      "click",
      (event) => {
        const target = /** @type {Element} */ (event.target);
        const box = boxOf(target);
        // Buttons of themes that have a dialog of their own.
        if (target.closest?.(".search-button__button")) openInstead(event, null);
        else if (box === target) open(box);
      },
      true,
    );
    addEventListener(
      "submit",
      (event) => {
        const box = boxOf(event.target);
        if (box) openInstead(event, box);
      },
      true,
    );
    // Typing opens it too, but not the focus alone, which may only pass.
    for (const name of ["input", "compositionend"])
      addEventListener(name, (event) => {
        const box = boxOf(event.target);
        const isComposing = event instanceof InputEvent && event.isComposing;
        if (box === event.target && box?.value && !isComposing) open(box);
      });
  }

  // -- keys --

  // Before others: themes, and Read the Docs, open their own search by the same keys.
  const listen = (/** @type {KeyboardEvent} */ event) => {
    // Inside components of others, too.
    const [target] = event.composedPath();
    const typing =
      target instanceof Element && target.closest("input, textarea, select, [contenteditable]");
    const combined =
      (event.ctrlKey || event.metaKey) &&
      !event.altKey &&
      !event.shiftKey &&
      event.key.toLowerCase() === "k";
    if (
      combined ||
      (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey)
    ) {
      event.preventDefault();
      event.stopImmediatePropagation();
      open();
    }
  };
  addEventListener("keydown", listen, true);

  // -- opened pages --

  if (!navapiPage) return;
  const seen = navapiStorage
    .recall("navapi-recent", true, [])
    .filter((/** @type {string} */ name) => name !== navapiPage);
  navapiStorage.keep("navapi-recent", [navapiPage, ...seen].slice(0, 7), true);
})();
