// @ts-check
// Renders Mermaid diagrams in place of their source, when they come near the viewport; again when
// the page's colours change. Without this script, or on errors, the source is shown.
(() => {
  "use strict";
  const library = /** @type {HTMLScriptElement} */ (document.currentScript).dataset.library ?? "";
  const blocks = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("div:is(.navapi-mermaid, .highlight-mermaid)"));
  /** The rendered figure of each diagram. @type {Map<HTMLElement, HTMLElement>} */
  const figures = new Map();
  /** @type {Promise<void> | null} */
  let loading = null;
  let count = 0;

  /** Whether the page has light text. */
  const isDark = () => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 1;
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.fillStyle = getComputedStyle(document.body).color;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
    return 0.3 * r + 0.59 * g + 0.11 * b > 140;
  };

  const load = () => loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = library;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(library));
    document.head.append(script);
  });

  /** @param {HTMLElement} block */
  const draw = async (block) => {
    try {
      await load();
      const { mermaid } = /** @type {any} */ (window);
      mermaid.initialize({
        startOnLoad: false, securityLevel: "strict", suppressErrorRendering: true, theme: isDark() ? "dark" : "default",
        fontFamily: getComputedStyle(document.body).fontFamily,
      });
      const source = /** @type {HTMLElement} */ ((block.querySelector("pre") ?? block).cloneNode(true));
      for (const button of source.querySelectorAll("button")) button.remove();
      const text = source.textContent ?? "";
      const { svg } = await mermaid.render(`navapi-diagram-${count++}`, text);
      let figure = figures.get(block);
      if (!figure) {
        figure = document.createElement("div");
        figure.className = "navapi-diagram";
        figure.style.cssText = "margin-block: 1em; overflow-x: auto; text-align: center";
        figure.role = "img";
        figure.ariaLabel = text.trim().replace(/\s+/g, " ").slice(0, 300);
        figures.set(block, figure);
        block.after(figure);
        block.hidden = true;
      }
      figure.innerHTML = svg;
    } catch (error) {
      console.warn("The diagram cannot be drawn.", error);
    }
  };

  /** Sequentially: the library renders one at a time. @type {Promise<void>} */
  let queue = Promise.resolve();
  /** @param {HTMLElement} block */
  const enqueue = (block) => { queue = queue.then(() => draw(block)); };

  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      enqueue(/** @type {HTMLElement} */ (target));
    }
  }, { rootMargin: "600px" });
  for (const block of blocks) seen.observe(block);

  let wasDark = isDark();
  const follow = () => {
    if (isDark() === wasDark) return;
    wasDark = !wasDark;
    for (const block of figures.keys()) enqueue(block);
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => setTimeout(follow));
  const schemes = new MutationObserver(() => setTimeout(follow));
  for (const element of [document.documentElement, document.body]) {
    schemes.observe(element, { attributeFilter: ["class", "data-scheme", "data-theme"] });
  }
})();
