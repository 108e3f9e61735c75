// @ts-check
// The request that the values of the form make: as a value, whose rules are those of
// sample_request.py; as the relay's message; and as what `fetch` takes.
//
// A request is `{method, url, headers, cookies, body, parts, file, upload, basic}` as in
// request.py; a part also has the `file` that was chosen, and `upload` is that of the body.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const {
    percentEncode, jsonText, scalarText, essenceOf, isJson, headerSafe, writePath, writeQuery, writeHeader,
    writeCookies, writeContent, writeForm, writeQuerystring, expandServer, expandPath, pathNames, joinUrl, wellFormed, say,
  } = playground;

  const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
  /** Fields that a client writes itself, from the URL, the body and the connection. */
  const OWN_FIELDS = /^(?:connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;
  const ORDER = /** @type {Record<string, number>} */ ({ accept: 0, authorization: 1, "content-type": 3 });

  /** @param {any} value @returns {value is Map<string, any> | any[]} */
  const isNested = (value) => value instanceof Map || Array.isArray(value);
  /** @param {string} name */
  const isField = (name) => FIELD_NAME.test(name) && !OWN_FIELDS.test(name);
  /** @param {any} spec */
  const styleOf = ({ style, explode, allowReserved }) => ({ style, explode: Boolean(explode), allowReserved: Boolean(allowReserved) });

  /** A parameter that is described by `content`, as text; text that is JSON already stays. @param {any} spec @param {any} value */
  const contentOf = ({ contentType, in: place }, value) =>
    !contentType || place === "querystring" || value === null || value === undefined
    || (typeof value === "string" && isJson(contentType) && /^\s*[{[]/.test(value))
      ? value
      : writeContent(value, contentType, place === "header");

  /** What a scheme adds: a field, a pair of the query, a cookie, or user and password. @param {any} scheme @param {any} given */
  const credentialOf = (scheme, given) => {
    const kind = (scheme.scheme ?? "").toLowerCase();
    if (scheme.type === "http" && kind === "basic") {
      return { basic: [given.username || "YOUR_USERNAME", given.password || "YOUR_PASSWORD"] };
    }
    if (scheme.type === "apiKey") return scheme.name ? { place: scheme.in, name: scheme.name, text: given.key || "YOUR_API_KEY" } : {};
    if (!["http", "oauth2", "openIdConnect"].includes(scheme.type)) return {};
    const isOther = scheme.type === "http" && kind && kind !== "bearer";
    const text = isOther ? `${headerSafe(scheme.scheme)} ${given.token || "YOUR_CREDENTIALS"}` : `Bearer ${given.token || "YOUR_TOKEN"}`;
    return { place: "header", name: "Authorization", text };
  };

  // -- the body -----------------------------------------------------------------------------

  /** @param {any} media @param {any[]} fields `{name, value}` */
  const formText = (media, fields) => fields.map(({ name, value }) => {
    const spec = media.fields?.find((/** @type {any} */ one) => one.name === name) ?? {};
    if (spec.contentType) {
      return writeQuery(name, isJson(spec.contentType) && value !== null ? jsonText(value) : value);
    }
    return spec.style ? writeQuery(name, value, styleOf(spec)) : writeForm([[name, value]]);
  }).filter(Boolean).join("&");

  /** @param {any} media @param {any[]} fields `{name, value, file, filename, contentType}` */
  const partsOf = (media, fields) => fields.flatMap(({ name, value, file, filename, contentType }) => {
    const kind = contentType || media.fields?.find((/** @type {any} */ one) => one.name === name)?.contentType || "";
    if (filename) return [{ name, text: "", filename, contentType: kind || "application/octet-stream", file }];
    return (Array.isArray(value) ? value : [value]).filter((item) => item !== null && item !== undefined).map((item) => {
      if (isNested(item)) return { name, text: jsonText(item), contentType: kind || "application/json" };
      const text = wellFormed(isJson(kind) ? jsonText(item) : scalarText(item));
      return { name, text, contentType: !kind || essenceOf(kind) === "text/plain" ? null : kind };
    });
  });

  /** Parts of a type that no client has a builder for. @param {string} essence @param {any[]} parts */
  const writtenParts = (essence, parts) => {
    let boundary = "navapi-boundary";
    while (parts.some((part) => part.text.includes(`--${boundary}`))) boundary += "0";
    const pieces = parts.map((part) => `--${boundary}\r\nContent-Type: ${part.contentType ?? "text/plain"}\r\n\r\n${part.text}\r\n`);
    return { contentType: `${essence}; boundary=${boundary}`, text: `${pieces.join("")}--${boundary}--\r\n` };
  };

  /** @param {any} data @param {any} body of the form's values @returns {any} `{contentType, text, parts, file, upload}` */
  const writeBody = (data, body) => {
    if (!body) return {};
    const media = data.body.media[body.media];
    const contentType = media.sends ?? media.type;
    if (body.file) return { contentType, file: body.file.name, upload: body.file };
    if (!body.fields) return { contentType, text: wellFormed(body.text) };
    if (media.kind === "form") return { contentType, text: formText(media, body.fields) };
    const parts = partsOf(media, body.fields);
    const essence = essenceOf(contentType);
    return essence === "multipart/form-data" || parts.some((part) => part.filename)
      ? { parts } : writtenParts(essence, parts);
  };

  // -- the request --------------------------------------------------------------------------

  /** @param {any} data of the page @param {any} values of the form @returns {any} */
  const writeRequest = (data, values) => {
    const written = new Map();
    const fields = new Map();
    /** @type {string[]} */
    let queries = [];
    /** @type {[string, string][]} */
    let cookies = [];
    let basic = null;
    /** @param {string} name @param {string} text */
    const setField = (name, text) => { if (isField(name)) fields.set(name.toLowerCase(), [name, text]); };
    for (const { index, value: given } of values.parameters) {
      const spec = data.parameters[index];
      const { name } = spec;
      const value = contentOf(spec, given);
      if (spec.in === "querystring") queries.push(writeQuerystring(value, spec.contentType ?? ""));
      else if (spec.in === "path") written.set(name, writePath(name, value, styleOf(spec)));
      else if (spec.in === "query") queries.push(writeQuery(name, value, styleOf(spec)));
      else if (spec.in === "header") setField(name, writeHeader(value, styleOf(spec)));
      else cookies.push(...writeCookies(name, value, styleOf(spec)));
    }
    for (const given of values.credentials) {
      const { basic: pair, place, name, text } = credentialOf(data.schemes?.[given.scheme] ?? {}, given);
      const encoded = percentEncode(name ?? "");
      if (pair) basic = pair;
      else if (place === "header") setField(name, headerSafe(text));
      else if (place === "query") queries = [...queries.filter((query) => !query.startsWith(`${encoded}=`)), writeQuery(name, text)];
      else if (place === "cookie") cookies = [...cookies.filter(([key]) => key !== encoded), [encoded, percentEncode(text)]];
    }
    if (basic) fields.delete("authorization");
    if (data.accept && !fields.has("accept")) setField("Accept", data.accept);
    const { contentType, text, parts, file, upload } = writeBody(data, values.body);
    if (contentType) setField("Content-Type", contentType);
    const rank = (/** @type {string} */ name) => ORDER[name.toLowerCase()] ?? 2;
    for (const name of pathNames(data.path)) if (!written.has(name)) written.set(name, percentEncode(name));
    const server = expandServer(data.servers?.[values.server]?.url ?? "", (/** @type {string} */ name) => values.variables[name]);
    return {
      method: data.method,
      url: joinUrl(server, expandPath(data.path, written), queries),
      headers: [...fields.values()].sort(([one], [other]) => rank(one) - rank(other)),
      cookies, body: text ?? null, parts: parts ?? [], file: file ?? null, upload, basic,
    };
  };

  // -- the relay's message ------------------------------------------------------------------

  /** @param {string} text @returns {string} Base64 of UTF-8 */
  const base64Of = (text) => btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));

  /** @param {Blob} blob @returns {Promise<string>} */
  const readBase64 = (blob) => new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

  /** Every scalar as its text: the relay would read numbers, and write them in its own way. @param {any} value @returns {any} */
  const plain = (value) =>
    Array.isArray(value) ? value.map(plain)
      : value instanceof Map ? Object.fromEntries(Array.from(value, ([key, item]) => [key, plain(item)]))
      : value === null || value === undefined ? null : scalarText(value);

  /** What the relay writes in the parameter's style: values nested in a style without nesting are JSON already. @param {any} spec @param {any} given */
  const messageValue = (spec, given) => {
    const value = contentOf(spec, given);
    if (spec.in === "querystring") return typeof value === "string" ? value : writeContent(value, spec.contentType ?? "");
    if (spec.style === "deepObject" || !isNested(value)) return plain(value);
    const flat = (/** @type {any} */ item) => (isNested(item) ? jsonText(item) : plain(item));
    return Array.isArray(value) ? value.map(flat) : Object.fromEntries(Array.from(value, ([key, item]) => [key, flat(item)]));
  };

  /** @param {any} data @param {any} values @returns {Promise<string>} */
  const relayRequest = async (data, values) => {
    const request = writeRequest(data, { ...values, parameters: [] });
    /** @type {Record<string, any>} */
    const message = {
      operation: data.operation, server: values.server, variables: values.variables,
      path: Object.fromEntries(pathNames(data.path).map((/** @type {string} */ name) => [name, name])),
      query: [], headers: [], cookies: [], body: null,
    };
    const lists = /** @type {Record<string, string>} */ ({ query: "query", querystring: "query", header: "headers", cookie: "cookies" });
    for (const { index, value: given } of values.parameters) {
      const spec = data.parameters[index];
      const value = messageValue(spec, given);
      if (value === null) continue;
      if (spec.in === "path") message.path[spec.name] = value;
      else message[lists[spec.in]].push([spec.name, value]);
    }
    for (const given of values.credentials) {
      const { place, name, text } = credentialOf(data.schemes?.[given.scheme] ?? {}, given);
      if (place === "query" || place === "cookie") message[lists[place]].push([name, text]);
    }
    const type = request.headers.find((/** @type {[string, string]} */ [name]) => name === "Content-Type")?.[1];
    const known = new Set(request.headers.map((/** @type {[string, string]} */ [name]) => name.toLowerCase()));
    message.headers = [
      ...message.headers.filter((/** @type {[string, any]} */ [name]) => name.toLowerCase() === "accept" || !known.has(name.toLowerCase())),
      ...request.headers.filter((/** @type {[string, string]} */ [name]) => name !== "Content-Type"
        && !(name === "Accept" && message.headers.some((/** @type {[string, any]} */ [key]) => key.toLowerCase() === "accept"))),
    ];
    if (request.basic) message.headers.push(["Authorization", `Basic ${base64Of(request.basic.join(":"))}`]);
    if (request.body !== null) message.body = { content_type: type, text: request.body };
    else if (request.file !== null) {
      message.body = { content_type: type, base64: request.upload instanceof Blob ? await readBase64(request.upload) : "" };
    } else if (request.parts.length) {
      message.body = {
        multipart: await Promise.all(request.parts.map(async (/** @type {any} */ part) => ({
          name: part.name, filename: part.filename ?? null, content_type: part.contentType ?? null,
          ...(part.file ? { base64: await readBase64(part.file) } : { text: part.text }),
        }))),
      };
    }
    return JSON.stringify(message);
  };

  // -- fetch --------------------------------------------------------------------------------

  /** A field as fetch takes it: a character for each byte. @param {string} text */
  const byteText = (text) => Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");

  /** What `fetch` takes, or `{problem}`. @param {any} request @returns {{url: string, init: RequestInit} | {problem: string}} */
  const fetchArguments = (request) => {
    if (request.cookies.length) return { problem: say("onlySamples") };
    if (/^(?:TRACE|CONNECT|TRACK)$/.test(request.method)) return { problem: say("methodNotSent", { method: request.method }) };
    const headers = request.headers.map((/** @type {[string, string]} */ [name, value]) => [name, byteText(value)]);
    if (request.basic) headers.push(["Authorization", `Basic ${base64Of(request.basic.join(":"))}`]);
    /** @type {any} */
    let body = request.body;
    if (request.parts.length) {
      body = new FormData();
      for (const { name, text, file, filename, contentType } of request.parts) {
        if (filename) body.append(name, new File([file ?? ""], filename, { type: contentType }));
        else if (contentType) body.append(name, new Blob([text], { type: contentType }));
        else body.append(name, text);
      }
    } else if (request.file !== null) body = request.upload instanceof Blob ? request.upload : "";
    if (body !== null && (request.method === "GET" || request.method === "HEAD")) {
      return { problem: say("bodyNotSent", { method: request.method }) };
    }
    return { url: request.url, init: { method: request.method, headers, ...(body === null ? {} : { body }) } };
  };

  Object.assign(playground, { writeRequest, relayRequest, fetchArguments });
})();
