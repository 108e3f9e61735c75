// @ts-check
// Adds the button of the playground, and loads the rest when it may be needed: when the element
// comes near the viewport, or when the button is used.
(() => {
  "use strict";
  const NAME = "navapi-playground";
  /** What the form stored in this tab before leaving to sign in, or for a linked operation. */
  const LEFT = ["navapi-oauth-result", "navapi-next"];
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement) || customElements.get(NAME)) return;

  /** @param {string} file beside this script */
  const beside = (file) => {
    const url = new URL(file, script.src);
    if (script.dataset.version) url.searchParams.set("v", script.dataset.version);
    return url.href;
  };

  /** @param {string} file @returns {Promise<void>} */
  const run = (file) => new Promise((resolve, reject) => {
    const part = document.createElement("script");
    part.src = beside(file);
    part.async = false; // in order, although they load at the same time
    part.onload = () => resolve();
    part.onerror = () => reject(new Error(part.src));
    document.head.append(part);
  });

  /** @returns {Promise<void>} */
  const style = () => new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = beside("playground/playground.css");
    link.onload = link.onerror = () => resolve(); // without it the form is plain, but works
    document.head.append(link);
  });

  /** @param {string} [words] catalog of the page's language */
  const load = (words) => {
    const files = [style(), run("playground/playground.js")];
    // If the translation is missing, the playground is in English.
    if (words) files.unshift(run(`playground/words-${words}.js`).catch(() => {}));
    return Promise.all(files);
  };

  const isExpected = () => {
    try { return LEFT.some((key) => sessionStorage.getItem(key) !== null); } catch { return false; }
  };

  /** @type {Promise<unknown> | undefined} */
  let loading;

  class Playground extends HTMLElement {
    /** @type {Promise<void> | undefined} */
    #started;

    connectedCallback() {
      if (this.querySelector(":scope > .navapi-try")) return;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "navapi-try";
      button.setAttribute("aria-expanded", "false");
      button.textContent = this.dataset.label ?? (this.dataset.display === "simple" ? "Edit the request" : "Try it");
      this.prepend(button);
      button.addEventListener("click", async (event) => {
        if (this.dataset.started !== undefined) return; // the form listens itself
        event.stopImmediatePropagation();
        button.setAttribute("aria-busy", "true");
        try {
          await this.#start(button);
          button.click();
        } catch {
          button.title = "The playground could not be loaded. Try again.";
        }
        button.removeAttribute("aria-busy");
      });
      button.addEventListener("focus", () => { this.#start(button).catch(() => {}); }, { once: true });
      // An example that is opened becomes the body of the form and of the samples.
      (this.closest(".navapi-operation") ?? document).addEventListener("click", (event) => {
        const chosen = event.target instanceof Element && event.target.closest("[data-example] > summary");
        if (chosen) this.#start(button).then(() => { /** @type {any} */ (this).take(chosen.parentElement); }, () => {});
      });
      if (isExpected()) this.#start(button).catch(() => {});
      const near = new IntersectionObserver((entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        near.disconnect();
        const soon = globalThis.requestIdleCallback ?? ((/** @type {() => void} */ then) => setTimeout(then, 200));
        soon(() => { this.#start(button).catch(() => {}); });
      }, { rootMargin: "200px" });
      near.observe(button); // the element itself has no box in the bar
    }

    /** @param {HTMLButtonElement} button @returns {Promise<void>} */
    #start(button) {
      this.#started ??= (async () => {
        try {
          await (loading ??= load(this.dataset.words));
          globalThis.navapiPlayground.start(this, button, run);
          this.dataset.started = "";
        } catch (problem) {
          // So that it can be retried when the network is back.
          this.#started = loading = undefined;
          throw problem;
        }
      })();
      return this.#started;
    }
  }
  customElements.define(NAME, Playground);
})();
