// @ts-check
// Generated from sphinx_navapi/request/styles.py: change that, and run
// `python tools/translate.py`.
//
// Serializing parameter values in the styles of an OpenAPI document.
(() => {
  "use strict";
  const playground = globalThis.navapiPlayground;
  /** @type {EncodingScript} */
  const {
    asciiJson,
    encodeHost,
    isAscii,
    jsonText,
    normalTriplet,
    partition,
    percentEncode,
    strip,
    wellFormed,
  } = playground;

  // Reserved characters that `allowReserved` keeps, by place.
  const _RESERVED_IN_PATH = ":@!$&()*+,;=";
  const _RESERVED_IN_QUERY = ":@!$()*,;=/?";
  const _IN_LITERAL = "/?:@!$&()*+,;=";
  const _FORM = "application/x-www-form-urlencoded";
  const _PATH_PREFIXES = new Map([["label", "."], ["matrix", ";"]]);
  const _QUERY_JOINTS = new Map([["spaceDelimited", "%20"], ["pipeDelimited", "%7C"]]);
  const _FIELD_JOINTS = new Map([["spaceDelimited", " "], ["pipeDelimited", "|"]]);

  // Longest host name (RFC 1035, 2.3.4) with a port; encoding one takes quadratic time.
  const _LONGEST_AUTHORITY = 259;

  // Header fields that a client derives from the URL, the body and the connection.
  const _CLIENT_FIELDS = [
    "connection",
    "content-length",
    "expect",
    "host",
    "http2-settings",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
  ];

  // Header fields that the relay does not send for anyone. An API may trust what a proxy says of a
  // caller; the relay itself says that there are no cookies, and needs a response that it can read.
  const _PROXY_FIELDS = ["accept-encoding", "cookie", "cookie2", "forwarded", "x-real-ip"];
  const _PROXY_PREFIX = /^(?:proxy|sec|x-forwarded)-/gu;
  const _NOT_IN_NAME = /[^!#$%&'*+.^_`|~0-9A-Za-z-]/gu;
  const _CONTROL = /[\x00-\x08\x0a-\x1f\x7f]/gu;

  // A variable in a template of a URL.
  const VARIABLE = /\{([^{}]*)\}/gu;
  const _PATH_PIECE = /\{([^{}]*)\}|[^{]+|\{/gu;

  // A run of percent signs is one piece, to reduce the number of calls.
  const _LITERAL_PIECE = /%[0-9A-Fa-f]{2}|[^%]+|%+(?![0-9A-Fa-f]{2})/gu;
  const _TRIPLET = /^%[0-9A-Fa-f]{2}/gu;
  const _NOT_PLAIN = /[^A-Za-z0-9._~\/-]/gu;
  const _SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/gu;
  const _LEADING_DOTS = /^[.\/]+/gu;

  /**
   * `value` as text in a style: `true`, `12`, the string itself, or JSON.
   * @param {any} value
   * @returns {string}
   */
  const scalarText = (value) => {
    if (typeof value === "string") {
      return value;
    }
    return value == null ? "" : jsonText(value);
  };

  /**
   * `text` made valid for a header field: control characters as spaces, none at the ends.
   * @param {string} text
   * @returns {string}
   */
  const headerSafe = (text) => wellFormed(
    text.replace(_CONTROL, " "),
  ).replace(/^[\x20\x09]+|[\x20\x09]+$/gu, "");

  /**
   * Whether `name` is a token (RFC 9110, 5.6.2), as names of header fields are.
   * @param {string} name
   * @returns {boolean}
   */
  const isFieldName = (name) => name !== "" && name.search(_NOT_IN_NAME) < 0;

  /**
   * Whether a request may have a header field `name`: clients set some of them themselves.
   * @param {string} name
   * @returns {boolean}
   */
  const isSettable = (name) => isFieldName(name) && !_CLIENT_FIELDS.includes(name.toLowerCase());

  /**
   * Whether the relay sends the header field `name`, if the operation declares it.
   * @param {string} name
   * @returns {boolean}
   */
  const isRelayedField = (name) => {
    const lower = name.toLowerCase();
    return isSettable(name) && !_PROXY_FIELDS.includes(lower) && lower.search(_PROXY_PREFIX) < 0;
  };

  /**
   * What replaces `{name}` in a path: percent-encoded, `/`, `?` and `#` always.
   * @param {string} name
   * @param {any} value
   * @param {{ style?: string; explode?: boolean; allowReserved?: boolean }} [options]
   *   style: `simple`, `label` or `matrix`; any other counts as `simple`.
   * @returns {string}
   */
  const writePath = (
    name,
    value,
    { style = "simple", explode = false, allowReserved = false } = {},
  ) => {
    const keep = allowReserved ? _RESERVED_IN_PATH : "";
    const prefix = _PATH_PREFIXES.get(style) ?? "";
    const joint = prefix || ",";
    if (value instanceof Map || Array.isArray(value)) {
      const items = _definedItems(value);
      if (!items.length) {
        return "";
      }
      if (explode && value instanceof Map) {
        const pairs = items.map(([k, v]) => _pair(k, v, keep, { bareEmpty: style === "matrix" }));
        return prefix + pairs.join(joint);
      }
      if (explode && style === "matrix") {
        return items.map(([, v]) => `;${_pair(name, v, keep, { bareEmpty: true })}`).join("");
      }
      if (explode) {
        return prefix + items.map(([, v]) => _encoded(v, keep)).join(joint);
      }
      const flat = _flat(value).map((text) => _encoded(text, keep)).join(",");
      return style === "matrix" ? `;${_encoded(name, "")}=${flat}` : prefix + flat;
    }
    if (value == null) {
      return "";
    }
    if (style === "matrix") {
      return ";" + _pair(name, scalarText(value), keep, { bareEmpty: true });
    }
    return prefix + _encoded(scalarText(value), keep);
  };

  /**
   * The parameter's part of a query, `a=1&a=2`, percent-encoded; empty if undefined.
   * @param {string} name
   * @param {any} value
   * @param {{ style?: string; explode?: boolean; allowReserved?: boolean }} [options]
   *   style: `form`, `spaceDelimited`, `pipeDelimited` or `deepObject`; any other counts as `form`.
   * @returns {string}
   */
  const writeQuery = (
    name,
    value,
    { style = "form", explode = true, allowReserved = false } = {},
  ) => {
    const keep = allowReserved ? _RESERVED_IN_QUERY : "";
    if (value == null) {
      return "";
    }
    if (style === "deepObject") {
      return Array.from(
        _nested([name], value),
        ([path, text]) => _deepPair(path, text, keep),
      ).join("&");
    }
    if (!(value instanceof Map || Array.isArray(value))) {
      return _pair(name, scalarText(value), keep);
    }
    const items = _definedItems(value);
    if (!items.length) {
      return "";
    }
    if (explode) {
      if (value instanceof Map) {
        return items.map(([key, text]) => _pair(key, text, keep)).join("&");
      }
      return items.map(([, text]) => _pair(name, text, keep)).join("&");
    }
    const joint = _QUERY_JOINTS.get(style) ?? ",";
    const flat = _flat(value).map((text) => _encoded(text, keep)).join(joint);
    return `${_encoded(name, "")}=${flat}`;
  };

  /**
   * Names and texts of the parts of a multipart body for a value.
   * @param {string} name
   * @param {any} value
   * @param {{ style?: string; explode?: boolean }} [options]
   * @returns {[string, string][]}
   */
  const writeFields = (name, value, { style = "form", explode = true } = {}) => {
    if (style === "deepObject") {
      return Array.from(
        _nested([name], value),
        /** @returns {[string, string]} */ ([path, text]) => [_deepName(path), text],
      );
    }
    if (!(value instanceof Map || Array.isArray(value))) {
      return value == null ? [] : [[name, scalarText(value)]];
    }
    const items = _definedItems(value);
    if (explode && value instanceof Map) {
      return items;
    }
    if (explode) {
      return items.map(/** @returns {[string, string]} */ ([, text]) => [name, text]);
    }
    const joint = _FIELD_JOINTS.get(style) ?? ",";
    return items.length ? [[name, _flat(value).join(joint)]] : [];
  };

  /**
   * The value of a header field in style `simple`, raw: fields are not percent-encoded.
   * @param {any} value
   * @param {{ explode?: boolean }} [options]
   * @returns {string}
   */
  const writeHeader = (value, { explode = false } = {}) => {
    let text;
    if (value instanceof Map && explode) {
      text = _definedItems(value).map(([key, text]) => `${key}=${text}`).join(",");
    } else if (value instanceof Map || Array.isArray(value)) {
      text = _flat(value).join(",");
    } else {
      text = scalarText(value);
    }
    return headerSafe(text);
  };

  /**
   * Name and value of each cookie for the parameter, as in `Cookie`.
   * @param {string} name
   * @param {any} value
   * @param {{ style?: string; explode?: boolean }} [options]
   * @returns {[string, string][]}
   */
  const writeCookies = (name, value, { style = "form", explode = true } = {}) => {
    if (value == null) {
      return [];
    }
    /**
     * @param {string} text
     * @returns {string}
     */
    const write = (text) => style === "cookie" ? headerSafe(text) : percentEncode(text);
    if (!(value instanceof Map || Array.isArray(value))) {
      return [[write(name), write(scalarText(value))]];
    }
    const items = _definedItems(value);
    if (!items.length) {
      return [];
    }
    if (explode && value instanceof Map) {
      return items.map(
        /** @returns {[string, string]} */ ([key, text]) => [write(key), write(text)],
      );
    }
    if (explode) {
      return items.map(/** @returns {[string, string]} */ ([, text]) => [write(name), write(text)]);
    }
    return [[write(name), _flat(value).map((text) => write(text)).join(",")]];
  };

  /**
   * A parameter described by `content`, as raw text: JSON, or a string itself.
   * @param {any} value
   * @param {string} mediaType
   * @param {{ asciiOnly?: boolean }} [options]
   * @returns {string}
   */
  const writeContent = (value, mediaType, { asciiOnly = false } = {}) => {
    const essence = essenceOf(mediaType);
    if (typeof value === "string" && !isJson(essence)) {
      return value;
    }
    if (essence === _FORM && value instanceof Map) {
      return writeForm(value);
    }
    return asciiOnly ? asciiJson(value) : jsonText(value);
  };

  /**
   * Fields as `application/x-www-form-urlencoded` with default encoding.
   * @param {Iterable<[string, any]>} fields
   * @returns {string}
   */
  const writeForm = (fields) => {
    const written = Array.from(
      fields,
      ([name, value]) => writeQuery(name, value instanceof Map ? jsonText(value) : value),
    );
    return written.filter(Boolean).join("&");
  };

  /**
   * The whole query of a `querystring` parameter (3.2), percent-encoded.
   * @param {any} value
   * @param {string} mediaType
   * @returns {string}
   */
  const writeQuerystring = (value, mediaType) => {
    const essence = essenceOf(mediaType);
    if (essence !== _FORM) {
      return _encoded(writeContent(value, mediaType), "");
    }
    if (typeof value === "string") {
      return value;
    }
    return writeContent(value, mediaType);
  };

  /**
   * `mediaType` in lower case, without its parameters.
   * @param {string} mediaType
   * @returns {string}
   */
  const essenceOf = (mediaType) => strip(partition(mediaType, ";")[0]).toLowerCase();

  /**
   * Whether `mediaType` is JSON: `application/json`, `text/json` or `…+json`.
   * @param {string} mediaType
   * @returns {boolean}
   */
  const isJson = (mediaType) => {
    const essence = essenceOf(mediaType);
    return ["application/json", "text/json"].includes(essence) || essence.endsWith("+json");
  };

  /**
   * The absolute URL of a server, without trailing slash, query, fragment and user.
   * @param {string} template
   * @param {Map<string, string>} variables
   * @param {{ base?: string }} [options]
   *   base: base of a relative `template`.
   * @returns {string}
   */
  const expandServer = (template, variables, { base = "https://api.example.com" } = {}) => {
    let url = strip(template.replace(VARIABLE, (...match) => variables.get(match[1]) ?? match[0]));
    if (url.startsWith("//")) {
      url = partition(base, ":")[0] + ":" + url;
    } else if (url.search(_SCHEME) < 0) {
      url = `${base.replace(/[\/]+$/gu, "")}/${url.replace(_LEADING_DOTS, "")}`;
    }
    const [start, , rest] = partition(url, ":");
    const [authority, slash, path] = partition(rest.replace(/^\/\//gu, ""), "/");
    const scheme = start.toLowerCase();
    const host = _host(/** @type {string} */ (_beforeQuery(authority).split("@").at(-1)), scheme);
    return `${scheme}://${host}${normalizeLiteral(
      _beforeQuery(slash + path),
    ).replace(/[\/]+$/gu, "")}`;
  };

  /**
   * @param {string} text
   * @returns {string}
   */
  const _beforeQuery = (text) => partition(partition(text, "?")[0], "#")[0];

  /**
   * @param {string} written
   * @param {string} scheme
   * @returns {string}
   */
  const _host = (written, scheme) => {
    let authority = written.toLowerCase();
    if (scheme === "http") {
      authority = authority.replace(/:80$/gu, "");
    } else if (scheme === "https") {
      authority = authority.replace(/:443$/gu, "");
    }
    if (isAscii(authority) || [...authority].length > _LONGEST_AUTHORITY) {
      return percentEncode(authority, ":[]!$&'()*+,;=%");
    }
    return encodeHost(authority);
  };

  /**
   * A path template with its parameters: percent-encoded, without a fragment.
   * @param {string} template
   * @param {Map<string, string>} written name to the result of `write_path`; a parameter without one stays in braces, encoded.
   * @returns {string}
   */
  const expandPath = (template, written) => _withoutFragment(
    template,
  ).replace(
    _PATH_PIECE,
    (...match) => match[1] == null
      ? normalizeLiteral(match[0])
      : written.get(match[1]) ?? percentEncode(match[0]),
  );

  /**
   * `template` up to a `#` outside of braces.
   * @param {string} template
   * @returns {string}
   */
  const _withoutFragment = (template) => {
    let depth = 0;
    /** @type {string[]} */
    const kept = [];
    for (const char of template) {
      if (char === "{") {
        depth += 1;
      } else if (char === "}") {
        depth = Math.max(depth - 1, 0);
      } else if (char === "#" && !depth) {
        return kept.join("");
      }
      kept.push(char);
    }
    return template;
  };

  /**
   * Names in braces in a path template, without the fragment, in order, each once.
   * @param {string} template
   * @returns {string[]}
   */
  const pathNames = (template) => [...new Set(Array.from(
    _withoutFragment(template).matchAll(VARIABLE),
    (found) => found[1],
  ))];

  /**
   * One URL from the results of `expand_server`, `expand_path` and `write_query`.
   * @param {string} server
   * @param {string} path
   * @param {Iterable<string>} [queries]
   * @returns {string}
   */
  const joinUrl = (server, path, queries = []) => {
    const query = [...queries].filter((one) => one).join("&");
    const url = server + path;
    if (!query) {
      return url;
    }
    return `${url}${url.includes("?") ? "&" : "?"}${query}`;
  };

  /**
   * Literal URL text of a document, as every client sends it.
   * @param {string} text
   * @returns {string}
   */
  const normalizeLiteral = (text) => {
    if (text.search(_NOT_PLAIN) < 0) {
      return text;
    }
    return text.replace(
      _LITERAL_PIECE,
      (...match) => match[0].search(_TRIPLET) >= 0
        ? normalTriplet(match[0])
        : percentEncode(match[0], _IN_LITERAL),
    );
  };

  /**
   * @param {string} text
   * @param {string} keep
   * @returns {string}
   */
  const _encoded = (text, keep) => percentEncode(text, keep);

  /**
   * @param {string} key
   * @param {string} text
   * @param {string} keep
   * @param {{ bareEmpty?: boolean }} [options]
   * @returns {string}
   */
  const _pair = (key, text, keep, { bareEmpty = false } = {}) => {
    if (bareEmpty && !text) {
      return percentEncode(key);
    }
    return `${percentEncode(key)}=${percentEncode(text, keep)}`;
  };

  /**
   * @param {string[]} path
   * @param {string} text
   * @param {string} keep
   * @returns {string}
   */
  const _deepPair = (path, text, keep) => `${percentEncode(
    _deepName(path),
  )}=${percentEncode(text, keep)}`;

  /**
   * @param {string[]} path
   * @returns {string}
   */
  const _deepName = (path) => path[0] + path.slice(1).map((name) => `[${name}]`).join("");

  /**
   * Key (empty for a list) and text of the items that are not `None`.
   * @param {any} value
   * @returns {[string, string][]}
   */
  const _definedItems = (value) => {
    if (value instanceof Map) {
      return [...value]
        .filter(([, item]) => item != null)
        .map(/** @returns {[string, string]} */ ([key, item]) => [key, scalarText(item)]);
    }
    if (Array.isArray(value)) {
      return value
        .filter((item) => item != null)
        .map(/** @returns {[string, string]} */ (item) => ["", scalarText(item)]);
    }
    return [];
  };

  /**
   * Items of a list, or keys and values of an object in turn.
   * @param {any} value
   * @returns {string[]}
   */
  const _flat = (value) => {
    if (value instanceof Map) {
      return _definedItems(value).flatMap((pair) => pair);
    }
    return _definedItems(value).map(([, text]) => text);
  };

  /**
   * The path of names to each text below `value`, and the text.
   * @param {string[]} path
   * @param {any} value
   * @returns {Generator<[string[], string]>}
   */
  const _nested = function* (path, value) {
    let name, item, index;
    if (value instanceof Map) {
      for ([name, item] of value) {
        yield* _nested([...path, name], item);
      }
    } else if (Array.isArray(value)) {
      for ([index, item] of value.entries()) {
        yield* _nested([...path, String(index)], item);
      }
    } else if (value != null) {
      yield [path, scalarText(value)];
    }
  };

  Object.assign(
    playground,
    {
      scalarText,
      headerSafe,
      isSettable,
      isRelayedField,
      writePath,
      writeQuery,
      writeFields,
      writeHeader,
      writeCookies,
      writeContent,
      writeForm,
      writeQuerystring,
      essenceOf,
      isJson,
      expandServer,
      expandPath,
      pathNames,
      joinUrl,
    },
  );
})();
