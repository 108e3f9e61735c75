// @ts-check
// Shows a response according to its type. None of it becomes part of the page: HTML and SVG are
// text, pictures are rendered without scripts, anything else is a file to save.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { make, makeButton, copyButton, makeTree, parseJson, isJson, essenceOf, say } = playground;

  const PICTURE = /^image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)$/;
  const BYTES = /^(?:audio|video|font|image)\/(?!svg)|^application\/(?:octet-stream|pdf|zip|gzip|wasm|x-tar)$/;
  const LONGEST_SHOWN = 100_000;
  
  /** @param {number} bytes */
  const sizeOf = (bytes) => {
    const units = ["B", "kB", "MB"];
    let at = 0;
    for (; bytes >= 1000 && at < 2; at++) bytes /= 1000;
    return `${at && bytes < 10 ? bytes.toFixed(1) : Math.round(bytes)} ${units[at]}`;
  };
  /** @param {number} ms */
  const timeOf = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

  /** @param {any} answer @param {string} name lower case @returns {string} */
  const headerOf = (answer, name) => answer.headers.find((/** @type {[string, string]} */ [key]) => key.toLowerCase() === name)?.[1] ?? "";

  /** @param {any} answer @returns {string | undefined} */
  const charsetOf = (answer) => /charset="?([^\s";]+)/i.exec(headerOf(answer, "content-type"))?.[1];

  /** The body as text, `null` if it is binary. @param {any} answer @returns {string | null} */
  const textOf = (answer) => {
    if (answer.text !== undefined) return answer.text;
    const type = headerOf(answer, "content-type");
    if (BYTES.test(essenceOf(type))) return null;
    const charset = charsetOf(answer);
    try {
      const text = new TextDecoder(charset ?? "utf-8", { fatal: !charset })
        // A truncated body may end within a character.
        .decode(answer.bytes, { stream: Boolean(answer.truncated || answer.broken) });
      return text.includes("\0") ? null : text;
    } catch {
      return null;
    }
  };

  /** The file name for saving. @param {any} answer @param {string} path */
  const fileName = (answer, path) => {
    const said = headerOf(answer, "content-disposition");
    const extended = /filename\*=(?:utf-8|UTF-8)''([^;]+)/.exec(said)?.[1];
    let name = /filename="?([^";]+)/.exec(said)?.[1] ?? "";
    try { name = extended ? decodeURIComponent(extended) : name; } catch { /* as it stands */ }
    const last = path.split("/").filter((part) => part && !/[{}]/.test(part)).pop() ?? "response";
    return (name || last).replace(/[/\\]/g, "_");
  };

  /** @param {string} text */
  const plainText = (text) => {
    const code = make("code", {}, text.slice(0, LONGEST_SHOWN));
    const pre = make("pre", { dir: "ltr", tabindex: "0" }, code);
    if (text.length <= LONGEST_SHOWN) return [pre];
    const more = makeButton(say("showAll"), () => {
      code.textContent = text;
      pre.focus();
      more.remove();
    });
    return [pre, more];
  };

  /** @param {string} type @param {string} text */
  const shownText = (type, text) => {
    if (isJson(type)) {
      try { return [makeTree(parseJson(text))]; } catch { /* it says JSON and is none, or is too deep */ }
    }
    return plainText(text);
  };

  /** @param {any} answer @param {string} kind */
  const addressOf = (answer, kind) => URL.createObjectURL(new Blob([answer.bytes ?? answer.text], { type: kind }));

  /**
   * Buttons for copying and saving the body. @param {any} answer @param {any} data @param {string |
   * null} text
   */
  const toolsPart = (answer, data, text = textOf(answer)) =>
    make("div", { class: "navapi-try-tools" }, text !== null && copyButton(() => text), makeButton(say("download"), () => {
      // Never with a type that a browser would open as a page of this site.
      const url = addressOf(answer, "application/octet-stream");
      make("a", { href: url, download: fileName(answer, data.path) }).click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    }));

  /** @param {any} answer @param {any} data */
  const bodyPart = (answer, data) => {
    const type = essenceOf(headerOf(answer, "content-type"));
    const text = textOf(answer);
    const size = answer.bytes ? answer.bytes.length : new Blob([answer.text]).size;
    if (!size) return { size, node: make("p", { class: "navapi-try-note" }, say("noBody")) };
    const isText = text !== null && !PICTURE.test(type);
    const tools = toolsPart(answer, data, isText ? text : null);
    let shown;
    if (PICTURE.test(type)) shown = [make("img", { src: addressOf(answer, type), alt: say("picture") })];
    else shown = isText ? shownText(type, text) : [make("p", { class: "navapi-try-note" }, say("notShown", { type: type || "?" }))];
    return { size, node: make("div", { class: "navapi-try-content" }, tools, shown) };
  };

  /** @param {[string, string][]} headers */
  const headerPart = (headers) => make("details", { class: "navapi-try-headers" },
    make("summary", {}, say("headers"), make("i", {}, String(headers.length))),
    make("dl", { dir: "ltr" }, headers.map(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])));

  /** Status, time, size. @param {any} answer @param {string} size */
  const statusPart = (answer, size) => make("p", { class: "navapi-try-status", "data-class": String(answer.status)[0] },
    make("b", {}, `${answer.status} ${answer.reason}`.trim()),
    make("span", {}, timeOf(answer.elapsed)), size && make("span", {}, size));

  /** Notes about a response besides its status. @param {any} answer @returns {HTMLElement[]} */
  const notesOf = (answer) => {
    const target = headerOf(answer, "location");
    return [
      answer.url && say("redirected", { url: answer.url }),
      String(answer.status)[0] === "3" && target && say("redirectNote", { url: target }),
      answer.truncated && say("truncated"),
      answer.broken && (answer.broken === true ? say("brokenBody") : answer.broken),
    ].filter(Boolean).map((note) => make("p", { class: "navapi-try-note" }, note));
  };

  /**
   * Shows `answer` in `place` and returns the text for a live region.
   * @param {any} place @param {any} answer @param {any} data @returns {string}
   */
  const showAnswer = (place, answer, data) => {
    const { size, node } = bodyPart(answer, data);
    place.replaceChildren(
      statusPart(answer, sizeOf(size)),
      ...notesOf(answer),
      headerPart(answer.headers), node);
    return `${say("result")}: ${answer.status} ${answer.reason}, ${timeOf(answer.elapsed)}, ${sizeOf(size)}`;
  };

  /** `text` with code in backticks. @param {string} text */
  const rich = (text) => text.split("`").map((piece, index) => (index % 2 ? make("code", {}, piece) : piece));

  /** @param {any} place @param {any} problem @param {any[]} buttons @returns {string} */
  const showProblem = (place, problem, buttons = []) => {
    place.replaceChildren(make("div", { class: "navapi-try-problem", "data-kind": problem.kind },
      make("p", {}, make("b", {}, problem.title)), problem.detail && make("p", {}, problem.detail),
      problem.list?.length > 0 && make("ul", {}, problem.list.map((/** @type {string} */ item) => make("li", {}, rich(item)))),
      buttons.length > 0 && make("p", {}, buttons)));
    return [problem.title, problem.detail].filter(Boolean).join(" ");
  };

  Object.assign(playground, { showAnswer, showProblem, statusPart, headerPart, toolsPart, notesOf, headerOf, textOf, charsetOf, timeOf, sizeOf });
})();
