// @ts-check
// Generated from sphinx_navapi/request/snippets/javascript.py: change that, and run
// `python tools/translate.py`.
//
// Code samples for JavaScript and TypeScript, with fetch or axios.
(() => {
  "use strict";
  const playground = globalThis.navapiPlayground;
  /** @type {EncodingScript} */
  const { isAscii, utf8AsLatin1 } = playground;
  /** @type {LiteralsScript} */
  const {
    COMMON_ESCAPES,
    escaper,
    formFields,
    hasOddKey,
    hexOrFour,
    indent,
    isBlock,
    jsonBody,
    jsonLiteral,
  } = playground.literals;
  /** @type {StylesScript} */
  const { isJson } = playground;
  /** @type {WireScript} */
  const {
    basicBase64,
    basicText,
    contentType,
    hasBody,
    hasDotSegment,
    hasFields,
    hasTypedText,
    multipartType,
    origin,
    partType,
    pathAndQuery,
    sentHeaders,
    writtenParts,
  } = playground;

  const _escape = escaper(new Map([...COMMON_ESCAPES, ['"', '\\"']]), hexOrFour);
  const _NAME = /^[A-Za-z_$][A-Za-z0-9_$]*$/gu;

  // Names that are reordered, or have a special meaning.
  const _ODD_NAME = /^(?:[0-9]+|__proto__)$/gu;

  // Methods that fetch rejects.
  const _FORBIDDEN = ["TRACE", "CONNECT", "TRACK"];

  /**
   * `text` as a string literal in double quotes, on one line.
   * @param {string} text
   * @returns {string}
   */
  const quote = (text) => `"${_escape(text)}"`;

  /**
   * `text` as a template literal if it has several lines.
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
   * A header value: fetch requires one character per byte, so UTF-8 is written as bytes.
   * @param {string} value
   * @returns {string}
   */
  const quoteHeader = (value) => quote(utf8AsLatin1(value));

  /**
   * A module for Node 18 and later, and, without files and cookies, for browsers.
   * @param {HttpRequest} request
   * @returns {string}
   */
  const render = (request) => _module(request, "fetch", { typed: false });

  /**
   * The module of `render` with types.
   * @param {HttpRequest} request
   * @returns {string}
   */
  const renderTypescript = (request) => _module(request, "fetch", { typed: true });

  /**
   * The module of `render` with axios.
   * @param {HttpRequest} request
   * @returns {string}
   */
  const renderAxios = (request) => _module(request, "axios", { typed: false });

  /**
   * The module of `render` with axios and types.
   * @param {HttpRequest} request
   * @returns {string}
   */
  const renderAxiosTypescript = (request) => _module(request, "axios", { typed: true });

  /**
   * The sample of `render`.
   * @param {HttpRequest} request
   * @param {string} library `fetch` or `axios`, which adds fewer fields itself.
   * @param {{ typed: boolean }} options
   *   typed: with the types of TypeScript.
   * @returns {string}
   */
  const _module = (request, library, { typed }) => {
    /** @type {string[]} */
    const imports = [];
    if (request.file != null || request.parts.some((part) => part.filename != null)) {
      imports.push('import { readFile } from "node:fs/promises";');
    }
    if (_isRefused(request)) {
      return _byNode(request, imports, typed);
    }
    const isAxios = library === "axios";
    let [value, implied] = _value(request, isAxios);
    /** @type {string[]} */
    let setup = [];
    if (!value) {
      setup = _body(request, typed);
      value = setup.length ? "body" : "";
      // If the type is JSON, axios would parse the text and send the value.
      if (isAxios && request.body != null && isJson(contentType(request) || "")) {
        value = "Buffer.from(body)";
      }
    }
    let options = [`method: ${quote(request.method)},`];
    if (isAxios) {
      options.push(`url: ${quote(request.url)},`);
    }
    options.push(..._fields(request, implied, isAxios));
    if (value) {
      const name = isAxios ? "data" : "body";
      options.push(value === name ? `${name},` : `${name}: ${value},`);
    }
    const block = "{\n" + indent(options.join("\n"), "  ") + "\n}";
    if (isAxios) {
      const names = typed ? "axios, { type AxiosResponse }" : "axios";
      imports.push(`import ${names} from "axios";`);
      setup.push(`const response${typed
        ? ": AxiosResponse"
        : ""} = await axios(${block});\nconsole.log(response.status, response.data);`);
    } else {
      const url = quote(request.url);
      const arguments_ = request.method !== "GET" || options.length > 1 ? `${url}, ${block}` : url;
      setup.push(`const response${typed
        ? ": Response"
        : ""} = await fetch(${arguments_});\n`
        + _print(typed));
    }
    return (imports.length ? [imports.join("\n"), ...setup] : setup).join("\n\n");
  };

  /**
   * @param {boolean} typed
   * @returns {string}
   */
  const _print = (typed) => {
    if (typed) {
      return "const text: string = await response.text();\nconsole.log(response.status, text);";
    }
    return "console.log(response.status, await response.text());";
  };

  /**
   * The body as an expression if it is a value of the language, and the type it implies.
   * @param {HttpRequest} request
   * @param {boolean} isAxios
   * @returns {[string, string]}
   */
  const _value = (request, isAxios) => {
    const text = jsonBody(request, 2);
    if (text && !hasOddKey(text)) {
      const literal = jsonLiteral(text, quote, (name) => `${_key(name)}:`, new Map());
      return isAxios ? [literal, "application/json"] : [`JSON.stringify(${literal})`, ""];
    }
    const fields = formFields(request);
    if (!fields.length || fields.some(([name]) => name.search(_ODD_NAME) >= 0)) {
      return ["", ""];
    }
    const rows = fields.map(([name, value]) => `  ${_key(name)}: ${quote(value)},\n`).join("");
    return ["new URLSearchParams({\n" + rows + "})", ""];
  };

  /**
   * Statements that define the literal body as `body`.
   * @param {HttpRequest} request
   * @param {boolean} typed
   * @returns {string[]}
   */
  const _body = (request, typed) => {
    if (request.parts.length && !_fitsFormData(request)) {
      const [boundary, segments] = writtenParts(request);
      const pieces = segments.map((s) => s.file ? _bytes(s.text) : quote(s.text));
      const rows = pieces.map((piece) => `  ${piece},\n`).join("");
      const kind = `{ type: ${quote(multipartType(boundary))} }`;
      return [`const body${typed ? ": Blob" : ""} = new Blob([\n${rows}], ${kind});`];
    }
    if (request.parts.length) {
      return _formData(request, typed);
    }
    if (request.body != null) {
      return [`const body${typed ? ": string" : ""} = ${quoteBody(request.body)};`];
    }
    return request.file != null ? [`const body = ${_bytes(request.file)};`] : [];
  };

  /**
   * Options for header fields, except for the `implied` type, and user name.
   * @param {HttpRequest} request
   * @param {string} implied
   * @param {boolean} isAxios
   * @returns {string[]}
   */
  const _fields = (request, implied, isAxios) => {
    let rows = sentHeaders(
      request,
    )
      .filter(([name, value]) => name.toLowerCase() !== "content-type" || value !== implied)
      .map(([name, value]) => `  ${_key(name)}: ${quoteHeader(value)},\n`)
      .join("");
    /** @type {string[]} */
    const auth = [];
    if (request.basic && isAxios) {
      const [user, password] = request.basic;
      auth.push(`auth: { username: ${quote(user)}, password: ${quote(password)} },`);
    } else if (request.basic) {
      rows += `  Authorization: ${_basic(request.basic)},\n`;
    }
    return rows ? ["headers: {\n" + rows + "},", ...auth] : auth;
  };

  /**
   * @param {string} name
   * @returns {string}
   */
  const _key = (name) => {
    if (name === "__proto__") {
      return '["__proto__"]';
    }
    return name.search(_NAME) >= 0 ? name : quote(name);
  };

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
   * Whether `FormData` sends the parts unchanged: it converts every line break to CRLF.
   * @param {HttpRequest} request
   * @returns {boolean}
   */
  const _fitsFormData = (request) => {
    const texts = request.parts.filter((part) => part.filename == null).map((part) => part.text);
    const hasBreaks = texts.some((t) => t.includes("\n") || t.includes("\r"));
    return !hasTypedText(request) && !hasFields(request) && !hasBreaks;
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
   * @returns {boolean}
   */
  const _isRefused = (request) => (hasBody(
    request,
  )
    && new Set(["GET", "HEAD"]).has(request.method))
    || _FORBIDDEN.includes(request.method)
    || hasDotSegment(request.url);

  /**
   * The request by `node:http` or `node:https`, which send it unchanged.
   * @param {HttpRequest} request
   * @param {string[]} imports
   * @param {boolean} typed
   * @returns {string}
   */
  const _byNode = (request, imports, typed) => {
    const module = request.url.startsWith("https:") ? "https" : "http";
    let options = [`method: ${quote(request.method)},`, ..._fields(request, "", false)];
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
    let setup = _body(request, typed);
    let body = setup.length ? "body" : "";
    if (request.parts.length) {
      // A Response chooses the boundary of FormData and serializes it.
      const read = "const bytes = Buffer.from(await form.arrayBuffer());";
      setup = [...setup, `const form = new Response(body);\n${read}`];
      body = "bytes";
      const kind = 'form.headers.get("Content-Type")' + (typed ? "!" : "");
      options = _withField(options, `"Content-Type": ${kind}`);
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

  (playground.samples ??= {}).javascript = render;
  (playground.samples ??= {}).typescript = renderTypescript;
  (playground.samples ??= {}).axios = renderAxios;
  (playground.samples ??= {}).axios_typescript = renderAxiosTypescript;
})();
