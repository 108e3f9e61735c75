// @ts-check
// Generated from sphinx_navapi/request/snippets/powershell.py: change that, and run
// `python tools/translate.py`.
//
// Code samples for PowerShell with Invoke-WebRequest.
(() => {
  "use strict";
  const playground = globalThis.navapiPlayground;
  /** @type {LiteralsScript} */
  const { UNSAFE, escaper, indent, isBlock } = playground.literals;
  /** @type {WireScript} */
  const { basicText, sentHeaders, withBoundary, writtenParts } = playground;

  // PowerShell treats typographic quotes like ASCII ones (language specification, 2.3.5.2).
  const _SINGLE = "'\u2018\u2019\u201a\u201b";
  const _QUOTE = /['\u2018\u2019\u201a\u201b]/gu;
  const _END = /^['\u2018\u2019\u201a\u201b]@/gu;
  const _escape = escaper(
    new Map([
      ["`", "``"],
      ["$", "`$"],
      ["\n", "`n"],
      ["\r", "`r"],
      ["\t", "`t"],
      ['"', '`"'],
      ["\u201c", "`\u201c"],
      ["\u201d", "`\u201d"],
      ["\u201e", "`\u201e"],
    ]),
    (code) => `\`u{${code.toString(16)}}`,
  );
  const _METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"];

  /**
   * `text` in single quotes, doubled inside; escaped in double quotes if it is unsafe.
   * @param {string} text
   * @returns {string}
   */
  const quote = (text) => {
    if (text.search(UNSAFE) >= 0) {
      return `"${_escape(text)}"`;
    }
    return "'" + text.replace(_QUOTE, (...match) => match[0] + match[0]) + "'";
  };

  /**
   * `text` as a here-string if it has several lines and none ends it.
   * @param {string} text
   * @returns {string}
   */
  const quoteBody = (text) => {
    if (isBlock(text) && !text.split("\n").some((line) => line.search(_END) >= 0)) {
      return `@'\n${text}\n'@`;
    }
    return quote(text);
  };

  /**
   * A script for PowerShell 7.
   * @param {HttpRequest} request
   * @returns {string}
   */
  const render = (request) => {
    let headers = sentHeaders(request);
    /** @type {string[]} */
    const setup = [];
    let body = "";
    if (request.body != null) {
      setup.push(`$body = ${quoteBody(request.body)}`);
      body = "[Text.Encoding]::UTF8.GetBytes($body)";
    } else if (request.file != null) {
      body = `[IO.File]::ReadAllBytes(${_path(request.file)})`;
    } else if (request.parts.length) {
      const [boundary, segments] = writtenParts(request);
      headers = withBoundary(request, boundary);
      const pieces = segments.map((piece) => `    ${_bytes(piece)}`);
      setup.push("[byte[]] $body = @(\n" + pieces.join("\n") + "\n)");
      body = "$body";
    }
    if (request.basic) {
      const encoded = `[Text.Encoding]::UTF8.GetBytes(${quote(basicText(request.basic))})`;
      setup.push(`$credentials = [Convert]::ToBase64String(${encoded})`);
    }
    const settings = _settings(request, headers, body);
    setup.push("$request = @{\n" + indent(settings.join("\n"), "    ") + "\n}");
    return setup.join("\n")
      + "\n\n$response = Invoke-WebRequest @request\n"
      + '"$($response.StatusCode) $($response.Content)"';
  };

  /**
   * The arguments of `Invoke-WebRequest`; `body`: its expression, or empty.
   * @param {HttpRequest} request
   * @param {[string, string][]} headers
   * @param {string} body
   * @returns {string[]}
   */
  const _settings = (request, headers, body) => {
    const method = _METHODS.includes(request.method) ? "Method" : "CustomMethod";
    const settings = [`Uri = ${quote(request.url)}`, `${method} = ${quote(request.method)}`];
    const rows = headers
      .filter(([name]) => name.toLowerCase() !== "content-type")
      .map(([name, value]) => `${quote(name)} = ${quote(value)}`);
    if (request.basic) {
      rows.push("'Authorization' = \"Basic $credentials\"");
    }
    if (rows.length) {
      settings.push("Headers = @{\n" + indent(rows.join("\n"), "    ") + "\n}");
    }
    const kind = headers
      .filter(([k]) => k.toLowerCase() === "content-type")
      .map(([, v]) => v)[0] ?? "";
    if (kind) {
      settings.push(`ContentType = ${quote(kind)}`);
    }
    if (body) {
      settings.push(`Body = ${body}`);
    }
    return [...settings, "SkipHeaderValidation = $true", "SkipHttpErrorCheck = $true"];
  };

  /**
   * @param {Segment} piece
   * @returns {string}
   */
  const _bytes = (piece) => {
    if (piece.file) {
      return `[IO.File]::ReadAllBytes(${_path(piece.text)})`;
    }
    return `[Text.Encoding]::UTF8.GetBytes(${quote(piece.text)})`;
  };

  /**
   * A path below the current location, which .NET does not use.
   * @param {string} filename
   * @returns {string}
   */
  const _path = (filename) => `(Join-Path $PWD ${quote(filename)})`;

  (playground.samples ??= {}).powershell = render;
})();
