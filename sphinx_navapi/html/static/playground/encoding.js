// @ts-check
// Text as bytes, JSON and host names: a port of request/encoding.py to browsers, with the same
// names, and a few of Python's string methods. Tests compare the two.
//
// A value is a string, an Array, a Map (keys in order, `__proto__` a key like any other), a Literal
// (a number, true or false as source text, so that no digit is lost) or null.
(() => {
  "use strict";
  /** @typedef {string | Literal | Map<string, any> | any[] | null | undefined} Value */

  /** A number, `true` or `false` of JSON, as written. */
  class Literal {
    /** @param {string} text */
    constructor(text) {
      this.text = text;
    }
  }

  // -- text ---------------------------------------------------------------------------------

  /** What Python's `strip` removes. */
  const SPACE = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+";
  const ENDS = new RegExp(`^${SPACE}|${SPACE}$`, "g");

  /** @param {string} text */
  const strip = (text) => text.replace(ENDS, "");

  /**
   * `text` up to the first `mark`, that (empty without one), and what follows.
   * @param {string} text @param {string} mark @returns {[string, string, string]}
   */
  const partition = (text, mark) => {
    const at = text.indexOf(mark);
    return at < 0 ? [text, "", ""] : [text.slice(0, at), mark, text.slice(at + mark.length)];
  };

  /** @param {string} text */
  const isAscii = (text) => /^[\0-\x7f]*$/.test(text);

  /** Sorts by code points like Python; JavaScript compares code units. @param {Iterable<string>} texts */
  const sorted = (texts) => {
    /** @param {string} text */
    const key = (text) => Array.from(text, (char) => {
      const code = Number(char.codePointAt(0));
      return String.fromCharCode(code >> 16, code);
    }).join("");
    return [...texts].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  };

  /** A pattern that matches one of `chars` or `ranges`. @param {string} chars @param {string} ranges */
  const anyOf = (chars, ranges) => new RegExp(`[${chars.replace(/[\\\]^-]/g, "\\$&")}${ranges}]`, "gu");

  /** `text` with each lone surrogate as U+FFFD. @param {string} text */
  const wellFormed = (text) => text.replace(/\p{Cs}/gu, "\ufffd");

  /**
   * Encodes all but unreserved characters and those in `keep` as `%XX` of UTF-8. @param {string}
   * text
   */
  const percentEncode = (text, keep = "") =>
    wellFormed(text).replace(/[^A-Za-z0-9._~-]/gu, (char) => {
      if (keep.includes(char)) return char;
      const written = encodeURIComponent(char);
      return written === char ? `%${char.charCodeAt(0).toString(16).toUpperCase()}` : written;
    });

  /** The inverse of `percentEncode`, if `text` is valid. @param {string} text */
  const percentDecode = (text) => {
    try { return decodeURIComponent(text); } catch { return ""; }
  };

  /** `%XX` as an unreserved character, or in upper case. @param {string} triplet */
  const normalTriplet = (triplet) => {
    const char = String.fromCharCode(parseInt(triplet.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(char) ? char : triplet.toUpperCase();
  };

  /** Each byte of `text` in UTF-8 as a character. @param {string} text */
  const utf8AsLatin1 = (text) =>
    encodeURIComponent(wellFormed(text)).replace(/%(..)/g, (_, digits) => String.fromCharCode(parseInt(digits, 16)));

  /** @param {string} text */
  const base64Text = (text) => btoa(utf8AsLatin1(text));

  /** Host and port in ASCII. @param {string} authority */
  const encodeHost = (authority) => {
    const [host, colon, port] = partition(authority, ":");
    try {
      // Python encodes names by IDNA 2003, browsers by UTS 46: these four characters differ.
      const labels = host
        .replace(/\u00df/g, "ss").replace(/\u03c2/g, "\u03c3").replace(/[\u200c\u200d]/g, "")
        .split(/[.\u3002\uff0e\uff61]/)
        .map((label) => (isAscii(label) ? label : new URL(`http://${label}/`).host));
      if (labels.slice(0, -1).includes("")) throw new Error("an empty label");
      return labels.join(".") + colon + percentEncode(port);
    } catch {
      return percentEncode(authority, ":[]%");
    }
  };

  // -- JSON ---------------------------------------------------------------------------------

  /**
   * The value of JSON text; throws SyntaxError if it is invalid.
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
   * @param {Value} value @param {{indent?: number}} [options] @param {string} [margin] @returns {string}
   */
  const jsonText = (value, { indent = 0 } = {}, margin = "\n") => {
    if (value instanceof Literal) return value.text;
    const isList = Array.isArray(value);
    if (!isList && !(value instanceof Map)) return JSON.stringify(value ?? null);
    const inner = margin + " ".repeat(indent);
    const [open, close] = isList ? "[]" : "{}";
    const items = Array.from(/** @type {Iterable<any>} */ (value), (item) => isList
      ? jsonText(item, { indent }, inner)
      : `${JSON.stringify(item[0])}:${indent ? " " : ""}${jsonText(item[1], { indent }, inner)}`);
    if (!items.length) return open + close;
    return indent
      ? open + inner + items.join(`,${inner}`) + margin + close
      : open + items.join(",") + close;
  };

  /** @param {Value} value */
  const asciiJson = (value) => jsonText(value)
    .replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

  /**
   * Reindented JSON; empty if it is invalid, or has more than its value.
   * @param {string} text @param {number} indent
   */
  const indentedJson = (text, indent) => {
    try {
      const value = parseJson(text);
      const isAll = jsonText(value) === text.replace(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g, "$1");
      return isAll ? jsonText(value, { indent }) : "";
    } catch {
      return "";
    }
  };

  /** @param {string} literal @returns {string} */
  const jsonString = (literal) => JSON.parse(literal);

  const playground = globalThis.navapiPlayground ??= {};
  Object.assign(playground, {
    Literal, strip, partition, isAscii, sorted, anyOf, wellFormed, percentEncode, percentDecode,
    normalTriplet, utf8AsLatin1, base64Text, encodeHost, parseJson, jsonText, asciiJson, indentedJson, jsonString,
  });
})();
