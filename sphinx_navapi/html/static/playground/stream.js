// @ts-check
// Answers as they come, through the relay or from the browser: gathered, and shown event by event
// or line by line where they consist of such.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { make, say, formatJson, essenceOf, headerOf, charsetOf, statusPart, headerPart, toolsPart, notesOf } = playground;

  const EVENTS = /^text\/event-stream$/;
  const LINES = /^application\/(?:(?:x-)?(?:ndjson|jsonl|json-?lines|json-stream)|json-seq|stream\+json)$|^text\/(?:x-)?(?:ndjson|jsonl)$/;
  const MOST_SHOWN = 500;
  /** Bytes of a stream that are kept to copy and save: as many as the relay passes on. */
  const MOST_KEPT = 10 << 20;

  /** @param {any} answer */
  const typeOf = (answer) => essenceOf(headerOf(answer, "content-type"));

  /** @param {any} answer */
  const decoderOf = (answer) => {
    try { return new TextDecoder(charsetOf(answer)); } catch { return new TextDecoder(); }
  };

  /**
   * Takes the body of `head` piece by piece, and tells those of a live one.
   * @param {any} head @param {any} listening of send.js
   */
  const gather = (head, { received, live }) => {
    const type = typeOf(head);
    const tell = EVENTS.test(type) || LINES.test(type) ? live(head) : null;
    const decoder = decoderOf(head);
    /** @type {Uint8Array[]} */
    const pieces = [];
    let size = 0;
    let kept = 0;
    return {
      isLive: Boolean(tell),
      /** @param {Uint8Array} piece */
      add(piece) {
        size += piece.length;
        received(size);
        tell?.(decoder.decode(piece, { stream: true }));
        if (tell && size > MOST_KEPT) return;
        kept += piece.length;
        pieces.push(piece);
      },
      end() {
        tell?.("", true);
        const bytes = new Uint8Array(kept);
        pieces.reduce((at, piece) => (bytes.set(piece, at), at + piece.length), 0);
        return { bytes, ...(kept < size ? { truncated: true } : {}) };
      },
    };
  };

  /**
   * The answer of the relay that comes as lines: a head, parts, an end or an error. `null`: there
   * is not even a head.
   * @param {Response} response @param {AbortSignal | undefined} signal @param {any} listening
   */
  const readRelayed = async (response, signal, listening) => {
    const begun = performance.now();
    const decoder = new TextDecoder();
    /** @type {any} */
    let head = null;
    /** @type {any} */
    let body;
    /** @type {any} */
    let last = {};
    /** @param {any} line */
    const take = (line) => {
      if (!head) {
        const { status, reason, headers } = line;
        head = { status, reason: reason || playground.REASONS[status] || "", headers, elapsed: performance.now() - begun };
        body = gather(head, listening);
      } else if (line.text !== undefined) body.add(new TextEncoder().encode(line.text));
      else if (line.base64 !== undefined) body.add(playground.bytesOf(line.base64));
      else last = line;
    };
    try {
      let rest = "";
      for (const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader(); ;) {
        const { done, value } = await reader.read();
        if (done) break;
        const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) take(JSON.parse(line));
      }
    } catch (error) {
      if (signal?.aborted && !body?.isLive) throw error;
    }
    if (!head) return null;
    const { error, end, elapsed_ms: elapsed = performance.now() - begun } = last;
    const isLong = /answer-too-large$/.test(error?.type);
    return {
      ...head, ...body.end(), elapsed,
      ...(isLong ? { truncated: true } : end || signal?.aborted ? {} : { broken: error?.detail ?? true }),
    };
  };

  // -- what is shown ------------------------------------------------------------------------

  /** An event of a stream of them, `null` where it says nothing. @param {string} block */
  const readEvent = (block) => {
    /** @type {Record<string, string[]>} */
    const fields = {};
    for (const line of block.split(/\r\n|\n|\r/)) {
      const [, name, value] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      if (name) (fields[name] ??= []).push(value);
    }
    if (!fields.data && !fields.event) return null;
    return {
      name: [fields.event?.at(-1), fields.id && `#${fields.id.at(-1)}`].filter(Boolean).join(" "),
      text: (fields.data ?? []).join("\n"),
    };
  };

  /** A line of JSON. @param {string} line */
  const readLine = (line) => {
    const text = line.replace(/^\x1e/, "").trim();
    return text ? { name: "", text } : null;
  };

  /**
   * Shows a stream as it comes. @param {any} place @param {any} answer
   * @returns {(text: string, isLast?: boolean) => void}
   */
  const showStream = (place, answer) => {
    const list = make("ol", { class: "navapi-try-events", role: "log", "aria-label": say("result"), tabindex: "0", dir: "ltr" });
    const note = make("p", { class: "navapi-try-note" }, say("streaming"));
    place.replaceChildren(statusPart(answer, ""), note, headerPart(answer.headers), make("div", { class: "navapi-try-content" }, list));
    const isEvents = EVENTS.test(typeOf(answer));
    let rest = "";
    return (text, isLast) => {
      const items = (rest + text).split(isEvents ? /\r\n\r\n|\n\n|\r\r/ : "\n");
      // An event counts when its empty line has come, a line also without its end.
      rest = isLast && !isEvents ? "" : items.pop() ?? "";
      for (const item of items.map(isEvents ? readEvent : readLine)) {
        if (!item) continue;
        let shown = item.text;
        try { shown = formatJson(shown); } catch { /* text */ }
        list.append(make("li", {}, item.name && make("b", {}, item.name), make("pre", {}, shown)));
        if (list.childElementCount > MOST_SHOWN) list.firstElementChild?.remove();
      }
      list.scrollTop = list.scrollHeight;
    };
  };

  /** Says that the stream is over, and gives all of it to copy and save. @param {any} place @param {any} answer @param {any} data @returns {string} */
  const endStream = (place, answer, data) => {
    place.querySelector(".navapi-try-note").replaceWith(make("p", { class: "navapi-try-note" }, say("streamEnded")), ...notesOf(answer));
    if (answer.bytes.length) place.querySelector(".navapi-try-events").before(toolsPart(answer, data));
    return say("streamEnded");
  };

  Object.assign(playground, { gather, readRelayed, showStream, endStream });
})();
