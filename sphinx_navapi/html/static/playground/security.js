// @ts-check
// Credentials: fields for every kind of scheme, tokens by OAuth 2.0 and OpenID Connect. They are
// kept for the tab alone, by document and scheme, so that every operation finds them.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { PLAIN, make, makeButton, copyButton, makeId, makeSelect, recall, keep, say } = playground;

  const CREDENTIALS = "navapi-credentials";
  /** What `_navapi/oauth.html` needs, and what this page needs when it is back. */
  const OAUTH = "navapi-oauth";
  const SIGN_IN = "navapi-sign-in";
  const AUTOMATIC = ["authorizationCode", "clientCredentials"];
  /** @param {ArrayBuffer | Uint8Array} bytes */
  const base64Url = (bytes) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  /** @param {number} size */
  const randomText = (size) => base64Url(crypto.getRandomValues(new Uint8Array(size)));

  /** @param {string | undefined} url what a document names may be anything @returns {URL | null} */
  const webAddress = (url) => {
    try {
      const found = new URL(url ?? "", location.href);
      return url && /^https?:$/.test(found.protocol) ? found : null;
    } catch {
      return null;
    }
  };

  /**
   * @param {any} data of the page @param {() => void} changed
   * @param {{root: string, callRelay: () => ((message: string) => Promise<any>) | null, snapshot: () => any}} context
   *   `callRelay` gives `null` where requests go from the browser
   */
  const makeSecurity = (data, changed, context) => {
    const alternatives = data.security ?? [];
    if (!alternatives.length) return null;
    const options = alternatives.some((/** @type {string[]} */ names) => !names.length) ? alternatives : [...alternatives, []];
    let chosen = data.alternative ?? 0;
    /** @param {string} name */
    const keyOf = (name) => `${data.document} ${name}`;
    /** @param {string} name */
    const stored = (name) => recall(CREDENTIALS)?.[keyOf(name)] ?? {};
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

    // -- tokens -------------------------------------------------------------------------------

    const redirectAddress = new URL("_navapi/oauth.html", context.root).href;

    /** Asks for a token; throws what a reader can understand. @param {string} name @param {any} flow @param {Record<string, string>} form */
    const askToken = async (name, flow, form) => {
      const relay = context.callRelay();
      let status;
      let text;
      if (relay) {
        const { answer, problem } = await relay(JSON.stringify({ token: `${keyOf(name)} ${flow.flow}`, form }));
        if (!answer) throw new Error([problem.title, problem.detail].filter(Boolean).join(": "));
        ({ status, text = "" } = answer);
      } else {
        const url = webAddress(flow.tokenUrl);
        if (!url) throw new Error(flow.tokenUrl ?? "");
        const headers = { Accept: "application/json" };
        const send = (/** @type {Record<string, string>} */ body, /** @type {Record<string, string>} */ more) =>
          fetch(url, { method: "POST", credentials: "omit", cache: "no-store", body: new URLSearchParams(body), headers: { ...headers, ...more } });
        let response = await send(form, {});
        if (response.status === 401 && form.client_secret) {
          // Some providers take the secret in the header alone (RFC 6749, 2.3.1).
          const { client_id: id, client_secret: secret, ...rest } = form;
          const basic = btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`);
          response = await send(rest, { Authorization: `Basic ${basic}` });
        }
        status = response.status;
        text = await response.text();
      }
      let body;
      try { body = JSON.parse(text); } catch { body = {}; }
      if (typeof body.access_token === "string") return body.access_token;
      throw new Error(`${status} ${[body.error, body.error_description].filter(Boolean).join(": ") || text.slice(0, 200)}`);
    };

    /** The flow with the addresses that the provider publishes. @param {any} scheme @param {any} flow @param {string} name */
    const discover = async (scheme, flow, name) => {
      if (!scheme.openIdConnectUrl) return flow;
      const { answer } = (await context.callRelay()?.(JSON.stringify({ discovery: keyOf(name) }))) ?? {};
      const found = answer ? JSON.parse(answer.text) : await (await fetch(webAddress(scheme.openIdConnectUrl) ?? "", { credentials: "omit" })).json();
      return { ...flow, authorizationUrl: found.authorization_endpoint, tokenUrl: found.token_endpoint };
    };

    /** @param {string} name @param {any} flow @param {string} scope */
    const signIn = async (name, flow, scope) => {
      if (!globalThis.crypto?.subtle || !/^https?:$/.test(location.protocol)) throw new Error(say("needsSecure"));
      const url = webAddress(flow.authorizationUrl);
      if (!url) throw new Error(flow.authorizationUrl ?? "");
      const [verifier, state] = [randomText(32), randomText(16)];
      const challenge = base64Url(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
      keep(OAUTH, { state, return: location.href });
      keep(SIGN_IN, {
        state, verifier, scheme: name, flow, operation: data.operation, page: location.pathname, form: context.snapshot(),
      });
      const values = {
        response_type: "code", client_id: stored(name).clientId ?? "", redirect_uri: redirectAddress,
        scope, state, code_challenge: challenge, code_challenge_method: "S256",
      };
      for (const [key, value] of Object.entries(values)) if (value) url.searchParams.set(key, value);
      location.assign(url);
    };

    /** @type {Record<string, (problem: string) => void>} */
    const report = {};

    /** @param {string} name @param {() => Promise<string | void>} work that gives a token */
    const obtain = async (name, work) => {
      try {
        const token = await work();
        if (typeof token !== "string") return;
        store(name, { token });
        show();
        report[name]?.(say("gotToken"));
        changed();
      } catch (error) {
        report[name]?.(say("noToken", { problem: /** @type {Error} */ (error).message }));
      }
    };

    /** Takes what the provider sent back. @param {any} left @param {any} result @returns {Promise<void>} */
    const finish = (left, result) => obtain(left.scheme, async () => {
      if (result.state !== left.state) throw new Error(say("wrongState"));
      if (!result.code) throw new Error([result.error, result.error_description].filter(Boolean).join(": "));
      const { clientId = "", clientSecret } = stored(left.scheme);
      return askToken(left.scheme, left.flow, {
        grant_type: "authorization_code", code: result.code, redirect_uri: result.redirect_uri ?? redirectAddress,
        client_id: clientId, code_verifier: left.verifier, ...(clientSecret ? { client_secret: clientSecret } : {}),
      });
    });

    /** @param {string} name @param {any} scheme */
    const tokenPart = (name, scheme) => {
      const flows = scheme.type === "openIdConnect"
        ? AUTOMATIC.map((flow) => ({ flow, scopes: [["openid", ""], ...(scheme.required ?? []).map((/** @type {string} */ one) => [one, ""])] }))
        : (scheme.flows ?? []).filter((/** @type {any} */ flow) => AUTOMATIC.includes(flow.flow));
      const status = make("p", { class: "navapi-try-note", role: "status" });
      report[name] = (text) => { status.textContent = text; };
      if (!flows.length) return [make("p", { class: "navapi-try-note" }, say("byHand")), status];
      let flow = flows.find((/** @type {any} */ one) => one.flow === stored(name).flow) ?? flows[0];
      const place = make("div");
      const showFlow = () => {
        const isCode = flow.flow === "authorizationCode";
        const needed = stored(name).scopes ?? scheme.required ?? [];
        const boxes = (flow.scopes ?? []).map((/** @type {[string, string]} */ [scope, text]) => {
          const box = make("input", {
            type: "checkbox", value: scope,
            onchange: () => store(name, { scopes: boxes.filter((/** @type {any} */ one) => one.checked).map((/** @type {any} */ one) => one.value) }),
          });
          box.checked = needed.includes(scope) || scope === "openid";
          box.title = text;
          return box;
        });
        const act = () => obtain(name, async () => {
          report[name](say(scheme.openIdConnectUrl ? "discovering" : "sending"));
          const known = await discover(scheme, flow, name);
          const scope = boxes.filter((/** @type {any} */ one) => one.checked).map((/** @type {any} */ one) => one.value).join(" ");
          if (isCode) return signIn(name, known, scope);
          const { clientId = "", clientSecret = "" } = stored(name);
          return askToken(name, known, {
            grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret, ...(scope ? { scope } : {}),
          });
        });
        place.replaceChildren(...[
          field(name, "clientId", say("clientId"), false),
          field(name, "clientSecret", say("clientSecret"), true),
          boxes.length > 0 && make("fieldset", { class: "navapi-try-row navapi-try-scopes" },
            make("legend", { class: "navapi-try-name" }, say("scopes")),
            make("div", { class: "navapi-try-control" },
              boxes.map((/** @type {any} */ box) => make("label", { title: box.title }, box, " ", make("code", {}, box.value))))),
          make("div", { class: "navapi-try-below" }, makeButton(say(isCode ? "signIn" : "getToken"), act)),
          isCode && make("p", { class: "navapi-try-note" }, say("redirectAddress"), " ",
            make("code", { dir: "ltr" }, redirectAddress), " ", copyButton(() => redirectAddress)),
        ].filter((part) => part !== false));
      };
      const choice = flows.length > 1 && makeSelect({
        onchange: () => { flow = flows[choice.selectedIndex]; store(name, { flow: flow.flow }); showFlow(); },
      }, flows.map((/** @type {any} */ one) => [one.flow, one.flow.replace(/[A-Z]/g, (/** @type {string} */ letter) => ` ${letter.toLowerCase()}`)]), flow.flow);
      showFlow();
      return [
        make("details", { class: "navapi-try-flow" },
          make("summary", {}, say("getToken")), choice && row(say("flow"), choice), place),
        status,
      ];
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
        parts = [field(name, "token", say("token"), true, "YOUR_TOKEN"), ...tokenPart(name, scheme)];
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
      finish,
      /** As the senders take them. */
      read: () => options[chosen].map((/** @type {string} */ name) => {
        const { token, key, username, password } = stored(name);
        return { scheme: name, token, key, username, password };
      }),
      /** The names of the schemes whose key would have to travel in a cookie. */
      cookieSchemes: () => shown.filter((part) => part.isCookie).map((part) => part.name),
      keep: () => chosen,
      /** @param {number} index */
      write: (index) => { if (options[index]) { chosen = index; choice.value = String(index); show(); } },
      refresh: show,
    };
  };

  playground.makeSecurity = makeSecurity;
})();
