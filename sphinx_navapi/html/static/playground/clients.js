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
    const a = "\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff";
    const b = new RegExp(`[${a}]`);
    const c = new RegExp(`(?![\\n\\t])[${a}]`);
    const d = { ["\\"]: "\\\\", ["\n"]: "\\n", ["\r"]: "\\r", ["\t"]: "\\t" };
    const g = (e, f) => {
      let h, i;
      h = list(e).map((j) => escape(j)).join("");
      i = new RegExp(`[${h}${a}]`);
      const l = (k) => {
        let j;
        j = k[0];
        return ((has(e, j)) ? e[j] : f(j.codePointAt(0)));
      };
      return (m) => sub(i, l, m);
    };
    const o = (n) => {
      return `\\u${n.toString(16).padStart(4, 0)}`;
    };
    const p = (n) => {
      return ((n < 256) ? `\\x${n.toString(16).padStart(2, 0)}` : o(n));
    };
    const q = (m) => {
      return ((has(m, "\n")) && !c.test(m));
    };
    const s = (m, r) => {
      return list(m.split("\n")).map((t) => (is(t) ? add(r, t) : t)).join("\n");
    };
    return { b, d, g, o, p, q, s };
  })();
  const curl = (() => {
    const { b, g } = quoting;
    const { basicText: u, byteEscapes: v, contentType: w, cookieText: x, hasDotSegment: y, partType: z, sentHeaders: A, withBoundary: B, writtenParts: C } = wire;
    const D = g({ ["\\"]: "\\\\", ["'"]: "\\'", ["\n"]: "\n", ["\r"]: "\\r", ["\t"]: "\\t" }, v);
    const E = (m) => {
      if (b.test(m.split("\n").join(""))) {
        return `$'${D(m)}'`;
      }
      return "'" + m.split("'").join("'\\''") + "'";
    };
    const render = (F) => {
      let G, H, I, J, K, L, M;
      G = A(F, false);
      H = [];
      if ((is(F.parts) && list(F.parts).every((O) => is(N(O))))) {
        H = list(F.parts).map((O) => P(O));
      } else if (is(F.parts)) {
        [I, J] = C(F);
        G = B(F, I);
        H = [`--data-raw ${E(list(J).map((Q) => Q.text).join(""))}`];
      }
      K = list(G).map(([R, S]) => `--header ${E(T(R, S))}`);
      if (is(F.basic)) {
        K.push(`--user ${E(u(F.basic))}`);
      }
      if (is(F.cookies)) {
        K.push(`--cookie ${E(x(F))}`);
      }
      L = ((F.body !== null) || (F.file !== null));
      if ((L && (w(F) === null))) {
        K.push("--header 'Content-Type:'");
      }
      if ((F.body !== null)) {
        K = add(K, list(U(F)).map((Q) => `--data-raw ${E(Q)}`));
      } else if ((F.file !== null)) {
        K.push(`--data-binary ${E("@" + F.file)}`);
      }
      M = ["curl", ...V(F.url), ...W(F, (L || is(H)))];
      return [[...M, E(F.url)].join(" "), ...K, ...H].join(" \\\n  ");
    };
    const U = (F) => {
      let X, Y, Z;
      X = (F.body || "");
      Y = X.split("&");
      Z = (w(F) || "").startsWith("application/x-www-form-urlencoded");
      return ((Z && Y.every(is)) ? Y : [X]);
    };
    const V = (aa) => {
      return add((new RegExp("[\\[\\]{}]").test(aa) ? ["--globoff"] : []), (y(aa) ? ["--path-as-is"] : []));
    };
    const W = (F, L) => {
      if (((F.method === "HEAD") && !L)) {
        return ["--head"];
      }
      if (((F.method === "GET") && !L)) {
        return [];
      }
      return ["--request", F.method];
    };
    const T = (R, S) => {
      return (is(S) ? `${R}: ${S}` : `${R};`);
    };
    const N = (O) => {
      return ((!has(O.name, "=")) || (O.filename !== null));
    };
    const P = (O) => {
      let ab, m;
      if ((O.filename !== null)) {
        ab = `${O.name}=@${ac(O.filename)};type=${z(O)}`;
        return `--form ${E(ab)}`;
      }
      if (is(O.contentType)) {
        m = O.text.split("\\").join("\\\\").split("\"").join("\\\"");
        ab = `${O.name}=\"${m}\";type=${O.contentType}`;
        return `--form ${E(ab)}`;
      }
      return `--form-string ${E(add(O.name + "=", O.text))}`;
    };
    const ac = (ad) => {
      if (!new RegExp("[\",;\\\\ ]").test(ad)) {
        return ad;
      }
      return "\"" + ad.split("\\").join("\\\\").split("\"").join("\\\"") + "\"";
    };
    return { E, render };
  })();
  const python = (() => {
    const { d, g, p, q } = quoting;
    const { hasDotSegment: y, partType: z, sentHeaders: A } = wire;
    const D = g({ ...d, ["\""]: "\\\"" }, p);
    const ae = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
    const E = (m) => {
      return `\"${D(m)}\"`;
    };
    const af = (m) => {
      let ag;
      if ((q(m) && (!has(m, "\"\"\"")) && (!has("\"\\", m.at(-1))))) {
        ag = ((has(m, "\\")) ? "r" : "");
        return `${ag}\"\"\"${m}\"\"\"`;
      }
      return E(m);
    };
    const render = (F) => {
      let ah, ai, G, aj, ak, al;
      ah = [`url = ${E(F.url)}`];
      ai = ["url"];
      G = A(F);
      if (is(G)) {
        aj = list(G).map(([R, S]) => `    ${E(R)}: ${am(S)},\n`);
        ah.push("headers = {\n" + aj.join("") + "}");
        ai.push("headers=headers");
      }
      if (is(F.basic)) {
        [ak, al] = list(F.basic).map((m) => am(m));
        ai.push(`auth=(${ak}, ${al})`);
      }
      if ((F.body !== null)) {
        ah.push(`body = ${af(F.body)}`);
        ai.push("data=body.encode()");
      } else if ((F.file !== null)) {
        ah.push(`body = open(${E(F.file)}, \"rb\").read()`);
        ai.push("data=body");
      } else if (is(F.parts)) {
        aj = list(F.parts).map((O) => `    (${E(O.name)}, ${an(O)}),\n`);
        ah.push("files = [\n" + aj.join("") + "]");
        ai.push("files=files");
      }
      return "import requests\n\n" + ah.join("\n") + `\n\n${ao(F, ai)}\n` + "print(response.status_code, response.text)";
    };
    const ao = (F, ai) => {
      let ap;
      if (y(F.url)) {
        ap = [E(F.method), ...ai].join(", ");
        return `request = requests.Request(${ap}).prepare()\nrequest.url = url\nresponse = requests.Session().send(request)`;
      }
      if ((has(ae, F.method))) {
        return `response = requests.${F.method.toLowerCase()}(${ai.join(", ")})`;
      }
      return `response = requests.request(${[E(F.method), ...ai].join(", ")})`;
    };
    const am = (m) => {
      return (playground.isAscii(m) ? E(m) : `${E(m)}.encode()`);
    };
    const an = (O) => {
      let aq, R;
      aq = z(O);
      if ((O.filename !== null)) {
        R = E(O.filename);
        return `(${R}, open(${R}, \"rb\"), ${E((aq || ""))})`;
      }
      if (is(aq)) {
        return `(None, ${E(O.text)}, ${E(aq)})`;
      }
      return `(None, ${E(O.text)})`;
    };
    return { E, af, render };
  })();
  const javascript = (() => {
    const { d, g, p, s, q } = quoting;
    const { basicBase64: ar, basicText: u, hasDotSegment: y, hasTypedText: au, origin: av, partType: z, pathAndQuery: aw, sentHeaders: A, utf8AsLatin1: ax, withBoundary: B, writtenParts: C } = wire;
    const D = g({ ...d, ["\""]: "\\\"" }, p);
    const ay = ["TRACE", "CONNECT", "TRACK"];
    const E = (m) => {
      return `\"${D(m)}\"`;
    };
    const af = (m) => {
      let az;
      if (!q(m)) {
        return E(m);
      }
      if (((!has(m, "`")) && (!has(m, "${")) && !m.endsWith("\\"))) {
        return ((has(m, "\\")) ? `String.raw\`${m}\`` : `\`${m}\``);
      }
      az = m.split("\\").join("\\\\").split("`").join("\\`").split("${").join("\\${");
      return `\`${az}\``;
    };
    const aA = (S) => {
      return E(ax(S));
    };
    const render = (F) => {
      return aB(F, false);
    };
    const aB = (F, aC) => {
      let G, aD, ah, I, J, aE, aj, K, ai;
      G = A(F);
      aD = [];
      ah = [];
      if ((is(F.parts) && !is(aF(F)))) {
        [I, J] = C(F);
        G = B(F, I);
        aE = list(J).map((aG) => (is(aG.file) ? aH(aG.text) : E(aG.text)));
        aj = list(aE).map((Q) => `  ${Q},\n`).join("");
        ah.push(`const body${(is(aC) ? ": Blob" : "")} = new Blob([\n${aj}]);`);
      } else if (is(F.parts)) {
        ah = add(ah, aI(F, aC));
      } else if ((F.body !== null)) {
        ah.push(`const body${(is(aC) ? ": string" : "")} = ${af(F.body)};`);
      } else if ((F.file !== null)) {
        ah.push(`const body = ${aH(F.file)};`);
      }
      if (((F.file !== null) || list(F.parts).some((O) => (O.filename !== null)))) {
        aD.push("import { readFile } from \"node:fs/promises\";");
      }
      K = [`method: ${E(F.method)},`];
      aj = list(G).map(([R, S]) => `  ${aJ(R)}: ${aA(S)},\n`).join("");
      if (is(F.basic)) {
        aj = aj + `  \"Authorization\": ${aK(F.basic)},\n`;
      }
      if (is(aj)) {
        K.push("headers: {\n" + aj + "},");
      }
      if (aL(F, is(ah))) {
        return aM(F, aD, ah, K, aC);
      }
      if (is(ah)) {
        K.push("body,");
      }
      ai = E(F.url);
      if (((F.method !== "GET") || (len(K) > 1))) {
        ai = add(ai, ", {\n" + s(K.join("\n"), "  ") + "\n}");
      }
      ah.push(`const response${(is(aC) ? ": Response" : "")} = await fetch(${ai});\n${aN("response.status", "response.text()", aC)}`);
      return (is(aD) ? [aD.join("\n"), ...ah] : ah).join("\n\n");
    };
    const aN = (aO, m, aC) => {
      if (is(aC)) {
        return `const text: string = await ${m};\nconsole.log(${aO}, text);`;
      }
      return `console.log(${aO}, await ${m});`;
    };
    const aJ = (R) => {
      return ((R === "__proto__") ? "[\"__proto__\"]" : E(R));
    };
    const aK = (aP) => {
      let m;
      m = u(aP);
      if (playground.isAscii(m)) {
        return `\"Basic \" + btoa(${E(m)})`;
      }
      return E(`Basic ${ar(aP)}`);
    };
    const aH = (ad) => {
      return `await readFile(${E(ad)})`;
    };
    const aF = (F) => {
      let aQ;
      aQ = list(F.parts).filter((O) => (O.filename === null)).map((O) => O.text);
      return (!au(F) && !list(aQ).some((aR) => ((has(aR, "\n")) || (has(aR, "\r")))));
    };
    const aI = (F, aC) => {
      let aS, O, S, aq, aT;
      aS = [`const body${(is(aC) ? ": FormData" : "")} = new FormData();`];
      for (O of F.parts) {
        S = E(O.text);
        if ((O.filename !== null)) {
          aq = E((z(O) || ""));
          aT = `new Blob([${aH(O.filename)}], { type: ${aq} })`;
          S = `${aT}, ${E(O.filename)}`;
        }
        aS.push(`body.append(${E(O.name)}, ${S});`);
      }
      return [aS.join("\n")];
    };
    const aL = (F, L) => {
      return ((L && (has(new Set(["GET", "HEAD"]), F.method))) || (has(ay, F.method)) || y(F.url));
    };
    const aM = (F, aD, ah, K, aC) => {
      let aU, aa, aV, X, aW, aq, aX, aY;
      aU = (F.url.startsWith("https:") ? "https" : "http");
      aa = E(F.url);
      if (y(F.url)) {
        aa = E(av(F.url));
        K = [`path: ${E(aw(F.url))},`, ...K];
      }
      aV = (is(aC) ? ["import type { IncomingMessage } from \"node:http\";"] : []);
      aD = [...aD, ...aV, `import { request } from \"node:${aU}\";`, "import { text } from \"node:stream/consumers\";"];
      X = (is(ah) ? "body" : "");
      if (is(F.parts)) {
        aW = "const bytes = Buffer.from(await form.arrayBuffer());";
        ah = [...ah, `const form = new Response(body);\n${aW}`];
        X = "bytes";
        if (is(aF(F))) {
          aq = "form.headers.get(\"Content-Type\")" + (is(aC) ? "!" : "");
          K = aZ(K, `\"Content-Type\": ${aq}`);
        }
      }
      if (is(X)) {
        K = aZ(K, `\"Content-Length\": Buffer.byteLength(${X})`);
        if ((F.body !== null)) {
          X = "Buffer.from(body)";
        }
      }
      aX = s(K.join("\n"), "    ");
      aY = (is(aC) ? "new Promise<IncomingMessage>" : "new Promise");
      ah.push(`const response = await ${aY}((resolve, reject) => {\n  request(${aa}, {\n${aX}\n  }, resolve).on(\"error\", reject).end(${X});\n});\nconsole.log(response.statusCode, await text(response));`);
      return [aD.join("\n"), ...ah].join("\n\n");
    };
    const aZ = (K, ab) => {
      if (K.at(-1).startsWith("headers")) {
        return [...K.slice(0, -1), `${removesuffix(K.at(-1), "},")}  ${ab},\n},`];
      }
      return [...K, `headers: {\n  ${ab},\n},`];
    };
    return { E, af, aA, render, aB };
  })();
  const typescript = (() => {
    const { aB } = javascript;
    const render = (F) => {
      return aB(F, true);
    };
    return { render };
  })();
  const go = (() => {
    const { d, g, o, q } = quoting;
    const { disposition: ba, partType: z, sentHeaders: A } = wire;
    const D = g({ ...d, ["\""]: "\\\"" }, o);
    const E = (m) => {
      return `\"${D(m)}\"`;
    };
    const af = (m) => {
      if ((q(m) && (!has(m, "`")))) {
        return `\`${m}\``;
      }
      return E(m);
    };
    const render = (F) => {
      let aD, aS, X, bb, ak, al, bc, bd;
      aD = new Set(["fmt", "io", "log", "net/http"]);
      aS = [];
      X = "nil";
      bb = [];
      if ((F.body !== null)) {
        aD.add("strings");
        aS.push(`body := strings.NewReader(${af(F.body)})`);
        X = "body";
      } else if ((F.file !== null)) {
        aD = add(aD, new Set(["bytes", "os"]));
        aS = add(aS, [`content, err := os.ReadFile(${E(F.file)})`, ...be(), "body := bytes.NewReader(content)"]);
        X = "body";
      } else if (is(F.parts)) {
        aD = add(aD, new Set(["bytes", "mime/multipart", "net/textproto"]));
        if (list(F.parts).some((O) => (O.filename !== null))) {
          aD.add("os");
        }
        aS = add(aS, bf(F));
        X = "&body";
        bb = ["request.Header.Set(\"Content-Type\", form.FormDataContentType())"];
      }
      aS = add(aS, [`request, err := http.NewRequest(${E(F.method)}, ${E(F.url)}, ${X})`, ...be(), ...list(A(F)).map(([bg, bh]) => `request.Header.Set(${E(bg)}, ${E(bh)})`), ...bb]);
      if (is(F.basic)) {
        [ak, al] = F.basic;
        aS.push(`request.SetBasicAuth(${E(ak)}, ${E(al)})`);
      }
      aS = add(aS, ["", "response, err := http.DefaultClient.Do(request)", ...be(), "defer response.Body.Close()", "", "text, err := io.ReadAll(response.Body)", ...be(), "fmt.Println(response.Status, string(text))"]);
      bc = list([...aD].sort()).map((R) => `\t\"${R}\"\n`).join("");
      bd = list(aS).map((t) => (is(t) ? `\t${t}\n` : "\n")).join("");
      return `package main\n\nimport (\n${bc})\n\nfunc main() {\n${bd}}`;
    };
    const be = () => {
      return ["if err != nil {", "\tlog.Fatal(err)", "}"];
    };
    const bf = (F) => {
      let aS, bi, O, Y, aq, R;
      aS = ["var body bytes.Buffer", "form := multipart.NewWriter(&body)"];
      for ([bi, O] of F.parts.map((one, at) => [at + 1, one])) {
        Y = `\"Content-Disposition\": {${E(ba(O))}}`;
        aq = z(O);
        if (is(aq)) {
          Y = Y + `, \"Content-Type\": {${E(aq)}}`;
        }
        R = `part${bi}`;
        aS.push(`${R}, _ := form.CreatePart(textproto.MIMEHeader{${Y}})`);
        if ((O.filename === null)) {
          aS.push(`io.WriteString(${R}, ${E(O.text)})`);
        } else {
          aS = add(aS, [`file${bi}, err := os.ReadFile(${E(O.filename)})`, ...be(), `${R}.Write(file${bi})`]);
        }
      }
      return [...aS, "form.Close()", ""];
    };
    return { E, af, render };
  })();
  const java = (() => {
    const { d, g, o, s, q } = quoting;
    const { basicText: u, sentHeaders: A, withBoundary: B, writtenParts: C } = wire;
    const D = g({ ...d, ["\""]: "\\\"" }, (n) => ((n < 256) ? `\\${n.toString(8).padStart(3, 0)}` : o(n)));
    const E = (m) => {
      return `\"${D(m)}\"`;
    };
    const af = (m, r) => {
      let aS, bj, ap, bk, aX, bl;
      aS = m.split("\n");
      bj = list(aS).some((t) => (is(t) && !(t[0].trim() === "")));
      if ((!q(m) || !is(bj) || (has(m, "\t")))) {
        return E(m);
      }
      [ap, bk] = (m.endsWith("\"") ? [m.slice(0, -1), "\\\""] : [m, ""]);
      aX = add(ap.split("\\").join("\\\\").split("\"\"\"").join("\\\"\\\"\\\""), bk);
      aX = sub(new RegExp(" $", "m"), (bm) => "\\s", aX);
      bl = (aX.endsWith("\n") ? r : "");
      return `\"\"\"\n${s(aX, r)}${bl}\"\"\"`;
    };
    const render = (F) => {
      let G, aD, X, bn, I, J, aE, bo, bp, Y, ak, bq, aS, bc;
      G = A(F);
      aD = new Set(["java.net.URI", "java.net.http.HttpClient", "java.net.http.HttpRequest", "java.net.http.HttpResponse.BodyHandlers"]);
      X = [];
      bn = "";
      if ((F.body !== null)) {
        X = [`String body = ${af(F.body, " ".repeat(12))};`];
        bn = "BodyPublishers.ofString(body)";
      } else if ((F.file !== null)) {
        aD.add("java.nio.file.Path");
        bn = br(F.file);
      } else if (is(F.parts)) {
        [I, J] = C(F);
        G = B(F, I);
        aE = list(J).map((Q) => (is(Q.file) ? br(Q.text) : `BodyPublishers.ofString(${E(Q.text)})`));
        if (list(J).some((Q) => is(Q.file))) {
          aD.add("java.nio.file.Path");
        }
        bo = aE.join(",\n            ");
        X = [`var body = BodyPublishers.concat(\n            ${bo});`];
        bn = "body";
      }
      bp = ".GET()";
      if ((is(bn) || (F.method !== "GET"))) {
        bp = `.method(${E(F.method)}, ${(bn || "BodyPublishers.noBody()")})`;
        aD.add("java.net.http.HttpRequest.BodyPublishers");
      }
      Y = list(G).map(([R, S]) => `.header(${E(R)}, ${E(S)})`);
      if (is(F.basic)) {
        aD = add(aD, new Set(["java.nio.charset.StandardCharsets", "java.util.Base64"]));
        ak = `${E(u(F.basic))}.getBytes(StandardCharsets.UTF_8)`;
        X.push(`String credentials = Base64.getEncoder().encodeToString(${ak});`);
        Y.push(".header(\"Authorization\", \"Basic \" + credentials)");
      }
      bq = [`HttpRequest request = HttpRequest.newBuilder(URI.create(${E(F.url)}))`, ...list(Y).map((ab) => `    ${ab}`), `    ${bp}`, "    .build();"];
      aS = [...X, ...bq, "var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());", "System.out.println(response.statusCode() + \" \" + response.body());"];
      bc = list([...aD].sort()).map((R) => `import ${R};`).join("\n");
      return `${bc}\n\npublic class Main {\n    public static void main(String[] arguments) throws Exception {\n` + list(aS).map((t) => `        ${t}\n`).join("") + "    }\n}";
    };
    const br = (ad) => {
      return `BodyPublishers.ofFile(Path.of(${E(ad)}))`;
    };
    return { E, af, render };
  })();
  const php = (() => {
    const { d, b, g, q } = quoting;
    const { basicText: u, contentType: w, hasDotSegment: y, hasPlainNames: bs, hasTypedText: au, partType: z, sentHeaders: A, withBoundary: B, writtenParts: C } = wire;
    const D = g({ ...d, ["\""]: "\\\"", ["$"]: "\\$" }, (n) => `\\u{${n.toString(16).padStart(0, 0)}}`);
    const E = (m) => {
      if (b.test(m)) {
        return `\"${D(m)}\"`;
      }
      return "'" + m.split("\\").join("\\\\").split("'").join("\\'") + "'";
    };
    const af = (m) => {
      if ((q(m) && !new RegExp("^[ \\t]*BODY", "m").test(m))) {
        return `<<<'BODY'\n${m}\nBODY`;
      }
      return E(m);
    };
    const render = (F) => {
      let G, ah, X, aj, O, S, R, I, J, aE, K, Y, aS;
      G = A(F);
      ah = [];
      X = "";
      if ((F.body !== null)) {
        ah.push(`$body = ${af(F.body)};\n`);
        X = "$body";
      } else if ((F.file !== null)) {
        X = `file_get_contents(${E(F.file)})`;
      } else if ((is(F.parts) && is(bu(F)))) {
        aj = [];
        for (O of F.parts) {
          S = E(O.text);
          if ((O.filename !== null)) {
            R = E(O.filename);
            S = `new CURLFile(${R}, ${E((z(O) || ""))}, ${R})`;
          }
          aj.push(`        ${E(O.name)} => ${S},\n`);
        }
        X = "[\n" + aj.join("") + "    ]";
      } else if (is(F.parts)) {
        [I, J] = C(F);
        G = B(F, I);
        aE = list(J).map((aG) => (is(aG.file) ? `file_get_contents(${E(aG.text)})` : E(aG.text)));
        ah.push("$body = " + aE.join("\n    . ") + ";\n");
        X = "$body";
      }
      K = [`CURLOPT_CUSTOMREQUEST => ${E(F.method)},`];
      if (((F.method === "HEAD") && !is(X))) {
        K = ["CURLOPT_NOBODY => true,"];
      }
      Y = list(G).map(([R, S]) => E((is(S) ? `${R}: ${S}` : `${R};`)));
      if ((is(X) && !is(F.parts) && (w(F) === null))) {
        Y.push("'Content-Type:'");
      }
      if (is(Y)) {
        aS = list(Y).map((ab) => `        ${ab},\n`).join("");
        K.push(`CURLOPT_HTTPHEADER => [\n${aS}    ],`);
      }
      if (is(F.basic)) {
        K.push(`CURLOPT_USERPWD => ${E(u(F.basic))},`);
      }
      if (y(F.url)) {
        K.push("CURLOPT_PATH_AS_IS => true,");
      }
      if (is(X)) {
        K.push(`CURLOPT_POSTFIELDS => ${X},`);
      }
      K.push("CURLOPT_RETURNTRANSFER => true,");
      return add("<?php\n\n" + list(ah).map((t) => `${t}\n`).join("") + `$curl = curl_init(${E(F.url)});\n` + "curl_setopt_array($curl, [\n", list(K).map((bv) => `    ${bv}\n`).join("")) + "]);\n$text = curl_exec($curl);\necho curl_getinfo($curl, CURLINFO_RESPONSE_CODE), ' ', $text, PHP_EOL;";
    };
    const bu = (F) => {
      let bw;
      bw = list(F.parts).map((O) => O.name);
      return ((len(new Set(bw)) === len(bw)) && !au(F) && bs(F));
    };
    return { E, af, render };
  })();
  const ruby = (() => {
    const { d, g, p, q } = quoting;
    const { hasPlainNames: bs, hasTypedText: au, partType: z, sentHeaders: A, withBoundary: B, writtenParts: C } = wire;
    const bx = g({ ...d, ["\""]: "\\\"" }, (n) => ((n < 128) ? p(n) : `\\u${n.toString(16).padStart(4, 0)}`));
    const by = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"];
    const bz = ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"];
    const E = (m) => {
      return "\"" + sub("#(?=[{$@])", (bm) => "\\#", bx(m)) + "\"";
    };
    const af = (m) => {
      if ((q(m) && (!has(m.split("\n"), "BODY")))) {
        return `<<'BODY'.chomp\n${m}\nBODY`;
      }
      return E(m);
    };
    const render = (F) => {
      let G, aS, bb, aj, I, J, aE, ak, al;
      G = A(F);
      aS = [];
      bb = [];
      if ((F.body !== null)) {
        bb.push(`request.body = ${af(F.body)}`);
      } else if ((F.file !== null)) {
        bb.push(`request.body = File.binread(${E(F.file)})`);
      } else if ((is(F.parts) && !au(F) && bs(F))) {
        aj = list(F.parts).map((O) => `  ${an(O)},\n`);
        bb.push("request.set_form([\n" + aj.join("") + "], \"multipart/form-data\")");
      } else if (is(F.parts)) {
        [I, J] = C(F);
        G = B(F, I);
        aE = list(J).map((aG) => (is(aG.file) ? `  File.binread(${E(aG.text)}),\n` : `  ${E(aG.text)}.b,\n`));
        bb.push("request.body = [\n" + aE.join("") + "].join");
      }
      aS.push(`request = ${bA(F.method, is(bb))}`);
      aS = add(aS, list(G).map(([R, S]) => `request[${E(R)}] = ${E(S)}`));
      if (is(F.basic)) {
        [ak, al] = F.basic;
        aS.push(`request.basic_auth(${E(ak)}, ${E(al)})`);
      }
      return `require \"net/http\"\n\nuri = URI(${E(F.url)})\n` + [...aS, ...bb].join("\n") + "\n\nresponse = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == \"https\") do |http|\n  http.request(request)\nend\nputs response.code, response.body";
    };
    const bA = (bp, L) => {
      let bB;
      if (((has(by, bp)) && (!L || (has(bz, bp))))) {
        return `Net::HTTP::${capitalize(bp)}.new(uri)`;
      }
      bB = (L ? "true" : "false");
      return `Net::HTTPGenericRequest.new(${E(bp)}, ${bB}, true, uri)`;
    };
    const an = (O) => {
      let R, aq;
      if ((O.filename === null)) {
        return `[${E(O.name)}, ${E(O.text)}]`;
      }
      [R, aq] = [E(O.filename), E((z(O) || ""))];
      return `[${E(O.name)}, File.open(${R}, \"rb\"), { filename: ${R}, content_type: ${aq} }]`;
    };
    return { E, af, render };
  })();
  const csharp = (() => {
    const { d, g, o, s, q } = quoting;
    const { basicText: u, hasDotSegment: y, hasPlainNames: bs, partType: z, sentHeaders: A, withBoundary: B, writtenParts: C } = wire;
    const D = g({ ...d, ["\""]: "\\\"" }, o);
    const bC = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"];
    const bD = new Set(["allow", "content-disposition", "content-encoding", "content-language", "content-location", "content-md5", "content-range", "content-type", "expires", "last-modified"]);
    const E = (m) => {
      return `\"${D(m)}\"`;
    };
    const af = (m) => {
      let bE, bF;
      if (!q(m)) {
        return E(m);
      }
      bE = Math.max(0, ...list((m.match(new RegExp("\"+", "g")) ?? [])).map((bG) => len(bG)));
      bF = "\"".repeat(Math.max(3, bE + 1));
      return `${bF}\n${s(m, "    ")}\n    ${bF}`;
    };
    const render = (F) => {
      let G, bH, ah, bI, I, J, Q, bJ, bK, Y, bL, R, bM, bN, bO, aS;
      G = A(F);
      bH = new Set(["System", "System.Net.Http"]);
      ah = [];
      bI = "";
      if ((F.body !== null)) {
        bI = `new StringContent(${af(F.body)})`;
      } else if ((F.file !== null)) {
        bI = `new ByteArrayContent(File.ReadAllBytes(${E(F.file)}))`;
      } else if ((is(F.parts) && bs(F))) {
        ah = bf(F);
        bI = "form";
      } else if (is(F.parts)) {
        bH.add("System.Text");
        [I, J] = C(F);
        G = B(F, I);
        ah = ["using var body = new MemoryStream();"];
        for (Q of J) {
          bJ = `Encoding.UTF8.GetBytes(${E(Q.text)})`;
          if (is(Q.file)) {
            bJ = `File.ReadAllBytes(${E(Q.text)})`;
          }
          ah.push(`body.Write(${bJ});`);
        }
        bI = "new ByteArrayContent(body.ToArray())";
      }
      bK = list(G).filter(([bg, bh]) => (has(bD, bg.toLowerCase())));
      Y = list(G).filter(([R, S]) => (!has(bD, R.toLowerCase()))).map(([R, S]) => `request.Headers.TryAddWithoutValidation(${E(R)}, ${E(S)});`);
      if (is(F.basic)) {
        bH.add("System.Text");
        bL = `Encoding.UTF8.GetBytes(${E(u(F.basic))})`;
        ah.push(`var credentials = Convert.ToBase64String(${bL});`);
        R = E("Authorization");
        Y.push(`request.Headers.TryAddWithoutValidation(${R}, \"Basic \" + credentials);`);
      }
      if ((is(bI) || is(bK))) {
        Y.push(`request.Content = ${(bI || "new ByteArrayContent([])")};`);
      }
      if (((F.body !== null) || list(bK).some(([bg, bP]) => (bg.toLowerCase() === "content-type")))) {
        Y.push("request.Content.Headers.Remove(\"Content-Type\");");
      }
      Y = add(Y, list(bK).map(([R, S]) => `request.Content.Headers.TryAddWithoutValidation(${E(R)}, ${E(S)});`));
      bM = list(G).map(([bP, S]) => S);
      bN = bQ(list(bM).every((S) => playground.isAscii(S)), is(F.cookies));
      if ((has(bN, "Encoding."))) {
        bH.add("System.Text");
      }
      if ((is(F.parts) || (F.file !== null))) {
        bH.add("System.IO");
      }
      bO = `${W(F.method)}, ${bR(F.url)}`;
      aS = [...list([...bH].sort()).map((R) => `using ${R};`), "", ...ah, `using var client = ${bN};`, `using var request = new HttpRequestMessage(${bO});`, ...Y, "", "using var response = await client.SendAsync(request);", "var text = await response.Content.ReadAsStringAsync();", "Console.WriteLine($\"{(int)response.StatusCode} {text}\");"];
      return aS.join("\n");
    };
    const W = (bp) => {
      if ((has(bC, bp))) {
        return `HttpMethod.${capitalize(bp)}`;
      }
      return `new HttpMethod(${E(bp)})`;
    };
    const bR = (aa) => {
      let K;
      if (!y(aa)) {
        return E(aa);
      }
      K = "new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true }";
      return `new Uri(${E(aa)}, ${K})`;
    };
    const bQ = (bS, bT) => {
      let bU;
      bU = [];
      if (bT) {
        bU.push("UseCookies = false");
      }
      if (!bS) {
        bU.push("RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8");
      }
      if (!is(bU)) {
        return "new HttpClient()";
      }
      return `new HttpClient(new SocketsHttpHandler { ${bU.join(", ")} })`;
    };
    const bf = (F) => {
      let aS, bi, O, R, S, bw, aq, ab, bV;
      aS = ["using var form = new MultipartFormDataContent();"];
      for ([bi, O] of F.parts.map((one, at) => [at + 1, one])) {
        R = `part${bi}`;
        S = `new StringContent(${E(O.text)})`;
        bw = [O.name];
        if ((O.filename !== null)) {
          S = `new ByteArrayContent(File.ReadAllBytes(${E(O.filename)}))`;
          bw.push(O.filename);
        }
        aS.push(`var ${R} = ${S};`);
        if ((O.filename === null)) {
          aS.push(`${R}.Headers.Remove(\"Content-Type\");`);
        }
        aq = z(O);
        if (is(aq)) {
          ab = `\"Content-Type\", ${E(aq)}`;
          aS.push(`${R}.Headers.TryAddWithoutValidation(${ab});`);
        }
        bV = list(bw).map((m) => E(`\"${m}\"`)).join(", ");
        aS.push(`form.Add(${R}, ${bV});`);
      }
      return aS;
    };
    return { E, af, render };
  })();
  const powershell = (() => {
    const { b, g, s, q } = quoting;
    const { basicText: u, contentType: w, sentHeaders: A, withBoundary: B, writtenParts: C } = wire;
    const bW = "'\u2018\u2019\u201a\u201b";
    const D = g({ ["`"]: "``", ["$"]: "`$", ["\n"]: "`n", ["\r"]: "`r", ["\t"]: "`t", ["\""]: "`\"", ["\u201c"]: "`\u201c", ["\u201d"]: "`\u201d", ["\u201e"]: "`\u201e" }, (n) => `\`u{${n.toString(16).padStart(0, 0)}}`);
    const bC = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"];
    const E = (m) => {
      if (b.test(m)) {
        return `\"${D(m)}\"`;
      }
      return "'" + sub(`[${bW}]`, (bm) => add(bm[0], bm[0]), m) + "'";
    };
    const af = (m) => {
      if ((q(m) && !new RegExp(`^[${bW}]@`, "m").test(m))) {
        return `@'\n${m}\n'@`;
      }
      return E(m);
    };
    const render = (F) => {
      let G, ah, X, I, J, aE, aj, bL, bp, bU, aq;
      G = A(F);
      ah = [];
      X = "";
      if ((F.body !== null)) {
        ah.push(`$body = ${af(F.body)}`);
        X = "[Text.Encoding]::UTF8.GetBytes($body)";
      } else if ((F.file !== null)) {
        X = `[IO.File]::ReadAllBytes(${bX(F.file)})`;
      } else if (is(F.parts)) {
        [I, J] = C(F);
        G = B(F, I);
        aE = list(J).map((aG) => (is(aG.file) ? `    [IO.File]::ReadAllBytes(${bX(aG.text)})` : `    [Text.Encoding]::UTF8.GetBytes(${E(aG.text)})`));
        ah.push("[byte[]] $body = @(\n" + aE.join("\n") + "\n)");
        X = "$body";
      }
      aj = list(G).filter(([R, S]) => (R.toLowerCase() !== "content-type")).map(([R, S]) => `${E(R)} = ${E(S)}`);
      if (is(F.basic)) {
        bL = `[Text.Encoding]::UTF8.GetBytes(${E(u(F.basic))})`;
        ah.push(`$credentials = [Convert]::ToBase64String(${bL})`);
        aj.push("'Authorization' = \"Basic $credentials\"");
      }
      bp = ((has(bC, F.method)) ? "Method" : "CustomMethod");
      bU = [`Uri = ${E(F.url)}`, `${bp} = ${E(F.method)}`];
      if (is(aj)) {
        bU.push("Headers = @{\n" + s(aj.join("\n"), "    ") + "\n}");
      }
      aq = (list(G).filter(([bg, bh]) => (bg.toLowerCase() === "content-type")).map(([bg, bh]) => bh)[0] ?? w(F));
      if (is(aq)) {
        bU.push(`ContentType = ${E(aq)}`);
      }
      if (is(X)) {
        bU.push(`Body = ${X}`);
      }
      bU = add(bU, ["SkipHeaderValidation = $true", "SkipHttpErrorCheck = $true"]);
      ah.push("$request = @{\n" + s(bU.join("\n"), "    ") + "\n}");
      return ah.join("\n") + "\n\n$response = Invoke-WebRequest @request\n" + "\"$($response.StatusCode) $($response.Content)\"";
    };
    const bX = (ad) => {
      return `(Join-Path $PWD ${E(ad)})`;
    };
    return { E, af, render };
  })();
  const clients = { curl, python, javascript, typescript, go, java, php, ruby, csharp, powershell };
  playground.renderSample = (id, request) => clients[id].render(request);
})();
