// @ts-check
// Credentials: fields for every kind of scheme. They are kept for the tab alone, by document and
// scheme, so that every operation finds them. How a token is got is in tokens.js.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { PLAIN, make, makeButton, makeId, makeSelect, recall, keep, say } = playground;

  const CREDENTIALS = "navapi-credentials";

  /**
   * @param {any} data of the page @param {() => void} changed
   * @param {{root: string, callRelay: () => ((message: string) => Promise<any>) | null, snapshot: () => any,
   *   run: (file: string) => Promise<void>, base: () => string, wrong: () => any}} context
   *   `callRelay` gives `null` where requests go from the browser, `base` a server that was typed,
   *   `wrong` the row of one that is none
   */
  const makeSecurity = (data, changed, context) => {
    const alternatives = data.security ?? [];
    if (!alternatives.length) return null;
    const options = alternatives.some((/** @type {string[]} */ names) => !names.length) ? alternatives : [...alternatives, []];
    let chosen = data.alternative ?? 0;
    /** @param {string} name */
    const keyOf = (name) => `${data.document} ${name}`;
    /** @param {string} name */
    const stored = (name) => {
      // What the document gives everybody stands in the field at first, to be seen and to be changed.
      const { type, default: given } = data.schemes?.[name] ?? {};
      return { ...(given && { [type === "apiKey" ? "key" : "token"]: given }), ...recall(CREDENTIALS)?.[keyOf(name)] };
    };
    /** @param {string} name @param {Record<string, any>} values */
    const store = (name, values) => {
      const all = recall(CREDENTIALS) ?? {};
      keep(CREDENTIALS, { ...all, [keyOf(name)]: { ...all[keyOf(name)], ...values } });
    };

    /** @param {string} words @param {any} input @param {any} [extra] */
    const row = (words, input, extra) => {
      input.id = makeId();
      return make("div", { class: "navapi-try-row" },
        make("div", { class: "navapi-try-name" }, make("label", { for: input.id }, words)),
        make("div", { class: "navapi-try-control" }, input, extra));
    };
    /** @param {string} name @param {string} key @param {string} words @param {boolean} secret @param {string} [placeholder] */
    const field = (name, key, words, secret, placeholder) => {
      const input = make("input", {
        type: secret ? "password" : "text", ...PLAIN,
        placeholder: placeholder ?? null, "data-key": key,
        oninput: () => { store(name, { [key]: input.value }); changed(); },
      });
      input.value = stored(name)[key] ?? "";
      return row(words, input);
    };

    /** @type {Promise<any> | undefined} */
    let loading;
    /** Loads what gets tokens. @param {(tokens: any) => any} use @returns {Promise<void>} */
    const withTokens = (use) => {
      loading ??= context.run("playground/playground-tokens.js").then(() => playground.makeTokens({
        data, context, row, field, stored, store, keyOf,
        got: (/** @type {string} */ name, /** @type {string} */ token) => {
          const input = shown.find((part) => part.name === name)?.node.querySelector('[data-key="token"]');
          if (input) input.value = token;
          changed();
        },
      }));
      return loading.then(use, () => { loading = undefined; });
    };

    // -- fields -------------------------------------------------------------------------------

    /** @param {string} name */
    const schemePart = (name) => {
      const scheme = data.schemes?.[name] ?? {};
      const kind = scheme.type === "http" ? (scheme.scheme ?? "").toLowerCase() : scheme.type;
      /** @type {any[]} */
      let parts;
      if (kind === "basic") {
        parts = [field(name, "username", say("username"), false, "YOUR_USERNAME"), field(name, "password", say("password"), true, "YOUR_PASSWORD")];
      } else if (kind === "apiKey") parts = [field(name, "key", scheme.name ?? name, true, "YOUR_API_KEY")];
      else if (kind === "mutualTLS") parts = [make("p", { class: "navapi-try-note" }, say("certificate"))];
      else if (kind === "oauth2" || kind === "openIdConnect") {
        const flows = make("div");
        withTokens((tokens) => flows.append(...tokens.part(name, scheme)));
        parts = [field(name, "token", say("token"), true, "YOUR_TOKEN"), flows];
      } else if (kind === "bearer") parts = [field(name, "token", say("token"), true, "YOUR_TOKEN")];
      else parts = [field(name, "token", `${say("credentials")} (${scheme.scheme ?? name})`, true, "YOUR_CREDENTIALS")];
      const cookieNote = make("p", { class: "navapi-try-note" });
      parts.push(cookieNote);
      return {
        name,
        isCookie: kind === "apiKey" && scheme.in === "cookie",
        cookieNote,
        node: make("div", { role: "group", "aria-description": name, "data-scheme": name },
          make("p", { class: "navapi-try-scheme" }, make("code", {}, name), scheme.description && ` ${scheme.description}`), parts),
      };
    };

    const place = make("div");
    /** @type {any[]} */
    let shown = [];
    let why = "";
    const show = () => {
      shown = options[chosen].map(schemePart);
      place.replaceChildren(...shown.map((part) => part.node));
      disableCookies(why);
    };
    /** @param {string} reason */
    const disableCookies = (reason) => {
      why = reason;
      for (const part of shown) {
        if (!part.isCookie) continue;
        for (const input of part.node.querySelectorAll("input")) input.disabled = Boolean(reason);
        part.cookieNote.textContent = reason;
      }
    };
    const choice = makeSelect({
      "aria-label": say("authorizeWith"), onchange: () => { chosen = Number(choice.value); show(); changed(); },
    }, options.map((/** @type {string[]} */ names, /** @type {number} */ index) => [index, names.join(" + ") || say("none")]), chosen);
    const node = make("fieldset", { class: "navapi-try-section" },
      make("legend", {}, say("authorization")), make("div", { class: "navapi-try-aside" }, choice),
      place, make("p", { class: "navapi-try-note navapi-try-kept" }, say("kept"), " ", makeButton(say("forget"), () => {
        const all = recall(CREDENTIALS) ?? {};
        for (const name of options[chosen]) delete all[keyOf(name)];
        keep(CREDENTIALS, all);
        show();
        changed();
      }, { class: "navapi-try-quiet" })));
    show();
    return {
      node,
      disableCookies,
      /** Takes what the provider sent back. @param {any} left @param {any} result */
      finish: (left, result) => withTokens((tokens) => tokens.finish(left, result)),
      /** As the senders take them. */
      read: () => options[chosen].map((/** @type {string} */ name) => {
        const { token, key, username, password } = stored(name);
        return { scheme: name, token, key, username, password };
      }),
      /** Whether credentials are asked for, and none are filled in. */
      isBare: () => options[chosen].some((/** @type {string} */ name) => data.schemes?.[name]?.type !== "mutualTLS") &&
        !options[chosen].some((/** @type {string} */ name) => {
          const { token, key, username, password } = stored(name);
          return token || key || username || password;
        }),
      /** The names of the schemes whose key would have to travel in a cookie. */
      cookieSchemes: () => shown.filter((part) => part.isCookie).map((part) => part.name),
      keep: () => chosen,
      /** @param {number} index */
      write: (index) => { if (options[index]) { chosen = index; choice.value = String(index); show(); } },
      refresh: show,
      /** Fills in what is known of schemes. @param {Record<string, any>} given by the names of schemes */
      take(given) {
        const names = Object.keys(given);
        if (!names.length) return;
        for (const name of names) store(name, given[name]);
        const index = options.findIndex((/** @type {string[]} */ one) => names.every((name) => one.includes(name)));
        if (index >= 0) chosen = index;
        choice.value = String(chosen);
        show();
      },
    };
  };

  playground.makeSecurity = makeSecurity;
})();
