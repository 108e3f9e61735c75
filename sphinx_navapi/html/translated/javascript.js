// @ts-check
// Generated from sphinx_navapi/request/snippets/javascript.py: change that, and run
// `python -m sphinx_navapi.request.script`.
//
// Code samples for JavaScript with fetch, and what TypeScript adds to them.
(() => {
  "use strict";
  const playground = globalThis.navapiPlayground;
  /** @type {EncodingScript} */
  const { isAscii, utf8AsLatin1 } = playground;
  /** @type {QuotingScript} */
  const { COMMON_ESCAPES, escaper, hexOrFour, indent, isBlock } = playground.quoting;
  /** @type {WireScript} */
  const {
    basicBase64,
    basicText,
    hasDotSegment,
    hasTypedText,
    origin,
    partType,
    pathAndQuery,
    sentHeaders,
    withBoundary,
    writtenParts,
  } = playground;

  const _escape = escaper(new Map([...COMMON_ESCAPES, ['"', '\\"']]), hexOrFour);

  // Methods that fetch refuses.
  const _FORBIDDEN = ["TRACE", "CONNECT", "TRACK"];

  /**
   * `text` as a string literal in double quotes, on one line.
   * @param {string} text
   * @returns {string}
   */
  const quote = (text) => `"${_escape(text)}"`;

  /**
   * `text` as a template literal where it has several lines.
   * @param {string} text
   * @returns {string}
   */
  const quoteBody = (text) => {
    if (!isBlock(text)) {
      return quote(text);
    }
    if (!text.includes("`") && !text.includes("${") && !text.endsWith("\\")) {
      return text.includes("\\") ? `String.raw\`${text}\`` : `\`${text}\``;
    }
    const escaped = text.replaceAll("\\", "\\\\").replaceAll("`", "\\`").split("${").join("\\${");
    return `\`${escaped}\``;
  };

  /**
   * A header value: fetch takes a character for each byte, so UTF-8 is written out as bytes.
   * @param {string} value
   * @returns {string}
   */
  const quoteHeader = (value) => quote(utf8AsLatin1(value));

  /**
   * A module for Node 18 and later, and, without files and cookies, for browsers.
   * @param {HttpRequest} request
   * @returns {string}
   */
  const render = (request) => renderModule(request, { typed: false });

  /**
   * The sample of `render`; `typed`: with the types of TypeScript.
   * @param {HttpRequest} request
   * @param {{ typed: boolean }} options
   * @returns {string}
   */
  const renderModule = (request, { typed }) => {
    let rows;
    let headers = sentHeaders(request);
    /** @type {string[]} */
    const imports = [];
    /** @type {string[]} */
    const setup = [];
    if (request.parts.length && !_fitsFormData(request)) {
      const [boundary, segments] = writtenParts(request);
      headers = withBoundary(request, boundary);
      const pieces = segments.map((s) => s.file ? _bytes(s.text) : quote(s.text));
      rows = pieces.map((piece) => `  ${piece},\n`).join("");
      setup.push(`const body${typed ? ": Blob" : ""} = new Blob([\n${rows}]);`);
    } else if (request.parts.length) {
      setup.push(..._formData(request, typed));
    } else if (request.body != null) {
      setup.push(`const body${typed ? ": string" : ""} = ${quoteBody(request.body)};`);
    } else if (request.file != null) {
      setup.push(`const body = ${_bytes(request.file)};`);
    }
    if (request.file != null || request.parts.some((part) => part.filename != null)) {
      imports.push('import { readFile } from "node:fs/promises";');
    }
    const options = [`method: ${quote(request.method)},`];
    rows = headers.map(([name, value]) => `  ${_key(name)}: ${quoteHeader(value)},\n`).join("");
    if (request.basic) {
      rows += `  "Authorization": ${_basic(request.basic)},\n`;
    }
    if (rows) {
      options.push("headers: {\n" + rows + "},");
    }
    if (_isRefused(request, Boolean(setup.length))) {
      return _byNode(request, imports, setup, options, typed);
    }
    if (setup.length) {
      options.push("body,");
    }
    let arguments_ = quote(request.url);
    if (request.method !== "GET" || options.length > 1) {
      arguments_ += ", {\n" + indent(options.join("\n"), "  ") + "\n}";
    }
    setup.push(`const response${typed
      ? ": Response"
      : ""} = await fetch(${arguments_});\n${_print(
      "response.status",
      "response.text()",
      typed,
    )}`);
    return (imports.length ? [imports.join("\n"), ...setup] : setup).join("\n\n");
  };

  /**
   * @param {string} status
   * @param {string} text
   * @param {boolean} typed
   * @returns {string}
   */
  const _print = (status, text, typed) => {
    if (typed) {
      return `const text: string = await ${text};\nconsole.log(${status}, text);`;
    }
    return `console.log(${status}, await ${text});`;
  };

  /**
   * @param {string} name
   * @returns {string}
   */
  const _key = (name) => name === "__proto__" ? '["__proto__"]' : quote(name);

  /**
   * @param {[string, string]} basic
   * @returns {string}
   */
  const _basic = (basic) => {
    const text = basicText(basic);
    if (isAscii(text)) {
      return `"Basic " + btoa(${quote(text)})`;
    }
    return quote(`Basic ${basicBase64(basic)}`);
  };

  /**
   * @param {string} filename
   * @returns {string}
   */
  const _bytes = (filename) => `await readFile(${quote(filename)})`;

  /**
   * Whether `FormData` sends the parts as they are: it makes every line break CRLF.
   * @param {HttpRequest} request
   * @returns {boolean}
   */
  const _fitsFormData = (request) => {
    const texts = request.parts.filter((part) => part.filename == null).map((part) => part.text);
    return !hasTypedText(request) && !texts.some((t) => t.includes("\n") || t.includes("\r"));
  };

  /**
   * @param {HttpRequest} request
   * @param {boolean} typed
   * @returns {string[]}
   */
  const _formData = (request, typed) => {
    const lines = [`const body${typed ? ": FormData" : ""} = new FormData();`];
    for (const part of request.parts) {
      let value = quote(part.text);
      if (part.filename != null) {
        const kind = quote(partType(part) || "");
        const blob = `new Blob([${_bytes(part.filename)}], { type: ${kind} })`;
        value = `${blob}, ${quote(part.filename)}`;
      }
      lines.push(`body.append(${quote(part.name)}, ${value});`);
    }
    return [lines.join("\n")];
  };

  /**
   * @param {HttpRequest} request
   * @param {boolean} hasBody
   * @returns {boolean}
   */
  const _isRefused = (request, hasBody) => (hasBody
    && new Set(["GET", "HEAD"]).has(request.method))
    || _FORBIDDEN.includes(request.method)
    || hasDotSegment(request.url);

  /**
   * The request by `node:http` or `node:https`, which send what they are told.
   * @param {HttpRequest} request
   * @param {string[]} imports
   * @param {string[]} setup
   * @param {string[]} options
   * @param {boolean} typed
   * @returns {string}
   */
  const _byNode = (request, imports, setup, options, typed) => {
    const module = request.url.startsWith("https:") ? "https" : "http";
    let url = quote(request.url);
    if (hasDotSegment(request.url)) {
      url = quote(origin(request.url));
      options = [`path: ${quote(pathAndQuery(request.url))},`, ...options];
    }
    const types = typed ? ['import type { IncomingMessage } from "node:http";'] : [];
    imports = [
      ...imports,
      ...types,
      `import { request } from "node:${module}";`,
      'import { text } from "node:stream/consumers";',
    ];
    let body = setup.length ? "body" : "";
    if (request.parts.length) {
      // A Response chooses the boundary of FormData and writes it out.
      const read = "const bytes = Buffer.from(await form.arrayBuffer());";
      setup = [...setup, `const form = new Response(body);\n${read}`];
      body = "bytes";
      if (_fitsFormData(request)) {
        const kind = 'form.headers.get("Content-Type")' + (typed ? "!" : "");
        options = _withField(options, `"Content-Type": ${kind}`);
      }
    }
    if (body) {
      options = _withField(options, `"Content-Length": Buffer.byteLength(${body})`);
      if (request.body != null) {
        // With a string, node would write the fields in the string's encoding.
        body = "Buffer.from(body)";
      }
    }
    const block = indent(options.join("\n"), "    ");
    const promise = typed ? "new Promise<IncomingMessage>" : "new Promise";
    setup.push(`const response = await ${promise}((resolve, reject) => {\n  request(${url}, {\n${block}\n  }, resolve).on("error", reject).end(${body});\n});\nconsole.log(response.statusCode, await text(response));`);
    return [imports.join("\n"), ...setup].join("\n\n");
  };

  /**
   * @param {string[]} options
   * @param {string} field
   * @returns {string[]}
   */
  const _withField = (options, field) => {
    if (/** @type {string} */ (options.at(-1)).startsWith("headers")) {
      return [
        ...options.slice(0, -1),
        `${/** @type {string} */ (options.at(-1)).replace(/\},$/gu, "")}  ${field},\n},`,
      ];
    }
    return [...options, `headers: {\n  ${field},\n},`];
  };

  playground.javascript = { renderModule };
  (playground.samples ??= {}).javascript = render;
})();
