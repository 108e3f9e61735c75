// @ts-check
// What follows the form while the reader types: the code samples and the address in its bar.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { make, writeCode } = playground;

  /** Length of a sample from which on updating it on each key would be noticeable. */
  const LARGE = 2_000;
  /**
   * Milliseconds without a key before large samples are updated, and maximum work between two keys.
   */
  const PAUSE = 150,
    WORK = 6;

  /**
   * @param {{data: any, element: HTMLElement, samples: Element | null | undefined, run: (file:
   *   string) => Promise<void>, parts: () => any, readValues: () => any, isInPlace: () => boolean,
   *   settle: () => void}} form `settle` is called once the reader pauses
   */
  const makeFollowing = ({ data, element, samples, run, parts, readValues, isInPlace, settle }) => {
    const codes = [...(samples?.querySelectorAll("details[data-client]") ?? [])].flatMap(
      (details) => {
        const client = details.getAttribute("data-client");
        const code = details.querySelector("pre > code");
        return code && client ? [{ client, code }] : [];
      },
    );

    /** Pending load of the script that writes samples. @type {Promise<void> | null} */
    let writers = null;
    /** Cancels the pending update. @type {(() => void) | null} */
    let takeBack = null;
    let isLarge = false;
    /**
     * Hidden samples of a large request, updated when there is time.
     * @type {Set<{client: string, code: Element}>}
     */
    const unseen = new Set();
    let later = 0;
    /** The original path in the bar. @type {ChildNode[] | undefined} */
    let template;

    /**
     * Shows the chosen server in the bar and, above an open form, the values in the path.
     * @param {string} url
     */
    const showAddress = (url) => {
      parts().url.textContent = url;
      const code = element.parentElement?.querySelector(".navapi-signature > code");
      if (!code) return;
      const server = code.querySelector("span") ?? make("span");
      template ??= [...code.childNodes].filter((part) => part !== server);
      server.textContent = playground.serverOf(data, readValues());
      const isFilled = isInPlace() && url.startsWith(server.textContent);
      // Allows line breaks before separators.
      const filled = () =>
        url
          .slice(server.textContent.length)
          .split(/(?=[/?&])/)
          .flatMap((part) => [make("wbr"), part]);
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
        writers ??= run("playground/playground-samples.js").then(update, () => {
          writers = null;
        });
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
      if (takeBack && !isLarge) return;
      takeBack?.();
      let timer = 0;
      const soon = () => {
        timer = setTimeout(settle, isLarge ? PAUSE : 0);
      };
      // So that typed text is painted first.
      const frame = isLarge ? 0 : requestAnimationFrame(soon);
      if (isLarge) soon();
      takeBack = () => {
        cancelAnimationFrame(frame);
        clearTimeout(timer);
      };
    };

    return { update, changed, isBehind: () => takeBack };
  };

  Object.assign(playground, { makeFollowing });
})();
