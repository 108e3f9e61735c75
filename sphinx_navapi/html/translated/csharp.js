// @ts-check
// Generated from sphinx_navapi/request/snippets/csharp.py: change that, and run
// `python tools/translate.py`.
//
// Code samples for C# with HttpClient.
(() => {
  "use strict";
  const playground = globalThis.navapiPlayground;
  /** @type {EncodingScript} */
  const { isAscii, sorted } = playground;
  /** @type {LiteralsScript} */
  const { COMMON_ESCAPES, escaper, fourHex, indent, isBlock } = playground.literals;
  /** @type {WireScript} */
  const {
    basicText,
    contentType,
    hasDotSegment,
    hasPlainNames,
    partType,
    sentHeaders,
    withBoundary,
    writtenParts,
  } = playground;

  // `\x` takes one to four digits and could include following characters.
  const _escape = escaper(new Map([...COMMON_ESCAPES, ['"', '\\"']]), fourHex);
  const _PLAIN_TYPE = /^[A-Za-z0-9*][A-Za-z0-9.+*-]*\/[A-Za-z0-9*][A-Za-z0-9.+*-]*$/gu;
  const _CREDENTIALS = /^[A-Za-z]+\x20[A-Za-z0-9._~+\/-]+$/gu;
  const _VISIBLE = /^[!-~]+$/gu;
  const _QUOTES = /"+/gu;
  const _METHODS = new Map([
    ["GET", "Get"],
    ["POST", "Post"],
    ["PUT", "Put"],
    ["PATCH", "Patch"],
    ["DELETE", "Delete"],
    ["HEAD", "Head"],
    ["OPTIONS", "Options"],
    ["TRACE", "Trace"],
  ]);

  // Fields that .NET keeps with the content (`HttpContentHeaders`).
  const _CONTENT_FIELDS = new Set([
    "allow",
    "content-disposition",
    "content-encoding",
    "content-language",
    "content-location",
    "content-md5",
    "content-range",
    "content-type",
    "expires",
    "last-modified",
  ]);

  /**
   * `text` as a string literal, on one line.
   * @param {string} text
   * @returns {string}
   */
  const quote = (text) => `"${_escape(text)}"`;

  /**
   * `text` as a raw string literal (C# 11), indented, if it has several lines.
   * @param {string} text
   * @returns {string}
   */
  const quoteBody = (text) => {
    if (!isBlock(text)) {
      return quote(text);
    }
    const longest = Math.max(0, ...(text.match(_QUOTES) ?? []).map((run) => [...run].length));
    const fence = '"'.repeat(Math.max(3, longest + 1));
    return `${fence}\n${indent(text, "    ")}\n    ${fence}`;
  };

  /**
   * Top-level statements for .NET 7 and later.
   * @param {HttpRequest} request
   * @returns {string}
   */
  const render = (request) => {
    let headers = sentHeaders(request);
    /** @type {string[]} */
    let setup = [];
    let content = "";
    let isTyped = false;
    if (request.body != null) {
      const kind = contentType(request) || "";
      isTyped = kind.search(_PLAIN_TYPE) >= 0;
      const media = isTyped ? `, new MediaTypeHeaderValue(${quote(kind)})` : "";
      content = `new StringContent(${quoteBody(request.body)}${media})`;
    } else if (request.file != null) {
      content = `new ByteArrayContent(${_bytes(request.file)})`;
    } else if (request.parts.length && hasPlainNames(request)) {
      setup = _form(request);
      content = "form";
    } else if (request.parts.length) {
      const [boundary, segments] = writtenParts(request);
      headers = withBoundary(request, boundary);
      const pieces = segments.map((piece) => `body.Write(${_data(piece)});`);
      setup = ["using var body = new MemoryStream();", ...pieces];
      content = "new ByteArrayContent(body.ToArray())";
    }
    if (request.basic) {
      const encoded = `Encoding.UTF8.GetBytes(${quote(basicText(request.basic))})`;
      setup.push(`var credentials = Convert.ToBase64String(${encoded});`);
    }
    const client = _client(request, headers);
    const lines = [
      ...setup,
      `using var client = ${client};`,
      `using var request = new HttpRequestMessage(${_method(request)}, ${_uri(request.url)});`,
      ..._fields(request, headers, content, isTyped),
      "",
      "using var response = await client.SendAsync(request);",
      "var text = await response.Content.ReadAsStringAsync();",
      'Console.WriteLine($"{(int)response.StatusCode} {text}");',
    ];
    const using = new Set(["System", "System.Net.Http"]);
    if (isTyped) {
      using.add("System.Net.Http.Headers");
    }
    if (request.parts.length || request.file != null) {
      using.add("System.IO");
    }
    const isByHand = Boolean(request.parts.length) && !hasPlainNames(request);
    if (request.basic || isByHand || client.includes("Encoding.")) {
      using.add("System.Text");
    }
    return [...sorted(using).map((name) => `using ${name};`), "", ...lines].join("\n");
  };

  /**
   * @param {string} filename
   * @returns {string}
   */
  const _bytes = (filename) => `File.ReadAllBytes(${quote(filename)})`;

  /**
   * @param {Segment} piece
   * @returns {string}
   */
  const _data = (piece) => piece.file
    ? _bytes(piece.text)
    : `Encoding.UTF8.GetBytes(${quote(piece.text)})`;

  /**
   * Statements for header fields and the content.
   * @param {HttpRequest} request
   * @param {[string, string][]} headers
   * @param {string} content its expression, or empty; `isTyped`: it sets its type itself.
   * @param {boolean} isTyped
   * @returns {string[]}
   */
  const _fields = (request, headers, content, isTyped) => {
    const ofContent = headers
      .filter(
        ([k]) => _CONTENT_FIELDS.has(k.toLowerCase())
          && !(isTyped && k.toLowerCase() === "content-type"),
      )
      .map(/** @returns {[string, string]} */ ([k, v]) => [k, v]);
    const fields = headers
      .filter(([name]) => !_CONTENT_FIELDS.has(name.toLowerCase()))
      .map(
        ([name, value]) => `request.Headers.${_add(name, value)}(${quote(name)}, ${quote(value)});`,
      );
    if (request.basic) {
      const name = quote("Authorization");
      fields.push(`request.Headers.TryAddWithoutValidation(${name}, "Basic " + credentials);`);
    }
    if (content || ofContent.length) {
      fields.push(`request.Content = ${content || "new ByteArrayContent([])"};`);
    }
    const isSet = request.body != null && !isTyped;
    if (isSet || ofContent.some(([k]) => k.toLowerCase() === "content-type")) {
      fields.push('request.Content.Headers.Remove("Content-Type");');
    }
    const rest = ofContent.map(
      ([name, value]) => `request.Content.Headers.TryAddWithoutValidation(${quote(
        name,
      )}, ${quote(
        value,
      )});`,
    );
    return [...fields, ...rest];
  };

  /**
   * The method that adds a field unchanged.
   * @param {string} name
   * @param {string} value
   * @returns {string}
   */
  const _add = (name, value) => {
    const known = name.toLowerCase();
    const isKept = (known === "accept"
      && value.search(_PLAIN_TYPE) >= 0)
      || (known === "authorization" && value.search(_CREDENTIALS) >= 0)
      || (known.startsWith("x-") && value.search(_VISIBLE) >= 0);
    return isKept ? "Add" : "TryAddWithoutValidation";
  };

  /**
   * @param {HttpRequest} request
   * @returns {string}
   */
  const _method = (request) => {
    const known = _METHODS.get(request.method);
    return known == null ? `new HttpMethod(${quote(request.method)})` : `HttpMethod.${known}`;
  };

  /**
   * @param {string} url
   * @returns {string}
   */
  const _uri = (url) => {
    if (!hasDotSegment(url)) {
      return quote(url);
    }
    const options = "new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true }";
    return `new Uri(${quote(url)}, ${options})`;
  };

  /**
   * A client; the default one rejects values beyond ASCII and keeps its own cookies.
   * @param {HttpRequest} request
   * @param {[string, string][]} headers
   * @returns {string}
   */
  const _client = (request, headers) => {
    /** @type {string[]} */
    const settings = [];
    if (request.cookies.length) {
      settings.push("UseCookies = false");
    }
    if (headers.some(([, value]) => !isAscii(value))) {
      settings.push("RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8");
    }
    if (!settings.length) {
      return "new HttpClient()";
    }
    return `new HttpClient(new SocketsHttpHandler { ${settings.join(", ")} })`;
  };

  /**
   * Parts of a `MultipartFormDataContent`, names in quotes, like other clients.
   * @param {HttpRequest} request
   * @returns {string[]}
   */
  const _form = (request) => {
    const lines = ["using var form = new MultipartFormDataContent();"];
    for (const [index, part] of request.parts.entries()) {
      const name = `part${index + 1}`;
      let value = `new StringContent(${quote(part.text)})`;
      const names = [part.name];
      if (part.filename != null) {
        value = `new ByteArrayContent(File.ReadAllBytes(${quote(part.filename)}))`;
        names.push(part.filename);
      }
      lines.push(`var ${name} = ${value};`);
      if (part.filename == null) {
        lines.push(`${name}.Headers.Remove("Content-Type");`);
      }
      const kind = partType(part);
      if (kind) {
        const field = `"Content-Type", ${quote(kind)}`;
        lines.push(`${name}.Headers.TryAddWithoutValidation(${field});`);
      }
      const quoted = names.map((text) => quote(`"${text}"`)).join(", ");
      lines.push(`form.Add(${name}, ${quoted});`);
    }
    return lines;
  };

  (playground.samples ??= {}).csharp = render;
})();
