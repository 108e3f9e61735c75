// @ts-check
// Tokens by OAuth 2.0 and OpenID Connect. Loaded when a scheme of theirs is shown: most
// operations that ask for credentials have none.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { PLAIN, make, makeButton, copyButton, makeId, makeSelect, keep, say, networkProblem, REASONS } = playground;

  /** What `_navapi/oauth.html` needs, and what this page needs when it is back. */
  const OAUTH = "navapi-oauth";
  const SIGN_IN = "navapi-sign-in";
  const FLOWS = ["authorizationCode", "clientCredentials", "password", "deviceAuthorization"];
  const ADDRESSES = ["authorizationUrl", "tokenUrl", "refreshUrl", "deviceAuthorizationUrl"];
  /** What a token endpoint says (RFC 6749, 5.2, and RFC 8628, 3.5): keys of words, too. */
  const CODES = ["invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type", "invalid_scope", "access_denied", "expired_token"];
  const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
  /** Characters of what a server says about an error. */
  const LONGEST = 300;

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

  /** What was not filled in is not sent. @param {Record<string, string | undefined>} form @returns {Record<string, string>} */
  const filledIn = (form) => Object.fromEntries(Object.entries(form).filter(/** @returns {entry is [string, string]} */ (entry) => Boolean(entry[1])));

  /** @param {string} text @returns {any} */
  const objectOf = (text) => {
    try { return JSON.parse(text) ?? {}; } catch { return {}; }
  };

  /**
   * What an answer without a token says, in words: as OAuth has it, else as frameworks do.
   * @param {number} status @param {string} text
   */
  const refusal = (status, text) => {
    const { error, error_description: description, detail, message } = objectOf(text);
    const details = Array.isArray(detail)
      ? detail.map((one) => [one?.loc?.at?.(-1), one?.msg].filter(Boolean).join(": ")).filter(Boolean).join("; ") : detail;
    const isText = (/** @type {any} */ one) => one && typeof one === "string";
    const said = ([error, description].filter(isText).join(": ") || [details, message, error?.message].find(isText) || "").slice(0, LONGEST);
    const words = CODES.includes(error) ? say(error) : status < 300 ? say("noAccessToken") : "";
    const rest = `${status} ${(words && said) || (REASONS[status] ?? "")}`.trim();
    return words || said ? `${words || said} (${rest})` : rest;
  };

  /** Asks from the browser; throws why there is no answer. @param {string | undefined} address @param {RequestInit} init */
  const ask = async (address, init) => {
    const url = webAddress(address);
    if (!url) throw new Error(address ?? "");
    try {
      const response = await fetch(url, { credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer", ...init });
      return { status: response.status, text: await response.text() };
    } catch {
      const { title, detail, list } = networkProblem(url.href);
      throw new Error([`${title}.`, detail, ...list].join(" "));
    }
  };

  /** @param {string | undefined} address of a token endpoint @param {Record<string, string>} form */
  const post = async (address, form) => {
    const send = (/** @type {Record<string, string>} */ body, /** @type {Record<string, string>} */ more) =>
      ask(address, { method: "POST", body: new URLSearchParams(body), headers: { Accept: "application/json", ...more } });
    const { client_id: id, client_secret: secret, ...rest } = form;
    const answer = await send(form, {});
    if (answer.status !== 401 || !id || !secret) return answer;
    // Some providers take the secret in the header alone (RFC 6749, 2.3.1).
    const basic = btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`);
    return send(rest, { Authorization: `Basic ${basic}` });
  };

  /** @param {any} hooks what security.js has for all schemes */
  const makeTokens = ({ data, context, row, field, stored, store, keyOf, got }) => {
    const redirectAddress = new URL("_navapi/oauth.html", context.root).href;

    /** `flow` with its addresses: a server that was typed is what relative ones are relative to. @param {any} flow */
    const addressed = (flow) => {
      const base = context.base();
      const moved = ADDRESSES.filter((key) => base && flow.relative?.[key]);
      return { ...flow, ...Object.fromEntries(moved.map((key) => [key, new URL(flow.relative[key], `${base}/`).href])) };
    };

    /**
     * Asks the provider; throws what a reader can understand, with the provider's `code`.
     * @param {string} name @param {any} flow @param {Record<string, string | undefined>} form
     * @param {"" | "device" | "refresh"} step what is asked for in the place of a first token
     * @returns {Promise<any>} what it said, a token or a code in it, and `flow`
     */
    const askToken = async (name, flow, form, step = "") => {
      const relay = context.callRelay();
      const sent = filledIn(form);
      let found;
      if (relay) {
        const { answer, problem } = await relay(JSON.stringify({ token: [keyOf(name), flow.flow, step].filter(Boolean).join(" "), form: sent }));
        if (!answer) throw new Error([problem.title, problem.detail].filter(Boolean).join(": "));
        found = answer;
      } else found = await post(step === "device" ? flow.deviceAuthorizationUrl : step ? flow.refreshUrl : flow.tokenUrl, sent);
      const { status, text = "" } = found;
      const told = objectOf(text), token = told[step === "device" ? "device_code" : "access_token"];
      if (token && typeof token === "string") return { ...told, flow };
      throw Object.assign(new Error(refusal(status, text)), { code: told.error });
    };

    /** The flow with the addresses that the provider publishes. @param {any} scheme @param {any} flow @param {string} name */
    const discover = async (scheme, flow, name) => {
      if (!scheme.openIdConnectUrl) return flow;
      const { answer } = (await context.callRelay()?.(JSON.stringify({ discovery: keyOf(name) }))) ?? {};
      const found = JSON.parse((answer ?? await ask(scheme.openIdConnectUrl, {})).text);
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
      const values = filledIn({
        response_type: "code", client_id: stored(name).clientId, redirect_uri: redirectAddress,
        scope, state, code_challenge: challenge, code_challenge_method: "S256",
      });
      for (const [key, value] of Object.entries(values)) url.searchParams.set(key, value);
      location.assign(url);
    };

    /** @param {string} name */
    const client = (name) => ({ client_id: stored(name).clientId, client_secret: stored(name).clientSecret });

    /** Pairs devices: the last one of each scheme goes on. @type {Record<string, AbortController>} */
    const pairing = {};

    /**
     * Shows a code that the reader types elsewhere, and waits until that is done (RFC 8628, 3.2 to 3.5).
     * @param {string} name @param {any} flow @param {string} scope @param {(...parts: any[]) => void} tell
     */
    const pair = async (name, flow, scope, tell) => {
      pairing[name]?.abort();
      const { signal } = pairing[name] = new AbortController();
      const told = await askToken(name, flow, { ...client(name), scope }, "device");
      const url = webAddress(told.verification_uri_complete) ?? webAddress(told.verification_uri);
      tell(url && make("a", { href: url.href, target: "_blank", rel: "noopener noreferrer" }, say("openProvider")), " ",
        make("code", {}, told.user_code), " ", copyButton(() => told.user_code));
      /** Seconds. @param {any} value @param {number} usual */
      const seconds = (value, usual) => value > 0 ? Number(value) : usual;
      const end = Date.now() + 1000 * seconds(told.expires_in, 600);
      for (let wait = seconds(told.interval, 5); Date.now() < end;) {
        await new Promise((done) => { setTimeout(done, 1000 * wait); });
        if (signal.aborted || !place(name)?.isConnected) return undefined;
        try {
          return await askToken(name, flow, { ...client(name), grant_type: DEVICE_GRANT, device_code: told.device_code });
        } catch (error) {
          const { code } = /** @type {any} */ (error);
          if (code === "slow_down") wait += 5;
          else if (code !== "authorization_pending") throw error;
        } finally {
          if (signal.aborted) return undefined;
        }
      }
      throw new Error(say("expired_token"));
    };

    /** @type {Record<string, (...parts: any[]) => void>} */
    const report = {};
    /** @type {Record<string, HTMLElement>} */
    const statuses = {};
    /** @param {string} name @returns {HTMLElement | undefined} */
    const place = (name) => statuses[name];

    /** @param {string} name @param {() => Promise<any>} work that gives what a provider said with a token */
    const obtain = async (name, work) => {
      try {
        const told = await work();
        const token = told?.access_token;
        if (typeof token !== "string") return;
        const refresh = typeof told.refresh_token === "string" ? told.refresh_token : undefined;
        const until = told.expires_in > 0 ? Date.now() + 1000 * told.expires_in : undefined;
        store(name, { token, got: { token, refresh, until, flow: told.flow } });
        got(name, token);
        tellAge(name, say("gotToken"));
      } catch (error) {
        report[name]?.(say("noToken", { problem: /** @type {Error} */ (error).message }));
      }
    };

    /** Takes what the provider sent back. @param {any} left @param {any} result @returns {Promise<void>} */
    const finish = (left, result) => obtain(left.scheme, async () => {
      if (result.state !== left.state) throw new Error(say("wrongState"));
      if (!result.code) throw new Error([result.error, result.error_description].filter(Boolean).join(": "));
      return askToken(left.scheme, left.flow, {
        grant_type: "authorization_code", code: result.code, redirect_uri: result.redirect_uri ?? redirectAddress,
        ...client(left.scheme), code_verifier: left.verifier,
      });
    });

    /** Asks for another token in the place of one that ends (RFC 6749, 6). @param {string} name @param {{refresh: string, flow: any}} known */
    const renew = (name, { refresh, flow }) => obtain(name, async () => {
      report[name](say("sending"));
      const told = await askToken(name, flow, { grant_type: "refresh_token", refresh_token: refresh, ...client(name) }, flow.refreshUrl ? "refresh" : "");
      // Where none comes with it, the old one serves again.
      return { refresh_token: refresh, ...told };
    });

    /** Says until when the token serves, as long as it is the one that a provider gave. @param {string} name @param {string} [first] */
    const tellAge = (name, first = "") => {
      const { token, got: known } = stored(name);
      const isOwn = known && known.token === token;
      const left = isOwn && known.until ? known.until - Date.now() : NaN;
      const age = left > 0 ? say("validUntil", { time: new Date(known.until).toLocaleTimeString(document.documentElement.lang || [], { timeStyle: "short" }) })
        : left <= 0 ? say("expired") : "";
      report[name]?.([left <= 0 ? "" : first, age].filter(Boolean).join(" "),
        isOwn && known.refresh && [" ", makeButton(say("renew"), () => renew(name, known), { class: "navapi-try-quiet" })]);
      // Longer waits than these end at once.
      if (left > 0 && left < 2 ** 31) setTimeout(() => { if (stored(name).got?.until === known.until) tellAge(name); }, left + 50);
    };

    /** A field that must be filled in and is not kept. @param {string} words @param {string} type */
    const passing = (words, type) => {
      const note = make("p", { id: makeId(), class: "navapi-try-note" });
      /** @param {boolean} isMissing */
      const mark = (isMissing) => {
        note.textContent = isMissing ? say("empty") : "";
        for (const [key, value] of [["aria-invalid", "true"], ["aria-describedby", note.id]]) {
          if (isMissing) input.setAttribute(key, value);
          else input.removeAttribute(key);
        }
      };
      const input = make("input", { type, ...PLAIN, "aria-required": "true", oninput: () => mark(false) });
      return { input, mark, node: row(words, input, note) };
    };

    /** The fields of `flow` and what asks for its token. @param {string} name @param {any} scheme @param {any} flow */
    const flowPart = (name, scheme, flow) => {
      const isCode = flow.flow === "authorizationCode", isDevice = flow.flow === "deviceAuthorization";
      const needed = stored(name).scopes ?? scheme.required ?? [];
      const boxes = (flow.scopes ?? []).map((/** @type {[string, string]} */ [scope, text]) => {
        const box = make("input", { type: "checkbox", value: scope, onchange: () => store(name, { scopes: chosen() }) });
        box.checked = needed.includes(scope) || scope === "openid";
        box.title = text;
        return box;
      });
      /** @returns {string[]} */
      const chosen = () => boxes.filter((/** @type {any} */ one) => one.checked).map((/** @type {any} */ one) => one.value);
      const typed = flow.flow === "password" ? [passing(say("username"), "text"), passing(say("password"), "password")] : [];
      const act = () => obtain(name, async () => {
        const missing = typed.filter(({ input }) => !input.value);
        for (const one of missing) one.mark(true);
        if (missing[0]) return missing[0].input.focus();
        const wrong = context.wrong();
        if (wrong) throw new Error(`${wrong.spec.name}: ${say("notUrl")}`);
        report[name](say(scheme.openIdConnectUrl ? "discovering" : "sending"));
        const known = await discover(scheme, addressed(flow), name);
        const scope = chosen().join(" ");
        if (isCode) return signIn(name, known, scope);
        if (isDevice) return pair(name, known, scope, report[name]);
        const [username, password] = typed.map(({ input }) => input.value);
        return askToken(name, known, {
          grant_type: typed.length ? "password" : "client_credentials", username, password, scope, ...client(name),
        });
      });
      const target = make("p", { class: "navapi-try-note" });
      const tell = () => {
        const url = webAddress(addressed(flow).tokenUrl);
        if (typed.length && url) target.textContent = say("sentTo", { url: url.href });
      };
      tell();
      const ifAsked = typed.length ? say("ifAsked") : undefined;
      return make("div", {
        onfocusin: tell, // the server may have been another one
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLInputElement)) return;
          event.preventDefault(); // else the request would be sent
          act();
        },
      },
        typed.map(({ node }) => node),
        field(name, "clientId", say("clientId"), false, ifAsked),
        field(name, "clientSecret", say("clientSecret"), true, ifAsked),
        boxes.length > 0 && make("fieldset", { class: "navapi-try-row navapi-try-scopes" },
          make("legend", { class: "navapi-try-name" }, say("scopes")),
          make("div", { class: "navapi-try-control" },
            boxes.map((/** @type {any} */ box) => make("label", { title: box.title }, box, " ", make("code", {}, box.value))))),
        make("div", { class: "navapi-try-below" }, makeButton(say(isCode ? "signIn" : "getToken"), act)),
        target,
        isCode && make("p", { class: "navapi-try-note" }, say("redirectAddress"), " ",
          make("code", { dir: "ltr" }, redirectAddress), " ", copyButton(() => redirectAddress)));
    };

    /** @param {string} name @param {any} scheme @returns {any[]} */
    const part = (name, scheme) => {
      const flows = scheme.type === "openIdConnect"
        ? FLOWS.slice(0, 2).map((flow) => ({ flow, scopes: [["openid", ""], ...(scheme.required ?? []).map((/** @type {string} */ one) => [one, ""])] }))
        : (scheme.flows ?? []).filter((/** @type {any} */ flow) => FLOWS.includes(flow.flow));
      const status = make("p", { class: "navapi-try-note", role: "status" });
      statuses[name] = status;
      report[name] = (...parts) => { status.replaceChildren(...parts.flat().filter(Boolean)); };
      tellAge(name);
      if (!flows.length) return [make("p", { class: "navapi-try-note" }, say("byHand")), status];
      let flow = flows.find((/** @type {any} */ one) => one.flow === stored(name).flow) ?? flows[0];
      const place = make("div");
      const show = () => place.replaceChildren(flowPart(name, scheme, flow));
      const choice = flows.length > 1 && makeSelect({
        onchange: () => { flow = flows[choice.selectedIndex]; store(name, { flow: flow.flow }); show(); },
      }, flows.map((/** @type {any} */ one) => [one.flow, one.flow.replace(/[A-Z]/g, (/** @type {string} */ letter) => ` ${letter.toLowerCase()}`)]), flow.flow);
      show();
      return [
        make("details", { class: "navapi-try-flow" },
          make("summary", {}, say("getToken")), choice && row(say("flow"), choice), place),
        status,
      ];
    };

    return { part, finish };
  };

  Object.assign(playground, { makeTokens, refusal });
})();
