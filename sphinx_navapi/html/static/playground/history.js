// @ts-check
// Requests before and after this one: what was sent in this tab, and what the links of a response
// lead to. Either fills a form, here or on another page.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { make, makeButton, recall, keep, say, parseJson, jsonText, headerOf, textOf, isNested } = playground;

  const HISTORY = "navapi-history";
  const NEXT = "navapi-next";
  const MOST = 20;
  const LONGEST = 60_000;

  /** @param {any} entry `{operation, page, method, path, status, at, form}` */
  const remember = (entry) => {
    if (JSON.stringify(entry).length > LONGEST) return;
    let entries = [entry, ...(recall(HISTORY) ?? [])].slice(0, MOST);
    while (entries.length && !keep(HISTORY, entries)) entries = entries.slice(0, -1);
  };

  /** Fills the form of `entry.operation`: this page's by `fill`, else the other page's. @param {any} entry @param {any} data @param {(form: any) => void} fill */
  const goTo = (entry, data, fill) => {
    if (entry.operation === data.operation) return fill(entry.form);
    keep(NEXT, entry);
    location.assign(new URL(entry.page, location.href));
  };

  /** What another page left for this operation's form, once. @param {any} data */
  const takeNext = (data) => {
    const entry = recall(NEXT);
    if (entry?.operation !== data.operation) return null;
    keep(NEXT, null);
    return entry.form;
  };

  /** @param {any} place @param {any} data @param {(form: any) => void} fill */
  const showHistory = (place, data, fill) => {
    const entries = recall(HISTORY) ?? [];
    place.hidden = !entries.length;
    place.replaceChildren(
      make("summary", {}, say("history"), make("i", {}, String(entries.length))),
      make("ul", {}, entries.map((/** @type {any} */ entry) => make("li", {},
        make("button", { type: "button", title: say("reopen"), onclick: () => goTo(entry, data, fill) },
          make("b", {}, entry.method), " ", make("code", {}, entry.path), " ",
          make("span", { "data-class": String(entry.status ?? "")[0] }, String(entry.status ?? "–")), " ",
          make("time", {}, new Date(entry.at).toLocaleTimeString()))))),
      makeButton(say("clear"), () => { keep(HISTORY, null); showHistory(place, data, fill); }, { class: "navapi-try-quiet" }));
  };

  // -- links --------------------------------------------------------------------------------

  /** @param {any} value of `parseJson` @param {string} pointer with its slash @returns {any} */
  const follow = (value, pointer) =>
    pointer.split("/").slice(1).reduce((inside, token) => {
      const key = decodeURIComponent(token).replace(/~1/g, "/").replace(/~0/g, "~");
      return inside instanceof Map ? inside.get(key) : Array.isArray(inside) ? inside[Number(key)] : undefined;
    }, value);

  /** @param {string | null} text @param {string} rest `""` or `#/pointer` */
  const bodyValue = (text, rest) => {
    if (text === null || text === undefined) return undefined;
    try { return follow(parseJson(text), rest.slice(1)); } catch { return rest ? undefined : text; }
  };

  /**
   * The value of a runtime expression (OpenAPI 3.1, "Runtime Expressions"); text that is none
   * stands for itself, with the expressions in its braces filled in.
   * @param {any} expression @param {any} exchange `{request, values, data, answer}` @returns {any}
   */
  const evaluate = (expression, exchange) => {
    if (typeof expression !== "string") return parseJson(JSON.stringify(expression));
    const { request, values, data, answer } = exchange;
    if (!expression.startsWith("$")) {
      return expression.replace(/\{(\$[^{}]+)\}/g, (_, inside) => {
        const value = evaluate(inside, exchange);
        return typeof value === "string" ? value : value === undefined ? "" : jsonText(value);
      });
    }
    if (expression === "$url") return request.url;
    if (expression === "$method") return request.method;
    if (expression === "$statusCode") return String(answer.status);
    const [, side, source, , name] = /^\$(request|response)\.(body|header|query|path)(([.#].*)?)$/.exec(expression) ?? [];
    if (!side) return undefined;
    const rest = name ?? "";
    if (source === "body") return bodyValue(side === "request" ? request.body : textOf(answer), rest);
    const key = rest.slice(1);
    if (side === "response") return headerOf(answer, key.toLowerCase()) || undefined;
    const isKey = (/** @type {any} */ one) =>
      one.in === source && (source === "header" ? one.name.toLowerCase() === key.toLowerCase() : one.name === key);
    const sent = values.parameters.find((/** @type {any} */ one) => isKey(data.parameters[one.index]));
    return sent?.value ?? (source === "header" ? headerOf(request, key.toLowerCase()) || undefined : undefined);
  };

  /** @param {string} status of a link @param {number} code */
  const isFor = (status, code) =>
    status === String(code) || status.toUpperCase() === `${String(code)[0]}XX`;

  /** Buttons for the links of `exchange.answer`'s response. @param {any} place @param {any} exchange @param {(form: any) => void} fill */
  const showLinks = (place, exchange, fill) => {
    const { data, answer } = exchange;
    const links = data.links ?? [];
    const exact = links.filter((/** @type {any} */ link) => isFor(link.status, answer.status));
    const found = exact.length ? exact : links.filter((/** @type {any} */ link) => link.status === "default");
    place.hidden = !found.length;
    place.replaceChildren(make("p", { class: "navapi-try-title" }, say("next")), make("ul", {}, found.map((/** @type {any} */ link) => {
      const parameters = (link.parameters ?? []).map((/** @type {[string, any]} */ [name, expression]) => [name, evaluate(expression, exchange)])
        .filter((/** @type {[string, any]} */ [, value]) => value !== undefined && value !== null);
      const body = link.requestBody === undefined ? undefined : evaluate(link.requestBody, exchange);
      const form = {
        parameters: parameters.map((/** @type {[string, any]} */ [name, value]) => [name, jsonText(value)]),
        ...(body === undefined ? {} : { text: isNested(body) ? jsonText(body, { indent: 2 }) : typeof body === "string" ? body : jsonText(body) }),
      };
      const operation = link.operation.slice(link.operation.indexOf(" ") + 1);
      return make("li", {}, make("button", { type: "button", onclick: () => goTo({ operation: link.operation, page: link.href, form }, data, fill) },
        make("b", {}, link.name), " ", make("code", {}, operation), " ",
        form.parameters.map((/** @type {[string, string]} */ [name, value]) => make("small", {}, `${name} = ${value} `))));
    })));
  };

  Object.assign(playground, { remember, showHistory, showLinks, takeNext, evaluate });
})();
