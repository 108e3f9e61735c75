// @ts-check
// The request of a form: as a value, for samples and for fetch, and as the message to the relay.
// Its rules are those of sample_request.py and sample_body.py; tests compare the two.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const {
    basicBase64, essenceOf, expandPath, expandServer, hasDotSegment, headerSafe, isJson,
    joinUrl, jsonText, pathNames, partition, percentEncode, scalarText, sentHeaders, strip, utf8AsLatin1, wellFormed,
    writeContent, writeCookies, writeFields, writeForm, writeHeader, writePath, writeQuery, writeQuerystring, writtenParts,
  } = playground;

  /** @typedef {any} Data what the page says of the operation @typedef {any} Values what the form holds */

  const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
  /** Fields that a client writes itself, from the URL, the body and the connection. */
  const CLIENT_FIELDS = /^(?:connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/;
  const ORDER = /** @type {Record<string, number>} */ ({ accept: 0, authorization: 1, "content-type": 3 });
  const RECEIVER = "https://your-server.example.com/webhook";

  /** @param {any} value @returns {value is Map<string, any> | any[]} */
  const isNested = (value) => Array.isArray(value) || value instanceof Map;

  // -- parameters and credentials -----------------------------------------------------------

  /** What the values put where, each raw and written. @param {Data} data @param {Values} values */
  const collect = (data, values) => {
    /** @type {Map<string, {value: any, text: string}>} */
    const paths = new Map();
    /** @type {{name: string, value: any, text: string}[]} */
    let queries = [];
    /** @type {Map<string, [string, string]>} */
    const fields = new Map();
    /** @type {{name: string, value: any, pairs: [string, string][]}[]} */
    let cookies = [];
    /** @type {[string, string] | null} */
    let basic = null;
    /** @param {string} name @param {string} text */
    const setField = (name, text) => {
      if (FIELD_NAME.test(name) && !CLIENT_FIELDS.test(name.toLowerCase())) fields.set(name.toLowerCase(), [name, text]);
    };
    for (const { index, value: given } of values.parameters ?? []) {
      const { name, in: place, style, explode = false, allowReserved, contentType } = data.parameters[index];
      const how = { style, explode, allowReserved };
      let value = given;
      // What the document does not declare: each with its own name.
      if (data.parameters[index].extra) {
        for (const [other, text] of given) {
          if (place === "header") setField(other, writeHeader(text, how));
          else queries.push({ name: other, value: text, text: writeQuery(other, text, how) });
        }
        continue;
      }
      if (place === "querystring") {
        queries.push({ name, value, text: writeQuerystring(value, contentType ?? "") });
        continue;
      }
      if (contentType !== undefined && value !== null && value !== undefined) {
        const isWritten = typeof value === "string" && isJson(contentType) && /^[{[]/.test(strip(value));
        if (!isWritten) value = writeContent(value, contentType, { asciiOnly: place === "header" });
      }
      if (place === "path") paths.set(name, { value, text: writePath(name, value, how) });
      else if (place === "query") queries.push({ name, value, text: writeQuery(name, value, how) });
      else if (place === "header") setField(name, writeHeader(value, how));
      else if (place === "cookie") cookies.push({ name, value, pairs: writeCookies(name, value, how) });
    }
    /** What stands in samples for what was not typed; it is never sent. @param {string} text */
    const standIn = (text) => (values.isSent ? "" : text);
    for (const { scheme: id, token, key, username, password } of values.credentials ?? []) {
      const { type, in: place, name = "", scheme = "" } = data.schemes?.[id] ?? {};
      const kind = scheme.toLowerCase();
      const isBearer = type !== "http" || kind === "" || kind === "bearer";
      const secret = headerSafe(token || "") || standIn(isBearer ? "YOUR_TOKEN" : "YOUR_CREDENTIALS");
      if (type === "http" && kind === "basic") {
        if (username || password) basic = [username ?? "", password ?? ""];
        else if (!values.isSent) basic = ["YOUR_USERNAME", "YOUR_PASSWORD"];
      } else if (type === "apiKey" && name) {
        const value = headerSafe(key || "") || standIn("YOUR_API_KEY");
        if (!value) continue;
        const written = percentEncode(name);
        if (place === "query") {
          queries = queries.filter(({ text }) => !text.startsWith(`${written}=`));
          queries.push({ name, value, text: writeQuery(name, value) });
        } else if (place === "cookie") {
          // A key, such as a session that a server gave out, goes back as it came.
          cookies = cookies.map((one) => ({ ...one, pairs: one.pairs.filter(([other]) => other !== written) }));
          cookies.push({ name, value, pairs: [[written, value]] });
        } else setField(name, value);
      } else if (secret && /^(?:http|oauth2|openIdConnect)$/.test(type)) {
        fields.set("authorization", ["Authorization", `${isBearer ? "Bearer" : headerSafe(scheme)} ${secret}`]);
      }
    }
    if (basic) fields.delete("authorization");
    if (data.accept && !fields.has("accept")) fields.set("accept", ["Accept", data.accept]);
    return { paths, queries, fields, cookies, basic };
  };

  // -- the body -----------------------------------------------------------------------------

  /** A field of a form by its encoding. @param {any} spec @param {string} name @param {any} value */
  const writeField = (spec, name, value) => {
    if (spec?.contentType) {
      const isText = !isJson(spec.contentType) || value === null || value === undefined;
      return writeQuery(name, isText ? value : jsonText(value));
    }
    if (!spec?.style) return writeForm([[name, value]]);
    return writeQuery(name, value, { style: spec.style, explode: Boolean(spec.explode), allowReserved: Boolean(spec.allowReserved) });
  };

  /** A part that is no file. @param {string} name @param {any} item @param {string} type @param {[string, string][]} headers */
  const textPart = (name, item, type, headers) => {
    if (isNested(item)) return { name, text: jsonText(item), filename: null, contentType: type || "application/json", headers };
    const text = wellFormed(isJson(type) ? jsonText(item) : scalarText(item));
    return { name, text, filename: null, contentType: type && essenceOf(type) !== "text/plain" ? type : null, headers };
  };

  /**
   * Body, parts or file, and the type of it (`null`: the client chooses a boundary).
   * @param {Data} data @param {Values} values
   */
  const writeBody = (data, values) => {
    const nothing = { type: null, body: null, parts: [], file: null };
    if (!values.body) return nothing;
    const { media: index, text, fields, file } = values.body;
    const media = data.body.media[index ?? 0];
    const type = media.sends ?? media.type;
    if (file) {
      // Where the document leaves the type open, the file says it.
      const own = (media.type.includes("*") && file.type) || type;
      return { ...nothing, type: own, file: file.name, ...(file instanceof Blob ? { content: file } : {}) };
    }
    if (!fields) return { ...nothing, type, body: wellFormed(text ?? "") };
    /** @param {string} name */
    const specOf = (name) => (media.fields ?? []).find((/** @type {any} */ field) => field.name === name);
    if (media.kind !== "multipart") {
      const written = fields.map((/** @type {any} */ { name, value }) => writeField(specOf(name), name, value));
      return { ...nothing, type, body: wellFormed(written.filter(Boolean).join("&")) };
    }
    /** @type {any[]} */
    const parts = fields.flatMap((/** @type {any} */ { name, value, file: chosen, filename, contentType }) => {
      const spec = specOf(name);
      const kind = contentType || spec?.contentType || "";
      const headers = spec?.headers ?? [];
      if (chosen || typeof filename === "string") {
        const content = chosen instanceof Blob ? { file: chosen } : {};
        return [{ name, text: "", filename: filename ?? chosen.name, contentType: kind || "application/octet-stream", headers, ...content }];
      }
      if (spec?.style) {
        return writeFields(name, value, { style: spec.style, explode: Boolean(spec.explode) })
          .map((/** @type {[string, string]} */ [key, text]) => ({ name: key, text: wellFormed(text), filename: null, contentType: null, headers }));
      }
      const items = Array.isArray(value) ? value : [value];
      return items.filter((item) => item !== null && item !== undefined).map((item) => textPart(name, item, kind, headers));
    });
    const essence = essenceOf(type);
    if (essence === "multipart/form-data" || parts.some((part) => part.filename)) return { ...nothing, parts };
    let boundary = "navapi-boundary";
    while (parts.some((part) => part.text.includes(`--${boundary}`))) boundary += "0";
    const pieces = parts.map((part) =>
      `--${boundary}\r\nContent-Type: ${part.contentType || "text/plain"}\r\n${
        part.headers.map((/** @type {[string, string]} */ [name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${part.text}\r\n`);
    return { ...nothing, type: `${essence}; boundary=${boundary}`, body: `${pieces.join("")}--${boundary}--\r\n` };
  };

  // -- the request --------------------------------------------------------------------------

  /** The chosen server, nothing where there is none. @param {Data} data @param {Values} values @returns {string} */
  const serverOf = (data, values) => {
    const server = data.servers?.[values.server ?? 0] ?? data.servers?.[0];
    if (!server) return "";
    // A server that was typed is a URL already.
    return values.own ?? expandServer(server.url, new Map([
      ...(server.variables ?? []).flatMap((/** @type {any} */ { name, default: value }) => (value == null ? [] : [[name, value]])),
      ...Object.entries(values.variables ?? {}).filter(([, value]) => value != null),
    ]));
  };

  /** @param {Data} data @param {Values} values @param {Map<string, {text: string}>} paths @param {string[]} queries */
  const writeUrl = (data, values, paths, queries) => {
    const server = serverOf(data, values);
    if (!server) return joinUrl(RECEIVER, "", queries);
    const path = data.path ?? "";
    const written = new Map(pathNames(path).map((/** @type {string} */ name) => [name, percentEncode(name)]));
    for (const [name, { text }] of paths) written.set(name, text);
    return joinUrl(server, expandPath(path, written), queries);
  };

  /** The request that `values` ask for. @param {Data} data @param {Values} values */
  const writeRequest = (data, values) => {
    const { paths, queries, fields, cookies, basic } = collect(data, values);
    const { type, ...body } = writeBody(data, values);
    if (type !== null) fields.set("content-type", ["Content-Type", type]);
    /** @param {[string, string]} field */
    const rank = ([name]) => ORDER[name.toLowerCase()] ?? 2;
    return {
      method: data.method,
      url: writeUrl(data, values, paths, queries.map(({ text }) => text)),
      headers: [...fields.values()].sort((a, b) => rank(a) - rank(b)),
      cookies: cookies.flatMap(({ pairs }) => pairs),
      ...body,
      basic,
    };
  };

  // -- to the relay -------------------------------------------------------------------------

  /**
   * `value` for the relay, which writes each text in the parameter's style: what stands as JSON
   * inside of a style is written here, so that no digit of it changes on the way.
   * @param {any} value @param {string} [style] @returns {any}
   */
  const rawValue = (value, style) => {
    /** @param {any} item */
    const inner = (item) =>
      item === null || item === undefined ? null
        : style === "deepObject" ? rawValue(item, style) : wellFormed(scalarText(item));
    if (Array.isArray(value)) return value.map(inner);
    if (value instanceof Map) return new Map(Array.from(value, ([key, item]) => [wellFormed(key), inner(item)]));
    return value === null || value === undefined ? null : wellFormed(scalarText(value));
  };

  /** @param {Blob} file */
  const base64Of = async (file) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    let text = "";
    for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    return btoa(text);
  };

  /** @param {string | null} name */
  const noFile = (name) => `${name}: ${playground.say?.("empty") ?? "no file"}`;

  /** @param {any} written of `writeBody` */
  const relayBody = async ({ type, body, parts, file, content }) => {
    const named = type === null ? {} : { content_type: type };
    if (body !== null) return { ...named, text: body };
    if (file !== null) {
      if (!content) throw new Error(noFile(file));
      return { ...named, base64: await base64Of(content) };
    }
    if (!parts.length) return null;
    return {
      multipart: await Promise.all(parts.map(async (/** @type {any} */ part) => {
        if (part.filename !== null && !part.file) throw new Error(noFile(part.name));
        return {
          name: wellFormed(part.name),
          ...(part.filename === null ? {} : { filename: wellFormed(part.filename) }),
          ...(part.contentType ? { content_type: part.contentType } : {}),
          ...(part.headers.length ? { headers: part.headers } : {}),
          ...(part.file ? { base64: await base64Of(part.file) } : { text: wellFormed(part.text) }),
        };
      })),
    };
  };

  /**
   * The JSON text that is posted to the relay, files read.
   * @param {Data} data @param {Values} values @returns {Promise<string>}
   */
  const relayRequest = async (data, values) => {
    const { paths, queries, fields, cookies, basic } = collect(data, values);
    /** @param {string} place @param {string} name */
    const styleOf = (place, name) =>
      (data.parameters ?? []).find((/** @type {any} */ one) => one.in === place && one.name === name)?.style;
    const isWhole = (/** @type {string} */ name) =>
      (data.parameters ?? []).some((/** @type {any} */ one) => one.in === "querystring" && one.name === name);
    const headers = [...fields.values()];
    if (basic) headers.push(["Authorization", `Basic ${basicBase64(basic)}`]);
    return jsonText(new Map(Object.entries({
      operation: data.operation,
      server: values.server ?? 0,
      variables: new Map(Object.entries(values.variables ?? {})),
      path: new Map(Array.from(paths, ([name, { value }]) => [name, rawValue(value) ?? ""])),
      query: queries.filter(({ text }) => text)
        .map(({ name, value }) => [name, isWhole(name) ? value : rawValue(value, styleOf("query", name))]),
      headers: headers.map(([name, value]) => [name, wellFormed(value)]),
      cookies: cookies.filter(({ pairs }) => pairs.length).map(({ name, value }) => [name, rawValue(value)]),
      body: await relayBody(writeBody(data, values)),
    })));
  };

  // -- to fetch -----------------------------------------------------------------------------

  /** Whether fetch lets a page set the field. @param {string} name @param {string} value in bytes */
  const isAllowed = (name, value) =>
    name.toLowerCase() !== "user-agent" && new Request("https://localhost/", { headers: [[name, value]] }).headers.has(name);

  /**
   * What fetch sends for `request`, or why it cannot: `code` for programs, `problem` for readers.
   * @param {any} request of `writeRequest`
   * @returns {{url: string, init: RequestInit} | {code: string, problem: string}}
   */
  const fetchArguments = (request) => {
    const { say } = playground;
    const { method, url, body, parts, file, content } = request;
    /** @param {string} what */
    const onlySamples = (what) => `${what}: ${say("onlySamples")}`;
    if (/^(?:TRACE|CONNECT|TRACK)$/.test(method)) return { code: "method", problem: say("methodNotSent", { method }) };
    const hasBody = body !== null || file !== null || parts.length > 0;
    if (hasBody && (method === "GET" || method === "HEAD")) return { code: "body", problem: say("bodyNotSent", { method }) };
    if (hasDotSegment(partition(url, "?")[0])) return { code: "dots", problem: onlySamples(url) };
    let sent;
    try { sent = new URL(url); } catch { /* a variable of the host is not filled in */ }
    const [scheme,, rest] = partition(url, "://");
    const end = rest.search(/[/?]|$/);
    const path = rest.slice(end).replace(/^(?!\/)/, "/");
    if (!sent || !/^https?:$/.test(sent.protocol) || sent.origin !== `${scheme}://${rest.slice(0, end)}` || sent.pathname + sent.search !== path) {
      return { code: "url", problem: url };
    }
    if (request.cookies.length) return { code: "cookies", problem: onlySamples("Cookie") };
    /** @type {[string, string][]} */
    const headers = sentHeaders(request).map((/** @type {[string, string]} */ [name, value]) => [name, utf8AsLatin1(value)]);
    for (const [name, value] of headers) {
      if (!isAllowed(name, value)) return { code: "header", problem: onlySamples(name) };
    }
    if (request.basic) headers.push(["Authorization", `Basic ${basicBase64(request.basic)}`]);
    const missing = parts.find((/** @type {any} */ part) => part.filename !== null && !part.file);
    if (missing) return { code: "file", problem: noFile(missing.name) };
    if (file !== null && !content) return { code: "file", problem: noFile(file) };
    // A Blob without a type: fetch adds none of its own.
    let sends = file !== null ? content.slice(0, content.size, "") : body !== null ? new Blob([body]) : undefined;
    if (parts.length) {
      const random = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0"));
      const [boundary, segments] = writtenParts(request, `navapi-${random.join("")}`);
      headers.push(["Content-Type", `multipart/form-data; boundary=${boundary}`]);
      const files = parts.filter((/** @type {any} */ part) => part.filename !== null);
      sends = new Blob(segments.map((/** @type {any} */ segment) => (segment.file ? files.shift().file : segment.text)));
    }
    return { url, init: { method, headers, ...(sends ? { body: sends } : {}) } };
  };

  Object.assign(playground, { serverOf, writeRequest, relayRequest, fetchArguments });
})();
