// @ts-check
// The question whether a page helped. Scripts of the site hear of an answer by the event
// `navapi:feedback`; it is sent only where docs.json names an address.
(() => {
  "use strict";
  const asked = document.querySelector(".navapi-feedback");
  if (!(asked instanceof HTMLElement)) return;
  const { page = "", post, thanks = "", failed = "" } = asked.dataset;
  const status = asked.querySelector("[role=status]");
  const buttons = [...asked.querySelectorAll("button")];
  /** @param {string} text */
  const tell = (text) => { if (status) status.textContent = text; };

  asked.addEventListener("click", async (event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    if (!button || button.getAttribute("aria-pressed") === "true") return;
    for (const each of buttons) each.setAttribute("aria-pressed", String(each === button));
    const detail = { page, url: location.origin + location.pathname, helpful: button.dataset.helpful === "true" };
    const goesOn = asked.dispatchEvent(new CustomEvent("navapi:feedback", { bubbles: true, cancelable: true, detail }));
    tell(thanks);
    if (post === undefined || !goesOn) return;
    try {
      const answer = await fetch(post, {
        method: "POST", credentials: "omit", keepalive: true,
        headers: { "Content-Type": "application/json" }, body: JSON.stringify(detail),
      });
      if (!answer.ok) throw new Error(answer.statusText);
    } catch {
      button.setAttribute("aria-pressed", "false");
      tell(failed);
    }
  });
})();
