// @ts-check
// On 404.html: suggests pages whose addresses or titles are similar to the requested address.
(async () => {
  "use strict";
  const place = document.querySelector(".navapi-not-found");
  const list = place?.querySelector("ul");
  if (!(place instanceof HTMLElement) || !list || !location.protocol.startsWith("http")) return;
  const pages = new URL(place.dataset.pages ?? "", document.baseURI);
  const root = new URL("../", pages);
  /** @param {string} text @returns {string[]} */
  const wordsOf = (text) => {
    try { text = decodeURIComponent(text); } catch { /* as it stands */ }
    return text.toLowerCase().replace(/\.\w+$/, "").split(/[^\p{L}\p{N}]+/u).filter((word) => word && word !== "index");
  };
  const path = location.pathname;
  const asked = wordsOf(path.startsWith(root.pathname) ? path.slice(root.pathname.length) : path).slice(-12);
  if (!asked.length) return;
  const field = place.querySelector("input");
  if (field) field.value = asked.join(" ");
  /** @param {string} word @returns {string[]} */
  const pairs = (word) => [...word].slice(1).map((letter, index) => word[index] + letter);
  /** The similarity of two words, from 0 to 1. @param {string} one @param {string} other */
  const likeness = (one, other) => {
    if (one === other) return 1;
    const rest = pairs(other), all = pairs(one);
    const shared = all.filter((pair) => { const at = rest.indexOf(pair); if (at >= 0) rest.splice(at, 1); return at >= 0; }).length;
    const value = 2 * shared / (all.length + other.length - 1 || 1);
    return value > 0.6 ? value : 0;
  };
  /** @type {[string, string][]} */
  const known = await fetch(pages).then((answer) => answer.json()).catch(() => []);
  const found = known.map(([url, title]) => {
    const own = [...new Set([...wordsOf(url), ...wordsOf(title)])];
    // The end of an address is the most relevant part.
    let score = 0, most = 0;
    asked.forEach((word, index) => {
      const weight = index + 1;
      most += weight;
      score += weight * own.reduce((best, each) => Math.max(best, likeness(word, each)), 0);
    });
    return { url, title, score: score / most - own.length / 200 };
  }).filter((page) => page.score > 0.4).sort((one, other) => other.score - one.score).slice(0, 5);
  for (const { url, title } of found) {
    const link = document.createElement("a");
    link.href = new URL(url, root).href;
    link.textContent = title;
    list.appendChild(document.createElement("li")).append(link);
  }
  const section = list.parentElement;
  if (found.length && section) section.hidden = false;
})();
