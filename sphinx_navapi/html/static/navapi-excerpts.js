// @ts-check
// On Sphinx's search page, in any theme: the excerpts below its results. Sphinx takes the text of
// a page as it stands in the file, where no white space parts one block from the next, and all
// of `main`, the navigation and the code samples in it included.
(() => {
  "use strict";
  // @ts-ignore: a constant of Sphinx's searchtools.js
  const search = typeof Search === "undefined" ? null : Search;
  const textOf = search?.htmlToText;
  if (!textOf) return;
  /** @param {string} html @param {string} [anchor] */
  search.htmlToText = (html, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const part of page.querySelectorAll("nav, footer, button, navapi-playground, h2:has(+ .navapi-samples), .navapi-samples")) part.remove();
    const parted = page.documentElement.outerHTML
      .replace(/<(?:\/?(?:p|div|section|[ou]l|li|d[dlt]|t[dhr]|h\d|pre|summary|caption)|br)\b/gi, " $&");
    return textOf.call(search, parted, anchor);
  };
})();
