// @ts-check
// Generated from sphinx_navapi/request/snippets/typescript.py: change that, and run
// `python tools/translate.py`.
//
// Code samples for TypeScript with fetch.
(() => {
  "use strict";
  const playground = globalThis.navapiPlayground;
  /** @type {JavascriptScript} */
  const { renderModule } = playground.javascript;

  /**
   * The module of `javascript.render` with types.
   * @param {HttpRequest} request
   * @returns {string}
   */
  const render = (request) => renderModule(request, "fetch", { typed: true });

  (playground.samples ??= {}).typescript = render;
})();
