// @ts-check
// Generated from sphinx_navapi/request/snippets/wire.py: change that, and run
// `python tools/translate.py`.
//
// What every client sends for a request, independent of the language.
(() => {
  "use strict";
  const playground = globalThis.navapiPlayground;
  /** @type {EncodingScript} */
  const { base64Text, partition, utf8AsLatin1 } = playground;

  // Default type of a file part.
  const OCTETS = "application/octet-stream";
  const _DOT_SEGMENT = /\/(?:\.|%2[eE]){1,2}(?=[\/?]|$)/gu;
  const _ODD_IN_NAME = /[^\x20!#-\[\]-~]/gu;

  /**
   * Header fields, each name once: values with the same name joined by `, ` (RFC 9110, 5.3).
   * @param {HttpRequest} request
   * @param {{ cookies?: boolean }} [options]
   *   cookies: add `Cookie`, at the end.
   * @returns {[string, string][]}
   */
  const sentHeaders = (request, { cookies = true } = {}) => {
    /** @type {Map<string, [string, string]>} */
    const merged = new Map();
    for (const [name, value] of request.headers) {
      const known = merged.get(name.toLowerCase());
      merged.set(
        name.toLowerCase(),
        known == null ? [name, value] : [known[0], `${known[1]}, ${value}`],
      );
    }
    if (cookies && request.cookies.length) {
      merged.set("cookie", ["Cookie", cookieText(request)]);
    }
    return [...merged.values()];
  };

  /**
   * The value of `Cookie`.
   * @param {HttpRequest} request
   * @returns {string}
   */
  const cookieText = (request) => request.cookies
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");

  /**
   * The value of `Content-Type`, or `None`.
   * @param {HttpRequest} request
   * @returns {string | null}
   */
  const contentType = (request) => request.headers
    .filter(([k]) => k.toLowerCase() === "content-type")
    .map(([, v]) => v)[0] ?? null;

  /**
   * Whether a body is sent, which may be empty.
   * @param {HttpRequest} request
   * @returns {boolean}
   */
  const hasBody = (request) => request.body != null
    || request.file != null
    || Boolean(request.parts.length);

  /**
   * `user:password`.
   * @param {[string, string]} basic
   * @returns {string}
   */
  const basicText = (basic) => `${basic[0]}:${basic[1]}`;

  /**
   * `user:password` in Base64 of its UTF-8, for clients that only accept ASCII.
   * @param {[string, string]} basic
   * @returns {string}
   */
  const basicBase64 = (basic) => base64Text(basicText(basic));

  /**
   * `\\xNN` for each byte of a character in UTF-8.
   * @param {number} code
   * @returns {string}
   */
  const byteEscapes = (code) => Array.from(
    utf8AsLatin1(String.fromCodePoint(code)),
    (byte) => `\\x${/** @type {number} */ (byte.codePointAt(0)).toString(16).padStart(2, "0")}`,
  ).join("");

  /**
   * Whether the path contains `.` or `..`, which many clients would resolve before sending.
   * @param {string} url
   * @returns {boolean}
   */
  const hasDotSegment = (url) => partition(url, "://")[2].search(_DOT_SEGMENT) >= 0;

  /**
   * The request target: `url` without scheme and authority.
   * @param {string} url
   * @returns {string}
   */
  const pathAndQuery = (url) => {
    const [, slash, rest] = partition(partition(url, "://")[2], "/");
    return slash + rest || "/";
  };

  /**
   * Scheme and authority of `url`.
   * @param {string} url
   * @returns {string}
   */
  const origin = (url) => {
    const [scheme, , rest] = partition(url, "://");
    return `${scheme}://${partition(rest, "/")[0]}`;
  };

  /**
   * The `Content-Disposition` of a part, names escaped like in browsers (HTML, 4.10.21.8).
   * @param {Part} part
   * @returns {string}
   */
  const disposition = (part) => {
    let text = `form-data; name="${_escapeName(part.name)}"`;
    if (part.filename != null) {
      text += `; filename="${_escapeName(part.filename)}"`;
    }
    return text;
  };

  /**
   * @param {string} name
   * @returns {string}
   */
  const _escapeName = (name) => name
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A")
    .replaceAll('"', "%22");

  /**
   * The `Content-Type` of a part; a file always has one.
   * @param {Part} part
   * @returns {string | null}
   */
  const partType = (part) => part.contentType || (part.filename != null ? OCTETS : null);

  /**
   * Whether a part is text with its own type, which some form builders do not support.
   * @param {HttpRequest} request
   * @returns {boolean}
   */
  const hasTypedText = (request) => request.parts.some(
    (part) => part.filename == null && part.contentType,
  );

  /**
   * Whether a part has its own header fields, which few form builders support.
   * @param {HttpRequest} request
   * @returns {boolean}
   */
  const hasFields = (request) => request.parts.some((part) => part.headers.length);

  /**
   * Whether all form builders write the parts identically: no name needs an escape, and none has its
   * own header fields.
   * @param {HttpRequest} request
   * @returns {boolean}
   */
  const hasPlainNames = (request) => {
    if (hasFields(request)) {
      return false;
    }
    const names = request.parts.flatMap((part) => [part.name, part.filename || ""]);
    return !names.some((name) => name.search(_ODD_IN_NAME) >= 0);
  };

  /**
   * Boundary and pieces of the multipart body, for clients without a suitable form builder.
   * @param {HttpRequest} request
   * @param {string} [boundary]
   * @returns {[string, Segment[]]}
   */
  const writtenParts = (request, boundary = "navapi-form-boundary") => {
    while (request.parts.some((part) => part.text.includes(`--${boundary}`))) {
      boundary += "0";
    }
    /** @type {Segment[]} */
    const segments = [];
    let start = "";
    for (const part of request.parts) {
      let text = `${start}--${boundary}\r\nContent-Disposition: ${disposition(part)}\r\n`;
      const kind = partType(part);
      text += kind ? `Content-Type: ${kind}\r\n` : "";
      text += part.headers.map(([name, value]) => `${name}: ${value}\r\n`).join("") + "\r\n";
      if (part.filename == null) {
        segments.push({ text: `${text}${part.text}\r\n`, file: false });
        start = "";
      } else {
        segments.push({ text, file: false }, { text: part.filename, file: true });
        start = "\r\n";
      }
    }
    segments.push({ text: `${start}--${boundary}--\r\n`, file: false });
    return [boundary, [...segments]];
  };

  /**
   * `sent_headers` and the type of a multipart body written by `written_parts`.
   * @param {HttpRequest} request
   * @param {string} boundary
   * @returns {[string, string][]}
   */
  const withBoundary = (request, boundary) => [
    ...sentHeaders(request),
    ["Content-Type", multipartType(boundary)],
  ];

  /**
   * The type of that body.
   * @param {string} boundary
   * @returns {string}
   */
  const multipartType = (boundary) => `multipart/form-data; boundary=${boundary}`;

  Object.assign(
    playground,
    {
      sentHeaders,
      cookieText,
      contentType,
      hasBody,
      basicText,
      basicBase64,
      byteEscapes,
      hasDotSegment,
      pathAndQuery,
      origin,
      disposition,
      partType,
      hasTypedText,
      hasFields,
      hasPlainNames,
      writtenParts,
      withBoundary,
      multipartType,
    },
  );
})();
