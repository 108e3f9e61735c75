// @ts-check
// Sending: through the relay, whose answer is data, or from the browser. What comes back is
// `{answer}` or `{problem}`; aborting throws.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { say, essenceOf } = playground;

  /** @typedef {{status: number, reason: string, headers: [string, string][], text?: string, bytes?: Uint8Array, elapsed: number, truncated?: boolean, broken?: boolean | string, url?: string}} Answer */
  /** @typedef {{received: (size: number) => void, live: (head: Answer) => (text: string, isLast?: boolean) => void}} Listening */
  /** @typedef {{kind: string, title: string, detail?: string, list?: string[]}} Problem */

  /** Reason phrases, which HTTP/2 no longer sends. */
  const REASONS = /** @type {Record<number, string>} */ (Object.fromEntries(
    ("200 OK|201 Created|202 Accepted|204 No Content|301 Moved Permanently|302 Found|304 Not Modified|" +
    "307 Temporary Redirect|308 Permanent Redirect|400 Bad Request|401 Unauthorized|403 Forbidden|404 Not Found|" +
    "405 Method Not Allowed|409 Conflict|415 Unsupported Media Type|422 Unprocessable Content|" +
    "429 Too Many Requests|500 Internal Server Error|502 Bad Gateway|503 Service Unavailable|504 Gateway Timeout").split("|").map((line) => [line.slice(0, 3), line.slice(4)])));

  /** @param {string} text of base64 */
  const bytesOf = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

  /**
   * Posts `message` to the relay at `endpoint`.
   * @param {string} endpoint @param {string} message @param {AbortSignal} [signal]
   * @param {Listening} [listening] asks for the answer as it comes
   * @returns {Promise<{answer?: Answer, problem?: Problem}>}
   */
  const callRelay = async (endpoint, message, signal, listening) => {
    const missing = {
      problem: { kind: "noRelay", title: say("noRelayTitle"), detail: say("noRelay", { url: endpoint }), list: [say("noRelayServe"), say("noRelayDirect")] },
    };
    if (endpoint.startsWith("file:")) return missing;
    let response;
    let said;
    try {
      response = await fetch(endpoint, {
        method: "POST", headers: { "Content-Type": "application/json" },
        body: listening ? `{"stream":true,${message.slice(1)}` : message, cache: "no-store", signal: signal ?? null,
      });
      if (listening && essenceOf(response.headers.get("content-type") ?? "") === "application/x-ndjson") {
        const answer = await playground.readRelayed(response, signal, listening);
        return answer ? { answer } : missing;
      }
      said = JSON.parse(await response.text());
    } catch (error) {
      if (signal?.aborted) throw error;
      return missing;
    }
    const type = essenceOf(response.headers.get("content-type") ?? "");
    if (type === "application/problem+json") {
      return { problem: { kind: "refused", title: said.title || say("refusedTitle"), detail: said.detail, list: [] } };
    }
    const isEnvelope = response.ok && type === "application/json" && Number.isInteger(said?.status) && Array.isArray(said.headers);
    if (!isEnvelope) return missing;
    const { status, reason, headers, body, truncated, elapsed_ms: elapsed } = said;
    return {
      answer: {
        status, reason: reason || REASONS[status] || "", headers, truncated, elapsed,
        ...(typeof body?.base64 === "string" ? { bytes: bytesOf(body.base64) } : { text: body?.text ?? "" }),
      },
    };
  };

  /** @param {string} url @returns {Problem} */
  const networkProblem = (url) => {
    const { protocol, host } = new URL(url, location.href);
    const isMixed = location.protocol === "https:" && protocol === "http:";
    const origin = location.origin === "null" ? location.protocol : location.origin;
    return {
      kind: "network",
      title: say("networkTitle"),
      detail: say("network"),
      list: [
        isMixed && say("networkMixed"), say("networkCors", { origin }), say("networkDown", { host }), say("networkPolicy"),
      ].filter((item) => item !== false),
    };
  };

  /**
   * Sends from the browser.
   * @param {{url: string, init: RequestInit}} request
   * @param {{signal: AbortSignal, withCredentials: boolean} & Listening} how
   * @returns {Promise<{answer?: Answer, problem?: Problem}>}
   */
  const sendDirect = async ({ url, init }, { signal, withCredentials, ...listening }) => {
    const begun = performance.now();
    let response;
    try {
      response = await fetch(url, {
        ...init, signal, credentials: withCredentials ? "include" : "omit", cache: "no-store", referrerPolicy: "no-referrer",
      });
    } catch (error) {
      if (signal.aborted) throw error;
      return { problem: networkProblem(url) };
    }
    /** @type {Answer} */
    const answer = {
      status: response.status, reason: response.statusText || REASONS[response.status] || "",
      headers: [...response.headers], elapsed: performance.now() - begun, ...(response.redirected ? { url: response.url } : {}),
    };
    const body = playground.gather(answer, listening);
    try {
      for (const reader = response.body?.getReader(); reader;) {
        const { done, value } = await reader.read();
        if (done) break;
        body.add(value);
      }
    } catch (error) {
      if (signal.aborted && !body.isLive) throw error;
      answer.broken = !signal.aborted;
    }
    return { answer: { ...answer, ...body.end(), elapsed: performance.now() - begun } };
  };

  Object.assign(playground, { REASONS, bytesOf, callRelay, sendDirect, networkProblem });
})();
