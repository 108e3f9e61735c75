// @ts-check
// Generated from sphinx_navapi/request/snippets/curl.py: change that, and run
// `python tools/translate.py`.
//
// Code samples for curl in bash.
(() => {
  "use strict";
  const playground = globalThis.navapiPlayground;
  /** @type {EncodingScript} */
  const { partition, percentDecode, percentEncode } = playground;
  /** @type {LiteralsScript} */
  const { UNSAFE, escaper } = playground.literals;
  /** @type {WireScript} */
  const {
    basicText,
    byteEscapes,
    contentType,
    cookieText,
    hasDotSegment,
    partType,
    sentHeaders,
    withBoundary,
    writtenParts,
  } = playground;

  const _GLOB = /[\[\]{}]/gu;
  const _NAME = /^[A-Za-z0-9._~\[\]-]+$/gu;
  const _SEPARATOR = /[",;\\\x20]/gu;
  const _escape = escaper(
    new Map([["\\", "\\\\"], ["'", "\\'"], ["\n", "\n"], ["\r", "\\r"], ["\t", "\\t"]]),
    byteEscapes,
  );

  /**
   * `text` as one word of bash: `'…'`, or `$'…'` with unsafe characters as escapes.
   * @param {string} text
   * @returns {string}
   */
  const quote = (text) => {
    if (text.replaceAll("\n", "").search(UNSAFE) >= 0) {
      return `$'${_escape(text)}'`;
    }
    return "'" + text.replaceAll("'", "'\\''") + "'";
  };

  /**
   * A curl command, one option per line.
   * @param {HttpRequest} request
   * @returns {string}
   */
  const render = (request) => {
    let headers = sentHeaders(request, { cookies: false });
    /** @type {string[]} */
    let parts = [];
    if (request.parts.length && request.parts.every((part) => _expressible(part))) {
      parts = request.parts.map((part) => _formOption(part));
    } else if (request.parts.length) {
      const [boundary, segments] = writtenParts(request);
      headers = withBoundary(request, boundary);
      parts = [`--data-raw ${quote(segments.map((piece) => piece.text).join(""))}`];
    }
    let options = headers.map(([name, value]) => `--header ${quote(_header(name, value))}`);
    if (request.basic) {
      options.push(`--user ${quote(basicText(request.basic))}`);
    }
    if (request.cookies.length) {
      options.push(`--cookie ${quote(cookieText(request))}`);
    }
    const hasBody = request.body != null || request.file != null;
    if (hasBody && contentType(request) == null) {
      options.push("--header 'Content-Type:'");
    }
    if (request.body != null) {
      options.push(..._dataOptions(request));
    } else if (request.file != null) {
      options.push(`--data-binary ${quote("@" + request.file)}`);
    }
    const first = [
      "curl",
      ..._switches(request.url),
      ..._method(request, Boolean(hasBody || parts.length)),
    ];
    return [[...first, quote(request.url)].join(" "), ...options, ...parts].join(" \\\n  ");
  };

  /**
   * An option for text, for which `--data` would interpret a leading `@` as a file.
   * @param {string} text
   * @returns {string}
   */
  const _data = (text) => `${text.startsWith("@") ? "--data-raw" : "--data"} ${quote(text)}`;

  /**
   * Options for the body, or for the fields of a form: curl joins them with `&`.
   * @param {HttpRequest} request
   * @returns {string[]}
   */
  const _dataOptions = (request) => {
    const body = request.body || "";
    const fields = body.split("&");
    const isForm = (contentType(request) || "").startsWith("application/x-www-form-urlencoded");
    if (isForm && fields.every(Boolean)) {
      return fields.map((field) => _field(field));
    }
    return [_data(body)];
  };

  /**
   * An option for a field, decoded if curl encodes its value in the same way.
   * @param {string} field
   * @returns {string}
   */
  const _field = (field) => {
    const [encoded, , value] = partition(field, "=");
    const [name, text] = [percentDecode(encoded), percentDecode(value)];
    const isReadable = field.includes("%") && field.includes("=") && percentEncode(text) === value;
    if (isReadable && name.search(_NAME) >= 0) {
      return "--data-urlencode " + (quote(`${name}=${text}`));
    }
    return _data(field);
  };

  /**
   * @param {string} url
   * @returns {string[]}
   */
  const _switches = (url) => [
    ...(url.search(_GLOB) >= 0 ? ["--globoff"] : []),
    ...(hasDotSegment(url) ? ["--path-as-is"] : []),
  ];

  /**
   * @param {HttpRequest} request
   * @param {boolean} hasBody
   * @returns {string[]}
   */
  const _method = (request, hasBody) => {
    if (request.method === "HEAD" && !hasBody) {
      return ["--head"];
    }
    if (request.method === "GET" && !hasBody) {
      return [];
    }
    return ["--request", request.method];
  };

  /**
   * `Name: value`; curl sends an empty field only for `Name;`.
   * @param {string} name
   * @param {string} value
   * @returns {string}
   */
  const _header = (name, value) => value ? `${name}: ${value}` : `${name};`;

  /**
   * Whether `--form` supports its name: names end at the first `=`. Files need `--form`.
   * @param {Part} part
   * @returns {boolean}
   */
  const _expressible = (part) => !part.name.includes("=") || part.filename != null;

  /**
   * @param {Part} part
   * @returns {string}
   */
  const _formOption = (part) => {
    let field;
    if (part.filename != null) {
      field = `${part.name}=@${_word(part.filename)};type=${partType(part) || ""}`;
      return `--form ${quote(field + _fields(part))}`;
    }
    if (part.contentType || part.headers.length) {
      const kind = part.contentType ? `;type=${part.contentType}` : "";
      field = `${part.name}=${_quoted(part.text)}${kind}${_fields(part)}`;
      return `--form ${quote(field)}`;
    }
    return `--form-string ${quote(part.name + "=" + part.text)}`;
  };

  /**
   * Header fields of the part in the syntax of `--form`.
   * @param {Part} part
   * @returns {string}
   */
  const _fields = (part) => part.headers
    .map(([name, value]) => ";headers=" + (_quoted(`${name}: ${value}`)))
    .join("");

  /**
   * @param {string} text
   * @returns {string}
   */
  const _quoted = (text) => '"' + text.replaceAll("\\", "\\\\").replaceAll('"', '\\"') + '"';

  /**
   * A file name in the syntax of `--form`: in double quotes if it contains separators.
   * @param {string} filename
   * @returns {string}
   */
  const _word = (filename) => {
    if (filename.search(_SEPARATOR) < 0) {
      return filename;
    }
    return _quoted(filename);
  };

  (playground.samples ??= {}).curl = render;
})();
