// @ts-check
// Loads the services listed under `integrations` in docs.json, each as its documentation says. The
// script element's data has their settings, and the local storage entry that means consent.
(() => {
  "use strict";
  const own = document.currentScript;
  // Opening a page from the disk is not a visit.
  if (!(own instanceof HTMLScriptElement) || !location.protocol.startsWith("http")) return;
  /** @typedef {Record<string, any>} Values */
  /** @type {Values} */
  const services = JSON.parse(own.dataset.services ?? "{}");
  /** @type {[key: string, value?: string] | null} */
  const consent = JSON.parse(own.dataset.consent ?? "null");
  /** @type {any} */
  const page = window;

  /**
   * @param {string} src
   * @param {Record<string, string>} [attributes]
   * @param {() => void} [then]
   */
  const load = (src, attributes = {}, then = () => {}) => {
    const tag = document.createElement("script");
    tag.async = true;
    for (const [name, value] of Object.entries(attributes)) tag.setAttribute(name, value);
    tag.addEventListener("load", then);
    tag.src = src;
    document.head.append(tag);
  };
  /** A function whose calls are queued until the service has loaded. @param {string} name */
  const waiting = (name) => {
    const call = (page[name] ??= function () {
      (page[name].q ??= []).push(arguments);
    });
    call.q ??= [];
    return call;
  };
  /**
   * An array whose methods queue their calls in it until the service has loaded.
   * @param {string} name
   * @param {string} methods
   * @param {Values} more
   */
  const buffer = (name, methods, more) => {
    const calls = (page[name] ??= []);
    for (const method of methods.split(" ")) {
      calls[method] ??= (/** @type {any[]} */ ...given) => {
        calls.push([method, ...given]);
      };
    }
    return Object.assign(calls, more);
  };
  /** @param {string} given @param {string} [otherwise] */
  const server = (given, otherwise = "") => {
    const text = (given || otherwise).trim().replace(/\/+$/, "");
    return text.startsWith("https://") ? text : `https://${text}`;
  };
  const dataLayer = () => (page.dataLayer ??= []);
  const google = "https://www.googletagmanager.com";

  /** @type {Record<string, (values: any) => void>} */
  const begin = {
    adobe: ({ launchUrl }) => load(launchUrl),
    amplitude: ({ apiKey }) =>
      load(`https://cdn.amplitude.com/script/${apiKey}.js`, {}, () => page.amplitude?.init(apiKey)),
    clarity: ({ projectId }) => {
      waiting("clarity");
      load(`https://www.clarity.ms/tag/${projectId}`);
    },
    clearbit: ({ publicApiKey }) =>
      load(`https://tag.clearbitscripts.com/v1/${publicApiKey}/tags.js`, {
        referrerpolicy: "strict-origin-when-cross-origin",
      }),
    customScripts: (scripts) => {
      for (const { src, strategy } of scripts) {
        if (strategy === "lazyOnload") idle(() => load(src));
        else load(src);
      }
    },
    fathom: ({ siteId }) => load("https://cdn.usefathom.com/script.js", { "data-site": siteId }),
    frontchat: ({ snippetId }) =>
      load("https://chat-assets.frontapp.com/v1/chat.bundle.js", {}, () =>
        page.FrontChat?.("init", { chatId: snippetId, useDefaultLauncher: true }),
      ),
    ga4: ({ measurementId }) => {
      dataLayer();
      // It distinguishes calls from other data by the type of object.
      page.gtag ??= function () {
        page.dataLayer.push(arguments);
      };
      page.gtag("js", new Date());
      page.gtag("config", measurementId);
      load(`${google}/gtag/js?id=${measurementId}`);
    },
    gtm: ({ tagId }) => {
      dataLayer().push({ "gtm.start": Date.now(), event: "gtm.js" });
      load(`${google}/gtm.js?id=${tagId}`);
    },
    heap: ({ appId }) => {
      buffer("heap", "addEventProperties addUserProperties identify resetIdentity track", {
        appid: String(appId),
        config: {},
      });
      load(`https://cdn.heapanalytics.com/js/heap-${appId}.js`);
    },
    hightouch: ({ writeKey, apiHost }) => {
      const host = server(apiHost, "us-east-1.hightouch-events.com").slice("https://".length);
      buffer("htevents", "group identify page reset track", {
        _writeKey: writeKey,
        _loadOptions: { apiHost: host },
      }).page();
      load("https://cdn.hightouch-events.com/browser/release/v1-latest/events.min.js");
    },
    hotjar: ({ hjid, hjsv }) => {
      waiting("hj");
      page._hjSettings = { hjid: Number(hjid), hjsv: Number(hjsv) };
      load(`https://static.hotjar.com/c/hotjar-${hjid}.js?sv=${hjsv}`);
    },
    intercom: ({ appId }) => {
      page.intercomSettings = { ...page.intercomSettings, app_id: appId };
      waiting("Intercom");
      load(`https://widget.intercom.io/widget/${appId}`);
    },
    logrocket: ({ appId }) =>
      load("https://cdn.lgrckt-in.com/LogRocket.min.js", { crossorigin: "anonymous" }, () =>
        page.LogRocket?.init(appId),
      ),
    mixpanel: ({ projectToken }) => {
      const config = { track_pageview: true };
      buffer("mixpanel", "identify register reset track", {
        __SV: 1.2,
        _i: [[projectToken, config, "mixpanel"]],
        people: [],
      });
      load("https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js");
    },
    pirsch: ({ id }) => load("https://api.pirsch.io/pa.js", { id: "pianjs", "data-code": id }),
    plausible: ({ domain, server: own }) =>
      load(`${server(own, "plausible.io")}/js/script.js`, { "data-domain": domain }),
    posthog: ({ apiKey, apiHost, sessionRecording }) => {
      const host = server(apiHost, "us.i.posthog.com");
      load(
        `${host.replace(".i.posthog.com", "-assets.i.posthog.com")}/static/array.js`,
        { crossorigin: "anonymous" },
        () =>
          page.posthog?.init(apiKey, {
            api_host: host,
            disable_session_recording: !sessionRecording,
            person_profiles: "identified_only",
          }),
      );
    },
    segment: ({ key }) => {
      buffer("analytics", "alias group identify page ready reset track", { _writeKey: key }).page();
      load(`https://cdn.segment.com/analytics.js/v1/${key}/analytics.min.js`);
    },
  };

  /** @param {() => void} task */
  const idle = (task) => {
    // A busy machine may never be idle.
    const wait = () =>
      page.requestIdleCallback
        ? page.requestIdleCallback(task, { timeout: 5000 })
        : setTimeout(task);
    if (document.readyState === "complete") wait();
    else addEventListener("load", wait);
  };

  let isBegun = false;
  const mayBegin = () => {
    if (!consent) return true;
    try {
      const [key, wanted] = consent;
      const found = localStorage.getItem(key);
      return wanted === undefined ? found !== null : found === wanted;
    } catch {
      return false;
    }
  };
  const beginAll = () => {
    if (isBegun || !mayBegin()) return;
    isBegun = true;
    for (const [name, values] of Object.entries(services)) begin[name]?.(values);
  };
  const start = () => {
    beginAll();
    if (isBegun) return;
    // Readers consent by a click, here or in another tab.
    addEventListener("storage", beginAll);
    addEventListener("click", () => setTimeout(beginAll));
  };
  // It blocks other services itself, once loaded.
  if (services.osano) load(services.osano.scriptSource, {}, start);
  else start();
})();
