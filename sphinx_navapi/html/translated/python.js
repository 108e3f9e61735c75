// @ts-check
// Generated from sphinx_navapi/request/snippets/python.py: change that, and run
// `python tools/translate.py`.
//
// Code samples for Python with requests or httpx.
(() => {
  "use strict";
  const playground = globalThis.navapiPlayground;
  /** @type {EncodingScript} */
  const { isAscii, partition } = playground;
  /** @type {LiteralsScript} */
  const {
    COMMON_ESCAPES,
    FORM,
    escaper,
    fieldsOf,
    formFields,
    hexOrFour,
    isBlock,
    jsonBody,
    jsonLiteral,
  } = playground.literals;
  /** @type {WireScript} */
  const { hasBody, hasDotSegment, partType, pathAndQuery, sentHeaders } = playground;

  const _escape = escaper(new Map([...COMMON_ESCAPES, ['"', '\\"']]), hexOrFour);
  const _FUNCTIONS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

  // Functions of `httpx` that take a body.
  const _WITH_BODY = ["POST", "PUT", "PATCH"];
  const _WORDS = new Map([["true", "True"], ["false", "False"], ["null", "None"]]);
  const _INTEGER = /^(?:0|[1-9][0-9]{0,15})$/gu;

  /**
   * `text` as a string literal in double quotes, on one line.
   * @param {string} text
   * @returns {string}
   */
  const quote = (text) => `"${_escape(text)}"`;

  /**
   * `text` as `"""…"""` where it has several lines, raw where it has backslashes.
   * @param {string} text
   * @returns {string}
   */
  const quoteBody = (text) => {
    if (isBlock(text) && !text.includes('"""') && !text.endsWith('"') && !text.endsWith("\\")) {
      const raw = text.includes("\\") ? "r" : "";
      return `${raw}"""${text}"""`;
    }
    return quote(text);
  };

  /**
   * A script that calls `requests`.
   * @param {HttpRequest} request
   * @returns {string}
   */
  const render = (request) => _script(request, "requests");

  /**
   * A script that calls `httpx`.
   * @param {HttpRequest} request
   * @returns {string}
   */
  const renderHttpx = (request) => _script(request, "httpx");

  /**
   * A script that calls `requests` or `httpx`, whose calls only differ in a few names.
   * @param {HttpRequest} request
   * @param {string} library
   * @returns {string}
   */
  const _script = (request, library) => {
    const [url, query] = _address(request.url);
    const setup = [`url = ${quote(url)}`];
    const arguments_ = ["url"];
    if (query.length) {
      setup.push(`params = ${_dict(query)}`);
      arguments_.push("params=params");
    }
    const [body, argument, implied] = _body(request, library);
    const headers = sentHeaders(
      request,
    )
      .filter(([name, value]) => name.toLowerCase() !== "content-type" || value !== implied)
      .map(([name, value]) => `${quote(name)}: ${_headerValue(value)}`);
    if (headers.length) {
      setup.push(`headers = ${_dict(headers)}`);
      arguments_.push("headers=headers");
    }
    if (request.basic) {
      const [user, password] = request.basic.map((text) => _headerValue(text));
      arguments_.push(`auth=(${user}, ${password})`);
    }
    if (body) {
      setup.push(body);
      arguments_.push(argument);
    }
    return `import ${library}\n\n`
      + setup.join("\n")
      + `\n\n${_call(request, library, arguments_)}\n`
      + "print(response.status_code, response.text)";
  };

  /**
   * The URL, and the query as entries of a dict if both libraries write it unchanged.
   * @param {string} url
   * @returns {[string, string[]]}
   */
  const _address = (url) => {
    const [base, , query] = partition(url, "?");
    // They write a space as `+`, and a separate query does not work with dot segments in the path.
    const fields = query.includes("%20") || hasDotSegment(url) ? [] : fieldsOf(query);
    const rows = fields.map(([name, value]) => `${quote(name)}: ${_field(value)}`);
    return [rows.length ? base : url, rows];
  };

  /**
   * @param {string} value
   * @returns {string}
   */
  const _field = (value) => value.search(_INTEGER) >= 0 ? value : quote(value);

  /**
   * @param {string[]} rows
   * @returns {string}
   */
  const _dict = (rows) => {
    if (rows.length === 1) {
      return `{${rows[0]}}`;
    }
    return "{\n" + rows.map((row) => `    ${row},\n`).join("") + "}";
  };

  /**
   * The statement that sets the body, the argument for it, and the type that it implies.
   * @param {HttpRequest} request
   * @param {string} library
   * @returns {[string, string, string]}
   */
  const _body = (request, library) => {
    let rows;
    if (request.parts.length) {
      rows = request.parts.map((part) => `    (${quote(part.name)}, ${_part(part)}),\n`);
      return ["files = [\n" + rows.join("") + "]", "files=files", ""];
    }
    const keyword = library === "requests" ? "data" : "content";
    if (request.file != null) {
      return [`body = open(${quote(request.file)}, "rb").read()`, `${keyword}=body`, ""];
    }
    if (request.body == null) {
      return ["", "", ""];
    }
    const value = jsonBody(request, 4, { isWide: true });
    if (value) {
      const literal = jsonLiteral(value, quote, (name) => `${quote(name)}:`, _WORDS);
      return [`body = ${literal}`, "json=body", "application/json"];
    }
    const fields = formFields(request);
    if (fields.length) {
      rows = fields.map(([name, value]) => `${quote(name)}: ${_field(value)}`);
      return [`body = ${_dict(rows)}`, "data=body", FORM];
    }
    // `requests` would encode text as Latin-1.
    const isPlain = library === "httpx" || isAscii(request.body);
    return [
      `body = ${quoteBody(request.body)}`,
      `${keyword}=body${isPlain ? "" : ".encode()"}`,
      "",
    ];
  };

  /**
   * The call.
   * @param {HttpRequest} request
   * @param {string} library
   * @param {string[]} arguments_
   * @returns {string}
   */
  const _call = (request, library, arguments_) => {
    const general = [quote(request.method), ...arguments_].join(", ");
    const dotted = hasDotSegment(request.url);
    if (dotted && library === "httpx") {
      const target = `extensions={"target": b${quote(pathAndQuery(request.url))}}`;
      return `response = httpx.Client().request(${general}, ${target})`;
    }
    const asWritten = request.method === request.method.toUpperCase();
    if (library === "requests" && (dotted || !asWritten)) {
      const method = asWritten ? "" : `request.method = ${quote(request.method)}\n`;
      const url = dotted ? "request.url = url\n" : "";
      return `request = requests.Request(${general}).prepare()\n${method}${url}response = requests.Session().send(request)`;
    }
    const isTaken = library === "requests"
      || !hasBody(request)
      || _WITH_BODY.includes(request.method);
    if (_FUNCTIONS.includes(request.method) && isTaken) {
      return `response = ${library}.${request.method.toLowerCase()}(${arguments_.join(", ")})`;
    }
    return `response = ${library}.request(${general})`;
  };

  /**
   * @param {string} text
   * @returns {string}
   */
  const _headerValue = (text) => isAscii(text) ? quote(text) : `${quote(text)}.encode()`;

  /**
   * @param {Part} part
   * @returns {string}
   */
  const _part = (part) => {
    const kind = partType(part);
    if (part.filename != null) {
      const name = quote(part.filename);
      return `(${name}, open(${name}, "rb"), ${quote(kind || "")}${_partFields(part)})`;
    }
    if (kind || part.headers.length) {
      const written = kind ? quote(kind) : "None";
      return `(None, ${quote(part.text)}, ${written}${_partFields(part)})`;
    }
    return `(None, ${quote(part.text)})`;
  };

  /**
   * @param {Part} part
   * @returns {string}
   */
  const _partFields = (part) => {
    const rows = part.headers
      .map(([name, value]) => `${quote(name)}: ${_headerValue(value)}`)
      .join(", ");
    return rows ? `, {${rows}}` : "";
  };

  (playground.samples ??= {}).python = render;
  (playground.samples ??= {}).httpx = renderHttpx;
})();
