// @ts-check
// Requests to a provider of OAuth 2.0 or OpenID Connect, and what its responses mean.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { say, networkProblem, REASONS } = playground;

  /** Error codes of a token endpoint (RFC 6749, 5.2, and RFC 8628, 3.5), also keys of texts. */
  const CODES = [
    "invalid_request",
    "invalid_client",
    "invalid_grant",
    "unauthorized_client",
    "unsupported_grant_type",
    "invalid_scope",
    "access_denied",
    "expired_token",
  ];
  /** Maximum length of a server's error message. */
  const LONGEST = 300;

  /** @param {string | undefined} url from a document, may be anything @returns {URL | null} */
  const webAddress = (url) => {
    try {
      const found = new URL(url ?? "", location.href);
      return url && /^https?:$/.test(found.protocol) ? found : null;
    } catch {
      return null;
    }
  };

  /**
   * Drops empty fields.
   * @param {Record<string, string | undefined>} form
   * @returns {Record<string, string>}
   */
  const filledIn = (form) =>
    Object.fromEntries(
      Object.entries(form).filter(
        /** @returns {entry is [string, string]} */ (entry) => Boolean(entry[1]),
      ),
    );

  /** @param {string} text @returns {any} */
  const objectOf = (text) => {
    try {
      return JSON.parse(text) ?? {};
    } catch {
      return {};
    }
  };

  /**
   * The error message in a response without a token: in OAuth's format, else in those of
   * frameworks.
   * @param {number} status @param {string} text
   */
  const refusal = (status, text) => {
    const { error, error_description: description, detail, message } = objectOf(text);
    const details = Array.isArray(detail)
      ? detail
          .map((one) => [one?.loc?.at?.(-1), one?.msg].filter(Boolean).join(": "))
          .filter(Boolean)
          .join("; ")
      : detail;
    const isText = (/** @type {any} */ one) => one && typeof one === "string";
    const said = (
      [error, description].filter(isText).join(": ") ||
      [details, message, error?.message].find(isText) ||
      ""
    ).slice(0, LONGEST);
    const words = CODES.includes(error) ? say(error) : status < 300 ? say("noMember", { name: "access_token" }) : "";
    const rest = `${status} ${(words && said) || (REASONS[status] ?? "")}`.trim();
    return words || said ? `${words || said} (${rest})` : rest;
  };

  /**
   * Sends from the browser; throws the reason if there is no response.
   * @param {string | undefined} address
   * @param
   * {RequestInit} init
   */
  const ask = async (address, init) => {
    const url = webAddress(address);
    if (!url) throw new Error(address ?? "");
    try {
      const response = await fetch(url, {
        credentials: "omit",
        cache: "no-store",
        referrerPolicy: "no-referrer",
        ...init,
      });
      return { status: response.status, text: await response.text() };
    } catch {
      const { title, detail, list } = networkProblem(url.href);
      throw new Error([`${title}.`, detail, ...list].join(" "));
    }
  };

  /**
   * @param {string | undefined} address of a token endpoint
   * @param {Record<string, string>} form
   */
  const post = async (address, form) => {
    const send = (
      /** @type {Record<string, string>} */ body,
      /** @type {Record<string, string>} */ more,
    ) =>
      ask(address, {
        method: "POST",
        body: new URLSearchParams(body),
        headers: { Accept: "application/json", ...more },
      });
    const { client_id: id, client_secret: secret, ...rest } = form;
    const answer = await send(form, {});
    const isRefused = answer.status === 401 || objectOf(answer.text).error === "invalid_client";
    if (!isRefused || !id || !secret) return answer;
    // Some providers only accept the secret in the header (RFC 6749, 2.3.1 and 5.2).
    const basic = btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`);
    return send(rest, { Authorization: `Basic ${basic}` });
  };

  /**
   * Whether a response may be that of the provider of `flow`: not of another one, to which that
   * provider led the reader to get the code (RFC 9207, 2.4). Without metadata, a provider is known
   * by the origin of its page.
   * @param {any} flow @param {string | undefined} iss
   */
  const isFromProvider = ({ issuer, tellsIssuer, authorizationUrl }, iss) => {
    if (iss === undefined) return !tellsIssuer;
    return issuer
      ? iss === issuer
      : webAddress(iss)?.origin === webAddress(authorizationUrl)?.origin;
  };

  /** @param {any} context of security.js @param {(name: string) => string} keyOf */
  const makeProvider = (context, keyOf) => {
    /**
     * Asks the provider; throws a readable error, with the provider's `code`.
     * @param {string} name @param {any} flow @param {Record<string, string | undefined>} form
     * @param {"" | "device" | "refresh"} step what to request instead of a first token
     * @returns {Promise<any>} its response, with a token or a code, and `flow`
     */
    const askToken = async (name, flow, form, step = "") => {
      const relay = context.callRelay();
      const sent = filledIn(form);
      let found;
      if (relay) {
        const { answer, problem } = await relay(
          JSON.stringify({
            token: [keyOf(name), flow.flow, step].filter(Boolean).join(" "),
            form: sent,
          }),
        );
        if (!answer) throw new Error([problem.title, problem.detail].filter(Boolean).join(": "));
        found = answer;
      } else
        found = await post(
          step === "device" ? flow.deviceAuthorizationUrl : step ? flow.refreshUrl : flow.tokenUrl,
          sent,
        );
      const { status, text = "" } = found;
      const told = objectOf(text),
        token = told[step === "device" ? "device_code" : "access_token"];
      const { token_type: type = "Bearer" } = told;
      if (step !== "device" && token && !/^bearer$/i.test(type))
        throw new Error(say("otherType", { type }));
      if (token && typeof token === "string") return { ...told, flow };
      throw Object.assign(new Error(refusal(status, text)), { code: told.error });
    };

    /**
     * The flow with the URLs in the provider's metadata.
     * @param {any} scheme
     * @param {any} flow
     * @param {string} name
     */
    const discover = async (scheme, flow, name) => {
      if (!scheme.openIdConnectUrl) return flow;
      const { answer } =
        (await context.callRelay()?.(JSON.stringify({ discovery: keyOf(name) }))) ?? {};
      const { status, text } = answer ?? (await ask(scheme.openIdConnectUrl, {}));
      const found = objectOf(text);
      for (const name of ["authorization_endpoint", "token_endpoint"].slice(
        Number(flow.flow !== "authorizationCode"),
      )) {
        if (typeof found[name] !== "string" || !/^https?:/i.test(found[name]))
          throw new Error(`${say("noMember", { name })} (${status} ${REASONS[status] ?? ""})`);
      }
      // It must be that of its metadata (OpenID Connect Discovery 1.0, 4.3): a provider that claims
      // to be another one would get the other's codes.
      const place = webAddress(scheme.openIdConnectUrl);
      const isOwn = webAddress(found.issuer)?.origin === place?.origin;
      return {
        ...flow,
        authorizationUrl: found.authorization_endpoint,
        tokenUrl: found.token_endpoint,
        issuer: isOwn ? found.issuer : place?.href.replace(/\/\.well-known\/.*$/, ""),
        tellsIssuer: found.authorization_response_iss_parameter_supported,
      };
    };

    return { askToken, discover };
  };

  Object.assign(playground, { makeProvider, webAddress, filledIn, isFromProvider, refusal });
})();
