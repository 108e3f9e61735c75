// @ts-check
// Where the browser keeps what a reader entered for the servers of a document. It is also in front
// of the script of the reader's values, on pages without a form.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis.navapiPlayground ??= {});

  /**
   * Resolves a relative server against this site, as text, since it may contain variables.
   * @param {string} url @param {string} root
   */
  const absolute = (url, root) =>
    /^(?:[a-z][a-z0-9+.-]*:|\/\/|\{)/i.test(url) || !/^http/.test(location.protocol)
      ? url
      : url.startsWith("/")
        ? location.origin + url
        : root + url.replace(/^(?:\.\/)+/, "");

  /**
   * Credentials: a document of the same name may describe another API, and what was typed for one
   * server is not sent to another. The key in there is the document's name, a space, the scheme's.
   * @param {string} document @param {string[]} servers their absolute URLs
   */
  const credentialsOf = (document, servers) =>
    ["navapi-credentials", document, ...servers].join(" ");

  Object.assign(playground, { absolute, credentialsOf });
})();
