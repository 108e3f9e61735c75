// @ts-check
// The form as a whole: opened in place, or as a dialog on narrow screens; its content is the
// request that is sent and that the code samples show.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { make, makeButton, makeRow, writeCode, makeBody, makeSecurity, makeServers, recall, keep, say, jsonText, valueOf, isNested } = playground;

  const DIRECT = "navapi-direct";
  /** What `_navapi/oauth.html` leaves, and what this page stored before leaving. */
  const SIGNED_IN = "navapi-oauth-result";
  const SIGN_IN = "navapi-sign-in";
  /** Milliseconds before a wait is shown. */
  const PATIENCE = 400;
  /** Length of a sample from which on updating it on each key would be noticeable. */
  const LARGE = 2_000;
  /** Milliseconds without a key before large samples are updated, and maximum work between two keys. */
  const PAUSE = 150, WORK = 6;
  /** Places where undeclared fields may be added. */
  const EXTRA = ["query", "header"];
  const PLACES = ["path", "query", "querystring", "header", "cookie"];
  /** Whether a page cannot set the field: browsers silently ignore it. @param {string} name */
  const isForbidden = (name) => {
    if (/^user-agent$/i.test(name)) return true;
    try { return !new Request(location.href, { headers: [[name, "x"]] }).headers.has(name); } catch { return false; }
  };

  /** Whether its text in the path would be empty. @param {any} value @returns {boolean} */
  const isEmpty = (value) => value === "" || value === null || value === undefined ||
    (isNested(value) && [...value.values()].every(isEmpty));

  /** The first opaque background behind `element`. @param {Element} element */
  const groundOf = (element) => {
    for (let at = /** @type {Element | null} */ (element); at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!/^rgba\(|\/|transparent/.test(colour)) return colour;
    }
    return "";
  };
  /** @param {string} colour as computed */
  const isDark = (colour) => {
    const [red = 1, green = 1, blue = 1] = (colour.match(/[\d.]+/g) ?? []).map((part) => Number(part) / (/^rgb/.test(colour) ? 255 : 1));
    return 0.3 * red + 0.6 * green + 0.1 * blue < 0.5;
  };

  /**
   * Adds the closed form to `element`, which contains its data; `button` opens it.
   * @param {HTMLElement} element @param {HTMLElement} button
   * @param {(file: string) => Promise<void>} run runs a further script of the playground
   */
  const start = (element, button, run) => {
    const data = JSON.parse(element.querySelector("script")?.textContent ?? "{}");
    const siteRoot = new URL(element.dataset.root ?? "./", location.href).href;
    data.servers = data.servers?.map((/** @type {any} */ server) => ({ ...server, url: playground.absolute(server.url, siteRoot) }));
    const endpoint = `${(typeof data.proxy === "string" ? data.proxy : siteRoot).replace(/\/+$/, "")}/api/request`;
    const sends = data.display !== "simple";
    if (data.additional && sends) {
      data.parameters = [...data.parameters ?? [], ...EXTRA.map((place) => ({
        name: say(/** @type {any} */ (place)), in: place, type: "object", explode: true, always: true, extra: true,
      }))];
    }
    const draft = `navapi-draft ${data.operation} ${location.pathname}`;
    let isEdited = false;
    const narrow = matchMedia("(max-width: 48rem)");
    const samples = (element.closest(".navapi-operation") ?? document).querySelector(".navapi-samples");
    const codes = [...samples?.querySelectorAll("details[data-client]") ?? []].flatMap((details) => {
      const client = details.getAttribute("data-client");
      const code = details.querySelector("pre > code");
      return code && client ? [{ client, code }] : [];
    });

    /** Examples of bodies on the page. */
    const examples = [...samples?.querySelectorAll("details[data-example]") ?? []].map((details) => ({
      media: Number(details.getAttribute("data-example")),
      name: details.querySelector("summary")?.textContent ?? "",
      text: details.querySelector("code")?.textContent ?? "",
    }));

    /** @type {any} */
    let parts = null;
    /** @type {AbortController | null} */
    let underway = null;
    /** Pending load of the script that writes samples. @type {Promise<void> | null} */
    let writers = null;
    /** Cancels the pending update. @type {(() => void) | null} */
    let takeBack = null;
    let isLarge = false;
    /** Hidden samples of a large request, updated when there is time. @type {Set<{client: string, code: Element}>} */
    const unseen = new Set();
    let later = 0;
    /** The original path in the bar. @type {ChildNode[] | undefined} */
    let template;

    const usesRelay = () => Boolean(data.proxy) && !recall(DIRECT) && parts.servers.isRelayed();

    // -- what the form says -------------------------------------------------------------------

    /** @param {boolean} [sent] only what can be sent from here */
    const readValues = (sent = false) => {
      const { servers, rows, body, security } = parts;
      const direct = sent && !usesRelay();
      const cookies = direct && security ? security.cookieSchemes() : [];
      return {
        ...servers.read(),
        isSent: sent,
        parameters: rows.flatMap((/** @type {any} */ row, /** @type {number} */ index) =>
          row.isSent() && !(direct && row.isDisabled()) && !(row.spec.extra && usesRelay()) ? [{ index, value: row.read() }] : []),
        body: body && !(direct && isBodiless()) ? body.read() : null,
        credentials: security ? security.read().filter((/** @type {any} */ one) => !cookies.includes(one.scheme)) : [],
      };
    };
    const isBodiless = () => data.method === "GET" || data.method === "HEAD";

    /** The content of the form, without files and credentials. */
    const snapshot = () => ({
      ...parts.servers.read(),
      isWhole: true,
      alternative: parts.security?.keep(),
      parameters: parts.rows.flatMap((/** @type {any} */ row) =>
        row.isSent() ? [[`${row.spec.in}.${row.spec.name}`, jsonText(row.read())]] : []),
      body: parts.body?.keep(),
    });

    /** @param {any} form a snapshot, or the form of a link: its `text` is that of the body */
    const fill = (form) => {
      put(form);
      parts.result.hidden = true;
      follow();
      focusFirst();
    };
    const follow = () => { limit(); update(); };

    /** @param {any} form */
    const put = (form) => {
      isEdited = true;
      const { servers, rows, body, security } = parts;
      if (form.isWhole) servers.write(form);
      if (security && form.alternative !== undefined) security.write(form.alternative);
      for (const row of rows) {
        const names = [`${row.spec.in}.${row.spec.name}`, row.spec.name];
        const pair = form.parameters.find((/** @type {[string, string]} */ [name]) => names.includes(name));
        if (pair || form.isWhole) row.write(pair ? valueOf(pair[1]) : undefined);
      }
      if (body && form.body) body.write(form.body);
      if (body && form.text !== undefined) body.write({ ...body.keep(), sent: true, value: form.text });
    };

    // -- what follows it ----------------------------------------------------------------------

    /** Disables what a browser cannot send, if the browser sends. */
    const limit = () => {
      if (!sends) return;
      const { rows, body, security, send, via, servers } = parts;
      const direct = !usesRelay();
      if (parts.extra) parts.extra.hidden = !direct;
      for (const row of rows) {
        const cannot = row.spec.in === "cookie" || (row.spec.in === "header" && isForbidden(row.spec.name));
        row.disable(direct && cannot ? say("onlySamples") : "");
      }
      body?.disable(direct && isBodiless() ? say("bodyNotSent", { method: data.method }) : "");
      security?.disableCookies(direct ? say("onlySamples") : "");
      const cannotSend = direct && /^(?:TRACE|CONNECT|TRACK)$/.test(data.method);
      send.disabled = cannotSend;
      const chosen = data.proxy && recall(DIRECT);
      via.replaceChildren(...[
        cannotSend ? say("methodNotSent", { method: data.method })
          : !direct ? (typeof data.proxy === "string" ? say("viaRelayAt", { url: data.proxy }) : say("viaRelay"))
          : data.proxy && !chosen && !servers.isRelayed() ? say("serverDirect") : say("viaBrowser"),
        security?.isBare() && ` ${say("noCredentials")}`,
        chosen && " ",
        chosen && makeButton(say("useRelay"), () => { keep(DIRECT, null); limit(); send.focus(); }, { class: "navapi-try-quiet" }),
      ].filter((part) => part));
    };

    /** Shows the chosen server in the bar and, above an open form, the values in the path. @param {string} url */
    const showAddress = (url) => {
      parts.url.textContent = url;
      const code = element.parentElement?.querySelector(".navapi-signature > code");
      if (!code) return;
      const server = code.querySelector("span") ?? make("span");
      template ??= [...code.childNodes].filter((part) => part !== server);
      server.textContent = playground.serverOf(data, readValues());
      const isFilled = isOpen && !narrow.matches && url.startsWith(server.textContent);
      // Allows line breaks before separators.
      const filled = () => url.slice(server.textContent.length).split(/(?=[/?&])/).flatMap((part) => [make("wbr"), part]);
      code.replaceChildren(server, ...(isFilled ? filled() : template));
    };

    const update = () => {
      takeBack?.();
      takeBack = null;
      const request = playground.writeRequest(data, readValues());
      showAddress(request.url);
      if (playground.samples) {
        const seen = codes.filter(({ code }) => code.closest("details")?.open);
        for (const sample of seen) writeSample(sample, request);
        isLarge = seen.some(({ code }) => (code.textContent ?? "").length > LARGE);
        for (const sample of codes) {
          if (seen.includes(sample)) continue;
          if (isLarge) unseen.add(sample);
          else writeSample(sample, request);
        }
      } else if (codes.length) {
        // Without it the samples are not updated.
        writers ??= run("playground/playground-samples.js").then(update, () => { writers = null; });
      }
      // A few at a time, so that a key need not wait.
      const writeUnseen = () => {
        const end = performance.now() + WORK;
        for (const sample of unseen) {
          writeSample(sample, request);
          if (performance.now() > end) break;
        }
        if (unseen.size) later = setTimeout(writeUnseen);
      };
      clearTimeout(later);
      if (unseen.size) later = setTimeout(writeUnseen, PAUSE);
    };
    /** @param {{client: string, code: Element}} sample @param {any} request */
    const writeSample = (sample, request) => {
      unseen.delete(sample);
      const { client, code } = sample;
      const text = playground.samples[client]?.(request);
      if (text !== undefined && code.textContent !== text) writeCode(code, text, client);
    };
    for (const sample of codes) {
      sample.code.closest("details")?.addEventListener("toggle", () => {
        if (unseen.has(sample)) writeSample(sample, playground.writeRequest(data, readValues()));
      });
    }
    const changed = () => {
      if (!parts) return;
      isEdited = true;
      if (takeBack && !isLarge) return;
      takeBack?.();
      let timer = 0;
      const soon = () => { timer = setTimeout(follow, isLarge ? PAUSE : 0); };
      // So that typed text is painted first.
      const frame = isLarge ? 0 : requestAnimationFrame(soon);
      if (isLarge) soon();
      takeBack = () => { cancelAnimationFrame(frame); clearTimeout(timer); };
    };

    // -- sending ------------------------------------------------------------------------------

    const send = async () => {
      const { result, answerPlace, linksPlace, busy, waited, live, abort } = parts;
      if (underway || parts.send.disabled) return;
      if (takeBack) follow();
      const wrong = parts.servers.wrong() ??
        parts.rows.find((/** @type {any} */ row) => row.spec.in === "path" && isEmpty(row.read()));
      if (wrong) {
        live.textContent = `${wrong.spec.name}: ${wrong.spec.check?.(wrong.read()) || say("empty")}`;
        wrong.focus.focus();
        return;
      }
      const controller = underway = new AbortController();
      const { signal } = controller;
      const values = readValues(true);
      const request = playground.writeRequest(data, values);
      const begun = performance.now();
      let size = 0;
      let isStream = false;
      abort.hidden = false;
      parts.send.setAttribute("aria-disabled", "true");
      const ticking = setInterval(() => {
        const time = performance.now() - begun;
        if (time < PATIENCE || isStream) return;
        if (result.hidden || busy.hidden) {
          result.hidden = busy.hidden = false;
          live.textContent = say("sending");
        }
        waited.textContent = [say("waited", { seconds: (time / 1000).toFixed(1) }),
          size ? say("received", { size: playground.sizeOf(size) }) : ""].filter(Boolean).join(" · ");
      }, 100);
      linksPlace.hidden = true;
      answerPlace.classList.add("navapi-try-stale");
      /** @type {{answer?: any, problem?: any}} */
      let outcome = {};
      try {
        const listening = {
          received: (/** @type {number} */ bytes) => { size = bytes; },
          live: (/** @type {any} */ head) => {
            isStream = true;
            result.hidden = false;
            busy.hidden = true;
            answerPlace.classList.remove("navapi-try-stale");
            live.textContent = say("streaming");
            return playground.showStream(answerPlace, head);
          },
        };
        if (usesRelay()) {
          const message = await playground.relayRequest(data, values);
          outcome = await playground.callRelay(endpoint, message, signal, listening);
        } else {
          const made = playground.fetchArguments(request);
          outcome = made.problem
            ? { problem: { kind: "unsendable", title: say("unsendable"), detail: made.problem } }
            : await playground.sendDirect(made, { signal, withCredentials: Boolean(data.withCredentials), ...listening });
        }
      } catch (error) {
        outcome = signal.aborted
          ? { problem: { kind: "aborted", title: say("aborted") } }
          : { problem: { kind: "unsendable", title: say("unsendable"), detail: /** @type {Error} */ (error).message } };
      }
      clearInterval(ticking);
      underway = null;
      const hadFocus = document.activeElement === abort;
      abort.hidden = busy.hidden = true;
      parts.send.removeAttribute("aria-disabled");
      if (hadFocus) parts.send.focus();
      result.hidden = false;
      answerPlace.classList.remove("navapi-try-stale");
      const { answer, problem } = outcome;
      if (isStream && answer) live.textContent = playground.endStream(answerPlace, answer, data);
      else if (answer) live.textContent = playground.showAnswer(answerPlace, answer, data);
      else {
        const buttons = problem.kind === "noRelay" ? [makeButton(say("sendDirect"), () => {
          keep(DIRECT, 1);
          limit();
          parts.send.focus();
          send();
        })] : [];
        live.textContent = playground.showProblem(answerPlace, problem, buttons);
      }
      result.scrollIntoView({ block: "nearest" });
      // For the site's own scripts; without any entered values.
      element.dispatchEvent(new CustomEvent("navapi:request", { bubbles: true, detail: {
        operation: data.operation, method: data.method, path: data.path, relayed: usesRelay(),
        status: answer?.status ?? null, problem: problem?.kind ?? null, milliseconds: Math.round(performance.now() - begun),
      } }));
      if (answer) playground.showLinks(linksPlace, { request, values, data, answer }, fill);
      if (problem?.kind === "unsendable") return;
      playground.remember({
        operation: data.operation, page: location.pathname, method: data.method, path: data.path,
        status: answer?.status, at: Date.now(), form: snapshot(),
      });
      playground.showHistory(parts.history, data, fill);
    };

    // -- the form -----------------------------------------------------------------------------

    /** Sends if a message moves the button away while it is pressed. @param {PointerEvent} down */
    const press = (down) => {
      const button = parts.send;
      if (down.button !== 0) return;
      addEventListener("pointerup", (up) => {
        const isStill = up.pointerId === down.pointerId && Math.hypot(up.clientX - down.clientX, up.clientY - down.clientY) < 4;
        if (isStill && !button.disabled && !button.contains(/** @type {Node} */ (up.target))) button.form.requestSubmit();
      }, { once: true });
    };

    const build = () => {
      const rows = (data.parameters ?? []).map((/** @type {any} */ spec) => makeRow(spec, changed));
      const servers = makeServers(data, changed, siteRoot);
      const body = data.body?.media?.length ? makeBody(data.body, changed, () => loadChecks(), examples) : null;
      const security = makeSecurity(data, changed, {
        root: siteRoot, snapshot, run, base: servers.base, wrong: servers.wrong,
        callRelay: () => (usesRelay() ? (/** @type {string} */ message) => playground.callRelay(endpoint, message) : null),
      });
      const sections = PLACES.map((place) => {
        const inside = rows.filter((/** @type {any} */ row) => row.spec.in === place && !row.spec.extra);
        return inside.length > 0 && make("fieldset", { class: "navapi-try-section" },
          make("legend", {}, say(place)), inside.map((/** @type {any} */ row) => row.node));
      });
      const extra = data.additional && sends && make("fieldset", { class: "navapi-try-section" },
        make("legend", {}, say("additional")), rows.filter((/** @type {any} */ row) => row.spec.extra).map((/** @type {any} */ row) => row.node));
      const url = make("code", { dir: "ltr" });
      const via = make("span", { class: "navapi-try-via" });
      const sendButton = make("button", { type: "submit", class: "navapi-try-send", "aria-keyshortcuts": "Control+Enter Meta+Enter", onpointerdown: press }, say("send"));
      const abort = makeButton(say("abort"), () => underway?.abort(), { hidden: true });
      const live = make("p", { class: "navapi-try-hidden", role: "status" });
      const waited = make("span");
      const busy = make("div", { class: "navapi-try-busy", hidden: true }, make("progress", { "aria-label": say("sending") }), waited);
      const answerPlace = make("div", { class: "navapi-try-answer" });
      const linksPlace = make("div", { class: "navapi-try-links", hidden: true });
      const result = make("section", { class: "navapi-try-result", "aria-label": say("result"), hidden: true },
        make("p", { class: "navapi-try-title" }, say("result")), busy, answerPlace, linksPlace);
      const paste = make("details", {
        class: "navapi-try-paste", ontoggle: () => {
          if (!paste.children[1]) run("playground/playground-curl.js").then(() => paste.append(playground.makePaste(data, (/** @type {any} */ form) => {
            security?.take(form.credentials);
            put(form);
            follow();
          }, () => !usesRelay())), () => {});
        },
      }, make("summary", {}, say("fromCurl")));
      const history = make("details", { class: "navapi-try-history", hidden: true });
      // For keyboards: skips the rows.
      const skip = make("a", { class: "navapi-try-hidden", href: "#", onclick: (/** @type {Event} */ event) => { event.preventDefault(); sendButton.focus(); } }, say("skip"));
      const form = make("form", { novalidate: true, autocomplete: "off", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); if (sends) send(); } },
        servers.node, security?.node, sends && rows.length > 2 && skip, sections, body?.node, extra,
        make("div", { class: "navapi-try-bar" }, sends && [sendButton, abort], makeButton(say("reset"), reset), sends && via));
      const panel = make("div", {
        class: "navapi-form", role: "region", "aria-label": `${say("form")}: ${data.method} ${data.path}`, tabindex: "-1",
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !sends) return;
          event.preventDefault();
          send();
        },
      },
        make("div", { class: "navapi-try-head" },
          make("b", { class: `navapi-method m-${data.method.toLowerCase()}` }, data.method), url,
          makeButton("×", () => close(), { class: "navapi-try-close", "aria-label": say("close") })),
        form, live, paste, sends && [result, history]);
      parts = { extra, rows, servers, body, security, url, via, send: sendButton, abort, live, waited, busy, answerPlace, linksPlace, result, history, panel };
      if (sends) playground.showHistory(history, data, fill);
    };

    /** Restores the initial state, except the server and the credentials, which pages share. */
    const reset = () => {
      underway?.abort();
      keep(draft, null);
      const old = parts.panel;
      build();
      old.replaceWith(parts.panel);
      isEdited = false;
      paint();
      follow();
      focusFirst();
    };

    const focusFirst = () => {
      const first = parts.panel.querySelector("form :is(input:not([type=checkbox]), select, textarea):not([disabled])") ?? parts.send;
      first.focus();
    };

    /** Creates the form, with the content stored when the page was left. */
    const ready = () => {
      if (parts) return;
      build();
      const kept = recall(draft);
      // The server is the one last chosen on any page.
      if (kept) put({ ...kept, ...parts.servers.read() });
    };
    addEventListener("pagehide", () => { if (isEdited) keep(draft, snapshot()); });

    /** @type {Promise<void> | null} */
    let checks = null;
    /** Loads the validator, with schemas of the body that are not in the page. */
    const loadChecks = () => {
      const files = (parts.body?.files() ?? []).map((/** @type {string} */ name) => run(`playground/schemas/${name}.js`));
      return (checks ??= Promise.all([run("playground/playground-body.js"), ...files]).then(() => {
        for (const row of parts.rows) row.check();
        parts.body?.check();
      }, () => { checks = null; }));
    };

    // -- opening and closing ------------------------------------------------------------------

    const dialog = make("dialog", { class: "navapi-try-dialog", onclose: () => dialog.contains(parts.panel) && close() });
    let isOpen = false;

    const paint = () => {
      const ground = groundOf(element);
      for (const place of [dialog, parts.panel]) {
        place.style.setProperty("--navapi-try-ground", ground || "Canvas");
        if (ground) place.style.colorScheme = isDark(ground) ? "dark" : "light";
      }
    };

    /** Puts the panel in place, or into the dialog. */
    const place = () => {
      if (!isOpen) return;
      const { panel } = parts;
      const focused = panel.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
      paint();
      if (narrow.matches) {
        dialog.setAttribute("aria-label", panel.getAttribute("aria-label"));
        dialog.append(panel);
        element.append(dialog);
        if (!dialog.open) dialog.showModal();
      } else {
        element.append(panel);
        if (dialog.open) dialog.close();
        dialog.remove();
      }
      update();
      focused?.focus({ preventScroll: true });
    };

    const open = () => {
      ready();
      isOpen = true;
      parts.panel.hidden = false;
      parts.security?.refresh();
      limit();
      place();
      loadChecks();
      button.setAttribute("aria-expanded", "true");
      if (narrow.matches) parts.panel.focus();
      else focusFirst();
    };

    const close = () => {
      if (!isOpen) return;
      isOpen = false;
      if (dialog.open) dialog.close();
      parts.panel.hidden = true;
      update();
      button.setAttribute("aria-expanded", "false");
      button.focus();
    };

    /** Uses an example of the body opened by the reader. @param {Element} chosen */
    const take = (chosen) => {
      ready();
      parts.body?.choose(Number(chosen.getAttribute("data-example")), chosen.querySelector("code")?.textContent ?? "");
      follow();
    };
    /** @type {any} */ (element).take = take;

    narrow.addEventListener("change", place);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => isOpen && paint());
    const watcher = new MutationObserver(() => isOpen && paint());
    for (const target of [document.documentElement, document.body]) {
      watcher.observe(target, { attributes: true });
    }
    button.addEventListener("click", () => (isOpen ? close() : open()));

    // Samples show the server chosen on another page.
    if (playground.isServerKept(data, siteRoot)) {
      ready();
      update();
    }
    const next = playground.takeNext(data);
    if (next) {
      open();
      fill(next);
    }
    const left = recall(SIGN_IN);
    const result = recall(SIGNED_IN);
    if (result && left?.operation === data.operation && left.page === location.pathname) {
      for (const key of [SIGN_IN, SIGNED_IN, "navapi-oauth"]) keep(key, null);
      open();
      fill(left.form);
      parts.security?.finish(left, result);
    }
  };

  playground.start = start;
})();
