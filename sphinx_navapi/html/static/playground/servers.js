// @ts-check
// The server that a request goes to: one of the document with its variables or, where the site
// allows it, one that the reader types. It is remembered for all operations of the document.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { make, makeSelect, makeRow, expandServer, strip, recall, keep, say } = playground;

  /** A relative server is one of this site; as text, for it may hold variables. @param {string} url @param {string} root */
  const absolute = (url, root) =>
    /^(?:[a-z][a-z0-9+.-]*:|\/\/|\{)/i.test(url) || !/^http/.test(location.protocol) ? url
      : url.startsWith("/") ? location.origin + url : root + url.replace(/^(?:\.\/)+/, "");

  /** What `text` names as a server, nothing where it names none. @param {string} text */
  const serverUrl = (text) => {
    text = strip(text);
    try {
      return /^https?:\/\/[^/][^\s\\<>"^`|{}@?#]*$/i.test(text) ? new URL(text).href.replace(/\/+$/, "") : "";
    } catch {
      return "";
    }
  };

  /** Other sites of this host may have a document of the same name. @param {any} data @param {string} root */
  const keyOf = (data, root) => `navapi-server ${root} ${data.document}`;

  /** @param {any} data @param {string} root of the site */
  const isServerKept = (data, root) => recall(keyOf(data, root), true) !== null;

  /** @param {any} data of the page @param {() => void} changed @param {string} root of the site */
  const makeServers = (data, changed, root) => {
    const servers = data.servers ?? [];
    /** Index of the choice to type one. */
    const typed = data.customServer ? servers.length : -1;
    let chosen = data.server ?? 0;
    /** The last one that was typed and is one. */
    let own = "";
    /** @type {any[]} */
    let rows = [];
    const place = make("div");

    /** What was typed may be one that the document names. */
    const index = () => {
      const known = chosen === typed ? servers.findIndex((/** @type {any} */ server) => serverUrl(server.url) === own) : -1;
      return known < 0 ? chosen : known;
    };
    const variables = () => Object.fromEntries(chosen === typed ? [] : rows.map((row) => [row.spec.name, row.read()]));
    const remember = () => {
      const isFirst = !chosen && !own && !rows.some((row) => row.read() !== row.spec.first);
      keep(keyOf(data, root), isFirst ? null : { url: servers[chosen]?.url, own, variables: variables() }, true);
    };
    const edited = () => {
      if (chosen === typed) own = serverUrl(rows[0].read()) || own;
      remember();
      changed();
    };
    const show = () => {
      const specs = chosen === typed
        ? [{
          name: say("serverUrl"), first: own, inputmode: "url",
          check: (/** @type {string} */ text) => (serverUrl(text) ? "" : say(text ? "notUrl" : "empty")),
        }]
        : (servers[chosen]?.variables ?? []).map((/** @type {any} */ one) =>
          ({ name: one.name, enum: one.enum, hint: one.description, first: one.default ?? "" }));
      rows = specs.map((/** @type {any} */ spec) =>
        makeRow({ ...spec, type: "string", always: true, value: JSON.stringify(spec.first) }, edited));
      place.replaceChildren(...rows.map((row) => row.node));
    };
    const options = servers.map((/** @type {any} */ server, /** @type {number} */ at) =>
      [at, [server.url, server.description].filter(Boolean).join(" – ")]);
    if (data.customServer) options.push([typed, say("otherServer")]);
    const choice = options.length > 1 && makeSelect({
      "aria-label": say("server"), onchange: () => {
        if (choice.selectedIndex === typed) own ||= serverUrl(expandServer(servers[chosen].url, new Map(Object.entries(variables()))));
        chosen = choice.selectedIndex;
        show();
        remember();
        changed();
      },
    }, options, chosen);
    const hasVariables = servers.some((/** @type {any} */ server) => server.variables?.length);

    /** @param {any} form */
    const write = ({ server, own: given, variables: values = {} }) => {
      if (typed >= 0) own = serverUrl(String(given ?? "")) || own;
      if (servers[server] || (server === typed && own)) chosen = server;
      if (choice) choice.selectedIndex = chosen;
      show();
      if (chosen === typed) return;
      for (const row of rows) {
        const value = values[row.spec.name];
        if (typeof value === "string" && (!row.spec.enum?.length || row.spec.enum.includes(value))) row.write(value);
      }
    };
    show();
    const kept = recall(keyOf(data, root), true);
    if (kept) {
      const { url } = kept;
      write({ ...kept, server: url ? servers.findIndex((/** @type {any} */ server) => server.url === url) : typed });
    }
    return {
      node: (choice || hasVariables) && make("fieldset", { class: "navapi-try-section" }, make("legend", {}, say("server")),
        choice && make("div", { class: "navapi-try-server" }, choice), place),
      isRelayed: () => Boolean(servers[index()]?.relay),
      /** The row whose value is no server. */
      wrong: () => rows.find((row) => row.spec.check?.(row.read())),
      /** The server that was typed, nothing where one of the document is chosen. */
      base: () => (index() === typed ? own : ""),
      read: () => ({ server: index(), ...(index() === typed ? { own } : {}), variables: variables() }),
      write,
    };
  };

  Object.assign(playground, { absolute, serverUrl, isServerKept, makeServers });
})();
