// @ts-check
// Generated from sphinx_navapi/request/snippets/quoting.py: change that, and run
// `python tools/translate.py`.
//
// String literals, shared by the writers of code samples.
(() => {
  "use strict";
  const playground = globalThis.navapiPlayground;
  /** @type {EncodingScript} */
  const { anyOf } = playground;

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

  playground.quoting = { UNSAFE, COMMON_ESCAPES, escaper, fourHex, hexOrFour, isBlock, indent };
})();
