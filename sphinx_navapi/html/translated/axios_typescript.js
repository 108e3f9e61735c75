// @ts-check
// Generated from sphinx_navapi/request/snippets/axios_typescript.py: change that, and run
// `python tools/translate.py`.
//
// Code samples for TypeScript with axios.
(() => {
  "use strict";
  const playground = globalThis.navapiPlayground;
  /** @type {JavascriptScript} */
  const { renderModule } = playground.javascript;

  /**
   * The module of `typescript.render` with axios.
   * @param {HttpRequest} request
   * @returns {string}
   */
  const render = (request) => renderModule(request, "axios", { typed: true });

  (playground.samples ??= {}).axios_typescript = render;
})();
