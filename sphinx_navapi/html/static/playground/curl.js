// @ts-check
// A curl command read into a form: the parameters, credentials and body that the operation knows.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { make, makeButton, say, jsonText, valueOf, isJson, essenceOf, percentDecode, Literal, PLAIN } = playground;

  /** Short options that take a value. */
  const VALUED = "XHdFubAeoxmwTtEKycCPQDYyzr";
  /** Long ones without one, as far as anybody copies them. */
  const FLAGS = /^(?:get|head|insecure|location|silent|show-error|include|verbose|compressed|fail|http\d[.\d]*|globoff|path-as-is|no-.+|tlsv.+|progress-bar|location-trusted|fail-with-body|anyauth|basic|digest|ssl-reqd|ipv[46])$/;
  const LONG = /** @type {Record<string, string>} */ ({ request: "X", header: "H", data: "d", "data-raw": "d", "data-binary": "d", "data-ascii": "d", form: "F", "form-string": "F", user: "u", cookie: "b", "user-agent": "A", referer: "e", get: "G", head: "I" });
  const ESCAPES = /** @type {Record<string, string>} */ ({ n: "\n", r: "\r", t: "\t", "0": "\0" });

  /** The words of a command, as a shell takes them apart. @param {string} text */
  const splitWords = (text) => {
    const PART = /\\\r?\n|'([^']*)'|\$'((?:[^'\\]|\\[^])*)'|"((?:[^"\\]|\\[^])*)"|\\([^])|([^\s'"\\$]+|\$)|(\s+)/gy;
    /** @type {string[]} */
    const words = [];
    /** @type {string | null} */
    let word = null;
    let end = 0;
    for (const [all, single, ansi, double, escaped, bare, blank] of text.matchAll(PART)) {
      end += all.length;
      if (blank !== undefined) {
        if (word !== null) words.push(word);
        word = null;
        continue;
      }
      const said = single ?? bare ?? escaped ?? double?.replace(/\\(?:\n|([\\"$`]))/g, "$1") ??
        ansi?.replace(/\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|([^]))/g, (_, byte, unit, char) =>
          (char ? ESCAPES[char] ?? char : String.fromCharCode(parseInt(byte ?? unit, 16))));
      if (said !== undefined) word = (word ?? "") + said;
    }
    if (end < text.length) throw new SyntaxError();
    return word === null ? words : [...words, word];
  };

  /**
   * What a command sends; throws SyntaxError where it is none of curl.
   * @param {string} text
   * @returns {{method: string, url: string, headers: [string, string][], user: string | null, data: string | null, parts: [string, string][]}}
   */
  const parseCurl = (text) => {
    const [program, ...words] = splitWords(text.trim().replace(/^\$\s+/, ""));
    if (!/^(?:.*[/\\])?curl(?:\.exe)?$/.test(program ?? "")) throw new SyntaxError();
    const found = { method: "", url: "", headers: /** @type {[string, string][]} */ ([]), user: /** @type {string | null} */ (null), data: /** @type {string | null} */ (null), parts: /** @type {[string, string][]} */ ([]) };
    let inQuery = false;
    /** @param {string} name @param {string} value */
    const take = (name, value) => {
      if (name === "X") found.method = value;
      else if (name === "url") found.url = value;
      else if (name === "H") {
        const at = value.indexOf(":");
        if (at > 0) found.headers.push([value.slice(0, at), value.slice(at + 1).trim()]);
      } else if (name === "b") found.headers.push(["Cookie", value]);
      else if (name === "A") found.headers.push(["User-Agent", value]);
      else if (name === "e") found.headers.push(["Referer", value]);
      else if (name === "u") found.user = value;
      else if (name === "d") found.data = found.data === null ? value : `${found.data}&${value}`;
      else if (name === "data-urlencode") {
        const at = value.indexOf("=");
        take("d", at < 0 ? encodeURIComponent(value) : (at ? value.slice(0, at + 1) : "") + encodeURIComponent(value.slice(at + 1)));
      } else if (name === "json") {
        found.data = (found.data ?? "") + value;
        if (!found.headers.some(([field]) => /^content-type$/i.test(field))) found.headers.push(["Content-Type", "application/json"]);
      } else if (name === "F") {
        const at = value.indexOf("=");
        if (at > 0) found.parts.push([value.slice(0, at), value.slice(at + 1)]);
      } else if (name === "G") inQuery = true;
      else if (name === "I") found.method ||= "HEAD";
    };
    for (let at = 0; at < words.length; at++) {
      const word = words[at] ?? "";
      const [, long, given] = /^--([\w.-]+)(?:=([^]*))?$/.exec(word) ?? [];
      if (long) take(LONG[long] ?? long, FLAGS.test(long) ? "" : given ?? words[++at] ?? "");
      else if (/^-./.test(word)) {
        for (let n = 1; n < word.length; n++) {
          const name = word[n] ?? "";
          if (!VALUED.includes(name)) { take(name, ""); continue; }
          take(name, word.slice(n + 1) || (words[++at] ?? ""));
          break;
        }
      } else found.url ||= word;
    }
    if (!found.url) throw new SyntaxError();
    if (inQuery && found.data !== null) {
      found.url += (found.url.includes("?") ? "&" : "?") + found.data;
      found.data = null;
    }
    found.method ||= found.data !== null || found.parts.length ? "POST" : "GET";
    return found;
  };

  /** `text` as JSON, for a field of `type`. @param {string} text @param {string} [type] */
  const asJson = (text, type) => {
    const value = /^(?:integer|number|boolean)$/.test(type ?? "") ? valueOf(text) : undefined;
    return value instanceof Literal ? jsonText(value) : JSON.stringify(text);
  };
  const DELIMITERS = /** @type {Record<string, string>} */ ({ spaceDelimited: " ", pipeDelimited: "|" });

  const asIs = (/** @type {string} */ text) => text;

  /**
   * What one parameter's texts stand for, as JSON; `null` where that cannot be said.
   * @param {any} spec @param {string[]} texts as they were sent @param {(text: string) => string} decode
   */
  const readTexts = (spec, texts, decode) => {
    const [first = ""] = texts;
    if (spec.contentType) {
      const text = decode(first);
      return valueOf(text) === undefined ? JSON.stringify(text) : text;
    }
    if (spec.type === "array") {
      const items = texts.length > 1 || spec.explode ? texts : first.split(DELIMITERS[spec.style] ?? ",");
      return `[${items.map((item) => asJson(decode(item), spec.items?.type)).join()}]`;
    }
    return spec.type === "object" ? null : asJson(decode(first), spec.type);
  };

  /** The texts in a part of a path, without what its style adds. @param {any} spec @param {string} text */
  const pathTexts = ({ style, explode, type }, text) => {
    if (style === "matrix") return text.split(";").slice(1).map((part) => part.replace(/^[^=]*=/, ""));
    const value = style === "label" ? text.slice(1) : text;
    return explode && type === "array" ? value.split(style === "label" ? "." : ",") : [value];
  };

  /** Names, and values as they were sent. @param {string} text of a query, or of a form @returns {[string, string][]} */
  const pairsOf = (text) => text.split("&").filter(Boolean).map((part) => {
    const [name, ...rest] = part.replace(/\+/g, "%20").split("=");
    return [percentDecode(name), rest.join("=")];
  });

  /** The values of the template's path in the path of `url`, if it has them. @param {string} template @param {string} url @returns {Map<string, string> | null} */
  const matchPath = (template, url) => {
    const names = /** @type {string[]} */ ([]);
    const source = template.split(/(\{[^{}]+\})/).map((part, index) => {
      if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      names.push(part.slice(1, -1));
      return "([^/]*)";
    }).join("");
    const path = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "").replace(/[?#][^]*$/, "");
    const match = new RegExp(`${source}$`).exec(path);
    return match && new Map(names.map((name, index) => [name, match[index + 1] ?? ""]));
  };

  /**
   * What of `command` the form of `data` can hold, and the names of what it cannot.
   * @param {any} data @param {ReturnType<typeof parseCurl>} command
   * @param {boolean} isOpen whether fields may be added that the document does not declare
   */
  const formOf = (data, command, isOpen) => {
    /** @type {string[]} */
    const left = [];
    /** @type {[string, string][]} */
    const parameters = [];
    /** @type {Record<string, Record<string, string>>} */
    const credentials = {};
    const specs = data.parameters ?? [];
    if (command.method.toUpperCase() !== data.method) left.push(command.method);
    const path = matchPath(data.path ?? "", command.url);
    if (!path) left.push(command.url.replace(/\?[^]*$/, ""));
    for (const [name, text] of path ?? []) {
      const spec = specs.find((/** @type {any} */ one) => one.in === "path" && one.name === name);
      const json = spec && readTexts(spec, pathTexts(spec, text), percentDecode);
      if (json) parameters.push([`path.${name}`, json]);
      else left.push(name);
    }
    const schemes = Object.entries(data.schemes ?? {});
    /** @param {string} place @param {string} name @param {string} value */
    const takeKey = (place, name, value) => {
      const found = schemes.find(([, one]) => one.type === "apiKey" && one.in === place &&
        (place === "header" ? one.name?.toLowerCase() === name.toLowerCase() : one.name === name));
      if (found) credentials[found[0]] = { key: value };
      return Boolean(found);
    };
    /** Names and values of one place. @param {string} place @param {[string, string][]} pairs @param {(text: string) => string} decode */
    const takePairs = (place, pairs, decode) => {
      /** @type {Map<string, string[]>} */
      const named = new Map();
      /** @type {Map<string, Map<string, any>>} */
      const nested = new Map();
      /** @type {Map<string, string>} */
      const others = new Map();
      for (const [name, value] of pairs) {
        const same = (/** @type {any} */ one) => one.in === place && !one.extra &&
          (place === "header" ? one.name.toLowerCase() === name.toLowerCase() : one.name === name);
        const spec = specs.find(same);
        const [, of, key] = /^([^[\]]+)\[([^[\]]+)\]$/.exec(name) ?? [];
        const deep = of && specs.find((/** @type {any} */ one) => one.in === place && one.name === of && one.style === "deepObject");
        if (spec && spec.type !== "object") named.set(spec.name, [...named.get(spec.name) ?? [], value]);
        else if (deep && key) nested.set(of, (nested.get(of) ?? new Map()).set(key, decode(value)));
        else if (!takeKey(place, name, decode(value))) others.set(name, decode(value));
      }
      for (const [name, texts] of named) {
        const spec = specs.find((/** @type {any} */ one) => one.in === place && one.name === name);
        const json = readTexts(spec, texts, decode);
        if (json !== null) parameters.push([`${place}.${name}`, json]);
      }
      for (const [name, map] of nested) parameters.push([`${place}.${name}`, jsonText(map)]);
      const extra = isOpen && specs.find((/** @type {any} */ one) => one.extra && one.in === place);
      if (extra && others.size) parameters.push([`${place}.${extra.name}`, jsonText(others)]);
      else left.push(...others.keys());
    };
    takePairs("query", pairsOf(/\?([^#]*)/.exec(command.url)?.[1] ?? ""), percentDecode);
    let type = "";
    /** @type {[string, string][]} */
    const fields = [];
    for (const [name, value] of command.headers) {
      const [, scheme = "", secret = ""] = /^(\S+)\s+(.*)$/.exec(value) ?? [];
      const authorized = /^authorization$/i.test(name) && schemes.find(([, one]) => (one.type === "http" ? (one.scheme || "bearer") : "bearer").toLowerCase() === scheme.toLowerCase() && one.type !== "apiKey");
      if (/^content-type$/i.test(name)) type = essenceOf(value);
      else if (authorized && scheme.toLowerCase() === "basic") {
        try { command.user = atob(secret); } catch { left.push(name); }
      } else if (authorized) credentials[authorized[0]] = { token: secret };
      else if (/^cookie$/i.test(name)) {
        takePairs("cookie", value.split(/;\s*/).map((part) => {
          const [key = "", ...rest] = part.split("=");
          return [percentDecode(key), rest.join("=")];
        }), percentDecode);
      } else if (!/^(?:accept|host|content-length|connection)$/i.test(name)) fields.push([name, value]);
    }
    takePairs("header", fields, asIs);
    const basic = schemes.find(([, one]) => one.type === "http" && /^basic$/i.test(one.scheme ?? ""));
    if (command.user !== null && basic) {
      const [username = "", ...rest] = command.user.split(":");
      credentials[basic[0]] = { username, password: rest.join(":") };
    } else if (command.user !== null) left.push("Authorization");
    // All of the request: what the command leaves out is left out.
    return { isWhole: true, parameters, credentials, left, body: { sent: false }, ...bodyOf(data, command, type, left) };
  };

  /** @param {any} data @param {ReturnType<typeof parseCurl>} command @param {string} type @param {string[]} left @returns {{body?: any}} */
  const bodyOf = (data, command, type, left) => {
    const { data: text, parts } = command;
    if (text === null && !parts.length) return {};
    const media = data.body?.media ?? [];
    const wanted = parts.length ? "multipart/form-data" : type || (isJsonText(text ?? "") ? "" : "application/x-www-form-urlencoded");
    let index = media.findIndex((/** @type {any} */ one) => essenceOf(one.sends ?? one.type) === wanted);
    if (index < 0 && !parts.length) index = media.findIndex((/** @type {any} */ one) => one.kind === "json" || one.kind === "text");
    const kind = media[index]?.kind;
    if (kind === "json" || kind === "text") {
      const isFile = text?.startsWith("@");
      if (isFile) left.push(text ?? "");
      return isFile ? {} : { body: { sent: true, media: index, value: text } };
    }
    if (kind !== "form" && kind !== "multipart") {
      left.push(data.body ? wanted : "body");
      return {};
    }
    const declared = media[index].fields ?? [];
    /** @type {[string, string][]} */
    const value = [];
    /** @type {Map<string, string[]>} */
    const named = new Map();
    for (const [name, one] of parts.length ? parts : pairsOf(text ?? "")) named.set(name, [...named.get(name) ?? [], one]);
    for (const [name, texts] of named) {
      const spec = declared.find((/** @type {any} */ one) => one.name === name);
      const json = spec && !spec.file && readTexts({ explode: true, ...spec }, texts, parts.length ? asIs : percentDecode);
      if (json) value.push([name, json]);
      else left.push(name);
    }
    return { body: { sent: true, media: index, value } };
  };

  /** @param {string} text */
  const isJsonText = (text) => /^\s*[[{]/.test(text) && valueOf(text) !== undefined;

  /**
   * A place to paste a command into.
   * @param {any} data @param {(form: any) => void} use takes what `formOf` gives
   * @param {() => boolean} isOpen as `formOf` takes it
   */
  const makePaste = (data, use, isOpen) => {
    const area = make("textarea", { ...PLAIN, rows: 3, "aria-label": say("command"), placeholder: "curl …", dir: "ltr" });
    const said = make("p", { class: "navapi-try-note", role: "status" });
    const read = () => {
      try {
        const form = formOf(data, parseCurl(area.value), isOpen());
        use(form);
        said.textContent = form.left.length ? say("notTaken", { names: form.left.join(", ") }) : say("taken");
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        said.textContent = say("notCurl");
        area.focus();
      }
    };
    return make("div", {}, area, makeButton(say("fillIn"), read), said);
  };

  Object.assign(playground, { parseCurl, makePaste });
})();
