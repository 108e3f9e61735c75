// @ts-check
// Generated from sphinx_navapi/request/snippets/axios.py: change that, and run
// `python tools/translate.py`.
//
// Code samples for JavaScript with axios.
(() => {
  "use strict";
  const playground = globalThis.navapiPlayground;
  /** @type {JavascriptScript} */
  const { renderModule } = playground.javascript;

  /**
   * The module of `javascript.render` with axios.
   * @param {HttpRequest} request
   * @returns {string}
   */
  const render = (request) => renderModule(request, "axios", { typed: false });

  (playground.samples ??= {}).axios = render;
})();
