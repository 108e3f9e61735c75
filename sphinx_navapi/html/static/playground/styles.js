// @ts-check
// Parameter values written in the styles of an OpenAPI document: the rules of styles.py, which
// says where they come from, for the browser. Tests compare the two.
//
// A value is a string, an Array, a Map (keys in order, `__proto__` a key like any other), a
// Literal (a number, true or false as its source text, so that no digit is lost) or null.
(() => {
  "use strict";
  /** @typedef {string | Literal | Map<string, any> | any[] | null | undefined} Value */
  /** @typedef {{style?: string, explode?: boolean, allowReserved?: boolean}} Style */

  /** A number, `true` or `false` of JSON, as it is written. */
  class Literal {
    /** @param {string} text */
    constructor(text) {
      this.text = text;
    }
  }

  /** Reserved characters that `allowReserved` leaves alone, by place. */
  const IN_PATH = ":@!$&()*+,;=";
  const IN_QUERY = ":@!$()*,;=/?";
  const IN_LITERAL = "/?:@!$&()*+,;=";
  const FORM = "application/x-www-form-urlencoded";
  /** What Python's `strip` takes away. */
  const SPACE = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+";
  const ENDS = new RegExp(`^${SPACE}|${SPACE}$`, "g");
  const TEMPLATE = /\{([^{}]*)\}/g;

  /** @param {string} text */
  const strip = (text) => text.replace(ENDS, "");

  /** `text` up to the first `mark`, and what follows (empty without one). @param {string} text @param {string} mark */
  const cut = (text, mark) => {
    const at = text.indexOf(mark);
    return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + mark.length)];
  };

  /** `text` with each lone surrogate as U+FFFD. @param {string} text */
  const wellFormed = (text) => text.replace(/\p{Cs}/gu, "\ufffd");

  /** All but unreserved characters and those of `keep` as `%XX` of UTF-8. @param {string} text */
  const percentEncode = (text, keep = "") =>
    wellFormed(text).replace(/[^A-Za-z0-9._~-]/gu, (char) => {
      if (keep.includes(char)) return char;
      const written = encodeURIComponent(char);
      return written === char ? `%${char.charCodeAt(0).toString(16).toUpperCase()}` : written;
    });

  // -- JSON ---------------------------------------------------------------------------------

  /** @param {Value} value @returns {value is Map<string, any> | any[]} */
  const isNested = (value) => Array.isArray(value) || value instanceof Map;

  /**
   * The value that JSON text stands for; throws SyntaxError where it is none.
   * @param {string} text @returns {any}
   */
  const parseJson = (text) => {
    JSON.parse(text); // the judge of syntax
    const tokens = text.match(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
    let at = 0;
    /** @returns {any} */
    const read = () => {
      const token = tokens[at++];
      if (token === "{") {
        const map = new Map();
        for (; tokens[at] !== "}"; at += tokens[at] === "," ? 1 : 0) {
          const key = JSON.parse(tokens[at]);
          at += 2;
          map.set(key, read());
        }
        at++;
        return map;
      }
      if (token === "[") {
        const list = [];
        for (; tokens[at] !== "]"; at += tokens[at] === "," ? 1 : 0) list.push(read());
        at++;
        return list;
      }
      if (token[0] === '"') return JSON.parse(token);
      return token === "null" ? null : new Literal(token);
    };
    return read();
  };

  /**
   * `value` as JSON, keys in their order, compact without `indent` (number of spaces).
   * @param {Value} value @param {number} [indent] @param {string} [margin] @returns {string}
   */
  const jsonText = (value, indent = 0, margin = "\n") => {
    if (value instanceof Literal) return value.text;
    if (!isNested(value)) return JSON.stringify(value ?? null);
    const inner = margin + " ".repeat(indent);
    const [open, close] = Array.isArray(value) ? "[]" : "{}";
    const items = Array.isArray(value)
      ? value.map((item) => jsonText(item, indent, inner))
      : Array.from(value, ([key, item]) =>
          `${JSON.stringify(key)}:${indent ? " " : ""}${jsonText(item, indent, inner)}`);
    if (!items.length) return open + close;
    return indent
      ? open + inner + items.join(`,${inner}`) + margin + close
      : open + items.join(",") + close;
  };

  /** @param {string} json */
  const asciiJson = (json) =>
    json.replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

  /** The text that a style writes for `value`. @param {Value} value @returns {string} */
  const scalarText = (value) =>
    typeof value === "string" ? value : value === null || value === undefined ? "" : jsonText(value);

  /** @param {string} mediaType */
  const essenceOf = (mediaType) => strip(cut(mediaType, ";")[0]).toLowerCase();

  /** @param {string} mediaType */
  const isJson = (mediaType) => {
    const essence = essenceOf(mediaType);
    return essence === "application/json" || essence === "text/json" || essence.endsWith("+json");
  };

  // -- styles -------------------------------------------------------------------------------

  /** As a header field can hold it: one line, no space at the ends. @param {string} text */
  const headerSafe = (text) =>
    wellFormed(text.replace(/[\x00-\x08\x0a-\x1f\x7f]/g, " ")).replace(/^[ \t]+|[ \t]+$/g, "");

  /**
   * Key (empty for a list) and text of the items that are defined.
   * @param {Map<string, any> | any[]} value @returns {[string, string][]}
   */
  const definedItems = (value) =>
    (Array.isArray(value) ? value.map((item) => ["", item]) : [...value])
      .filter(([, item]) => item !== null && item !== undefined)
      .map(([key, item]) => [key, scalarText(item)]);

  /** @param {Map<string, any> | any[]} value */
  const flat = (value) =>
    Array.isArray(value) ? definedItems(value).map(([, text]) => text) : definedItems(value).flat();

  /** @param {string} key @param {string} text @param {string} keep */
  const pair = (key, text, keep, bareEmpty = false) =>
    bareEmpty && !text ? percentEncode(key) : `${percentEncode(key)}=${percentEncode(text, keep)}`;

  /** What replaces `{name}` in a path. @param {string} name @param {Value} value @param {Style} [how] */
  const writePath = (name, value, { style = "simple", explode = false, allowReserved = false } = {}) => {
    const keep = allowReserved ? IN_PATH : "";
    const isMatrix = style === "matrix";
    const prefix = isMatrix ? ";" : style === "label" ? "." : "";
    const joint = prefix || ",";
    if (value === null || value === undefined) return "";
    if (!isNested(value)) {
      const text = scalarText(value);
      return prefix + (isMatrix ? pair(name, text, keep, true) : percentEncode(text, keep));
    }
    const items = definedItems(value);
    if (!items.length) return "";
    if (explode && value instanceof Map) {
      return prefix + items.map(([key, text]) => pair(key, text, keep, isMatrix)).join(joint);
    }
    if (explode && isMatrix) return items.map(([, text]) => `;${pair(name, text, keep, true)}`).join("");
    if (explode) return prefix + items.map(([, text]) => percentEncode(text, keep)).join(joint);
    const texts = flat(value).map((text) => percentEncode(text, keep)).join(",");
    return isMatrix ? `;${percentEncode(name)}=${texts}` : prefix + texts;
  };

  /**
   * Keys `a[b][0]` and texts below `value`.
   * @param {string} key @param {Value} value @returns {[string, string][]}
   */
  const nested = (key, value) => {
    if (!isNested(value)) return value === null || value === undefined ? [] : [[key, scalarText(value)]];
    return [...value.entries()].flatMap(([name, item]) => nested(`${key}[${name}]`, item));
  };

  /** The parameter's part of a query, empty where undefined. @param {string} name @param {Value} value @param {Style} [how] */
  const writeQuery = (name, value, { style = "form", explode = true, allowReserved = false } = {}) => {
    const keep = allowReserved ? IN_QUERY : "";
    if (value === null || value === undefined) return "";
    if (style === "deepObject") {
      return nested(name, value).map(([key, text]) => pair(key, text, keep)).join("&");
    }
    if (!isNested(value)) return pair(name, scalarText(value), keep);
    const items = definedItems(value);
    if (!items.length) return "";
    if (explode) {
      return items
        .map(([key, text]) => pair(value instanceof Map ? key : name, text, keep))
        .join("&");
    }
    const joint = style === "spaceDelimited" ? "%20" : style === "pipeDelimited" ? "%7C" : ",";
    return `${percentEncode(name)}=${flat(value).map((text) => percentEncode(text, keep)).join(joint)}`;
  };

  /** The value of a header field, raw. @param {Value} value @param {Style} [how] */
  const writeHeader = (value, { explode = false } = {}) => {
    if (!isNested(value)) return headerSafe(scalarText(value));
    if (value instanceof Map && explode) {
      return headerSafe(definedItems(value).map(([key, text]) => `${key}=${text}`).join(","));
    }
    return headerSafe(flat(value).join(","));
  };

  /**
   * Name and value of each cookie that the parameter becomes.
   * @param {string} name @param {Value} value @param {Style} [how] @returns {[string, string][]}
   */
  const writeCookies = (name, value, { style = "form", explode = true } = {}) => {
    /** @param {string} text */
    const write = (text) => (style === "cookie" ? headerSafe(text) : percentEncode(text));
    if (value === null || value === undefined) return [];
    if (!isNested(value)) return [[write(name), write(scalarText(value))]];
    const items = definedItems(value);
    if (!items.length) return [];
    if (!explode) return [[write(name), flat(value).map(write).join(",")]];
    return items.map(([key, text]) => [write(value instanceof Map ? key : name), write(text)]);
  };

  /** A parameter that is described by `content`. @param {Value} value @param {string} mediaType */
  const writeContent = (value, mediaType, asciiOnly = false) => {
    if (typeof value === "string" && !isJson(mediaType)) return value;
    if (essenceOf(mediaType) === FORM && value instanceof Map) return writeForm(value);
    return asciiOnly ? asciiJson(jsonText(value)) : jsonText(value);
  };

  /** Fields by default encoding: lists repeated, objects as JSON. @param {Iterable<[string, Value]>} fields */
  const writeForm = (fields) =>
    Array.from(fields, ([name, value]) => writeQuery(name, value instanceof Map ? jsonText(value) : value))
      .filter(Boolean)
      .join("&");

  /** The whole query of a `querystring` parameter. @param {Value} value @param {string} mediaType */
  const writeQuerystring = (value, mediaType) => {
    if (essenceOf(mediaType) !== FORM) return percentEncode(writeContent(value, mediaType));
    return typeof value === "string" ? value : writeContent(value, mediaType);
  };

  // -- URLs ---------------------------------------------------------------------------------

  /** Literal URL text of a document, as every client sends it. @param {string} text */
  const normaliseLiteral = (text) =>
    text
      .split(/(%[0-9A-Fa-f]{2})/)
      .map((piece, index) => {
        if (index % 2 === 0) return percentEncode(piece, IN_LITERAL);
        const char = String.fromCharCode(parseInt(piece.slice(1), 16));
        return /[A-Za-z0-9._~-]/.test(char) ? char : piece.toUpperCase();
      })
      .join("");

  /** @param {string} text */
  const isAscii = (text) => /^[\0-\x7f]*$/.test(text);

  /** @param {string} authority @param {string} scheme */
  const writeHost = (authority, scheme) => {
    authority = authority.toLowerCase();
    const port = scheme === "https" ? ":443" : scheme === "http" ? ":80" : "";
    if (port && authority.endsWith(port)) authority = authority.slice(0, -port.length);
    if (isAscii(authority)) return percentEncode(authority, ":[]!$&'()*+,;=%");
    const [host, rest] = cut(authority, ":");
    try {
      // Python writes names by IDNA 2003, browsers by UTS 46: these four characters differ.
      const labels = host
        .replace(/\u00df/g, "ss").replace(/\u03c2/g, "\u03c3").replace(/[\u200c\u200d]/g, "")
        .split(/[.\u3002\uff0e\uff61]/)
        .map((/** @type {string} */ label) => (isAscii(label) ? label : new URL(`http://${label}/`).host));
      if (labels.slice(0, -1).includes("")) throw new Error("an empty label");
      return labels.join(".") + (authority === host ? "" : `:${percentEncode(rest)}`);
    } catch {
      return percentEncode(authority, ":[]%");
    }
  };

  /**
   * The absolute URL of a server, without slash at its end, query, fragment and user.
   * @param {string} template @param {(name: string) => string | undefined} variable
   * @param {string} [base] what a relative template is taken to be below
   */
  const expandServer = (template, variable, base = "https://api.example.com") => {
    let url = strip(template.replace(TEMPLATE, (braces, name) => variable(name) ?? braces));
    if (url.startsWith("//")) url = `${cut(base, ":")[0]}:${url}`;
    else if (!/^[A-Za-z][A-Za-z0-9+.-]*:/.test(url)) {
      url = `${base.replace(/\/+$/, "")}/${url.replace(/^[./]+/, "")}`;
    }
    const [name, rest] = cut(url, ":");
    const scheme = name.toLowerCase();
    const [, authority, path] = /** @type {RegExpExecArray} */ (/^(?:\/\/)?([^/]*)([^]*)$/.exec(rest));
    const host = authority.split(/[?#]/)[0];
    const target = normaliseLiteral(path.split(/[?#]/)[0]).replace(/\/+$/, "");
    return `${scheme}://${writeHost(host.slice(host.lastIndexOf("@") + 1), scheme)}${target}`;
  };

  /** `template` up to a `#` that stands outside of braces: it only tells operations apart. @param {string} template */
  const withoutFragment = (template) => {
    let depth = 0;
    for (let index = 0; index < template.length; index++) {
      const char = template[index];
      if (char === "{") depth++;
      else if (char === "}") depth = Math.max(depth - 1, 0);
      else if (char === "#" && !depth) return template.slice(0, index);
    }
    return template;
  };

  /** A path template with what `writePath` gave. @param {string} template @param {Map<string, string>} written */
  const expandPath = (template, written) =>
    withoutFragment(template)
      .split(/(\{[^{}]*\})/)
      .map((piece, index) =>
        index % 2 ? written.get(piece.slice(1, -1)) ?? percentEncode(piece) : normaliseLiteral(piece))
      .join("");

  /** @param {string} template */
  const pathNames = (template) =>
    [...new Set(Array.from(withoutFragment(template).matchAll(TEMPLATE), (match) => match[1]))];

  /** One URL. @param {string} server @param {string} path @param {string[]} [queries] */
  const joinUrl = (server, path, queries = []) => {
    const query = queries.filter(Boolean).join("&");
    const url = server + path;
    return query ? `${url}${url.includes("?") ? "&" : "?"}${query}` : url;
  };

  const shared = /** @type {any} */ (globalThis);
  shared.navapiPlayground = Object.assign(shared.navapiPlayground ?? {}, {
    Literal, strip, cut, wellFormed, isAscii, percentEncode, parseJson, jsonText, scalarText,
    essenceOf, isJson, headerSafe, definedItems, writePath, writeQuery, writeHeader, writeCookies,
    writeContent, writeForm, writeQuerystring, expandServer, expandPath, pathNames, joinUrl,
  });
})();
