// @ts-check
// Generated from sphinx_navapi/request/snippets/literals.py: change that, and run
// `python tools/translate.py`.
//
// Literals, shared by the writers of code samples: strings, and bodies and queries as values.
(() => {
  "use strict";
  const playground = globalThis.navapiPlayground;
  /** @type {EncodingScript} */
  const { anyOf, indentedJson, jsonString, partition, percentDecode, percentEncode } = playground;
  /** @type {StylesScript} */
  const { isJson } = playground;
  /** @type {WireScript} */
  const { contentType } = playground;

  // Characters that never appear unescaped in a literal, as a regular expression class: C0, DEL, C1,
  // bidirectional controls, line and paragraph separator, byte-order mark.
  const _UNSAFE_CLASS = "\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff";
  const UNSAFE = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;
  const _UNSAFE_IN_BLOCK = /(?![\n\t])[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

  // Escapes common to all languages with backslash escapes.
  const COMMON_ESCAPES = new Map([["\\", "\\\\"], ["\n", "\\n"], ["\r", "\\r"], ["\t", "\\t"]]);

  /**
   * A function that escapes text for a literal.
   * @param {Map<string, string>} named character and its escape.
   * @param {(a: number) => string} other code point of another unsafe character to its escape.
   * @returns {(a: string) => string}
   */
  const escaper = (named, other) => {
    const pattern = anyOf([...named.keys()].join(""), _UNSAFE_CLASS);
    /**
     * @param {string[]} match
     * @returns {string}
     */
    const replace = (match) => {
      const escape = named.get(match[0]);
      return escape == null ? other(/** @type {number} */ (match[0].codePointAt(0))) : escape;
    };
    return (text) => text.replace(pattern, (...found) => replace(found));
  };

  /**
   * `\uNNNN`.
   * @param {number} code
   * @returns {string}
   */
  const fourHex = (code) => `\\u${code.toString(16).padStart(4, "0")}`;

  /**
   * `\xNN` below 256, else `\uNNNN`.
   * @param {number} code
   * @returns {string}
   */
  const hexOrFour = (code) => code < 256
    ? `\\x${code.toString(16).padStart(2, "0")}`
    : fourHex(code);

  /**
   * Whether `text` suits a multi-line literal: it has several lines, and nothing unsafe.
   * @param {string} text
   * @returns {boolean}
   */
  const isBlock = (text) => text.includes("\n") && text.search(_UNSAFE_IN_BLOCK) < 0;

  /**
   * `text` with `prefix` before every non-empty line.
   * @param {string} text
   * @param {string} prefix
   * @returns {string}
   */
  const indent = (text, prefix) => text
    .split("\n")
    .map((line) => line ? prefix + line : line)
    .join("\n");

  // Type of a URL-encoded body.
  const FORM = "application/x-www-form-urlencoded";
  const _STRING = /"[^"\\]*(?:\\[^\x20][^"\\]*)*"/gu;

  // A string, with its colon if it is a key, an empty object, a brace or a word.
  const _TOKEN = /"[^"\\]*(?:\\[^\x20][^"\\]*)*":?|\{\}|[{}]|[a-z]+/gu;
  const _NUMBER = /[-0-9][-+.0-9eE]*/gu;

  // At most 15 digits, no trailing zero, no exponent: every language writes it unchanged.
  const _PLAIN_NUMBER = /^-?(?=[0-9.]{1,15}$)(?!0\.0000)(?:0\.[0-9]*[1-9]|[1-9][0-9]*(?:\.[0-9]*[1-9])?)$|^0$/gu;

  // Also kept by Python and Ruby: integers of any length, and a single zero after the point.
  const _WIDE_NUMBER = /^-?(?:[1-9][0-9]{14,40}|[0-9]{1,15}\.0)$/gu;

  // A list without nested lists and objects, on several lines.
  const _FLAT_LIST = /\[\n\x20*([^\[{\x20][^\n]*(?:\n\x20*[^\[{\]\x20][^\n]*)*)\n\x20*\]/gu;
  const _BREAK = /\n\x20*/gu;
  const _IS_MANY = /^[\[{]/gu;
  const _LAST = /\n\x20*[\]}]/gu;
  const _ODD_KEY = /"(?:[0-9]+|__proto__)":/gu;

  // Longest list on one line.
  const _LINE = 60;

  /**
   * The JSON that is sent, indented, as the layout of a literal; or empty.
   * @param {HttpRequest} request
   * @param {number} indent
   * @param {{ isWide?: boolean }} [options]
   *   isWide: for a language that keeps integers of any length and `1.0`.
   * @returns {string}
   */
  const jsonBody = (request, indent, { isWide = false } = {}) => {
    let text = "";
    if (request.body && isJson(contentType(request) || "")) {
      text = indentedJson(request.body, indent);
    }
    if (text.search(_IS_MANY) < 0 || text.includes("\\ud")) {
      return "";
    }
    const numbers = text.replace(_STRING, "").match(_NUMBER) ?? [];
    if (!numbers.every((number) => _isKept(number, isWide))) {
      return "";
    }
    return text
      .replace(_FLAT_LIST, (...found) => _onALine(found))
      .replace(_LAST, (...match) => `,${match[0]}`);
  };

  /**
   * @param {string} number
   * @param {boolean} isWide
   * @returns {boolean}
   */
  const _isKept = (number, isWide) => number.search(_PLAIN_NUMBER) >= 0
    || (isWide && number.search(_WIDE_NUMBER) >= 0);

  /**
   * @param {string[]} match
   * @returns {string}
   */
  const _onALine = (match) => {
    const line = `[${match[1].replace(_BREAK, " ")}]`;
    return [...line].length > _LINE ? match[0] : line;
  };

  /**
   * `text` of `json_body` in the syntax of a language.
   * @param {string} text
   * @param {(a: string) => string} quote writes a string.
   * @param {(a: string) => string} key writes a key with its separator.
   * @param {Map<string, string>} words replacements of `true`, `false`, `null`, braces and `{}`.
   * @returns {string}
   */
  const jsonLiteral = (text, quote, key, words) => {
    /**
     * @param {string} token
     * @returns {string}
     */
    const written = (token) => {
      if (token.endsWith(":")) {
        return key(jsonString(token.replace(/:$/gu, "")));
      }
      if (token.startsWith('"')) {
        return quote(jsonString(token));
      }
      return words.get(token) ?? token;
    };
    return text.replace(_TOKEN, (...match) => written(match[0]));
  };

  /**
   * Whether a JSON key is a number, which has another position or meaning in some languages.
   * @param {string} text
   * @returns {boolean}
   */
  const hasOddKey = (text) => text.search(_ODD_KEY) >= 0;

  /**
   * Names and values of a query or a form; empty if clients would write it differently.
   * @param {string} text
   * @returns {[string, string][]}
   */
  const fieldsOf = (text) => {
    const pairs = text
      .split("&")
      .map(/** @returns {[string, string, string]} */ (field) => partition(field, "="));
    const fields = pairs.map(
      /** @returns {[string, string]} */ ([name, , value]) => [
        percentDecode(name),
        percentDecode(value),
      ],
    );
    const again = fields
      .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
      .join("&");
    const names = fields.map(([name]) => name);
    return again === text && new Set(names).size === names.length ? fields : [];
  };

  /**
   * `fields_of` the body if that is a form; a space may then be sent as `+`.
   * @param {HttpRequest} request
   * @returns {[string, string][]}
   */
  const formFields = (request) => contentType(request) === FORM ? fieldsOf(request.body || "") : [];

  playground.literals = {
    UNSAFE,
    COMMON_ESCAPES,
    escaper,
    fourHex,
    hexOrFour,
    isBlock,
    indent,
    FORM,
    jsonBody,
    jsonLiteral,
    hasOddKey,
    fieldsOf,
    formFields,
  };
})();
