// @ts-check
// Generated from sphinx_navapi/request/snippets/ruby.py: change that, and run
// `python tools/translate.py`.
//
// Code samples for Ruby with net/http.
(() => {
  "use strict";
  const playground = globalThis.navapiPlayground;
  /** @type {LiteralsScript} */
  const {
    COMMON_ESCAPES,
    FORM,
    escaper,
    formFields,
    hexOrFour,
    isBlock,
    jsonBody,
    jsonLiteral,
  } = playground.literals;
  /** @type {WireScript} */
  const {
    hasPlainNames,
    hasTypedText,
    partType,
    sentHeaders,
    withBoundary,
    writtenParts,
  } = playground;

  const _escapePlain = escaper(
    new Map([...COMMON_ESCAPES, ['"', '\\"']]),
    (code) => code < 128 ? hexOrFour(code) : `\\u${code.toString(16).padStart(4, "0")}`,
  );
  const _SYMBOL = /^[A-Za-z_][A-Za-z0-9_]*$/gu;
  const _INTERPOLATED = /#(?=[{$@])/gu;
  const _CLASSES = new Map([
    ["GET", "Get"],
    ["HEAD", "Head"],
    ["POST", "Post"],
    ["PUT", "Put"],
    ["DELETE", "Delete"],
    ["OPTIONS", "Options"],
    ["PATCH", "Patch"],
    ["TRACE", "Trace"],
  ]);
  const _WITH_BODY = ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"];

  /**
   * `text` in double quotes, on one line, without interpolation.
   * @param {string} text
   * @returns {string}
   */
  const quote = (text) => '"' + _escapePlain(text).replace(_INTERPOLATED, () => "\\#") + '"';

  /**
   * `text` as a raw heredoc if it has several lines and none is its marker.
   * @param {string} text
   * @returns {string}
   */
  const quoteBody = (text) => {
    if (isBlock(text) && !text.split("\n").includes("BODY")) {
      return `<<'BODY'.chomp\n${text}\nBODY`;
    }
    return quote(text);
  };

  /**
   * A script; `chomp` removes the line break that a heredoc adds.
   * @param {HttpRequest} request
   * @returns {string}
   */
  const render = (request) => {
    let rows;
    let headers = sentHeaders(request);
    /** @type {string[]} */
    const lines = [];
    /** @type {string[]} */
    const after = [];
    let implied = "";
    const json = jsonBody(request, 2, { isWide: true });
    const fields = formFields(request);
    if (json) {
      const literal = jsonLiteral(json, quote, _key, new Map([["null", "nil"]]));
      after.push(`request.body = ${literal}.to_json`);
    } else if (fields.length) {
      implied = FORM;
      rows = fields.map(([name, value]) => `  ${quote(name)} => ${quote(value)},\n`);
      after.push("request.set_form_data({\n" + rows.join("") + "})");
    } else if (request.body != null) {
      after.push(`request.body = ${quoteBody(request.body)}`);
    } else if (request.file != null) {
      after.push(`request.body = File.binread(${quote(request.file)})`);
    } else if (request.parts.length && !hasTypedText(request) && hasPlainNames(request)) {
      rows = request.parts.map((part) => `  ${_part(part)},\n`);
      after.push("request.set_form([\n" + rows.join("") + '], "multipart/form-data")');
    } else if (request.parts.length) {
      const [boundary, segments] = writtenParts(request);
      headers = withBoundary(request, boundary);
      const pieces = segments.map(
        (s) => s.file ? `  File.binread(${quote(s.text)}),\n` : `  ${quote(s.text)}.b,\n`,
      );
      after.push("request.body = [\n" + pieces.join("") + "].join");
    }
    lines.push(`request = ${_newRequest(request.method, Boolean(after.length))}`);
    lines.push(
      ...headers
        .filter(([name, value]) => name.toLowerCase() !== "content-type" || value !== implied)
        .map(([name, value]) => `request[${quote(name)}] = ${quote(value)}`),
    );
    if (request.basic) {
      const [user, password] = request.basic;
      lines.push(`request.basic_auth(${quote(user)}, ${quote(password)})`);
    }
    return (json
      ? 'require "json"\n'
      : "")
      + `require "net/http"\n\nuri = URI(${quote(request.url)})\n`
      + [...lines, ...after].join("\n")
      + '\n\nresponse = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https") do |http|\n  http.request(request)\nend\nputs response.code, response.body';
  };

  /**
   * @param {string} method
   * @param {boolean} hasBody
   * @returns {string}
   */
  const _newRequest = (method, hasBody) => {
    const known = _CLASSES.get(method);
    if (known != null && (!hasBody || _WITH_BODY.includes(method))) {
      return `Net::HTTP::${known}.new(uri)`;
    }
    const takes = hasBody ? "true" : "false";
    return `Net::HTTPGenericRequest.new(${quote(method)}, ${takes}, true, uri)`;
  };

  /**
   * @param {string} name
   * @returns {string}
   */
  const _key = (name) => `${name.search(_SYMBOL) >= 0 ? name : quote(name)}:`;

  /**
   * @param {Part} part
   * @returns {string}
   */
  const _part = (part) => {
    if (part.filename == null) {
      return `[${quote(part.name)}, ${quote(part.text)}]`;
    }
    const [name, kind] = [quote(part.filename), quote(partType(part) || "")];
    return `[${quote(
      part.name,
    )}, File.open(${name}, "rb"), { filename: ${name}, content_type: ${kind} }]`;
  };

  (playground.samples ??= {}).ruby = render;
})();
