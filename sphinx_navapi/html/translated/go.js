// @ts-check
// Generated from sphinx_navapi/request/snippets/go.py: change that, and run
// `python tools/translate.py`.
//
// Code samples for Go with net/http.
(() => {
  "use strict";
  const playground = globalThis.navapiPlayground;
  /** @type {EncodingScript} */
  const { sorted } = playground;
  /** @type {LiteralsScript} */
  const { COMMON_ESCAPES, UNSAFE, escaper, fourHex, isBlock } = playground.literals;
  /** @type {WireScript} */
  const { disposition, partType, sentHeaders } = playground;

  const _escape = escaper(new Map([...COMMON_ESCAPES, ['"', '\\"']]), fourHex);

  /**
   * `text` as an interpreted string literal, on one line.
   * @param {string} text
   * @returns {string}
   */
  const quote = (text) => `"${_escape(text)}"`;

  /**
   * `text` as a raw string literal if it has several lines or quotes, and no backtick.
   * @param {string} text
   * @returns {string}
   */
  const quoteBody = (text) => {
    if ((isBlock(text) || (text.includes('"') && text.search(UNSAFE) < 0)) && !text.includes("`")) {
      return `\`${text}\``;
    }
    return quote(text);
  };

  /**
   * A program; `Header.Set` writes header names in Go's canonical case.
   * @param {HttpRequest} request
   * @returns {string}
   */
  const render = (request) => {
    const imports = new Set(["fmt", "io", "log", "net/http"]);
    /** @type {string[]} */
    const lines = [];
    let body = "nil";
    /** @type {string[]} */
    let after = [];
    if (request.body != null) {
      imports.add("strings");
      lines.push(`body := strings.NewReader(${quoteBody(request.body)})`);
      body = "body";
    } else if (request.file != null) {
      for (const one of ["bytes", "os"]) {
        imports.add(one);
      }
      lines.push(
        `content, err := os.ReadFile(${quote(request.file)})`,
        ..._check(),
        "body := bytes.NewReader(content)",
      );
      body = "body";
    } else if (request.parts.length) {
      for (const one of ["bytes", "mime/multipart", "net/textproto"]) {
        imports.add(one);
      }
      if (request.parts.some((part) => part.filename != null)) {
        imports.add("os");
      }
      lines.push(..._form(request));
      body = "&body";
      after = ['request.Header.Set("Content-Type", form.FormDataContentType())'];
    }
    lines.push(
      `request, err := http.NewRequest(${quote(request.method)}, ${quote(request.url)}, ${body})`,
      ..._check(),
      ...sentHeaders(request).map(([k, v]) => `request.Header.Set(${quote(k)}, ${quote(v)})`),
      ...after,
    );
    if (request.basic) {
      const [user, password] = request.basic;
      lines.push(`request.SetBasicAuth(${quote(user)}, ${quote(password)})`);
    }
    lines.push(
      "",
      "response, err := http.DefaultClient.Do(request)",
      ..._check(),
      "defer response.Body.Close()",
      "",
      "text, err := io.ReadAll(response.Body)",
      ..._check(),
      "fmt.Println(response.Status, string(text))",
    );
    const imported = sorted(imports).map((name) => `\t"${name}"\n`).join("");
    const program = lines.map((line) => line ? `\t${line}\n` : "\n").join("");
    return `package main\n\nimport (\n${imported})\n\nfunc main() {\n${program}}`;
  };

  /** @returns {string[]} */
  const _check = () => ["if err != nil {", "\tlog.Fatal(err)", "}"];

  /**
   * Parts with their own fields; `CreateFormFile` has a fixed type and other escapes.
   * @param {HttpRequest} request
   * @returns {string[]}
   */
  const _form = (request) => {
    let lines = ["var body bytes.Buffer", "form := multipart.NewWriter(&body)"];
    for (const [index, part] of request.parts.entries()) {
      let fields = `"Content-Disposition": {${quote(disposition(part))}}`;
      const kind = partType(part);
      if (kind) {
        fields += `, "Content-Type": {${quote(kind)}}`;
      }
      fields += part.headers.map(([k, v]) => `, ${quote(k)}: {${quote(v)}}`).join("");
      const name = `part${index + 1}`;
      lines.push(`${name}, _ := form.CreatePart(textproto.MIMEHeader{${fields}})`);
      if (part.filename == null) {
        lines.push(`io.WriteString(${name}, ${quote(part.text)})`);
      } else {
        lines.push(
          `file${index + 1}, err := os.ReadFile(${quote(part.filename)})`,
          ..._check(),
          `${name}.Write(file${index + 1})`,
        );
      }
    }
    return [...lines, "form.Close()", ""];
  };

  (playground.samples ??= {}).go = render;
})();
