// @ts-check
// On Read the Docs: switchers of versions and languages where docs.json has none, and the search
// of the service, if the site prefers it. Its addons say what there is, on each page.
(() => {
  "use strict";
  /** @typedef {{slug: string, urls: {documentation: string}, language?: {code: string}}} Place */
  /** @typedef {{active?: Place[], current?: Place}} Versions */
  /** @typedef {{translations?: Place[], current?: Place & {versioning_scheme?: string}}} Projects */
  /** @typedef {{versions?: Versions, projects?: Projects, addons?: {search?: {enabled?: boolean}}}} Data */
  /** @typedef {{data(): Data}} Ready */

  const own = document.currentScript;

  /**
   * A link to this page at another place; none to addresses that are not of the web.
   * @param {Place} place
   */
  const here = (place) => {
    const base = place.urls.documentation.replace(/\/*$/, "/");
    if (!/^https?:\/\//.test(base)) return "";
    const page = location.href.slice(navapiStorage.root.href.length).replace(/^index\.html/, "");
    return new URL(page, base).href;
  };

  /** @param {Place} place */
  const language = (place) => {
    const code = (place.language?.code ?? "").replace("_", "-");
    try {
      return new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
    } catch {
      return code;
    }
  };

  /**
   * Adds the switcher that the template *name* begins.
   * @param {string} name
   * @param {Place | undefined} current
   * @param {Place[]} places
   * @param {(place: Place) => string} label
   */
  const add = (name, current, places, label) => {
    const others = places.filter((place) => place.slug !== current?.slug && here(place));
    const template = document.getElementById(`${name}-template`);
    if (!current || !others.length || document.querySelector(`.${name}`)) return;
    if (!(template instanceof HTMLTemplateElement)) return;
    const menu = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    const [shown, item] = ["summary > span:not([class])", "li"].map((each) =>
      menu.querySelector(each),
    );
    if (!shown || !item) return;
    shown.textContent = label(current);
    for (const place of others) {
      const entry = /** @type {Element} */ (item.cloneNode(true));
      const link = entry.querySelector("a");
      link?.setAttribute("href", here(place));
      link?.querySelector("span")?.replaceChildren(label(place));
      item.before(entry);
    }
    item.remove();
    let selectors = document.querySelector(".navapi-drawer .navapi-selectors");
    if (!selectors) {
      selectors = document.createElement("nav");
      selectors.className = "navapi-selectors";
      selectors.setAttribute("aria-label", template.dataset.label ?? "");
      const bar = document.querySelector(".navapi-bar > div");
      const side = document.querySelector(".navapi-side");
      if (bar) bar.append(selectors);
      else if (side) side.prepend(selectors);
    }
    selectors.append(menu);
  };

  /** @param {Ready} ready */
  const show = (ready) => {
    const { versions, projects, addons } = ready.data();
    if (projects?.current?.versioning_scheme !== "single_version_without_translations") {
      add("navapi-versions", versions?.current, versions?.active ?? [], (place) => place.slug);
    }
    add("navapi-languages", projects?.current, projects?.translations ?? [], language);
    if (own?.hasAttribute("data-search") && addons?.search?.enabled) {
      window.navapiSearch = {
        open() {
          document.dispatchEvent(new CustomEvent("readthedocs-search-show"));
        },
      };
    }
  };

  const given = /** @type {{ReadTheDocsEventData?: Ready}} */ (window).ReadTheDocsEventData;
  if (given) show(given);
  else {
    document.addEventListener(
      "readthedocs-addons-data-ready",
      (event) => show(/** @type {CustomEvent<Ready>} */ (event).detail),
      { once: true },
    );
  }
})();
