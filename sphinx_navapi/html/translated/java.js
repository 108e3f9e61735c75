// @ts-check
// Generated from sphinx_navapi/request/snippets/java.py: change that, and run
// `python tools/translate.py`.
//
// Code samples for Java with java.net.http.
(() => {
  "use strict";
  const playground = globalThis.navapiPlayground;
  /** @type {EncodingScript} */
  const { sorted } = playground;
  /** @type {LiteralsScript} */
  const { COMMON_ESCAPES, escaper, fourHex, indent, isBlock } = playground.literals;
  /** @type {WireScript} */
  const { basicText, sentHeaders, withBoundary, writtenParts } = playground;

  // `\u000a` would be a line break before the string is parsed, so octal escapes below 256.
  const _escape = escaper(
    new Map([...COMMON_ESCAPES, ['"', '\\"']]),
    (code) => code < 256 ? `\\${code.toString(8).padStart(3, "0")}` : fourHex(code),
  );

  // A line that does not start with a space of any width.
  const _AT_MARGIN = /^[^\x20\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu;
  const _LAST_BLANK = /\x20(?=\n|$)/gu;

  /**
   * `text` as a string literal, on one line.
   * @param {string} text
   * @returns {string}
   */
  const quote = (text) => `"${_escape(text)}"`;

  /**
   * `text` as a text block, indented by `prefix`, where it has several lines.
   * @param {string} text
   * @param {string} prefix
   * @returns {string}
   */
  const quoteBody = (text, prefix) => {
    const lines = text.split("\n");
    const atMargin = lines.some((line) => line.search(_AT_MARGIN) >= 0);
    if (!isBlock(text) || !atMargin || text.includes("\t")) {
      return quote(text);
    }
    // Otherwise the fence would include a quote at the end of the text.
    const last = text.endsWith('"') ? '\\"' : "";
    let block = text
      .replace(/"$/gu, "")
      .replaceAll("\\", "\\\\")
      .replaceAll('"""', '\\"\\"\\"')
      + last;
    block = block.replace(_LAST_BLANK, () => "\\s");
    const end = block.endsWith("\n") ? prefix : "";
    return `"""\n${indent(block, prefix)}${end}"""`;
  };

  /**
   * A class for Java 16 and later; multipart bodies are assembled from their pieces.
   * @param {HttpRequest} request
   * @returns {string}
   */
  const render = (request) => {
    let headers = sentHeaders(request);
    const imports = new Set([
      "java.net.URI",
      "java.net.http.HttpClient",
      "java.net.http.HttpRequest",
      "java.net.http.HttpResponse.BodyHandlers",
    ]);
    if (request.file != null || request.parts.some((part) => part.filename != null)) {
      imports.add("java.nio.file.Path");
    }
    /** @type {string[]} */
    let body = [];
    let publisher = "";
    if (request.body != null) {
      body = [`String body = ${quoteBody(request.body, " ".repeat(12))};`];
      publisher = "BodyPublishers.ofString(body)";
    } else if (request.file != null) {
      publisher = _ofFile(request.file);
    } else if (request.parts.length) {
      const [boundary, segments] = writtenParts(request);
      headers = withBoundary(request, boundary);
      const joined = segments.map((piece) => _ofSegment(piece)).join(",\n            ");
      body = [`var body = BodyPublishers.concat(\n            ${joined});`];
      publisher = "body";
    }
    let method = ".GET()";
    if (publisher || request.method !== "GET") {
      method = `.method(${quote(request.method)}, ${publisher || "BodyPublishers.noBody()"})`;
      if (publisher && ["POST", "PUT"].includes(request.method)) {
        method = `.${request.method}(${publisher})`;
      }
      imports.add("java.net.http.HttpRequest.BodyPublishers");
    }
    const fields = headers.map(([name, value]) => `.header(${quote(name)}, ${quote(value)})`);
    if (request.basic) {
      for (const one of ["java.nio.charset.StandardCharsets", "java.util.Base64"]) {
        imports.add(one);
      }
      const user = `${quote(basicText(request.basic))}.getBytes(StandardCharsets.UTF_8)`;
      body.push(`String credentials = Base64.getEncoder().encodeToString(${user});`);
      fields.push('.header("Authorization", "Basic " + credentials)');
    }
    const chain = [
      `HttpRequest request = HttpRequest.newBuilder(URI.create(${quote(request.url)}))`,
      ...fields.map((field) => `    ${field}`),
      `    ${method}`,
      "    .build();",
    ];
    return _program(imports, [...body, ...chain]);
  };

  /**
   * A class that runs `lines`, which create a request, sends it and prints the response.
   * @param {Set<string>} imports
   * @param {string[]} lines
   * @returns {string}
   */
  const _program = (imports, lines) => {
    const imported = sorted(imports).map((name) => `import ${name};`).join("\n");
    const last = [
      "var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());",
      'System.out.println(response.statusCode() + " " + response.body());',
    ];
    return `${imported}\n\npublic class Main {\n    public static void main(String[] arguments) throws Exception {\n`
      + [...lines, ...last].map((line) => `        ${line}\n`).join("")
      + "    }\n}";
  };

  /**
   * @param {Segment} piece
   * @returns {string}
   */
  const _ofSegment = (piece) => {
    if (piece.file) {
      return _ofFile(piece.text);
    }
    return `BodyPublishers.ofString(${quote(piece.text)})`;
  };

  /**
   * @param {string} filename
   * @returns {string}
   */
  const _ofFile = (filename) => `BodyPublishers.ofFile(Path.of(${quote(filename)}))`;

  (playground.samples ??= {}).java = render;
})();
