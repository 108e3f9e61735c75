// @ts-check
// Generated from sphinx_navapi/request/snippets/python.py: change that, and run
// `python -m sphinx_navapi.request.script`.
//
// Code samples for Python with requests.
(() => {
  "use strict";
  const playground = globalThis.navapiPlayground;
  /** @type {EncodingScript} */
  const { isAscii } = playground;
  /** @type {QuotingScript} */
  const { COMMON_ESCAPES, escaper, hexOrFour, isBlock } = playground.quoting;
  /** @type {WireScript} */
  const { hasDotSegment, partType, sentHeaders } = playground;

  const _escape = escaper(new Map([...COMMON_ESCAPES, ['"', '\\"']]), hexOrFour);
  const _FUNCTIONS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

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
   * A script that calls `requests` with the whole URL and the body as bytes.
   * @param {HttpRequest} request
   * @returns {string}
   */
  const render = (request) => {
    let rows;
    const setup = [`url = ${quote(request.url)}`];
    const arguments_ = ["url"];
    const headers = sentHeaders(request);
    if (headers.length) {
      rows = headers.map(([name, value]) => `    ${quote(name)}: ${_headerValue(value)},\n`);
      setup.push("headers = {\n" + rows.join("") + "}");
      arguments_.push("headers=headers");
    }
    if (request.basic) {
      const [user, password] = request.basic.map((text) => _headerValue(text));
      arguments_.push(`auth=(${user}, ${password})`);
    }
    if (request.body != null) {
      setup.push(`body = ${quoteBody(request.body)}`);
      arguments_.push("data=body.encode()");
    } else if (request.file != null) {
      setup.push(`body = open(${quote(request.file)}, "rb").read()`);
      arguments_.push("data=body");
    } else if (request.parts.length) {
      rows = request.parts.map((part) => `    (${quote(part.name)}, ${_part(part)}),\n`);
      setup.push("files = [\n" + rows.join("") + "]");
      arguments_.push("files=files");
    }
    return "import requests\n\n"
      + setup.join("\n")
      + `\n\n${_call(request, arguments_)}\n`
      + "print(response.status_code, response.text)";
  };

  /**
   * @param {HttpRequest} request
   * @param {string[]} arguments_
   * @returns {string}
   */
  const _call = (request, arguments_) => {
    if (hasDotSegment(request.url)) {
      const inner = [quote(request.method), ...arguments_].join(", ");
      return `request = requests.Request(${inner}).prepare()\nrequest.url = url\nresponse = requests.Session().send(request)`;
    }
    if (_FUNCTIONS.includes(request.method)) {
      return `response = requests.${request.method.toLowerCase()}(${arguments_.join(", ")})`;
    }
    return `response = requests.request(${[quote(request.method), ...arguments_].join(", ")})`;
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
      return `(${name}, open(${name}, "rb"), ${quote(kind || "")})`;
    }
    if (kind) {
      return `(None, ${quote(part.text)}, ${quote(kind)})`;
    }
    return `(None, ${quote(part.text)})`;
  };

  (playground.samples ??= {}).python = render;
})();
