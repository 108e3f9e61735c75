// @ts-check
// Draws formulas where their source stands, with KaTeX. With its style sheet it draws them itself;
// without, it writes MathML, which the browser draws. What it does not know stays source.
(() => {
  "use strict";
  const { library = "", style } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;

  /** @param {any} katex @param {Element} element */
  const draw = (katex, element) => {
    const displayMode = element.tagName === "DIV";
    for (const node of element.childNodes) {
      const match = node.nodeType === Node.TEXT_NODE && /^\s*\\([([])([^]*)\\[)\]]\s*$/.exec(node.nodeValue ?? "");
      if (!match) continue;
      const place = document.createElement("span");
      if (displayMode) place.style.cssText = `display: block; overflow: auto hidden; margin-block: ${style ? 0 : "1em"}`;
      // Sphinx counts formulas, and only those that it is told to.
      const source = match[2].trim().replaceAll("{align}", "{align*}");
      try {
        katex.render(source, place, {
          displayMode, output: style ? "htmlAndMathml" : "mathml", throwOnError: true, strict: "ignore", maxSize: 50, maxExpand: 1000,
        });
        node.replaceWith(place);
      } catch (error) {
        console.warn("The formula cannot be drawn.", source, error);
      }
      return;
    }
  };

  if (style) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = style;
    document.head.append(link);
  }
  const script = document.createElement("script");
  script.src = library;
  script.onload = () => {
    const { katex } = /** @type {any} */ (window);
    for (const element of document.querySelectorAll(":is(span, div).math")) draw(katex, element);
  };
  document.head.append(script);
})();
