// @ts-check
// Sending the form: its progress, the response or the problem, and what is remembered of it.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { makeButton, say, isNested } = playground;

  /** Milliseconds before a wait is shown. */
  const PATIENCE = 400;

  /** Whether its text in the path would be empty. @param {any} value @returns {boolean} */
  const isEmpty = (value) =>
    value === "" ||
    value === null ||
    value === undefined ||
    (isNested(value) && [...value.values()].every(isEmpty));

  /**
   * @param {any} form shared values of form.js: `parts()` are those of the current form, `settle`
   *   brings samples and limits up to date
   */
  const makeSubmit = ({
    data,
    element,
    endpoint,
    run,
    parts,
    usesRelay,
    sendDirectly,
    readValues,
    snapshot,
    fill,
    settle,
    isBehind,
  }) => {
    /** @type {AbortController | null} */
    let underway = null;

    /** Scrolls to the result, without motion; focus stays where it is. */
    const reveal = () => parts().result.scrollIntoView({ block: "nearest", behavior: "instant" });

    /**
     * Keeps the end of the result in view while it grows, unless the reader scrolled away.
     * @param {() => any} grow
     */
    const keepSeen = (grow) => {
      const isSeen = parts().result.getBoundingClientRect().bottom <= innerHeight;
      const value = grow();
      if (isSeen) reveal();
      return value;
    };

    const send = async () => {
      const { result, answerPlace, linksPlace, busy, waited, live, abort } = parts();
      if (underway || parts().send.disabled) return;
      if (isBehind()) settle();
      const wrong =
        parts().servers.wrong() ??
        parts().rows.find(
          (/** @type {any} */ row) => row.spec.in === "path" && isEmpty(row.read()),
        ) ??
        parts().body?.wrong();
      if (wrong) {
        live.textContent = `${wrong.spec.name}: ${wrong.spec.check?.(wrong.read()) || say("empty")}`;
        wrong.focus.focus();
        return;
      }
      const controller = (underway = new AbortController());
      const { signal } = controller;
      const values = readValues(true);
      const request = playground.writeRequest(data, values);
      const begun = performance.now();
      let size = 0;
      let isStream = false;
      abort.hidden = false;
      parts().send.setAttribute("aria-disabled", "true");
      const ticking = setInterval(() => {
        const time = performance.now() - begun;
        if (time < PATIENCE || isStream) return;
        if (result.hidden || busy.hidden) {
          result.hidden = busy.hidden = false;
          live.textContent = say("sending");
          reveal();
        }
        waited.textContent = [
          say("waited", { seconds: (time / 1000).toFixed(1) }),
          size ? say("received", { size: playground.sizeOf(size) }) : "",
        ]
          .filter(Boolean)
          .join(" · ");
      }, 100);
      linksPlace.hidden = true;
      answerPlace.classList.add("navapi-try-stale");
      /** @type {{answer?: any, problem?: any}} */
      let outcome = {};
      try {
        const listening = {
          received: (/** @type {number} */ bytes) => {
            size = bytes;
          },
          live: (/** @type {any} */ head) => {
            isStream = true;
            result.hidden = false;
            busy.hidden = true;
            answerPlace.classList.remove("navapi-try-stale");
            live.textContent = say("streaming");
            const show = playground.showStream(answerPlace, head);
            reveal();
            return (/** @type {string} */ text, /** @type {boolean} */ isLast) =>
              keepSeen(() => show(text, isLast));
          },
        };
        if (data.unaddressed && !parts().servers.base()) {
          // Its requests would go to these pages.
          outcome = {
            problem: { kind: "unsendable", title: say("noAddress"), detail: say("noServers") },
          };
        } else if (usesRelay()) {
          const message = await playground.relayRequest(data, values);
          outcome = await playground.callRelay(endpoint, message, signal, listening);
        } else {
          const made = playground.fetchArguments(request);
          outcome = made.problem
            ? { problem: { kind: "unsendable", title: say("unsendable"), detail: made.problem } }
            : await playground.sendDirect(made, {
                signal,
                withCredentials: Boolean(data.withCredentials),
                ...listening,
              });
        }
      } catch (error) {
        outcome = signal.aborted
          ? { problem: { kind: "aborted", title: say("aborted") } }
          : {
              problem: {
                kind: "unsendable",
                title: say("unsendable"),
                detail: /** @type {Error} */ (error).message,
              },
            };
      }
      const type = outcome.answer ? playground.headerOf(outcome.answer, "content-type") : "";
      // Without it the text is shown as it is.
      if (/xml|csv|tab-sep/i.test(type))
        await run("playground/playground-formats.js").catch(() => {});
      clearInterval(ticking);
      underway = null;
      const hadFocus = document.activeElement === abort;
      abort.hidden = busy.hidden = true;
      parts().send.removeAttribute("aria-disabled");
      if (hadFocus) parts().send.focus();
      result.hidden = false;
      answerPlace.classList.remove("navapi-try-stale");
      const { answer, problem } = outcome;
      if (isStream && answer)
        live.textContent = keepSeen(() => playground.endStream(answerPlace, answer, data));
      else if (answer) live.textContent = playground.showAnswer(answerPlace, answer, data);
      else {
        const buttons =
          problem.kind === "noRelay"
            ? [
                makeButton(say("sendDirect"), () => {
                  sendDirectly();
                  parts().send.focus();
                  send();
                }),
              ]
            : [];
        live.textContent = playground.showProblem(answerPlace, problem, buttons);
      }
      if (answer) parts().security?.mark(answer);
      if (problem || !isStream) reveal();
      // For the site's own scripts; without any entered values.
      element.dispatchEvent(
        new CustomEvent("navapi:request", {
          bubbles: true,
          detail: {
            operation: data.operation,
            method: data.method,
            path: data.path,
            relayed: usesRelay(),
            status: answer?.status ?? null,
            problem: problem?.kind ?? null,
            milliseconds: Math.round(performance.now() - begun),
          },
        }),
      );
      if (answer) playground.showLinks(linksPlace, { request, values, data, answer }, fill);
      if (problem?.kind === "unsendable") return;
      playground.remember({
        operation: data.operation,
        page: location.pathname,
        method: data.method,
        path: data.path,
        status: answer?.status,
        at: Date.now(),
        form: snapshot(),
      });
      playground.showHistory(parts().history, data, fill);
    };

    return { send, abort: () => underway?.abort() };
  };

  Object.assign(playground, { makeSubmit });
})();
