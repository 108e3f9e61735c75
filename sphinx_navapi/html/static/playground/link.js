// @ts-check
// A link to a filled request: the values are in the fragment of the page, so that they are sent
// nowhere; credentials, secrets and files are left out. Opening it fills the form and sends nothing.
//
//   #try=POST+/alerts&query.dry_run=true&body={"area": "north"}&media=application/json&exact
//
// `try` is the operation; a value is JSON or, unless it starts with a quotation mark, a text.
// `any.dry_run` is the first parameter of that name. With `exact`, what is not in the link is not
// sent; else the form has its own values there.
// (`sphinx_navapi.request.filled_link` writes the same.)
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { jsonText, parseJson, say, valueOf } = playground;

  const LONGEST = 8000;
  const PLACE = /^(?:any|path|query|querystring|header|cookie)\./;
  const SECRET = /authorization|cookie|passw|secret|token|credential|signature|api[-_]?key/i;

  /** @param {any} data */
  const keyOf = (data) => `${data.method} ${data.path}`;

  /** What a text in a link means for a parameter, as JSON. @param {any} spec @param {string} text */
  const read = (spec, text) => {
    const isText = spec?.type === undefined || spec.type === "string";
    const value = isText && !text.startsWith('"') ? text : (valueOf(text) ?? text);
    return jsonText(spec?.type === "array" && !Array.isArray(value) ? [value] : value);
  };

  /** @param {any[]} all @param {URLSearchParams} given */
  const bodyIn = (all, given) => {
    const text = given.get("body");
    if (text === null) return { sent: false };
    const named = all.findIndex((one) => (one.sends ?? one.type) === given.get("media"));
    const media = Math.max(named, 0);
    if (!/^form$|^multipart$/.test(all[media]?.kind)) return { sent: true, media, value: text };
    const members = valueOf(text);
    if (!(members instanceof Map)) return { sent: false };
    return {
      sent: true,
      media,
      value: Array.from(members, ([name, value]) => [name, jsonText(value)]),
    };
  };

  /**
   * What the fragment of a link fills in, as `fill` of the form takes it; `null` if it is not for
   * this operation.
   * @param {any} data @param {string} fragment
   */
  const linkedForm = (data, fragment) => {
    if (fragment.length > 2 * LONGEST) return null;
    const given = new URLSearchParams(fragment.replace(/^#/, ""));
    if (given.get("try") !== keyOf(data)) return null;
    const isWhole = given.has("exact");
    return {
      isWhole,
      parameters: [...given]
        .filter(([name]) => PLACE.test(name))
        .map(([key, text]) => {
          const name = key.replace(/^any\./, "");
          const spec = (data.parameters ?? []).find((/** @type {any} */ one) =>
            [`${one.in}.${one.name}`, one.name].includes(name),
          );
          return [name, read(spec, text)];
        }),
      ...(isWhole || given.has("body") ? { body: bodyIn(data.body?.media ?? [], given) } : {}),
    };
  };

  /** Names of properties that are passwords. @param {any} node @param {Set<string>} names */
  const passwordsIn = (node, names) => {
    for (const [name, inside] of Object.entries(node ?? {})) {
      if (inside === null || typeof inside !== "object") continue;
      if (inside.format === "password") names.add(inside.name ?? name);
      passwordsIn(inside, names);
    }
    return names;
  };

  /**
   * The link to the page with the content of the form, and names of what is not in it; without a
   * link if that is too long.
   * @param {any} data @param {any} form of the form's `snapshot`
   * @returns {{url: string | null, left: string[]}}
   */
  const linkTo = (data, form) => {
    const passwords = passwordsIn([data.parameters, data.body], new Set());
    /** @param {string} name */
    const isSecret = (name) => SECRET.test(name) || passwords.has(name);
    /** @type {Set<string>} */
    const left = new Set();
    /** @param {any} value @returns {any} */
    const bare = (value) => {
      if (Array.isArray(value)) return value.map(bare);
      if (!(value instanceof Map)) return value;
      return new Map(
        Array.from(value, ([name, inside]) => {
          if (!isSecret(name) || inside === null || inside === "") return [name, bare(inside)];
          left.add(name);
          return [name, ""];
        }),
      );
    };
    const pairs = new URLSearchParams({ try: keyOf(data) });
    for (const [key, text] of form.parameters) {
      const name = key.replace(PLACE, "");
      if (isSecret(name)) left.add(name);
      else if (valueOf(text) !== undefined) pairs.append(key, jsonText(bare(parseJson(text))));
    }
    const { sent, media, value } = form.body ?? {};
    if (sent && value !== null && value !== undefined) {
      const chosen = data.body.media[media];
      /** @type {any} */
      let whole = value;
      if (Array.isArray(value))
        whole = new Map(value.map(([name, text]) => [name, valueOf(text) ?? ""]));
      else if (chosen.kind === "json") whole = valueOf(value);
      const isKnown = whole instanceof Map || Array.isArray(whole);
      const text = isKnown ? jsonText(bare(whole)) : String(value);
      // A text that cannot be read may contain anything.
      if (!isKnown && SECRET.test(text)) left.add(say("body"));
      else {
        pairs.append("media", chosen.sends ?? chosen.type);
        pairs.append("body", text);
      }
    }
    pairs.append("exact", "");
    const url = new URL(location.href);
    url.hash = String(pairs);
    return { url: String(pairs).length > LONGEST ? null : url.href, left: [...left] };
  };

  /** Copies the link to a filled form; returns what is to be said. @param {any} data @param {any} form */
  const copy = async (data, form) => {
    const { url, left } = linkTo(data, form);
    if (!url) return say("linkTooLong");
    let told = say("linkCopied");
    if (left.length) told = `${told} ${say("linkWithout", { names: left.join(", ") })}`;
    try {
      await navigator.clipboard.writeText(url);
    } catch {
      // No permission: the reader can copy it from the address bar.
      history.replaceState(history.state, "", url);
      told = say("linkInAddress");
    }
    return told;
  };

  playground.link = { read: linkedForm, copy };
})();
