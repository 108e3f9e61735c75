// @ts-check
// What came back, shown as what it is. Nothing of it becomes part of the page: HTML and SVG are
// text, a picture is one that the browser draws without scripts, all else is a file to save.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { make, makeButton, copyButton, makeTree, parseJson, formatJson, isJson, essenceOf, say } = playground;

  const PICTURE = /^image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)$/;
  const BYTES = /^(?:audio|video|font|image)\/(?!svg)|^application\/(?:octet-stream|pdf|zip|gzip|wasm|x-tar)$/;
  const LONGEST_SHOWN = 100_000;
  const MOST_EVENTS = 500;

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

  /** The body as text, `null` where it is none. @param {any} answer @returns {string | null} */
  const textOf = (answer) => {
    if (answer.text !== undefined) return answer.text;
    const type = headerOf(answer, "content-type");
    if (BYTES.test(essenceOf(type))) return null;
    const charset = /charset="?([^\s";]+)/i.exec(type)?.[1];
    try {
      const text = new TextDecoder(charset ?? "utf-8", { fatal: !charset }).decode(answer.bytes);
      return text.includes("\0") ? null : text;
    } catch {
      return null;
    }
  };

  /** The name to save under. @param {any} answer @param {string} path */
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

  /** @param {any} answer @param {any} data */
  const bodyPart = (answer, data) => {
    const type = essenceOf(headerOf(answer, "content-type"));
    const text = textOf(answer);
    const bytes = () => answer.bytes ?? new TextEncoder().encode(answer.text);
    const size = answer.bytes ? answer.bytes.length : new Blob([answer.text]).size;
    if (!size) return { size, node: make("p", { class: "navapi-try-note" }, say("noBody")) };
    /** @param {string} kind */
    const address = (kind) => URL.createObjectURL(new Blob([bytes()], { type: kind }));
    const isText = text !== null && !PICTURE.test(type);
    const save = makeButton(say("download"), () => {
      // Never under a type that a browser would open as a page of this site.
      const url = address("application/octet-stream");
      make("a", { href: url, download: fileName(answer, data.path) }).click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    });
    const tools = make("div", { class: "navapi-try-tools" }, isText && copyButton(() => text), save);
    let shown;
    if (PICTURE.test(type)) shown = [make("img", { src: address(type), alt: say("picture") })];
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

  /**
   * Shows `answer` in `place` and gives what a live region says of it.
   * @param {any} place @param {any} answer @param {any} data @returns {string}
   */
  const showAnswer = (place, answer, data) => {
    const { size, node } = bodyPart(answer, data);
    const target = headerOf(answer, "location");
    const notes = [
      answer.url && say("redirected", { url: answer.url }),
      String(answer.status)[0] === "3" && target && say("redirectNote", { url: target }),
      answer.truncated && say("truncated"), answer.broken && say("brokenBody"),
    ];
    place.replaceChildren(
      statusPart(answer, sizeOf(size)),
      ...notes.filter(Boolean).map((note) => make("p", { class: "navapi-try-note" }, note)),
      headerPart(answer.headers), node);
    return `${say("result")}: ${answer.status} ${answer.reason}, ${timeOf(answer.elapsed)}, ${sizeOf(size)}`;
  };

  /** `text` whose code stands between backticks. @param {string} text */
  const rich = (text) => text.split("`").map((piece, index) => (index % 2 ? make("code", {}, piece) : piece));

  /** @param {any} place @param {any} problem @param {any[]} buttons @returns {string} */
  const showProblem = (place, problem, buttons = []) => {
    place.replaceChildren(make("div", { class: "navapi-try-problem", "data-kind": problem.kind },
      make("p", {}, make("b", {}, problem.title)), problem.detail && make("p", {}, problem.detail),
      problem.list?.length > 0 && make("ul", {}, problem.list.map((/** @type {string} */ item) => make("li", {}, rich(item)))),
      buttons.length > 0 && make("p", {}, buttons)));
    return [problem.title, problem.detail].filter(Boolean).join(" ");
  };

  /** Shows an event stream as it comes. @param {any} place @param {any} answer @returns {(chunk: string) => void} */
  const showStream = (place, answer) => {
    const list = make("ol", { class: "navapi-try-events", role: "log", "aria-label": say("result"), tabindex: "0", dir: "ltr" });
    const note = make("p", { class: "navapi-try-note" }, say("streaming"));
    place.replaceChildren(statusPart(answer, ""), note, headerPart(answer.headers), list);
    let rest = "";
    return (chunk) => {
      const blocks = (rest + chunk).split(/\r\n\r\n|\n\n|\r\r/);
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        /** @type {Record<string, string[]>} */
        const fields = {};
        for (const line of block.split(/\r\n|\n|\r/)) {
          const [, name, value] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
          if (name) (fields[name] ??= []).push(value);
        }
        if (!fields.data && !fields.event) continue;
        let text = (fields.data ?? []).join("\n");
        try { text = formatJson(text); } catch { /* text */ }
        list.append(make("li", {},
          (fields.event || fields.id) && make("b", {}, [fields.event?.at(-1), fields.id && `#${fields.id.at(-1)}`].filter(Boolean).join(" ")),
          make("pre", {}, text)));
        if (list.childElementCount > MOST_EVENTS) list.firstElementChild?.remove();
      }
      list.scrollTop = list.scrollHeight;
    };
  };

  /** @param {any} place */
  const endStream = (place) => { place.querySelector(".navapi-try-note").textContent = say("streamEnded"); };

  Object.assign(playground, { showAnswer, showProblem, showStream, endStream, headerOf, textOf, timeOf, sizeOf });
})();
