// @ts-check
// Updates a tab when `navapi dev` has built, and shows problems.
(() => {
  "use strict";
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const shown = script.dataset.generation;
  const source = new URL("events", script.src).href;

  /**
   * @typedef {{level: string, file: string, line: number | null, column: number | null, message:
   *   string}} Problem
   */
  /** @typedef {{generation: string, state: string, progress: string, problems: Problem[]}} News */

  /** @param {News} news */
  const tell = (news) => {
    if (news.generation !== shown) {
      location.reload();
      return;
    }
    show(news);
  };

  const listen = () => {
    const events = new EventSource(source);
    events.onmessage = (event) => {
      tell(JSON.parse(event.data));
      if (channel) channel.postMessage(event.data);
    };
    return events;
  };

  // A browser opens at most six connections to a server. One tab listens for all of them, and when
  // it is closed, the next one takes over.
  const channel =
    navigator.locks && "BroadcastChannel" in window
      ? new BroadcastChannel("navapi-dev " + location.origin)
      : null;
  if (channel) {
    channel.onmessage = (event) => {
      if (event.data === "?") {
        if (last) channel.postMessage(last);
      } else {
        tell(JSON.parse(event.data));
      }
    };
    navigator.locks.request("navapi-dev " + location.origin, () => {
      listen().addEventListener("message", (event) => {
        last = event.data;
      });
      return new Promise(() => {});
    });
    channel.postMessage("?");
  } else {
    listen();
  }
  /** @type {string | undefined} */
  let last;

  /** @type {HTMLElement | undefined} */
  let host;
  /** @type {HTMLElement} */
  let panel;

  const STYLE = `
    :host { all: initial; }
    section { position: fixed; inset: auto 0 0 0; z-index: 2147483647; max-height: 60vh; overflow: auto;
      box-sizing: border-box; padding: 12px 48px 12px 16px; background: #1d1f24; color: #f3f3f3;
      border-top: 4px solid #d9a514; font: 14px/1.5 system-ui, sans-serif; direction: ltr; text-align: left; }
    section.error { border-top-color: #e5484d; }
    section.building { border-top-color: #4f8ff7; padding-block: 4px; }
    h2 { font: bold 14px/1.5 system-ui, sans-serif; margin: 0 0 6px; }
    section.building h2 { margin: 0; font-weight: normal; }
    ol { list-style: none; margin: 0; padding: 0; }
    li { padding: 4px 0; border-top: 1px solid #3a3d44; overflow-wrap: anywhere; }
    code { font: 13px/1.5 ui-monospace, monospace; color: #9fc2ff; margin-inline-end: 8px; }
    b { color: #f2c94c; font-weight: 600; margin-inline-end: 8px; }
    li.error b { color: #ff8f92; }
    button { position: absolute; top: 6px; right: 8px; min-width: 28px; min-height: 28px; border: 0;
      background: none; color: inherit; font: 20px/1 system-ui, sans-serif; cursor: pointer; }
    button:focus-visible { outline: 2px solid #9fc2ff; }`;

  /** @param {string} name @param {string} [text] */
  const element = (name, text) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    return made;
  };

  const open = () => {
    if (host) return;
    host = element("navapi-dev-problems");
    const root = host.attachShadow({ mode: "open" });
    root.append(element("style", STYLE), (panel = element("section")));
    document.body.append(host);
  };

  const close = () => {
    if (host) host.remove();
    host = undefined;
  };

  const CLOSED = "navapi-dev-closed";

  /** @param {News} news */
  const show = (news) => {
    if (!document.body) {
      addEventListener("DOMContentLoaded", () => show(news), { once: true });
      return;
    }
    const waiting = document.getElementById("navapi-dev-progress");
    if (waiting) waiting.textContent = news.progress || waiting.textContent;
    const problems = news.problems;
    const key = JSON.stringify(problems);
    if (!problems.length) {
      close();
      return;
    }
    if (sessionStorage.getItem(CLOSED) === key) return;
    open();
    const errors = problems.filter((problem) => problem.level === "error").length;
    panel.className = errors ? "error" : "warning";
    panel.setAttribute("role", "status");
    const counts = [
      [errors, "error"],
      [problems.length - errors, "warning"],
    ];
    const title = counts
      .filter(([count]) => count)
      .map(([count, word]) => `${count} ${word}${count === 1 ? "" : "s"}`)
      .join(", ");
    const list = element("ol");
    for (const problem of problems.slice(0, 200)) {
      const item = element("li");
      item.className = problem.level;
      const place = [problem.file, problem.line, problem.column].filter(Boolean).join(":");
      item.append(element("b", problem.level));
      if (place) item.append(element("code", place));
      item.append(problem.message);
      list.append(item);
    }
    const button = element("button", "×");
    button.setAttribute("aria-label", "Close");
    button.addEventListener("click", () => {
      sessionStorage.setItem(CLOSED, key);
      close();
    });
    panel.replaceChildren(element("h2", title), list, button);
  };
})();
