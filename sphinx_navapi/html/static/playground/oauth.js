// @ts-check
// The redirect page for providers of OAuth 2 or OpenID Connect. It belongs to no document: it
// checks that the response is meant for this tab, stores it for the page that the reader left, and
// returns there. It sends nothing.
(() => {
  "use strict";
  const WAITING = "navapi-oauth";
  const RESULT = "navapi-oauth-result";
  const answer = new URLSearchParams(location.search);
  // Some providers return errors in the hash.
  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
    if (!answer.has(name)) answer.set(name, value);
  }

  /** @returns {Record<string, unknown>} */
  const waiting = () => {
    try {
      const found = JSON.parse(sessionStorage.getItem(WAITING) ?? "{}");
      return typeof found === "object" && found ? found : {};
    } catch {
      return {};
    }
  };

  /** The page to return to, if it is on this site. @param {unknown} address */
  const samePlace = (address) => {
    try {
      const url = new URL(String(address), location.href);
      const here = new URL(".", location.href);
      const site = new URL("..", here); // the page is in _navapi/ below the site's root
      const safe = /^(https?|file):$/.test(url.protocol) && url.protocol === site.protocol
        && url.host === site.host && url.pathname.startsWith(site.pathname) && !url.username && !url.password;
      return typeof address === "string" && safe ? url.href : "";
    } catch {
      return "";
    }
  };

  /** @param {string} text @param {string} back */
  const show = (text, back) => {
    const message = document.getElementById("message");
    if (message) message.textContent = text;
    const link = document.getElementById("back");
    if (link instanceof HTMLAnchorElement && back) {
      link.href = back;
      link.hidden = false;
    }
  };

  const left = waiting();
  const back = samePlace(left.return);
  const state = answer.get("state") ?? "";
  const code = answer.get("code") ?? "";
  const error = answer.get("error") ?? "";
  // The parameters are no longer needed and should not stay in the history.
  try { history.replaceState(null, "", location.pathname); } catch { /* a file */ }
  if (!back || !left.state) {
    show("This page takes the answer of an authorization. No request of this tab waits for one.", "");
  } else if (state !== left.state) {
    show("The answer does not belong to the request that this tab made. Nothing was taken over.", back);
  } else if (error || !code) {
    const described = answer.get("error_description");
    sessionStorage.removeItem(WAITING);
    sessionStorage.setItem(RESULT, JSON.stringify({ error: error || "no_code", error_description: described ?? "", state }));
    show(`The provider refused: ${described ? `${described} (${error})` : error || "it sent no code"}`, back);
  } else {
    const redirect_uri = location.origin === "null" ? location.href.split(/[?#]/)[0] : location.origin + location.pathname;
    sessionStorage.setItem(RESULT, JSON.stringify({ code, state, redirect_uri, iss: answer.get("iss") ?? undefined }));
    location.replace(back);
  }
})();
