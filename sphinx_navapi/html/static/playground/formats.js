// @ts-check
// Views of responses that are not JSON: a table of CSV, and indented XML. Loaded on first use.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { make, say } = playground;

  /** Rows and columns of a table, and characters of a cell. */
  const MOST_ROWS = 200,
    MOST_COLUMNS = 50,
    LONGEST_CELL = 300;

  /**
   * The first records of CSV (RFC 4180).
   * @param {string} text @param {string} separator @param {number} most
   */
  const recordsOf = (text, separator, most) => {
    const field = new RegExp(
      `(?:"((?:[^"]|"")*)"?)?([^${separator}\r\n]*)(${separator}|\r?\n|\r|$)`,
      "y",
    );
    /** @type {string[][]} */
    const records = [];
    /** @type {string[]} */
    let record = [];
    while (records.length < most && (record.length || field.lastIndex < text.length)) {
      const [, quoted, plain = "", end = ""] = field.exec(text) ?? [];
      record.push((quoted ?? "").replace(/""/g, '"') + plain);
      if (end === separator) continue;
      records.push(record);
      record = [];
    }
    return records;
  };

  /** A table of CSV, with a limited number of rows. @param {string} type @param {string} text */
  const tableOf = (type, text) => {
    const [line] = text.split(/[\r\n]/, 1);
    const separator = type.endsWith("values")
      ? "\t"
      : ([",", ";", "\t"].find((mark) => line?.includes(mark)) ?? ",");
    const records = recordsOf(text.replace(/^\ufeff/, ""), separator, MOST_ROWS + 2);
    const isLonger = records.length > MOST_ROWS + 1;
    const [head = [], ...rows] = records.slice(0, MOST_ROWS + 1);
    const cells = (/** @type {string} */ tag, /** @type {string[]} */ record) =>
      record
        .slice(0, MOST_COLUMNS)
        .map((cell) => make(tag, tag === "th" ? { scope: "col" } : {}, shortened(cell)));
    const shortened = (/** @type {string} */ cell) =>
      cell.length > LONGEST_CELL ? `${cell.slice(0, LONGEST_CELL)} …` : cell;
    const table = make(
      "table",
      {},
      make("thead", {}, make("tr", {}, cells("th", head))),
      make(
        "tbody",
        {},
        rows.map((record) => make("tr", {}, cells("td", record))),
      ),
    );
    return [
      make("div", { class: "navapi-try-table", dir: "ltr", tabindex: "0" }, table),
      (isLonger || records.some((record) => record.length > MOST_COLUMNS)) &&
        make("p", { class: "navapi-try-note" }, say("firstRows", { count: rows.length })),
    ];
  };

  /**
   * XML with an element on each line, unchanged if it is not well-formed. Elements that directly
   * contain text are not changed: white space in them may have a meaning.
   * @param {string} text
   */
  const indentedXml = (text) => {
    const root = new DOMParser().parseFromString(text, "application/xml");
    if (root.querySelector("parsererror") || /<!DOCTYPE/i.test(text)) return text;
    const tokens =
      text.match(
        /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<(?:"[^"]*"|'[^']*'|[^>"'])*>|[^<]+/g,
      ) ?? [];
    /** Indexes of the start tags of the elements that contain a token. @type {number[]} */
    const open = [];
    /** @type {Map<number, number>} */
    const ends = new Map();
    /** @type {Set<number | undefined>} */
    const kept = new Set();
    for (const [index, token] of tokens.entries()) {
      if (/^<[^!?/]/.test(token) && !token.endsWith("/>")) {
        if (/\sxml:space\s*=\s*["']preserve/.test(token)) kept.add(index);
        open.push(index);
      } else if (token.startsWith("</")) ends.set(open.pop() ?? 0, index);
      else if (/^<!\[|^[^<]*[^<\s]/.test(token)) kept.add(open.at(-1));
    }
    const lines = [];
    let depth = 0;
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at] ?? "";
      if (!token.trim()) continue;
      const end = ends.get(at);
      if (token.startsWith("</")) depth--;
      const margin = "  ".repeat(depth);
      if (end !== undefined && (kept.has(at) || end === at + 1)) {
        lines.push(margin + tokens.slice(at, end + 1).join(""));
        at = end;
      } else {
        lines.push(margin + token.trim());
        if (end !== undefined) depth++;
      }
    }
    return lines.join("\n");
  };

  Object.assign(playground, { recordsOf, tableOf, indentedXml });
})();
