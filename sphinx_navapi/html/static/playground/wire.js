// @ts-check
// What is sent for a request, before any language comes in: the rules of snippets/wire.py.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { wellFormed } = playground;

  /** @typedef {{name: string, text: string, filename: string | null, contentType: string | null, file?: Blob}} Part */
  /**
   * A request, written out; `request.py` says what each field is.
   * @typedef {{method: string, url: string, headers: [string, string][], cookies: [string, string][],
   *   body: string | null, parts: Part[], file: string | null, basic: [string, string] | null,
   *   content?: Blob}} HttpRequest `content` is the chosen file that `file` names
   */

  /** Each byte of `text` in UTF-8 as a character. @param {string} text */
  const bytesOf = (text) =>
    encodeURIComponent(wellFormed(text)).replace(/%(..)/g, (_, digits) => String.fromCharCode(parseInt(digits, 16)));

  /** @param {HttpRequest} request */
  const cookieText = (request) => request.cookies.map(([name, value]) => `${name}=${value}`).join("; ");

  /** Header fields, each name once; `Cookie` at the end. @param {HttpRequest} request */
  const sentHeaders = (request, cookies = true) => {
    /** @type {Map<string, [string, string]>} */
    const merged = new Map();
    for (const [name, value] of request.headers) {
      const known = merged.get(name.toLowerCase());
      merged.set(name.toLowerCase(), known ? [known[0], `${known[1]}, ${value}`] : [name, value]);
    }
    if (cookies && request.cookies.length) merged.set("cookie", ["Cookie", cookieText(request)]);
    return [...merged.values()];
  };

  /** @param {[string, string]} basic */
  const basicBase64 = (basic) => btoa(bytesOf(basic.join(":")));

  /** Whether the path holds `.` or `..`, which many clients would resolve. @param {string} url */
  const hasDotSegment = (url) => /\/(?:\.|%2e){1,2}(?=[/?]|$)/i.test(url.slice(url.indexOf("://") + 3));

  /** @param {string} name */
  const escapeName = (name) => name.replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/"/g, "%22");

  /** @param {Part} part */
  const disposition = (part) =>
    `form-data; name="${escapeName(part.name)}"` +
    (part.filename === null ? "" : `; filename="${escapeName(part.filename)}"`);

  /** @param {Part} part */
  const partType = (part) => part.contentType || (part.filename === null ? null : "application/octet-stream");

  /**
   * Boundary and pieces of a multipart body; the boundary stands in no text part.
   * @param {HttpRequest} request @param {string} [boundary]
   */
  const writtenParts = (request, boundary = "navapi-form-boundary") => {
    while (request.parts.some((part) => part.text.includes(`--${boundary}`))) boundary += "0";
    /** @type {{text: string, file: boolean, part?: Part}[]} */
    const segments = [];
    let start = "";
    for (const part of request.parts) {
      const type = partType(part);
      const text = `${start}--${boundary}\r\nContent-Disposition: ${disposition(part)}\r\n` +
        (type ? `Content-Type: ${type}\r\n\r\n` : "\r\n");
      if (part.filename === null) segments.push({ text: `${text}${part.text}\r\n`, file: false });
      else segments.push({ text, file: false }, { text: part.filename, file: true, part });
      start = part.filename === null ? "" : "\r\n";
    }
    segments.push({ text: `${start}--${boundary}--\r\n`, file: false });
    return /** @type {const} */ ([boundary, segments]);
  };

  /** What clients ask, by the names of wire.py. */
  const wire = {
    cookieText, sentHeaders, basicBase64, hasDotSegment, disposition, partType, writtenParts,
    utf8AsLatin1: bytesOf,
    /** @param {number} code */
    byteEscapes: (code) => bytesOf(String.fromCodePoint(code))
      .replace(/[^]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`),
    /** @param {HttpRequest} request */
    contentType: (request) => request.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? null,
    /** @param {[string, string]} basic */
    basicText: (basic) => basic.join(":"),
    /** @param {string} url */
    pathAndQuery: (url) => /** @type {RegExpExecArray} */ (/:\/\/[^/]*([^]*)$/.exec(url))[1] || "/",
    /** @param {string} url */
    origin: (url) => /** @type {RegExpExecArray} */ (/^[^]*?:\/\/[^/]*/.exec(url))[0],
    /** @param {HttpRequest} request */
    hasTypedText: (request) => request.parts.some((part) => part.filename === null && part.contentType),
    /** @param {HttpRequest} request */
    hasPlainNames: (request) => request.parts.every((part) => /^[\x20!#-\[\]-~]*$/.test(part.name + (part.filename ?? ""))),
    /** @param {HttpRequest} request @param {string} boundary */
    withBoundary: (request, boundary) =>
      [...sentHeaders(request), ["Content-Type", `multipart/form-data; boundary=${boundary}`]],
  };

  Object.assign(playground, { wire, bytesOf, sentHeaders, basicBase64, hasDotSegment, writtenParts });
})();
