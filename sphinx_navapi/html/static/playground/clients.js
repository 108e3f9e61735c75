// @ts-nocheck
// Code samples: the text of each is that of the page.
// Written by sphinx_navapi/request/snippets/script.py from the modules beside it: change those.
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
    const A = "\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff";
    const B = new RegExp(`[${A}]`);
    const C = new RegExp(`(?![\\n\\t])[${A}]`);
    const D = { ["\\"]: "\\\\", ["\n"]: "\\n", ["\r"]: "\\r", ["\t"]: "\\t" };
    const E = (b, c) => {
      let d, e;
      d = list(b).map((g) => escape(g)).join("");
      e = new RegExp(`[${d}${A}]`);
      const a = (f) => {
        let g;
        g = f[0];
        return (has(b, g) ? b[g] : c(g.codePointAt(0)));
      };
      return (h) => sub(e, a, h);
    };
    const F = (a) => {
      return `\\u${a.toString(16).padStart(4, 0)}`;
    };
    const G = (a) => {
      return (a < 256 ? `\\x${a.toString(16).padStart(2, 0)}` : F(a));
    };
    const H = (a) => {
      return (has(a, "\n") && !C.test(a));
    };
    const I = (a, b) => {
      return list(a.split("\n")).map((c) => (is(c) ? add(b, c) : c)).join("\n");
    };
    return { B, D, E, F, G, H, I };
  })();
  const curl = (() => {
    const { B, E } = quoting;
    const { basicText: J, byteEscapes: K, contentType: L, cookieText: M, hasDotSegment: N, partType: O, sentHeaders: P, withBoundary: Q, writtenParts: R } = wire;
    const S = E({ ["\\"]: "\\\\", ["'"]: "\\'", ["\n"]: "\n", ["\r"]: "\\r", ["\t"]: "\\t" }, K);
    const T = (a) => {
      if (B.test(a.split("\n").join(""))) {
        return `$'${S(a)}'`;
      }
      return "'" + a.split("'").join("'\\''") + "'";
    };
    const render = (a) => {
      let b, c, h, i, d, e, f;
      b = P(a, false);
      c = [];
      if ((is(a.parts) && list(a.parts).every((g) => is(U(g))))) {
        c = list(a.parts).map((g) => V(g));
      } else if (is(a.parts)) {
        [h, i] = R(a);
        b = Q(a, h);
        c = [`--data-raw ${T(list(i).map((l) => l.text).join(""))}`];
      }
      d = list(b).map(([j, k]) => `--header ${T(W(j, k))}`);
      if (is(a.basic)) {
        d.push(`--user ${T(J(a.basic))}`);
      }
      if (is(a.cookies)) {
        d.push(`--cookie ${T(M(a))}`);
      }
      e = (a.body !== null || a.file !== null);
      if ((e && L(a) === null)) {
        d.push("--header 'Content-Type:'");
      }
      if (a.body !== null) {
        d = add(d, list(X(a)).map((l) => `--data-raw ${T(l)}`));
      } else if (a.file !== null) {
        d.push(`--data-binary ${T("@" + a.file)}`);
      }
      f = ["curl", ...Y(a.url), ...Z(a, (e || is(c)))];
      return [[...f, T(a.url)].join(" "), ...d, ...c].join(" \\\n  ");
    };
    const X = (a) => {
      let b, c, d;
      b = (a.body || "");
      c = b.split("&");
      d = (L(a) || "").startsWith("application/x-www-form-urlencoded");
      return ((d && c.every(is)) ? c : [b]);
    };
    const Y = (a) => {
      return add((new RegExp("[\\[\\]{}]").test(a) ? ["--globoff"] : []), (N(a) ? ["--path-as-is"] : []));
    };
    const Z = (a, b) => {
      if ((a.method === "HEAD" && !b)) {
        return ["--head"];
      }
      if ((a.method === "GET" && !b)) {
        return [];
      }
      return ["--request", a.method];
    };
    const W = (a, b) => {
      return (is(b) ? `${a}: ${b}` : `${a};`);
    };
    const U = (a) => {
      return (!has(a.name, "=") || a.filename !== null);
    };
    const V = (a) => {
      let b, c;
      if (a.filename !== null) {
        b = `${a.name}=@${Aa(a.filename)};type=${O(a)}`;
        return `--form ${T(b)}`;
      }
      if (is(a.contentType)) {
        c = a.text.split("\\").join("\\\\").split("\"").join("\\\"");
        b = `${a.name}=\"${c}\";type=${a.contentType}`;
        return `--form ${T(b)}`;
      }
      return `--form-string ${T(add(a.name + "=", a.text))}`;
    };
    const Aa = (a) => {
      if (!new RegExp("[\",;\\\\ ]").test(a)) {
        return a;
      }
      return "\"" + a.split("\\").join("\\\\").split("\"").join("\\\"") + "\"";
    };
    return { T, render };
  })();
  const python = (() => {
    const { D, E, G, H } = quoting;
    const { hasDotSegment: N, partType: O, sentHeaders: P } = wire;
    const S = E({ ...D, ["\""]: "\\\"" }, G);
    const Ab = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
    const T = (a) => {
      return `\"${S(a)}\"`;
    };
    const Ac = (a) => {
      let b;
      if ((H(a) && !has(a, "\"\"\"") && !has("\"\\", a.at(-1)))) {
        b = (has(a, "\\") ? "r" : "");
        return `${b}\"\"\"${a}\"\"\"`;
      }
      return T(a);
    };
    const render = (a) => {
      let b, c, d, e, f, g;
      b = [`url = ${T(a.url)}`];
      c = ["url"];
      d = P(a);
      if (is(d)) {
        e = list(d).map(([i, j]) => `    ${T(i)}: ${Ad(j)},\n`);
        b.push("headers = {\n" + e.join("") + "}");
        c.push("headers=headers");
      }
      if (is(a.basic)) {
        [f, g] = list(a.basic).map((h) => Ad(h));
        c.push(`auth=(${f}, ${g})`);
      }
      if (a.body !== null) {
        b.push(`body = ${Ac(a.body)}`);
        c.push("data=body.encode()");
      } else if (a.file !== null) {
        b.push(`body = open(${T(a.file)}, \"rb\").read()`);
        c.push("data=body");
      } else if (is(a.parts)) {
        e = list(a.parts).map((k) => `    (${T(k.name)}, ${Ae(k)}),\n`);
        b.push("files = [\n" + e.join("") + "]");
        c.push("files=files");
      }
      return "import requests\n\n" + b.join("\n") + `\n\n${Af(a, c)}\n` + "print(response.status_code, response.text)";
    };
    const Af = (a, b) => {
      let c;
      if (N(a.url)) {
        c = [T(a.method), ...b].join(", ");
        return `request = requests.Request(${c}).prepare()\nrequest.url = url\nresponse = requests.Session().send(request)`;
      }
      if (has(Ab, a.method)) {
        return `response = requests.${a.method.toLowerCase()}(${b.join(", ")})`;
      }
      return `response = requests.request(${[T(a.method), ...b].join(", ")})`;
    };
    const Ad = (a) => {
      return (playground.isAscii(a) ? T(a) : `${T(a)}.encode()`);
    };
    const Ae = (a) => {
      let b, c;
      b = O(a);
      if (a.filename !== null) {
        c = T(a.filename);
        return `(${c}, open(${c}, \"rb\"), ${T((b || ""))})`;
      }
      if (is(b)) {
        return `(None, ${T(a.text)}, ${T(b)})`;
      }
      return `(None, ${T(a.text)})`;
    };
    return { T, Ac, render };
  })();
  const javascript = (() => {
    const { D, E, G, I, H } = quoting;
    const { basicBase64: Ag, basicText: J, hasDotSegment: N, hasTypedText: Ah, origin: Ai, partType: O, pathAndQuery: Aj, sentHeaders: P, utf8AsLatin1: Ak, withBoundary: Q, writtenParts: R } = wire;
    const S = E({ ...D, ["\""]: "\\\"" }, G);
    const Al = ["TRACE", "CONNECT", "TRACK"];
    const T = (a) => {
      return `\"${S(a)}\"`;
    };
    const Ac = (a) => {
      let b;
      if (!H(a)) {
        return T(a);
      }
      if ((!has(a, "`") && !has(a, "${") && !a.endsWith("\\"))) {
        return (has(a, "\\") ? `String.raw\`${a}\`` : `\`${a}\``);
      }
      b = a.split("\\").join("\\\\").split("`").join("\\`").split("${").join("\\${");
      return `\`${b}\``;
    };
    const Am = (a) => {
      return T(Ak(a));
    };
    const render = (a) => {
      return An(a, false);
    };
    const An = (a, b) => {
      let c, d, e, j, k, i, g, f, h;
      c = P(a);
      d = [];
      e = [];
      if ((is(a.parts) && !is(Ao(a)))) {
        [j, k] = R(a);
        c = Q(a, j);
        i = list(k).map((l) => (is(l.file) ? Ap(l.text) : T(l.text)));
        g = list(i).map((m) => `  ${m},\n`).join("");
        e.push(`const body${(is(b) ? ": Blob" : "")} = new Blob([\n${g}]);`);
      } else if (is(a.parts)) {
        e = add(e, Aq(a, b));
      } else if (a.body !== null) {
        e.push(`const body${(is(b) ? ": string" : "")} = ${Ac(a.body)};`);
      } else if (a.file !== null) {
        e.push(`const body = ${Ap(a.file)};`);
      }
      if ((a.file !== null || list(a.parts).some((n) => n.filename !== null))) {
        d.push("import { readFile } from \"node:fs/promises\";");
      }
      f = [`method: ${T(a.method)},`];
      g = list(c).map(([o, p]) => `  ${Ar(o)}: ${Am(p)},\n`).join("");
      if (is(a.basic)) {
        g = g + `  \"Authorization\": ${As(a.basic)},\n`;
      }
      if (is(g)) {
        f.push("headers: {\n" + g + "},");
      }
      if (At(a, is(e))) {
        return Au(a, d, e, f, b);
      }
      if (is(e)) {
        f.push("body,");
      }
      h = T(a.url);
      if ((a.method !== "GET" || len(f) > 1)) {
        h = add(h, ", {\n" + I(f.join("\n"), "  ") + "\n}");
      }
      e.push(`const response${(is(b) ? ": Response" : "")} = await fetch(${h});\n${Av("response.status", "response.text()", b)}`);
      return (is(d) ? [d.join("\n"), ...e] : e).join("\n\n");
    };
    const Av = (a, b, c) => {
      if (is(c)) {
        return `const text: string = await ${b};\nconsole.log(${a}, text);`;
      }
      return `console.log(${a}, await ${b});`;
    };
    const Ar = (a) => {
      return (a === "__proto__" ? "[\"__proto__\"]" : T(a));
    };
    const As = (a) => {
      let b;
      b = J(a);
      if (playground.isAscii(b)) {
        return `\"Basic \" + btoa(${T(b)})`;
      }
      return T(`Basic ${Ag(a)}`);
    };
    const Ap = (a) => {
      return `await readFile(${T(a)})`;
    };
    const Ao = (a) => {
      let b;
      b = list(a.parts).filter((c) => c.filename === null).map((c) => c.text);
      return (!Ah(a) && !list(b).some((d) => (has(d, "\n") || has(d, "\r"))));
    };
    const Aq = (a, b) => {
      let c, d, e, f, g;
      c = [`const body${(is(b) ? ": FormData" : "")} = new FormData();`];
      for (d of a.parts) {
        e = T(d.text);
        if (d.filename !== null) {
          f = T((O(d) || ""));
          g = `new Blob([${Ap(d.filename)}], { type: ${f} })`;
          e = `${g}, ${T(d.filename)}`;
        }
        c.push(`body.append(${T(d.name)}, ${e});`);
      }
      return [c.join("\n")];
    };
    const At = (a, b) => {
      return ((b && has(new Set(["GET", "HEAD"]), a.method)) || has(Al, a.method) || N(a.url));
    };
    const Au = (a, b, c, d, e) => {
      let f, g, h, i, l, m, j, k;
      f = (a.url.startsWith("https:") ? "https" : "http");
      g = T(a.url);
      if (N(a.url)) {
        g = T(Ai(a.url));
        d = [`path: ${T(Aj(a.url))},`, ...d];
      }
      h = (is(e) ? ["import type { IncomingMessage } from \"node:http\";"] : []);
      b = [...b, ...h, `import { request } from \"node:${f}\";`, "import { text } from \"node:stream/consumers\";"];
      i = (is(c) ? "body" : "");
      if (is(a.parts)) {
        l = "const bytes = Buffer.from(await form.arrayBuffer());";
        c = [...c, `const form = new Response(body);\n${l}`];
        i = "bytes";
        if (is(Ao(a))) {
          m = "form.headers.get(\"Content-Type\")" + (is(e) ? "!" : "");
          d = Aw(d, `\"Content-Type\": ${m}`);
        }
      }
      if (is(i)) {
        d = Aw(d, `\"Content-Length\": Buffer.byteLength(${i})`);
        if (a.body !== null) {
          i = "Buffer.from(body)";
        }
      }
      j = I(d.join("\n"), "    ");
      k = (is(e) ? "new Promise<IncomingMessage>" : "new Promise");
      c.push(`const response = await ${k}((resolve, reject) => {\n  request(${g}, {\n${j}\n  }, resolve).on(\"error\", reject).end(${i});\n});\nconsole.log(response.statusCode, await text(response));`);
      return [b.join("\n"), ...c].join("\n\n");
    };
    const Aw = (a, b) => {
      if (a.at(-1).startsWith("headers")) {
        return [...a.slice(0, -1), `${removesuffix(a.at(-1), "},")}  ${b},\n},`];
      }
      return [...a, `headers: {\n  ${b},\n},`];
    };
    return { T, Ac, Am, render, An };
  })();
  const typescript = (() => {
    const { An } = javascript;
    const render = (a) => {
      return An(a, true);
    };
    return { render };
  })();
  const go = (() => {
    const { D, E, F, H } = quoting;
    const { disposition: Ax, partType: O, sentHeaders: P } = wire;
    const S = E({ ...D, ["\""]: "\\\"" }, F);
    const T = (a) => {
      return `\"${S(a)}\"`;
    };
    const Ac = (a) => {
      if ((H(a) && !has(a, "`"))) {
        return `\`${a}\``;
      }
      return T(a);
    };
    const render = (a) => {
      let b, c, d, e, h, i, f, g;
      b = new Set(["fmt", "io", "log", "net/http"]);
      c = [];
      d = "nil";
      e = [];
      if (a.body !== null) {
        b.add("strings");
        c.push(`body := strings.NewReader(${Ac(a.body)})`);
        d = "body";
      } else if (a.file !== null) {
        b = add(b, new Set(["bytes", "os"]));
        c = add(c, [`content, err := os.ReadFile(${T(a.file)})`, ...Ay(), "body := bytes.NewReader(content)"]);
        d = "body";
      } else if (is(a.parts)) {
        b = add(b, new Set(["bytes", "mime/multipart", "net/textproto"]));
        if (list(a.parts).some((n) => n.filename !== null)) {
          b.add("os");
        }
        c = add(c, Az(a));
        d = "&body";
        e = ["request.Header.Set(\"Content-Type\", form.FormDataContentType())"];
      }
      c = add(c, [`request, err := http.NewRequest(${T(a.method)}, ${T(a.url)}, ${d})`, ...Ay(), ...list(P(a)).map(([l, m]) => `request.Header.Set(${T(l)}, ${T(m)})`), ...e]);
      if (is(a.basic)) {
        [h, i] = a.basic;
        c.push(`request.SetBasicAuth(${T(h)}, ${T(i)})`);
      }
      c = add(c, ["", "response, err := http.DefaultClient.Do(request)", ...Ay(), "defer response.Body.Close()", "", "text, err := io.ReadAll(response.Body)", ...Ay(), "fmt.Println(response.Status, string(text))"]);
      f = list([...b].sort()).map((j) => `\t\"${j}\"\n`).join("");
      g = list(c).map((k) => (is(k) ? `\t${k}\n` : "\n")).join("");
      return `package main\n\nimport (\n${f})\n\nfunc main() {\n${g}}`;
    };
    const Ay = () => {
      return ["if err != nil {", "\tlog.Fatal(err)", "}"];
    };
    const Az = (a) => {
      let b, c, d, e, f, g;
      b = ["var body bytes.Buffer", "form := multipart.NewWriter(&body)"];
      for ([c, d] of a.parts.map((one, at) => [at + 1, one])) {
        e = `\"Content-Disposition\": {${T(Ax(d))}}`;
        f = O(d);
        if (is(f)) {
          e = e + `, \"Content-Type\": {${T(f)}}`;
        }
        g = `part${c}`;
        b.push(`${g}, _ := form.CreatePart(textproto.MIMEHeader{${e}})`);
        if (d.filename === null) {
          b.push(`io.WriteString(${g}, ${T(d.text)})`);
        } else {
          b = add(b, [`file${c}, err := os.ReadFile(${T(d.filename)})`, ...Ay(), `${g}.Write(file${c})`]);
        }
      }
      return [...b, "form.Close()", ""];
    };
    return { T, Ac, render };
  })();
  const java = (() => {
    const { D, E, F, I, H } = quoting;
    const { basicText: J, sentHeaders: P, withBoundary: Q, writtenParts: R } = wire;
    const S = E({ ...D, ["\""]: "\\\"" }, (AA) => (AA < 256 ? `\\${AA.toString(8).padStart(3, 0)}` : F(AA)));
    const T = (a) => {
      return `\"${S(a)}\"`;
    };
    const Ac = (a, b) => {
      let c, d, g, h, e, f;
      c = a.split("\n");
      d = list(c).some((i) => (is(i) && !(i[0].trim() === "")));
      if ((!H(a) || !is(d) || has(a, "\t"))) {
        return T(a);
      }
      [g, h] = (a.endsWith("\"") ? [a.slice(0, -1), "\\\""] : [a, ""]);
      e = add(g.split("\\").join("\\\\").split("\"\"\"").join("\\\"\\\"\\\""), h);
      e = sub(new RegExp(" $", "m"), (j) => "\\s", e);
      f = (e.endsWith("\n") ? b : "");
      return `\"\"\"\n${I(e, b)}${f}\"\"\"`;
    };
    const render = (a) => {
      let b, c, d, e, p, q, l, m, f, g, k, h, i, j;
      b = P(a);
      c = new Set(["java.net.URI", "java.net.http.HttpClient", "java.net.http.HttpRequest", "java.net.http.HttpResponse.BodyHandlers"]);
      d = [];
      e = "";
      if (a.body !== null) {
        d = [`String body = ${Ac(a.body, " ".repeat(12))};`];
        e = "BodyPublishers.ofString(body)";
      } else if (a.file !== null) {
        c.add("java.nio.file.Path");
        e = AB(a.file);
      } else if (is(a.parts)) {
        [p, q] = R(a);
        b = Q(a, p);
        l = list(q).map((s) => (is(s.file) ? AB(s.text) : `BodyPublishers.ofString(${T(s.text)})`));
        if (list(q).some((s) => is(s.file))) {
          c.add("java.nio.file.Path");
        }
        m = l.join(",\n            ");
        d = [`var body = BodyPublishers.concat(\n            ${m});`];
        e = "body";
      }
      f = ".GET()";
      if ((is(e) || a.method !== "GET")) {
        f = `.method(${T(a.method)}, ${(e || "BodyPublishers.noBody()")})`;
        c.add("java.net.http.HttpRequest.BodyPublishers");
      }
      g = list(b).map(([n, o]) => `.header(${T(n)}, ${T(o)})`);
      if (is(a.basic)) {
        c = add(c, new Set(["java.nio.charset.StandardCharsets", "java.util.Base64"]));
        k = `${T(J(a.basic))}.getBytes(StandardCharsets.UTF_8)`;
        d.push(`String credentials = Base64.getEncoder().encodeToString(${k});`);
        g.push(".header(\"Authorization\", \"Basic \" + credentials)");
      }
      h = [`HttpRequest request = HttpRequest.newBuilder(URI.create(${T(a.url)}))`, ...list(g).map((r) => `    ${r}`), `    ${f}`, "    .build();"];
      i = [...d, ...h, "var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());", "System.out.println(response.statusCode() + \" \" + response.body());"];
      j = list([...c].sort()).map((n) => `import ${n};`).join("\n");
      return `${j}\n\npublic class Main {\n    public static void main(String[] arguments) throws Exception {\n` + list(i).map((t) => `        ${t}\n`).join("") + "    }\n}";
    };
    const AB = (a) => {
      return `BodyPublishers.ofFile(Path.of(${T(a)}))`;
    };
    return { T, Ac, render };
  })();
  const php = (() => {
    const { D, B, E, H } = quoting;
    const { basicText: J, contentType: L, hasDotSegment: N, hasPlainNames: AC, hasTypedText: Ah, partType: O, sentHeaders: P, withBoundary: Q, writtenParts: R } = wire;
    const S = E({ ...D, ["\""]: "\\\"", ["$"]: "\\$" }, (AA) => `\\u{${AA.toString(16).padStart(0, 0)}}`);
    const T = (a) => {
      if (B.test(a)) {
        return `\"${S(a)}\"`;
      }
      return "'" + a.split("\\").join("\\\\").split("'").join("\\'") + "'";
    };
    const Ac = (a) => {
      if ((H(a) && !new RegExp("^[ \\t]*BODY", "m").test(a))) {
        return `<<<'BODY'\n${a}\nBODY`;
      }
      return T(a);
    };
    const render = (a) => {
      let b, c, d, h, i, k, j, n, o, l, e, f, g;
      b = P(a);
      c = [];
      d = "";
      if (a.body !== null) {
        c.push(`$body = ${Ac(a.body)};\n`);
        d = "$body";
      } else if (a.file !== null) {
        d = `file_get_contents(${T(a.file)})`;
      } else if ((is(a.parts) && is(AE(a)))) {
        h = [];
        for (i of a.parts) {
          k = T(i.text);
          if (i.filename !== null) {
            j = T(i.filename);
            k = `new CURLFile(${j}, ${T((O(i) || ""))}, ${j})`;
          }
          h.push(`        ${T(i.name)} => ${k},\n`);
        }
        d = "[\n" + h.join("") + "    ]";
      } else if (is(a.parts)) {
        [n, o] = R(a);
        b = Q(a, n);
        l = list(o).map((q) => (is(q.file) ? `file_get_contents(${T(q.text)})` : T(q.text)));
        c.push("$body = " + l.join("\n    . ") + ";\n");
        d = "$body";
      }
      e = [`CURLOPT_CUSTOMREQUEST => ${T(a.method)},`];
      if ((a.method === "HEAD" && !is(d))) {
        e = ["CURLOPT_NOBODY => true,"];
      }
      f = list(b).map(([j, k]) => T((is(k) ? `${j}: ${k}` : `${j};`)));
      if ((is(d) && !is(a.parts) && L(a) === null)) {
        f.push("'Content-Type:'");
      }
      if (is(f)) {
        g = list(f).map((m) => `        ${m},\n`).join("");
        e.push(`CURLOPT_HTTPHEADER => [\n${g}    ],`);
      }
      if (is(a.basic)) {
        e.push(`CURLOPT_USERPWD => ${T(J(a.basic))},`);
      }
      if (N(a.url)) {
        e.push("CURLOPT_PATH_AS_IS => true,");
      }
      if (is(d)) {
        e.push(`CURLOPT_POSTFIELDS => ${d},`);
      }
      e.push("CURLOPT_RETURNTRANSFER => true,");
      return add("<?php\n\n" + list(c).map((r) => `${r}\n`).join("") + `$curl = curl_init(${T(a.url)});\n` + "curl_setopt_array($curl, [\n", list(e).map((p) => `    ${p}\n`).join("")) + "]);\n$text = curl_exec($curl);\necho curl_getinfo($curl, CURLINFO_RESPONSE_CODE), ' ', $text, PHP_EOL;";
    };
    const AE = (a) => {
      let b;
      b = list(a.parts).map((c) => c.name);
      return (len(new Set(b)) === len(b) && !Ah(a) && AC(a));
    };
    return { T, Ac, render };
  })();
  const ruby = (() => {
    const { D, E, G, H } = quoting;
    const { hasPlainNames: AC, hasTypedText: Ah, partType: O, sentHeaders: P, withBoundary: Q, writtenParts: R } = wire;
    const AF = E({ ...D, ["\""]: "\\\"" }, (AA) => (AA < 128 ? G(AA) : `\\u${AA.toString(16).padStart(4, 0)}`));
    const AG = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"];
    const AH = ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"];
    const T = (a) => {
      return "\"" + sub("#(?=[{$@])", (b) => "\\#", AF(a)) + "\"";
    };
    const Ac = (a) => {
      if ((H(a) && !has(a.split("\n"), "BODY"))) {
        return `<<'BODY'.chomp\n${a}\nBODY`;
      }
      return T(a);
    };
    const render = (a) => {
      let b, c, d, g, l, m, j, e, f;
      b = P(a);
      c = [];
      d = [];
      if (a.body !== null) {
        d.push(`request.body = ${Ac(a.body)}`);
      } else if (a.file !== null) {
        d.push(`request.body = File.binread(${T(a.file)})`);
      } else if ((is(a.parts) && !Ah(a) && AC(a))) {
        g = list(a.parts).map((k) => `  ${Ae(k)},\n`);
        d.push("request.set_form([\n" + g.join("") + "], \"multipart/form-data\")");
      } else if (is(a.parts)) {
        [l, m] = R(a);
        b = Q(a, l);
        j = list(m).map((n) => (is(n.file) ? `  File.binread(${T(n.text)}),\n` : `  ${T(n.text)}.b,\n`));
        d.push("request.body = [\n" + j.join("") + "].join");
      }
      c.push(`request = ${AI(a.method, is(d))}`);
      c = add(c, list(b).map(([h, i]) => `request[${T(h)}] = ${T(i)}`));
      if (is(a.basic)) {
        [e, f] = a.basic;
        c.push(`request.basic_auth(${T(e)}, ${T(f)})`);
      }
      return `require \"net/http\"\n\nuri = URI(${T(a.url)})\n` + [...c, ...d].join("\n") + "\n\nresponse = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == \"https\") do |http|\n  http.request(request)\nend\nputs response.code, response.body";
    };
    const AI = (a, b) => {
      let c;
      if ((has(AG, a) && (!b || has(AH, a)))) {
        return `Net::HTTP::${capitalize(a)}.new(uri)`;
      }
      c = (b ? "true" : "false");
      return `Net::HTTPGenericRequest.new(${T(a)}, ${c}, true, uri)`;
    };
    const Ae = (a) => {
      let b, c;
      if (a.filename === null) {
        return `[${T(a.name)}, ${T(a.text)}]`;
      }
      [b, c] = [T(a.filename), T((O(a) || ""))];
      return `[${T(a.name)}, File.open(${b}, \"rb\"), { filename: ${b}, content_type: ${c} }]`;
    };
    return { T, Ac, render };
  })();
  const csharp = (() => {
    const { D, E, F, I, H } = quoting;
    const { basicText: J, hasDotSegment: N, hasPlainNames: AC, partType: O, sentHeaders: P, withBoundary: Q, writtenParts: R } = wire;
    const S = E({ ...D, ["\""]: "\\\"" }, F);
    const AJ = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"];
    const AK = new Set(["allow", "content-disposition", "content-encoding", "content-language", "content-location", "content-md5", "content-range", "content-type", "expires", "last-modified"]);
    const T = (a) => {
      return `\"${S(a)}\"`;
    };
    const Ac = (a) => {
      let b, c;
      if (!H(a)) {
        return T(a);
      }
      b = Math.max(0, ...list((a.match(new RegExp("\"+", "g")) ?? [])).map((d) => len(d)));
      c = "\"".repeat(Math.max(3, b + 1));
      return `${c}\n${I(a, "    ")}\n    ${c}`;
    };
    const render = (a) => {
      let b, c, d, e, s, t, r, u, f, g, l, m, h, i, j, k;
      b = P(a);
      c = new Set(["System", "System.Net.Http"]);
      d = [];
      e = "";
      if (a.body !== null) {
        e = `new StringContent(${Ac(a.body)})`;
      } else if (a.file !== null) {
        e = `new ByteArrayContent(File.ReadAllBytes(${T(a.file)}))`;
      } else if ((is(a.parts) && AC(a))) {
        d = Az(a);
        e = "form";
      } else if (is(a.parts)) {
        c.add("System.Text");
        [s, t] = R(a);
        b = Q(a, s);
        d = ["using var body = new MemoryStream();"];
        for (r of t) {
          u = `Encoding.UTF8.GetBytes(${T(r.text)})`;
          if (is(r.file)) {
            u = `File.ReadAllBytes(${T(r.text)})`;
          }
          d.push(`body.Write(${u});`);
        }
        e = "new ByteArrayContent(body.ToArray())";
      }
      f = list(b).filter(([n, o]) => has(AK, n.toLowerCase()));
      g = list(b).filter(([m, p]) => !has(AK, m.toLowerCase())).map(([m, p]) => `request.Headers.TryAddWithoutValidation(${T(m)}, ${T(p)});`);
      if (is(a.basic)) {
        c.add("System.Text");
        l = `Encoding.UTF8.GetBytes(${T(J(a.basic))})`;
        d.push(`var credentials = Convert.ToBase64String(${l});`);
        m = T("Authorization");
        g.push(`request.Headers.TryAddWithoutValidation(${m}, \"Basic \" + credentials);`);
      }
      if ((is(e) || is(f))) {
        g.push(`request.Content = ${(e || "new ByteArrayContent([])")};`);
      }
      if ((a.body !== null || list(f).some(([n, q]) => n.toLowerCase() === "content-type"))) {
        g.push("request.Content.Headers.Remove(\"Content-Type\");");
      }
      g = add(g, list(f).map(([m, p]) => `request.Content.Headers.TryAddWithoutValidation(${T(m)}, ${T(p)});`));
      h = list(b).map(([q, p]) => p);
      i = AL(list(h).every((p) => playground.isAscii(p)), is(a.cookies));
      if (has(i, "Encoding.")) {
        c.add("System.Text");
      }
      if ((is(a.parts) || a.file !== null)) {
        c.add("System.IO");
      }
      j = `${Z(a.method)}, ${AM(a.url)}`;
      k = [...list([...c].sort()).map((m) => `using ${m};`), "", ...d, `using var client = ${i};`, `using var request = new HttpRequestMessage(${j});`, ...g, "", "using var response = await client.SendAsync(request);", "var text = await response.Content.ReadAsStringAsync();", "Console.WriteLine($\"{(int)response.StatusCode} {text}\");"];
      return k.join("\n");
    };
    const Z = (a) => {
      if (has(AJ, a)) {
        return `HttpMethod.${capitalize(a)}`;
      }
      return `new HttpMethod(${T(a)})`;
    };
    const AM = (a) => {
      let b;
      if (!N(a)) {
        return T(a);
      }
      b = "new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true }";
      return `new Uri(${T(a)}, ${b})`;
    };
    const AL = (a, b) => {
      let c;
      c = [];
      if (b) {
        c.push("UseCookies = false");
      }
      if (!a) {
        c.push("RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8");
      }
      if (!is(c)) {
        return "new HttpClient()";
      }
      return `new HttpClient(new SocketsHttpHandler { ${c.join(", ")} })`;
    };
    const Az = (a) => {
      let b, c, d, e, f, g, h, j, i;
      b = ["using var form = new MultipartFormDataContent();"];
      for ([c, d] of a.parts.map((one, at) => [at + 1, one])) {
        e = `part${c}`;
        f = `new StringContent(${T(d.text)})`;
        g = [d.name];
        if (d.filename !== null) {
          f = `new ByteArrayContent(File.ReadAllBytes(${T(d.filename)}))`;
          g.push(d.filename);
        }
        b.push(`var ${e} = ${f};`);
        if (d.filename === null) {
          b.push(`${e}.Headers.Remove(\"Content-Type\");`);
        }
        h = O(d);
        if (is(h)) {
          j = `\"Content-Type\", ${T(h)}`;
          b.push(`${e}.Headers.TryAddWithoutValidation(${j});`);
        }
        i = list(g).map((k) => T(`\"${k}\"`)).join(", ");
        b.push(`form.Add(${e}, ${i});`);
      }
      return b;
    };
    return { T, Ac, render };
  })();
  const powershell = (() => {
    const { B, E, I, H } = quoting;
    const { basicText: J, contentType: L, sentHeaders: P, withBoundary: Q, writtenParts: R } = wire;
    const AN = "'\u2018\u2019\u201a\u201b";
    const S = E({ ["`"]: "``", ["$"]: "`$", ["\n"]: "`n", ["\r"]: "`r", ["\t"]: "`t", ["\""]: "`\"", ["\u201c"]: "`\u201c", ["\u201d"]: "`\u201d", ["\u201e"]: "`\u201e" }, (AA) => `\`u{${AA.toString(16).padStart(0, 0)}}`);
    const AJ = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"];
    const T = (a) => {
      if (B.test(a)) {
        return `\"${S(a)}\"`;
      }
      return "'" + sub(`[${AN}]`, (b) => add(b[0], b[0]), a) + "'";
    };
    const Ac = (a) => {
      if ((H(a) && !new RegExp(`^[${AN}]@`, "m").test(a))) {
        return `@'\n${a}\n'@`;
      }
      return T(a);
    };
    const render = (a) => {
      let b, c, d, m, n, j, e, i, f, g, h;
      b = P(a);
      c = [];
      d = "";
      if (a.body !== null) {
        c.push(`$body = ${Ac(a.body)}`);
        d = "[Text.Encoding]::UTF8.GetBytes($body)";
      } else if (a.file !== null) {
        d = `[IO.File]::ReadAllBytes(${AO(a.file)})`;
      } else if (is(a.parts)) {
        [m, n] = R(a);
        b = Q(a, m);
        j = list(n).map((q) => (is(q.file) ? `    [IO.File]::ReadAllBytes(${AO(q.text)})` : `    [Text.Encoding]::UTF8.GetBytes(${T(q.text)})`));
        c.push("[byte[]] $body = @(\n" + j.join("\n") + "\n)");
        d = "$body";
      }
      e = list(b).filter(([k, l]) => k.toLowerCase() !== "content-type").map(([k, l]) => `${T(k)} = ${T(l)}`);
      if (is(a.basic)) {
        i = `[Text.Encoding]::UTF8.GetBytes(${T(J(a.basic))})`;
        c.push(`$credentials = [Convert]::ToBase64String(${i})`);
        e.push("'Authorization' = \"Basic $credentials\"");
      }
      f = (has(AJ, a.method) ? "Method" : "CustomMethod");
      g = [`Uri = ${T(a.url)}`, `${f} = ${T(a.method)}`];
      if (is(e)) {
        g.push("Headers = @{\n" + I(e.join("\n"), "    ") + "\n}");
      }
      h = (list(b).filter(([o, p]) => o.toLowerCase() === "content-type").map(([o, p]) => p)[0] ?? L(a));
      if (is(h)) {
        g.push(`ContentType = ${T(h)}`);
      }
      if (is(d)) {
        g.push(`Body = ${d}`);
      }
      g = add(g, ["SkipHeaderValidation = $true", "SkipHttpErrorCheck = $true"]);
      c.push("$request = @{\n" + I(g.join("\n"), "    ") + "\n}");
      return c.join("\n") + "\n\n$response = Invoke-WebRequest @request\n" + "\"$($response.StatusCode) $($response.Content)\"";
    };
    const AO = (a) => {
      return `(Join-Path $PWD ${T(a)})`;
    };
    return { T, Ac, render };
  })();
  const clients = { curl, python, javascript, typescript, go, java, php, ruby, csharp, powershell };
  playground.renderSample = (id, request) => clients[id].render(request);
})();
