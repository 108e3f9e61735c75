// @ts-check
// Generated from sphinx_navapi/request/snippets/php.py: change that, and run
// `python tools/translate.py`.
//
// Code samples for PHP with its curl extension.
(() => {
  "use strict";
  const playground = globalThis.navapiPlayground;
  /** @type {EncodingScript} */
  const { strip } = playground;
  /** @type {LiteralsScript} */
  const {
    COMMON_ESCAPES,
    UNSAFE,
    escaper,
    formFields,
    hasOddKey,
    indent,
    isBlock,
    jsonBody,
    jsonLiteral,
  } = playground.literals;
  /** @type {WireScript} */
  const {
    basicText,
    contentType,
    hasDotSegment,
    hasPlainNames,
    hasTypedText,
    partType,
    sentHeaders,
    withBoundary,
    writtenParts,
  } = playground;

  const _MARKER = /^[\x20\t]*BODY/gu;
  const _WORDS = new Map([["{", "["], ["}", "]"], ["{}", "new stdClass()"]]);
  const _escape = escaper(
    new Map([...COMMON_ESCAPES, ['"', '\\"'], ["$", "\\$"]]),
    (code) => `\\u{${code.toString(16)}}`,
  );

  /**
   * `text` in single quotes; in double quotes, escaped, if it contains unsafe characters.
   * @param {string} text
   * @returns {string}
   */
  const quote = (text) => {
    if (text.search(UNSAFE) >= 0) {
      return `"${_escape(text)}"`;
    }
    return "'" + text.replaceAll("\\", "\\\\").replaceAll("'", "\\'") + "'";
  };

  /**
   * `text` as a nowdoc if it has several lines and none starts with its marker.
   * @param {string} text
   * @returns {string}
   */
  const quoteBody = (text) => {
    if (isBlock(text) && !text.split("\n").some((line) => line.search(_MARKER) >= 0)) {
      return `<<<'BODY'\n${text}\nBODY`;
    }
    return quote(text);
  };

  /**
   * A script for PHP 7.3 and later.
   * @param {HttpRequest} request
   * @returns {string}
   */
  const render = (request) => {
    let headers = sentHeaders(request);
    let setup = "";
    let body = "";
    const value = _value(request);
    if (value) {
      body = strip(indent(value, "    "));
    } else if (request.body != null) {
      setup = `$body = ${quoteBody(request.body)};\n\n`;
      body = "$body";
    } else if (request.file != null) {
      body = _contents(request.file);
    } else if (request.parts.length && _fitsArray(request)) {
      body = "[\n" + request.parts.map((part) => _row(part)).join("") + "    ]";
    } else if (request.parts.length) {
      const [boundary, segments] = writtenParts(request);
      headers = withBoundary(request, boundary);
      const pieces = segments.map((s) => s.file ? _contents(s.text) : quote(s.text));
      setup = "$body = " + pieces.join("\n    . ") + ";\n\n";
      body = "$body";
    }
    return `<?php\n\n${setup}$curl = curl_init(${quote(
      request.url,
    )});\ncurl_setopt_array($curl, [\n`
      + _options(request, headers, body).map((option) => `    ${option}\n`).join("")
      + "]);\n$text = curl_exec($curl);\necho curl_getinfo($curl, CURLINFO_RESPONSE_CODE), ' ', $text, PHP_EOL;";
  };

  /**
   * The body as an expression if it is a PHP array; or empty.
   * @param {HttpRequest} request
   * @returns {string}
   */
  const _value = (request) => {
    const text = jsonBody(request, 4);
    // A numeric key would be one of a list.
    if (text && !hasOddKey(text)) {
      const literal = jsonLiteral(text, quote, (name) => `${quote(name)} =>`, _WORDS);
      return `json_encode(${literal})`;
    }
    const rows = formFields(
      request,
    ).map(
      ([name, value]) => `    ${quote(name)} => ${quote(value)},\n`,
    );
    return rows.length ? "http_build_query([\n" + rows.join("") + "])" : "";
  };

  /**
   * @param {string} filename
   * @returns {string}
   */
  const _contents = (filename) => `file_get_contents(${quote(filename)})`;

  /**
   * A part as an entry of the array.
   * @param {Part} part
   * @returns {string}
   */
  const _row = (part) => {
    let value = quote(part.text);
    if (part.filename != null) {
      const name = quote(part.filename);
      value = `new CURLFile(${name}, ${quote(partType(part) || "")}, ${name})`;
    }
    return `        ${quote(part.name)} => ${value},\n`;
  };

  /**
   * The options for curl; `body`: its expression, or empty.
   * @param {HttpRequest} request
   * @param {[string, string][]} headers
   * @param {string} body
   * @returns {string[]}
   */
  const _options = (request, headers, body) => {
    let options = [`CURLOPT_CUSTOMREQUEST => ${quote(request.method)},`];
    if (request.method === "HEAD" && !body) {
      options = ["CURLOPT_NOBODY => true,"];
    }
    const fields = headers.map(([name, value]) => quote(value ? `${name}: ${value}` : `${name};`));
    if (body && !request.parts.length && contentType(request) == null) {
      fields.push("'Content-Type:'");
    }
    if (fields.length) {
      const lines = fields.map((field) => `        ${field},\n`).join("");
      options.push(`CURLOPT_HTTPHEADER => [\n${lines}    ],`);
    }
    if (request.basic) {
      options.push(`CURLOPT_USERPWD => ${quote(basicText(request.basic))},`);
    }
    if (hasDotSegment(request.url)) {
      options.push("CURLOPT_PATH_AS_IS => true,");
    }
    if (body) {
      options.push(`CURLOPT_POSTFIELDS => ${body},`);
    }
    return [...options, "CURLOPT_RETURNTRANSFER => true,"];
  };

  /**
   * @param {HttpRequest} request
   * @returns {boolean}
   */
  const _fitsArray = (request) => {
    const names = request.parts.map((part) => part.name);
    return new Set(names).size === names.length && !hasTypedText(request) && hasPlainNames(request);
  };

  (playground.samples ??= {}).php = render;
})();
