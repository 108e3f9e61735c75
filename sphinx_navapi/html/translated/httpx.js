// @ts-check
// Generated from sphinx_navapi/request/snippets/httpx.py: change that, and run
// `python tools/translate.py`.
//
// Code samples for Python with httpx.
(() => {
  "use strict";
  const playground = globalThis.navapiPlayground;
  /** @type {PythonScript} */
  const { renderScript } = playground.python;

  /**
   * The script of `python.render` with httpx.
   * @param {HttpRequest} request
   * @returns {string}
   */
  const render = (request) => renderScript(request, "httpx");

  (playground.samples ??= {}).httpx = render;
})();
