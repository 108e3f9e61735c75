// @ts-check
// Names and values that a schema allows at the caret of a body's text.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { make, makeId, say, deref, propertyOf } = playground;

  const MOST = 50;
  /** Longer texts are not read at each key. */
  const LONGEST = 200_000;
  const DEEPEST = 9;

  /** @typedef {{path: (string | number)[], isKey: boolean, present: Set<string>, from: number, typed: string, isQuoted: boolean}} Place */

  /**
   * Where in JSON the end of `text` is: what leads there, and what has been typed of a name or value.
   * @param {string} text up to the caret @returns {Place | null} `null` where neither may stand
   */
  const placeOf = (text) => {
    /** @type {{key: string, index: number, isList: boolean, keys: Set<string>, state: "key" | "colon" | "value" | "end"}[]} */
    const stack = [];
    /** @type {any} */
    let inside = null;
    /** @type {"value" | "end"} */
    let top = "value";
    const stateOf = () => (inside ? inside.state : top);
    /** A value has ended. */
    const end = () => { if (inside) inside.state = "end"; else top = "end"; };
    let from = text.length;
    let typed = "";
    let isQuoted = false;
    for (const match of text.matchAll(/"((?:[^"\\\n]|\\.)*)("?)|[{}[\],:]|[^\s{}[\],:"]+/g)) {
      const [all, string, closing] = match;
      const isLast = match.index + all.length === text.length;
      if (string !== undefined) {
        if (!closing) {
          if (!isLast) return null;
          [from, typed, isQuoted] = [match.index, string, true];
          break;
        }
        if (stateOf() === "key") {
          inside.key = string;
          inside.state = "colon";
        } else end();
      } else if (all === "{" || all === "[") {
        inside = { key: "", index: 0, isList: all === "[", keys: new Set(), state: all === "[" ? "value" : "key" };
        stack.push(inside);
      } else if (all === "}" || all === "]") {
        stack.pop();
        inside = stack[stack.length - 1] ?? null;
        end();
      } else if (all === ",") {
        if (!inside) return null;
        if (!inside.isList) inside.keys.add(inside.key);
        inside.index++;
        inside.state = inside.isList ? "value" : "key";
      } else if (all === ":") {
        if (inside) inside.state = "value";
      } else if (isLast) [from, typed] = [match.index, all];
      else end();
    }
    const state = stateOf();
    if (state !== "key" && state !== "value") return null;
    const outer = stack.slice(0, -1).map((one) => (one.isList ? one.index : one.key));
    return {
      path: state === "key" || !inside ? outer : [...outer, inside.isList ? inside.index : inside.key],
      isKey: state === "key", present: inside?.keys ?? new Set(), from, typed, isQuoted,
    };
  };

  /** The schema at `path`. @param {any} root @param {(string | number)[]} path */
  const schemaAt = (root, path) => path.reduce((schema, step) => {
    const at = deref(root, schema);
    if (typeof step === "string") return propertyOf(root, at, step) ?? (typeof at?.additionalProperties === "object" ? at.additionalProperties : undefined);
    return [at, ...at?.allOf ?? [], ...at?.anyOf ?? []].map((part) => deref(root, part))
      .map((part) => part?.prefixItems?.[step] ?? part?.items).find((items) => items && typeof items === "object");
  }, root);

  /** `schema` and all that it is made of. @param {any} root @param {any} schema @returns {any[]} */
  const partsOf = (root, schema, depth = 0) => {
    const at = deref(root, schema);
    if (!at || typeof at !== "object" || depth > DEEPEST) return [];
    return [at, ...[...at.allOf ?? [], ...at.anyOf ?? []].flatMap((part) => partsOf(root, part, depth + 1))];
  };

  /**
   * What may stand at the caret, as JSON, with what is said of it.
   * @param {any} root @param {string} before @param {string} after @returns {{place: Place, options: {text: string, note: string}[]} | null}
   */
  const suggest = (root, before, after) => {
    const place = placeOf(before);
    if (!place) return null;
    const parts = partsOf(root, schemaAt(root, place.path));
    /** @type {Map<string, string>} */
    const found = new Map();
    if (place.isKey) {
      for (const part of parts) {
        for (const [name, schema] of Object.entries(part.properties ?? {})) {
          if (place.present.has(name) || found.has(JSON.stringify(name)) || /** @type {any} */ (schema)?.readOnly) continue;
          const type = deref(root, schema)?.type;
          found.set(JSON.stringify(name), [type ?? []].flat().join(" | "));
        }
      }
      // Those that stand behind the caret in the same object.
      for (const [, name] of after.replace(/^[^"\n]*"?/, "").matchAll(/"((?:[^"\\\n]|\\.)*)"\s*:/g)) found.delete(JSON.stringify(name));
    } else {
      for (const part of parts) {
        const values = part.const !== undefined ? [part.const] : part.enum ?? ([part.type].flat().includes("boolean") ? [true, false] : []);
        for (const value of values) if (value === null || typeof value !== "object") found.set(JSON.stringify(value), "");
      }
    }
    const typed = place.typed.toLowerCase();
    const isLike = (/** @type {string} */ text) => text.toLowerCase().replace(/^"/, "").includes(typed) && (!place.isQuoted || text.startsWith('"'));
    const options = [...found].filter(([text]) => isLike(text)).slice(0, MOST).map(([text, note]) => ({ text, note }));
    const isDone = options.length === 1 && options[0]?.text === (place.isQuoted ? `"${place.typed}"` : place.typed);
    return options.length && !isDone ? { place, options } : null;
  };

  /**
   * Offers what may stand at the caret of `area`, in a list that arrows choose from.
   * @param {HTMLTextAreaElement} area @param {(offset: number) => DOMRect | null} placeOf a character of its text
   * @param {HTMLElement} around what the list stands in @param {() => any} schemaOf
   */
  const complete = (area, placeOf, around, schemaOf) => {
    const list = make("ul", { role: "listbox", id: makeId(), class: "navapi-try-options", "aria-label": say("suggestions"), hidden: true, dir: "ltr" });
    around.append(list);
    for (const [name, value] of [["autocomplete", "list"], ["haspopup", "listbox"], ["controls", list.id]]) area.setAttribute(`aria-${name}`, value ?? "");
    /** @type {ReturnType<typeof suggest>} */
    let shown = null;
    let chosen = -1;
    const hide = () => {
      shown = null;
      list.hidden = true;
      area.removeAttribute("aria-activedescendant");
    };
    /** @param {number} index */
    const choose = (index) => {
      chosen = index;
      for (const [at, option] of [...list.children].entries()) option.setAttribute("aria-selected", String(at === index));
      const option = list.children[index];
      if (!option) return;
      area.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    };
    const put = () => {
      const option = shown?.options[chosen];
      if (!shown || !option) return;
      const { place } = shown;
      const after = area.value.slice(area.selectionEnd);
      const rest = place.isQuoted ? /^(?:[^"\\\n]|\\.)*"/.exec(after)?.[0].length ?? 0 : /^[\w.+-]*/.exec(after)?.[0].length ?? 0;
      // A name that is followed by another's value is only typed anew.
      const isNamed = /^\s*:/.test(after.slice(rest));
      area.setSelectionRange(place.from, area.selectionEnd + rest);
      hide();
      // As if typed: it can be undone.
      document.execCommand("insertText", false, place.isKey && !isNamed ? `${option.text}: ` : option.text);
    };
    const show = () => {
      const root = area.selectionStart === area.selectionEnd && area.value.length < LONGEST && schemaOf();
      shown = root ? suggest(root, area.value.slice(0, area.selectionEnd), area.value.slice(area.selectionEnd)) : null;
      if (!shown) return hide();
      list.replaceChildren(...shown.options.map(({ text, note }, index) => make("li", {
        role: "option", id: `${list.id}-${index}`,
        onpointerdown: (/** @type {Event} */ event) => { event.preventDefault(); choose(index); put(); },
      }, make("code", {}, text), note && make("small", {}, note))));
      list.hidden = false;
      choose(-1);
      area.removeAttribute("aria-activedescendant");
      const frame = around.getBoundingClientRect();
      const box = area.getBoundingClientRect();
      const at = placeOf(shown.place.from) ?? { left: box.left, bottom: box.bottom };
      const visible = (area.parentElement ?? area).getBoundingClientRect();
      list.style.top = `${Math.min(at.bottom, visible.bottom) - frame.top + 2}px`;
      list.style.left = `${Math.max(0, Math.min(at.left - frame.left, frame.width - list.offsetWidth))}px`;
    };
    area.addEventListener("input", (event) => {
      // What is pasted or taken away asks for nothing.
      if (/^insertText$/.test(/** @type {InputEvent} */ (event).inputType) && /["\w]$/.test(area.value.slice(0, area.selectionEnd))) show();
      else hide();
    });
    area.addEventListener("blur", hide);
    area.addEventListener("keydown", (event) => {
      if (event.key === " " && event.ctrlKey) show();
      else if (!shown || event.ctrlKey || event.metaKey || event.altKey) return;
      else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        const count = shown.options.length;
        choose((chosen + (event.key === "ArrowDown" ? 1 : chosen < 0 ? count : count - 1)) % count);
      } else if ((event.key === "Enter" || event.key === "Tab") && chosen >= 0) put();
      else if (event.key === "Escape") hide();
      else {
        if (/^Arrow|^Home$|^End$/.test(event.key)) hide();
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    });
  };

  Object.assign(playground, { suggest, complete });
})();
