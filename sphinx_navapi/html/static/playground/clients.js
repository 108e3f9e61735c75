// @ts-nocheck
// Code samples in ten languages: the text of each is that of the page.
// Written from the Python of sphinx_navapi/snippets by its module "script": change it there.
(() => {
  "use strict";
  const playground = globalThis.navapiPlayground;
  const { wire } = playground;
  // What JavaScript lacks of Python, or does otherwise.
  const is = (x) => Boolean(x && typeof x === "object" ? x.length ?? x.size ?? true : x);
  const has = (x, y) =>
    x instanceof Set ? x.has(y) : x.includes ? x.includes(y) : Object.hasOwn(x, y);
  const add = (x, y) =>
    x instanceof Set ? new Set([...x, ...y]) : Array.isArray(x) ? [...x, ...y] : x + y;
  const len = (x) => x.size ?? x.length;
  const list = (x) => Array.isArray(x) ? x : x[Symbol.iterator] ? [...x] : Object.keys(x);
  const flags = (x) => x.flags ?? "";
  const sub = (x, y, z) =>
    z.replace(new RegExp(x.source ?? x, `g${flags(x)}`), (...found) => y(found));
  const escape = (x) => x.replace(/[\\\]\[^$.*+?(){}|\/-]/g, "\\$&");
  const capitalize = (x) => x.slice(0, 1).toUpperCase() + x.slice(1).toLowerCase();
  const removesuffix = (x, y) => y && x.endsWith(y) ? x.slice(0, -y.length) : x;
  const quoting = (() => {
    const _UNSAFE_CLASS = "\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff";
    const UNSAFE = new RegExp(`[${_UNSAFE_CLASS}]`);
    const _UNSAFE_IN_BLOCK = new RegExp(`(?![\\n\\t])[${_UNSAFE_CLASS}]`);
    const COMMON_ESCAPES = { ["\\"]: "\\\\", ["\n"]: "\\n", ["\r"]: "\\r", ["\t"]: "\\t" };
    const escaper = (named, other) => {
      let specials, pattern;
      specials = list(named).map((char) => escape(char)).join("");
      pattern = new RegExp(`[${specials}${_UNSAFE_CLASS}]`);
      const replace = (match) => {
        let char;
        char = match[0];
        return ((has(named, char)) ? named[char] : other(char.codePointAt(0)));
      };
      return (text) => sub(pattern, replace, text);
    };
    const fourHex = (code) => {
      return `\\u${code.toString(16).padStart(4, 0)}`;
    };
    const hexOrFour = (code) => {
      return ((code < 256) ? `\\x${code.toString(16).padStart(2, 0)}` : fourHex(code));
    };
    const isBlock = (text) => {
      return ((has(text, "\n")) && !_UNSAFE_IN_BLOCK.test(text));
    };
    const indent = (text, prefix) => {
      return list(text.split("\n")).map((line) => (is(line) ? add(prefix, line) : line)).join("\n");
    };
    return { UNSAFE, COMMON_ESCAPES, escaper, fourHex, hexOrFour, isBlock, indent };
  })();
  const curl = (() => {
    const { UNSAFE, escaper } = quoting;
    const { basicText, byteEscapes, contentType, cookieText, hasDotSegment, partType, sentHeaders, withBoundary, writtenParts } = wire;
    const _escape = escaper({ ["\\"]: "\\\\", ["'"]: "\\'", ["\n"]: "\n", ["\r"]: "\\r", ["\t"]: "\\t" }, byteEscapes);
    const quote = (text) => {
      if (UNSAFE.test(text.split("\n").join(""))) {
        return `$'${_escape(text)}'`;
      }
      return "'" + text.split("'").join("'\\''") + "'";
    };
    const render = (request) => {
      let headers, parts, boundary, segments, options, hasBody, first;
      headers = sentHeaders(request, false);
      parts = [];
      if ((is(request.parts) && list(request.parts).every((part) => is(_expressible(part))))) {
        parts = list(request.parts).map((part) => _formOption(part));
      } else if (is(request.parts)) {
        [boundary, segments] = writtenParts(request);
        headers = withBoundary(request, boundary);
        parts = [`--data-raw ${quote(list(segments).map((piece) => piece.text).join(""))}`];
      }
      options = list(headers).map(([name, value]) => `--header ${quote(_header(name, value))}`);
      if (is(request.basic)) {
        options.push(`--user ${quote(basicText(request.basic))}`);
      }
      if (is(request.cookies)) {
        options.push(`--cookie ${quote(cookieText(request))}`);
      }
      hasBody = ((request.body !== null) || (request.file !== null));
      if ((hasBody && (contentType(request) === null))) {
        options.push("--header 'Content-Type:'");
      }
      if ((request.body !== null)) {
        options = add(options, list(_pieces(request)).map((piece) => `--data-raw ${quote(piece)}`));
      } else if ((request.file !== null)) {
        options.push(`--data-binary ${quote("@" + request.file)}`);
      }
      first = ["curl", ..._switches(request.url), ..._method(request, (hasBody || is(parts)))];
      return [[...first, quote(request.url)].join(" "), ...options, ...parts].join(" \\\n  ");
    };
    const _pieces = (request) => {
      let body, fields, isForm;
      body = (request.body || "");
      fields = body.split("&");
      isForm = (contentType(request) || "").startsWith("application/x-www-form-urlencoded");
      return ((isForm && fields.every(is)) ? fields : [body]);
    };
    const _switches = (url) => {
      return add((new RegExp("[\\[\\]{}]").test(url) ? ["--globoff"] : []), (hasDotSegment(url) ? ["--path-as-is"] : []));
    };
    const _method = (request, hasBody) => {
      if (((request.method === "HEAD") && !hasBody)) {
        return ["--head"];
      }
      if (((request.method === "GET") && !hasBody)) {
        return [];
      }
      return ["--request", request.method];
    };
    const _header = (name, value) => {
      return (is(value) ? `${name}: ${value}` : `${name};`);
    };
    const _expressible = (part) => {
      return ((!has(part.name, "=")) || (part.filename !== null));
    };
    const _formOption = (part) => {
      let field, text;
      if ((part.filename !== null)) {
        field = `${part.name}=@${_word(part.filename)};type=${partType(part)}`;
        return `--form ${quote(field)}`;
      }
      if (is(part.contentType)) {
        text = part.text.split("\\").join("\\\\").split("\"").join("\\\"");
        field = `${part.name}=\"${text}\";type=${part.contentType}`;
        return `--form ${quote(field)}`;
      }
      return `--form-string ${quote(add(part.name + "=", part.text))}`;
    };
    const _word = (filename) => {
      if (!new RegExp("[\",;\\\\ ]").test(filename)) {
        return filename;
      }
      return "\"" + filename.split("\\").join("\\\\").split("\"").join("\\\"") + "\"";
    };
    return { quote, render };
  })();
  const python = (() => {
    const { COMMON_ESCAPES, escaper, hexOrFour, isBlock } = quoting;
    const { hasDotSegment, partType, sentHeaders } = wire;
    const _escape = escaper({ ...COMMON_ESCAPES, ["\""]: "\\\"" }, hexOrFour);
    const _FUNCTIONS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
    const quote = (text) => {
      return `\"${_escape(text)}\"`;
    };
    const quoteBody = (text) => {
      let raw;
      if ((isBlock(text) && (!has(text, "\"\"\"")) && (!has("\"\\", text.at(-1))))) {
        raw = ((has(text, "\\")) ? "r" : "");
        return `${raw}\"\"\"${text}\"\"\"`;
      }
      return quote(text);
    };
    const render = (request) => {
      let setup, arguments_, headers, rows, user, password;
      setup = [`url = ${quote(request.url)}`];
      arguments_ = ["url"];
      headers = sentHeaders(request);
      if (is(headers)) {
        rows = list(headers).map(([name, value]) => `    ${quote(name)}: ${_headerValue(value)},\n`);
        setup.push("headers = {\n" + rows.join("") + "}");
        arguments_.push("headers=headers");
      }
      if (is(request.basic)) {
        [user, password] = list(request.basic).map((text) => _headerValue(text));
        arguments_.push(`auth=(${user}, ${password})`);
      }
      if ((request.body !== null)) {
        setup.push(`body = ${quoteBody(request.body)}`);
        arguments_.push("data=body.encode()");
      } else if ((request.file !== null)) {
        setup.push(`body = open(${quote(request.file)}, \"rb\").read()`);
        arguments_.push("data=body");
      } else if (is(request.parts)) {
        rows = list(request.parts).map((part) => `    (${quote(part.name)}, ${_part(part)}),\n`);
        setup.push("files = [\n" + rows.join("") + "]");
        arguments_.push("files=files");
      }
      return "import requests\n\n" + setup.join("\n") + `\n\n${_call(request, arguments_)}\n` + "print(response.status_code, response.text)";
    };
    const _call = (request, arguments_) => {
      let inner;
      if (hasDotSegment(request.url)) {
        inner = [quote(request.method), ...arguments_].join(", ");
        return `request = requests.Request(${inner}).prepare()\nrequest.url = url\nresponse = requests.Session().send(request)`;
      }
      if ((has(_FUNCTIONS, request.method))) {
        return `response = requests.${request.method.toLowerCase()}(${arguments_.join(", ")})`;
      }
      return `response = requests.request(${[quote(request.method), ...arguments_].join(", ")})`;
    };
    const _headerValue = (text) => {
      return (playground.isAscii(text) ? quote(text) : `${quote(text)}.encode()`);
    };
    const _part = (part) => {
      let kind, name;
      kind = partType(part);
      if ((part.filename !== null)) {
        name = quote(part.filename);
        return `(${name}, open(${name}, \"rb\"), ${quote((kind || ""))})`;
      }
      if (is(kind)) {
        return `(None, ${quote(part.text)}, ${quote(kind)})`;
      }
      return `(None, ${quote(part.text)})`;
    };
    return { quote, quoteBody, render };
  })();
  const javascript = (() => {
    const { COMMON_ESCAPES, escaper, hexOrFour, indent, isBlock } = quoting;
    const { basicBase64, basicText, hasDotSegment, hasTypedText, origin, partType, pathAndQuery, sentHeaders, utf8AsLatin1, withBoundary, writtenParts } = wire;
    const _escape = escaper({ ...COMMON_ESCAPES, ["\""]: "\\\"" }, hexOrFour);
    const _FORBIDDEN = ["TRACE", "CONNECT", "TRACK"];
    const quote = (text) => {
      return `\"${_escape(text)}\"`;
    };
    const quoteBody = (text) => {
      let escaped;
      if (!isBlock(text)) {
        return quote(text);
      }
      if (((!has(text, "`")) && (!has(text, "${")) && !text.endsWith("\\"))) {
        return ((has(text, "\\")) ? `String.raw\`${text}\`` : `\`${text}\``);
      }
      escaped = text.split("\\").join("\\\\").split("`").join("\\`").split("${").join("\\${");
      return `\`${escaped}\``;
    };
    const quoteHeader = (value) => {
      return quote(utf8AsLatin1(value));
    };
    const render = (request) => {
      return renderModule(request, false);
    };
    const renderModule = (request, typed) => {
      let headers, imports, setup, boundary, segments, pieces, rows, options, arguments_;
      headers = sentHeaders(request);
      imports = [];
      setup = [];
      if ((is(request.parts) && !is(_fitsFormData(request)))) {
        [boundary, segments] = writtenParts(request);
        headers = withBoundary(request, boundary);
        pieces = list(segments).map((s) => (is(s.file) ? _bytes(s.text) : quote(s.text)));
        rows = list(pieces).map((piece) => `  ${piece},\n`).join("");
        setup.push(`const body${(is(typed) ? ": Blob" : "")} = new Blob([\n${rows}]);`);
      } else if (is(request.parts)) {
        setup = add(setup, _formData(request, typed));
      } else if ((request.body !== null)) {
        setup.push(`const body${(is(typed) ? ": string" : "")} = ${quoteBody(request.body)};`);
      } else if ((request.file !== null)) {
        setup.push(`const body = ${_bytes(request.file)};`);
      }
      if (((request.file !== null) || list(request.parts).some((part) => (part.filename !== null)))) {
        imports.push("import { readFile } from \"node:fs/promises\";");
      }
      options = [`method: ${quote(request.method)},`];
      rows = list(headers).map(([name, value]) => `  ${_key(name)}: ${quoteHeader(value)},\n`).join("");
      if (is(request.basic)) {
        rows = rows + `  \"Authorization\": ${_basic(request.basic)},\n`;
      }
      if (is(rows)) {
        options.push("headers: {\n" + rows + "},");
      }
      if (_isRefused(request, is(setup))) {
        return _byNode(request, imports, setup, options, typed);
      }
      if (is(setup)) {
        options.push("body,");
      }
      arguments_ = quote(request.url);
      if (((request.method !== "GET") || (len(options) > 1))) {
        arguments_ = add(arguments_, ", {\n" + indent(options.join("\n"), "  ") + "\n}");
      }
      setup.push(`const response${(is(typed) ? ": Response" : "")} = await fetch(${arguments_});\n${_print("response.status", "response.text()", typed)}`);
      return (is(imports) ? [imports.join("\n"), ...setup] : setup).join("\n\n");
    };
    const _print = (status, text, typed) => {
      if (is(typed)) {
        return `const text: string = await ${text};\nconsole.log(${status}, text);`;
      }
      return `console.log(${status}, await ${text});`;
    };
    const _key = (name) => {
      return ((name === "__proto__") ? "[\"__proto__\"]" : quote(name));
    };
    const _basic = (basic) => {
      let text;
      text = basicText(basic);
      if (playground.isAscii(text)) {
        return `\"Basic \" + btoa(${quote(text)})`;
      }
      return quote(`Basic ${basicBase64(basic)}`);
    };
    const _bytes = (filename) => {
      return `await readFile(${quote(filename)})`;
    };
    const _fitsFormData = (request) => {
      let texts;
      texts = list(request.parts).filter((part) => (part.filename === null)).map((part) => part.text);
      return (!hasTypedText(request) && !list(texts).some((t) => ((has(t, "\n")) || (has(t, "\r")))));
    };
    const _formData = (request, typed) => {
      let lines, part, value, kind, blob;
      lines = [`const body${(is(typed) ? ": FormData" : "")} = new FormData();`];
      for (part of request.parts) {
        value = quote(part.text);
        if ((part.filename !== null)) {
          kind = quote((partType(part) || ""));
          blob = `new Blob([${_bytes(part.filename)}], { type: ${kind} })`;
          value = `${blob}, ${quote(part.filename)}`;
        }
        lines.push(`body.append(${quote(part.name)}, ${value});`);
      }
      return [lines.join("\n")];
    };
    const _isRefused = (request, hasBody) => {
      return ((hasBody && (has(new Set(["GET", "HEAD"]), request.method))) || (has(_FORBIDDEN, request.method)) || hasDotSegment(request.url));
    };
    const _byNode = (request, imports, setup, options, typed) => {
      let module, url, types, body, read, kind, block, promise;
      module = (request.url.startsWith("https:") ? "https" : "http");
      url = quote(request.url);
      if (hasDotSegment(request.url)) {
        url = quote(origin(request.url));
        options = [`path: ${quote(pathAndQuery(request.url))},`, ...options];
      }
      types = (is(typed) ? ["import type { IncomingMessage } from \"node:http\";"] : []);
      imports = [...imports, ...types, `import { request } from \"node:${module}\";`, "import { text } from \"node:stream/consumers\";"];
      body = (is(setup) ? "body" : "");
      if (is(request.parts)) {
        read = "const bytes = Buffer.from(await form.arrayBuffer());";
        setup = [...setup, `const form = new Response(body);\n${read}`];
        body = "bytes";
        if (is(_fitsFormData(request))) {
          kind = "form.headers.get(\"Content-Type\")" + (is(typed) ? "!" : "");
          options = _withField(options, `\"Content-Type\": ${kind}`);
        }
      }
      if (is(body)) {
        options = _withField(options, `\"Content-Length\": Buffer.byteLength(${body})`);
        if ((request.body !== null)) {
          body = "Buffer.from(body)";
        }
      }
      block = indent(options.join("\n"), "    ");
      promise = (is(typed) ? "new Promise<IncomingMessage>" : "new Promise");
      setup.push(`const response = await ${promise}((resolve, reject) => {\n  request(${url}, {\n${block}\n  }, resolve).on(\"error\", reject).end(${body});\n});\nconsole.log(response.statusCode, await text(response));`);
      return [imports.join("\n"), ...setup].join("\n\n");
    };
    const _withField = (options, field) => {
      if (options.at(-1).startsWith("headers")) {
        return [...options.slice(0, -1), `${removesuffix(options.at(-1), "},")}  ${field},\n},`];
      }
      return [...options, `headers: {\n  ${field},\n},`];
    };
    return { quote, quoteBody, quoteHeader, render, renderModule };
  })();
  const typescript = (() => {
    const { renderModule } = javascript;
    const render = (request) => {
      return renderModule(request, true);
    };
    return { render };
  })();
  const go = (() => {
    const { COMMON_ESCAPES, escaper, fourHex, isBlock } = quoting;
    const { disposition, partType, sentHeaders } = wire;
    const _escape = escaper({ ...COMMON_ESCAPES, ["\""]: "\\\"" }, fourHex);
    const quote = (text) => {
      return `\"${_escape(text)}\"`;
    };
    const quoteBody = (text) => {
      if ((isBlock(text) && (!has(text, "`")))) {
        return `\`${text}\``;
      }
      return quote(text);
    };
    const render = (request) => {
      let imports, lines, body, after, user, password, imported, program;
      imports = new Set(["fmt", "io", "log", "net/http"]);
      lines = [];
      body = "nil";
      after = [];
      if ((request.body !== null)) {
        imports.add("strings");
        lines.push(`body := strings.NewReader(${quoteBody(request.body)})`);
        body = "body";
      } else if ((request.file !== null)) {
        imports = add(imports, new Set(["bytes", "os"]));
        lines = add(lines, [`content, err := os.ReadFile(${quote(request.file)})`, ..._check(), "body := bytes.NewReader(content)"]);
        body = "body";
      } else if (is(request.parts)) {
        imports = add(imports, new Set(["bytes", "mime/multipart", "net/textproto"]));
        if (list(request.parts).some((part) => (part.filename !== null))) {
          imports.add("os");
        }
        lines = add(lines, _form(request));
        body = "&body";
        after = ["request.Header.Set(\"Content-Type\", form.FormDataContentType())"];
      }
      lines = add(lines, [`request, err := http.NewRequest(${quote(request.method)}, ${quote(request.url)}, ${body})`, ..._check(), ...list(sentHeaders(request)).map(([k, v]) => `request.Header.Set(${quote(k)}, ${quote(v)})`), ...after]);
      if (is(request.basic)) {
        [user, password] = request.basic;
        lines.push(`request.SetBasicAuth(${quote(user)}, ${quote(password)})`);
      }
      lines = add(lines, ["", "response, err := http.DefaultClient.Do(request)", ..._check(), "defer response.Body.Close()", "", "text, err := io.ReadAll(response.Body)", ..._check(), "fmt.Println(response.Status, string(text))"]);
      imported = list([...imports].sort()).map((name) => `\t\"${name}\"\n`).join("");
      program = list(lines).map((line) => (is(line) ? `\t${line}\n` : "\n")).join("");
      return `package main\n\nimport (\n${imported})\n\nfunc main() {\n${program}}`;
    };
    const _check = () => {
      return ["if err != nil {", "\tlog.Fatal(err)", "}"];
    };
    const _form = (request) => {
      let lines, number, part, fields, kind, name;
      lines = ["var body bytes.Buffer", "form := multipart.NewWriter(&body)"];
      for ([number, part] of request.parts.map((one, at) => [at + 1, one])) {
        fields = `\"Content-Disposition\": {${quote(disposition(part))}}`;
        kind = partType(part);
        if (is(kind)) {
          fields = fields + `, \"Content-Type\": {${quote(kind)}}`;
        }
        name = `part${number}`;
        lines.push(`${name}, _ := form.CreatePart(textproto.MIMEHeader{${fields}})`);
        if ((part.filename === null)) {
          lines.push(`io.WriteString(${name}, ${quote(part.text)})`);
        } else {
          lines = add(lines, [`file${number}, err := os.ReadFile(${quote(part.filename)})`, ..._check(), `${name}.Write(file${number})`]);
        }
      }
      return [...lines, "form.Close()", ""];
    };
    return { quote, quoteBody, render };
  })();
  const java = (() => {
    const { COMMON_ESCAPES, escaper, fourHex, indent, isBlock } = quoting;
    const { basicText, sentHeaders, withBoundary, writtenParts } = wire;
    const _escape = escaper({ ...COMMON_ESCAPES, ["\""]: "\\\"" }, (code) => ((code < 256) ? `\\${code.toString(8).padStart(3, 0)}` : fourHex(code)));
    const quote = (text) => {
      return `\"${_escape(text)}\"`;
    };
    const quoteBody = (text, prefix) => {
      let lines, atMargin, inner, last, block, end;
      lines = text.split("\n");
      atMargin = list(lines).some((line) => (is(line) && !(line[0].trim() === "")));
      if ((!isBlock(text) || !is(atMargin) || (has(text, "\t")))) {
        return quote(text);
      }
      [inner, last] = (text.endsWith("\"") ? [text.slice(0, -1), "\\\""] : [text, ""]);
      block = add(inner.split("\\").join("\\\\").split("\"\"\"").join("\\\"\\\"\\\""), last);
      block = sub(new RegExp(" $", "m"), (found) => "\\s", block);
      end = (block.endsWith("\n") ? prefix : "");
      return `\"\"\"\n${indent(block, prefix)}${end}\"\"\"`;
    };
    const render = (request) => {
      let headers, imports, body, publisher, boundary, segments, pieces, joined, method, fields, user, chain, lines, imported;
      headers = sentHeaders(request);
      imports = new Set(["java.net.URI", "java.net.http.HttpClient", "java.net.http.HttpRequest", "java.net.http.HttpResponse.BodyHandlers"]);
      body = [];
      publisher = "";
      if ((request.body !== null)) {
        body = [`String body = ${quoteBody(request.body, " ".repeat(12))};`];
        publisher = "BodyPublishers.ofString(body)";
      } else if ((request.file !== null)) {
        imports.add("java.nio.file.Path");
        publisher = _ofFile(request.file);
      } else if (is(request.parts)) {
        [boundary, segments] = writtenParts(request);
        headers = withBoundary(request, boundary);
        pieces = list(segments).map((piece) => (is(piece.file) ? _ofFile(piece.text) : `BodyPublishers.ofString(${quote(piece.text)})`));
        if (list(segments).some((piece) => is(piece.file))) {
          imports.add("java.nio.file.Path");
        }
        joined = pieces.join(",\n            ");
        body = [`var body = BodyPublishers.concat(\n            ${joined});`];
        publisher = "body";
      }
      method = ".GET()";
      if ((is(publisher) || (request.method !== "GET"))) {
        method = `.method(${quote(request.method)}, ${(publisher || "BodyPublishers.noBody()")})`;
        imports.add("java.net.http.HttpRequest.BodyPublishers");
      }
      fields = list(headers).map(([name, value]) => `.header(${quote(name)}, ${quote(value)})`);
      if (is(request.basic)) {
        imports = add(imports, new Set(["java.nio.charset.StandardCharsets", "java.util.Base64"]));
        user = `${quote(basicText(request.basic))}.getBytes(StandardCharsets.UTF_8)`;
        body.push(`String credentials = Base64.getEncoder().encodeToString(${user});`);
        fields.push(".header(\"Authorization\", \"Basic \" + credentials)");
      }
      chain = [`HttpRequest request = HttpRequest.newBuilder(URI.create(${quote(request.url)}))`, ...list(fields).map((field) => `    ${field}`), `    ${method}`, "    .build();"];
      lines = [...body, ...chain, "var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());", "System.out.println(response.statusCode() + \" \" + response.body());"];
      imported = list([...imports].sort()).map((name) => `import ${name};`).join("\n");
      return `${imported}\n\npublic class Main {\n    public static void main(String[] arguments) throws Exception {\n` + list(lines).map((line) => `        ${line}\n`).join("") + "    }\n}";
    };
    const _ofFile = (filename) => {
      return `BodyPublishers.ofFile(Path.of(${quote(filename)}))`;
    };
    return { quote, quoteBody, render };
  })();
  const php = (() => {
    const { COMMON_ESCAPES, UNSAFE, escaper, isBlock } = quoting;
    const { basicText, contentType, hasDotSegment, hasPlainNames, hasTypedText, partType, sentHeaders, withBoundary, writtenParts } = wire;
    const _escape = escaper({ ...COMMON_ESCAPES, ["\""]: "\\\"", ["$"]: "\\$" }, (code) => `\\u{${code.toString(16).padStart(0, 0)}}`);
    const quote = (text) => {
      if (UNSAFE.test(text)) {
        return `\"${_escape(text)}\"`;
      }
      return "'" + text.split("\\").join("\\\\").split("'").join("\\'") + "'";
    };
    const quoteBody = (text) => {
      if ((isBlock(text) && !new RegExp("^[ \\t]*BODY", "m").test(text))) {
        return `<<<'BODY'\n${text}\nBODY`;
      }
      return quote(text);
    };
    const render = (request) => {
      let headers, setup, body, rows, part, value, name, boundary, segments, pieces, options, fields, lines;
      headers = sentHeaders(request);
      setup = [];
      body = "";
      if ((request.body !== null)) {
        setup.push(`$body = ${quoteBody(request.body)};\n`);
        body = "$body";
      } else if ((request.file !== null)) {
        body = `file_get_contents(${quote(request.file)})`;
      } else if ((is(request.parts) && is(_fitsArray(request)))) {
        rows = [];
        for (part of request.parts) {
          value = quote(part.text);
          if ((part.filename !== null)) {
            name = quote(part.filename);
            value = `new CURLFile(${name}, ${quote((partType(part) || ""))}, ${name})`;
          }
          rows.push(`        ${quote(part.name)} => ${value},\n`);
        }
        body = "[\n" + rows.join("") + "    ]";
      } else if (is(request.parts)) {
        [boundary, segments] = writtenParts(request);
        headers = withBoundary(request, boundary);
        pieces = list(segments).map((s) => (is(s.file) ? `file_get_contents(${quote(s.text)})` : quote(s.text)));
        setup.push("$body = " + pieces.join("\n    . ") + ";\n");
        body = "$body";
      }
      options = [`CURLOPT_CUSTOMREQUEST => ${quote(request.method)},`];
      if (((request.method === "HEAD") && !is(body))) {
        options = ["CURLOPT_NOBODY => true,"];
      }
      fields = list(headers).map(([name, value]) => quote((is(value) ? `${name}: ${value}` : `${name};`)));
      if ((is(body) && !is(request.parts) && (contentType(request) === null))) {
        fields.push("'Content-Type:'");
      }
      if (is(fields)) {
        lines = list(fields).map((field) => `        ${field},\n`).join("");
        options.push(`CURLOPT_HTTPHEADER => [\n${lines}    ],`);
      }
      if (is(request.basic)) {
        options.push(`CURLOPT_USERPWD => ${quote(basicText(request.basic))},`);
      }
      if (hasDotSegment(request.url)) {
        options.push("CURLOPT_PATH_AS_IS => true,");
      }
      if (is(body)) {
        options.push(`CURLOPT_POSTFIELDS => ${body},`);
      }
      options.push("CURLOPT_RETURNTRANSFER => true,");
      return add("<?php\n\n" + list(setup).map((line) => `${line}\n`).join("") + `$curl = curl_init(${quote(request.url)});\n` + "curl_setopt_array($curl, [\n", list(options).map((option) => `    ${option}\n`).join("")) + "]);\n$text = curl_exec($curl);\necho curl_getinfo($curl, CURLINFO_RESPONSE_CODE), ' ', $text, PHP_EOL;";
    };
    const _fitsArray = (request) => {
      let names;
      names = list(request.parts).map((part) => part.name);
      return ((len(new Set(names)) === len(names)) && !hasTypedText(request) && hasPlainNames(request));
    };
    return { quote, quoteBody, render };
  })();
  const ruby = (() => {
    const { COMMON_ESCAPES, escaper, hexOrFour, isBlock } = quoting;
    const { hasPlainNames, hasTypedText, partType, sentHeaders, withBoundary, writtenParts } = wire;
    const _escapePlain = escaper({ ...COMMON_ESCAPES, ["\""]: "\\\"" }, (code) => ((code < 128) ? hexOrFour(code) : `\\u${code.toString(16).padStart(4, 0)}`));
    const _CLASSES = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"];
    const _WITH_BODY = ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"];
    const quote = (text) => {
      return "\"" + sub("#(?=[{$@])", (found) => "\\#", _escapePlain(text)) + "\"";
    };
    const quoteBody = (text) => {
      if ((isBlock(text) && (!has(text.split("\n"), "BODY")))) {
        return `<<'BODY'.chomp\n${text}\nBODY`;
      }
      return quote(text);
    };
    const render = (request) => {
      let headers, lines, after, rows, boundary, segments, pieces, user, password;
      headers = sentHeaders(request);
      lines = [];
      after = [];
      if ((request.body !== null)) {
        after.push(`request.body = ${quoteBody(request.body)}`);
      } else if ((request.file !== null)) {
        after.push(`request.body = File.binread(${quote(request.file)})`);
      } else if ((is(request.parts) && !hasTypedText(request) && hasPlainNames(request))) {
        rows = list(request.parts).map((part) => `  ${_part(part)},\n`);
        after.push("request.set_form([\n" + rows.join("") + "], \"multipart/form-data\")");
      } else if (is(request.parts)) {
        [boundary, segments] = writtenParts(request);
        headers = withBoundary(request, boundary);
        pieces = list(segments).map((s) => (is(s.file) ? `  File.binread(${quote(s.text)}),\n` : `  ${quote(s.text)}.b,\n`));
        after.push("request.body = [\n" + pieces.join("") + "].join");
      }
      lines.push(`request = ${_newRequest(request.method, is(after))}`);
      lines = add(lines, list(headers).map(([name, value]) => `request[${quote(name)}] = ${quote(value)}`));
      if (is(request.basic)) {
        [user, password] = request.basic;
        lines.push(`request.basic_auth(${quote(user)}, ${quote(password)})`);
      }
      return `require \"net/http\"\n\nuri = URI(${quote(request.url)})\n` + [...lines, ...after].join("\n") + "\n\nresponse = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == \"https\") do |http|\n  http.request(request)\nend\nputs response.code, response.body";
    };
    const _newRequest = (method, hasBody) => {
      let takes;
      if (((has(_CLASSES, method)) && (!hasBody || (has(_WITH_BODY, method))))) {
        return `Net::HTTP::${capitalize(method)}.new(uri)`;
      }
      takes = (hasBody ? "true" : "false");
      return `Net::HTTPGenericRequest.new(${quote(method)}, ${takes}, true, uri)`;
    };
    const _part = (part) => {
      let name, kind;
      if ((part.filename === null)) {
        return `[${quote(part.name)}, ${quote(part.text)}]`;
      }
      [name, kind] = [quote(part.filename), quote((partType(part) || ""))];
      return `[${quote(part.name)}, File.open(${name}, \"rb\"), { filename: ${name}, content_type: ${kind} }]`;
    };
    return { quote, quoteBody, render };
  })();
  const csharp = (() => {
    const { COMMON_ESCAPES, escaper, fourHex, indent, isBlock } = quoting;
    const { basicText, hasDotSegment, hasPlainNames, partType, sentHeaders, withBoundary, writtenParts } = wire;
    const _escape = escaper({ ...COMMON_ESCAPES, ["\""]: "\\\"" }, fourHex);
    const _METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"];
    const _CONTENT_FIELDS = new Set(["allow", "content-disposition", "content-encoding", "content-language", "content-location", "content-md5", "content-range", "content-type", "expires", "last-modified"]);
    const quote = (text) => {
      return `\"${_escape(text)}\"`;
    };
    const quoteBody = (text) => {
      let longest, fence;
      if (!isBlock(text)) {
        return quote(text);
      }
      longest = Math.max(0, ...list((text.match(new RegExp("\"+", "g")) ?? [])).map((run) => len(run)));
      fence = "\"".repeat(Math.max(3, longest + 1));
      return `${fence}\n${indent(text, "    ")}\n    ${fence}`;
    };
    const render = (request) => {
      let headers, using, setup, content, boundary, segments, piece, data, ofContent, fields, encoded, name, values, client, target, lines;
      headers = sentHeaders(request);
      using = new Set(["System", "System.Net.Http"]);
      setup = [];
      content = "";
      if ((request.body !== null)) {
        content = `new StringContent(${quoteBody(request.body)})`;
      } else if ((request.file !== null)) {
        content = `new ByteArrayContent(File.ReadAllBytes(${quote(request.file)}))`;
      } else if ((is(request.parts) && hasPlainNames(request))) {
        setup = _form(request);
        content = "form";
      } else if (is(request.parts)) {
        using.add("System.Text");
        [boundary, segments] = writtenParts(request);
        headers = withBoundary(request, boundary);
        setup = ["using var body = new MemoryStream();"];
        for (piece of segments) {
          data = `Encoding.UTF8.GetBytes(${quote(piece.text)})`;
          if (is(piece.file)) {
            data = `File.ReadAllBytes(${quote(piece.text)})`;
          }
          setup.push(`body.Write(${data});`);
        }
        content = "new ByteArrayContent(body.ToArray())";
      }
      ofContent = list(headers).filter(([k, v]) => (has(_CONTENT_FIELDS, k.toLowerCase())));
      fields = list(headers).filter(([name, value]) => (!has(_CONTENT_FIELDS, name.toLowerCase()))).map(([name, value]) => `request.Headers.TryAddWithoutValidation(${quote(name)}, ${quote(value)});`);
      if (is(request.basic)) {
        using.add("System.Text");
        encoded = `Encoding.UTF8.GetBytes(${quote(basicText(request.basic))})`;
        setup.push(`var credentials = Convert.ToBase64String(${encoded});`);
        name = quote("Authorization");
        fields.push(`request.Headers.TryAddWithoutValidation(${name}, \"Basic \" + credentials);`);
      }
      if ((is(content) || is(ofContent))) {
        fields.push(`request.Content = ${(content || "new ByteArrayContent([])")};`);
      }
      if (((request.body !== null) || list(ofContent).some(([k, _]) => (k.toLowerCase() === "content-type")))) {
        fields.push("request.Content.Headers.Remove(\"Content-Type\");");
      }
      fields = add(fields, list(ofContent).map(([name, value]) => `request.Content.Headers.TryAddWithoutValidation(${quote(name)}, ${quote(value)});`));
      values = list(headers).map(([_, value]) => value);
      client = _client(list(values).every((value) => playground.isAscii(value)), is(request.cookies));
      if ((has(client, "Encoding."))) {
        using.add("System.Text");
      }
      if ((is(request.parts) || (request.file !== null))) {
        using.add("System.IO");
      }
      target = `${_method(request.method)}, ${_uri(request.url)}`;
      lines = [...list([...using].sort()).map((name) => `using ${name};`), "", ...setup, `using var client = ${client};`, `using var request = new HttpRequestMessage(${target});`, ...fields, "", "using var response = await client.SendAsync(request);", "var text = await response.Content.ReadAsStringAsync();", "Console.WriteLine($\"{(int)response.StatusCode} {text}\");"];
      return lines.join("\n");
    };
    const _method = (method) => {
      if ((has(_METHODS, method))) {
        return `HttpMethod.${capitalize(method)}`;
      }
      return `new HttpMethod(${quote(method)})`;
    };
    const _uri = (url) => {
      let options;
      if (!hasDotSegment(url)) {
        return quote(url);
      }
      options = "new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true }";
      return `new Uri(${quote(url)}, ${options})`;
    };
    const _client = (isAscii, hasCookies) => {
      let settings;
      settings = [];
      if (hasCookies) {
        settings.push("UseCookies = false");
      }
      if (!isAscii) {
        settings.push("RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8");
      }
      if (!is(settings)) {
        return "new HttpClient()";
      }
      return `new HttpClient(new SocketsHttpHandler { ${settings.join(", ")} })`;
    };
    const _form = (request) => {
      let lines, number, part, name, value, names, kind, field, quoted;
      lines = ["using var form = new MultipartFormDataContent();"];
      for ([number, part] of request.parts.map((one, at) => [at + 1, one])) {
        name = `part${number}`;
        value = `new StringContent(${quote(part.text)})`;
        names = [part.name];
        if ((part.filename !== null)) {
          value = `new ByteArrayContent(File.ReadAllBytes(${quote(part.filename)}))`;
          names.push(part.filename);
        }
        lines.push(`var ${name} = ${value};`);
        if ((part.filename === null)) {
          lines.push(`${name}.Headers.Remove(\"Content-Type\");`);
        }
        kind = partType(part);
        if (is(kind)) {
          field = `\"Content-Type\", ${quote(kind)}`;
          lines.push(`${name}.Headers.TryAddWithoutValidation(${field});`);
        }
        quoted = list(names).map((text) => quote(`\"${text}\"`)).join(", ");
        lines.push(`form.Add(${name}, ${quoted});`);
      }
      return lines;
    };
    return { quote, quoteBody, render };
  })();
  const powershell = (() => {
    const { UNSAFE, escaper, indent, isBlock } = quoting;
    const { basicText, contentType, sentHeaders, withBoundary, writtenParts } = wire;
    const _SINGLE = "'\u2018\u2019\u201a\u201b";
    const _escape = escaper({ ["`"]: "``", ["$"]: "`$", ["\n"]: "`n", ["\r"]: "`r", ["\t"]: "`t", ["\""]: "`\"", ["\u201c"]: "`\u201c", ["\u201d"]: "`\u201d", ["\u201e"]: "`\u201e" }, (code) => `\`u{${code.toString(16).padStart(0, 0)}}`);
    const _METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"];
    const quote = (text) => {
      if (UNSAFE.test(text)) {
        return `\"${_escape(text)}\"`;
      }
      return "'" + sub(`[${_SINGLE}]`, (found) => add(found[0], found[0]), text) + "'";
    };
    const quoteBody = (text) => {
      if ((isBlock(text) && !new RegExp(`^[${_SINGLE}]@`, "m").test(text))) {
        return `@'\n${text}\n'@`;
      }
      return quote(text);
    };
    const render = (request) => {
      let headers, setup, body, boundary, segments, pieces, rows, encoded, method, settings, kind;
      headers = sentHeaders(request);
      setup = [];
      body = "";
      if ((request.body !== null)) {
        setup.push(`$body = ${quoteBody(request.body)}`);
        body = "[Text.Encoding]::UTF8.GetBytes($body)";
      } else if ((request.file !== null)) {
        body = `[IO.File]::ReadAllBytes(${_path(request.file)})`;
      } else if (is(request.parts)) {
        [boundary, segments] = writtenParts(request);
        headers = withBoundary(request, boundary);
        pieces = list(segments).map((s) => (is(s.file) ? `    [IO.File]::ReadAllBytes(${_path(s.text)})` : `    [Text.Encoding]::UTF8.GetBytes(${quote(s.text)})`));
        setup.push("[byte[]] $body = @(\n" + pieces.join("\n") + "\n)");
        body = "$body";
      }
      rows = list(headers).filter(([name, value]) => (name.toLowerCase() !== "content-type")).map(([name, value]) => `${quote(name)} = ${quote(value)}`);
      if (is(request.basic)) {
        encoded = `[Text.Encoding]::UTF8.GetBytes(${quote(basicText(request.basic))})`;
        setup.push(`$credentials = [Convert]::ToBase64String(${encoded})`);
        rows.push("'Authorization' = \"Basic $credentials\"");
      }
      method = ((has(_METHODS, request.method)) ? "Method" : "CustomMethod");
      settings = [`Uri = ${quote(request.url)}`, `${method} = ${quote(request.method)}`];
      if (is(rows)) {
        settings.push("Headers = @{\n" + indent(rows.join("\n"), "    ") + "\n}");
      }
      kind = (list(headers).filter(([k, v]) => (k.toLowerCase() === "content-type")).map(([k, v]) => v)[0] ?? contentType(request));
      if (is(kind)) {
        settings.push(`ContentType = ${quote(kind)}`);
      }
      if (is(body)) {
        settings.push(`Body = ${body}`);
      }
      settings = add(settings, ["SkipHeaderValidation = $true", "SkipHttpErrorCheck = $true"]);
      setup.push("$request = @{\n" + indent(settings.join("\n"), "    ") + "\n}");
      return setup.join("\n") + "\n\n$response = Invoke-WebRequest @request\n" + "\"$($response.StatusCode) $($response.Content)\"";
    };
    const _path = (filename) => {
      return `(Join-Path $PWD ${quote(filename)})`;
    };
    return { quote, quoteBody, render };
  })();
  const clients = { curl, python, javascript, typescript, go, java, php, ruby, csharp, powershell };
  playground.renderSample = (id, request) => clients[id].render(request);
})();
