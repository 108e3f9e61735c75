// @ts-check
// The body: an editor for text and JSON, rows for forms, a file for anything else.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { make, prose, makeButton, makeEditor, makeId, makeRow, makeSelect, say, parseJson, formatJson, jsonText, valueOf } = playground;
  const MOST_SHOWN = 6;

  /**
   * JSON and other text; JSON also as fields, an alternative view of the same text.
   * @param {any} media @param {() => void} changed @param {() => Promise<any>} load what fields
   *     need
   */
  const makeText = (media, changed, load) => {
    const isJson = media.kind === "json";
    const noteId = makeId();
    const note = make("div", { id: noteId, class: "navapi-try-note" });
    /** The fields, if shown. @type {any} */
    let tree = null;
    let isCompleted = false;
    /** Their value, if not yet written to the text. @type {any} */
    let whole;
    const text = () => {
      if (whole !== undefined) editor.write(jsonText(whole, { indent: 2 }));
      whole = undefined;
      return editor.read();
    };
    const check = () => {
      clearTimeout(later);
      note.replaceChildren();
      if (!isJson) return;
      let value;
      try { value = parseJson(text()); } catch (error) {
        note.append(say("notJson", { problem: /** @type {Error} */ (error).message }));
        return;
      }
      const schema = playground.schemaOf?.(media.schema);
      if (schema && !isCompleted) {
        isCompleted = true;
        playground.complete(editor.area, editor.placeOf, place, () => schema);
      }
      const problems = schema ? playground.validate(schema, value) : [];
      tree?.mark(problems);
      if (!problems.length) return;
      const more = problems.length - MOST_SHOWN;
      note.append(say("misfits"), make("ul", {},
        problems.slice(0, MOST_SHOWN).map((/** @type {any} */ problem) => make("li", {}, prose(problem.text))),
        more > 0 && make("li", {}, say("moreProblems", { count: more }))));
    };
    let later = 0;
    const checkSoon = () => { clearTimeout(later); later = setTimeout(check, 250); };
    const editor = makeEditor({
      "aria-label": say("body"), "aria-describedby": noteId, class: "navapi-try-text",
      oninput: () => { checkSoon(); changed(); },
    }, () => isJson);
    const format = isJson && makeButton(say("format"), () => {
      try { editor.write(formatJson(editor.area.value)); } catch { /* the note says it */ }
      check();
      changed();
    }, { class: "navapi-try-quiet" });
    const place = make("div", { class: "navapi-try-place" }, editor.node);

    /** @param {boolean} asFields */
    const show = (asFields) => {
      const before = text();
      tree = null;
      if (asFields) {
        /** @type {any} */
        let value;
        try { value = before.trim() ? parseJson(before) : undefined; } catch {
          check(); // now, as one that is still to come would take away what is said here
          note.prepend(make("p", { role: "alert" }, say("notFields")));
          return;
        }
        tree = playground.makeBranches(playground.schemaOf(media.schema), value, say("body"), (/** @type {any} */ made) => {
          whole = made;
          checkSoon();
          changed();
        });
      } else editor.paint();
      place.replaceChildren(tree?.node ?? editor.node);
      if (format) format.hidden = Boolean(tree);
      for (const [index, button] of buttons.entries()) button.setAttribute("aria-pressed", String(Boolean(index) === Boolean(tree)));
      check();
    };
    const buttons = [
      makeButton(say("text"), () => show(false), { "aria-pressed": "true" }),
      makeButton(say("fields"), () => load().then(() => playground.makeBranches && show(true)), { "aria-pressed": "false" }),
    ];
    editor.write(media.text ?? "");
    check();
    // Below the text, so that the text comes first in tab order.
    const views = make("div", { class: "navapi-try-views" }, buttons);
    return {
      node: make("div", {}, place, make("div", { class: "navapi-try-below" }, isJson && makeToolbar(say("views"), [...buttons, format], [views, format]), note)),
      read: () => ({ text: text() }),
      keep: text,
      check,
      /** @param {any} given */
      write: (given) => {
        if (typeof given !== "string") return;
        whole = undefined;
        editor.write(given);
        show(Boolean(tree));
      },
    };
  };

  /**
   * Buttons with a single tab stop: arrow keys move between them (ARIA's toolbar).
   * @param {string} label @param {any[]} buttons @param {any[]} content that has them
   */
  const makeToolbar = (label, buttons, content) => {
    for (const [at, button] of buttons.entries()) button.tabIndex = at ? -1 : 0;
    return make("div", {
      class: "navapi-try-toolbar", role: "toolbar", "aria-label": label,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        const there = buttons.filter((button) => !button.hidden), at = there.indexOf(event.target);
        if (!step || at < 0) return;
        for (const button of buttons) button.tabIndex = -1;
        const next = there[(at + step + there.length) % there.length];
        next.tabIndex = 0;
        next.focus();
        event.preventDefault();
      },
      // The last used button gets the tab stop: it is never hidden.
      onclick: (/** @type {Event} */ event) => {
        if (buttons.includes(event.target)) for (const button of buttons) button.tabIndex = button === event.target ? 0 : -1;
      },
    }, content);
  };

  /** @param {any} media @param {() => void} changed */
  const makeFile = (media, changed) => {
    const input = make("input", { type: "file", "aria-label": say("file"), onchange: changed });
    return {
      node: make("div", { class: "navapi-try-row" },
        make("div", { class: "navapi-try-name" }, say("file"), make("i", {}, media.sends ?? media.type)),
        make("div", { class: "navapi-try-control" }, input)),
      read: () => ({ file: input.files[0] ?? { name: media.filename ?? "file" } }),
      keep: () => null,
      check: () => {},
      write: () => {},
    };
  };

  /** Fields of a form; if none are declared, names and values. @param {any} media @param {() => void} changed */
  const makeFields = (media, changed) => {
    const declared = media.fields ?? [];
    /** @param {string} name of a field */
    const schemaOf = (name) => {
      const root = playground.schemaOf?.(media.schema);
      const found = root && playground.propertyOf(root, root, name);
      return found && { ...found, $defs: root.$defs };
    };
    /** @param {any} field whose value is more than a list or text */
    const isNestedField = (field) => !field.file && (field.type === "object" || /^(?:object|array)$/.test(field.items?.type));
    const rows = declared.map((/** @type {any} */ field) => makeRow({
      ...field, nested: isNestedField(field), schema: field.file ? null : () => schemaOf(field.name), hint: field.hint ?? field.contentType, isJson: field.type === "object",
    }, changed));
    const free = rows.length ? null : playground.makeControl({ type: "object" }, say("body"), undefined, changed);
    return {
      node: make("div", {}, rows.map((/** @type {any} */ row) => row.node), free?.node),
      read() {
        const fields = rows.filter((/** @type {any} */ row) => row.isSent()).flatMap((/** @type {any} */ row) => {
          const { name, file, contentType } = row.spec;
          if (!file) return [{ name, value: row.read() }];
          const chosen = row.read();
          if (!chosen.length) return [{ name, value: "", filename: row.spec.filename, contentType }];
          return chosen.map((/** @type {File} */ one) => ({ name, file: one, filename: one.name, contentType: one.type || contentType }));
        });
        for (const [name, value] of free?.read() ?? []) fields.push({ name, value });
        return { fields };
      },
      keep: () => rows.filter((/** @type {any} */ row) => row.isSent() && !row.spec.file)
        .map((/** @type {any} */ row) => [row.spec.name, jsonText(row.read())]),
      check: () => rows.forEach((/** @type {any} */ row) => row.check()),
      /** @param {any} kept */
      write(kept) {
        if (!Array.isArray(kept)) return;
        for (const row of rows) {
          const pair = kept.find(([name]) => name === row.spec.name);
          if (!row.spec.file) row.write(pair ? valueOf(pair[1]) : undefined);
        }
      },
    };
  };

  /** @type {Record<string, (media: any, changed: () => void, load: () => Promise<any>) => any>} */
  const kinds = { json: makeText, text: makeText, binary: makeFile, form: makeFields, multipart: makeFields };

  /**
   * @param {any} body of the page's data @param {() => void} changed
   * @param {() => Promise<any>} load what fields need
   * @param {{media: number, name: string, text: string}[]} examples that the page shows
   */
  const makeBody = (body, changed, load, examples) => {
    /** @type {Record<number, any>} */
    const parts = {};
    let shown = body.sent ?? 0;
    const place = make("div");
    const note = make("p", { class: "navapi-try-note" });
    const box = body.required ? null : make("input", {
      type: "checkbox", "aria-label": say("include", { name: say("body") }), onchange: () => { show(); changed(); },
    });
    if (box) box.checked = typeof body.sent === "number";
    const touched = () => {
      if (box && !box.checked) { box.checked = true; show(); }
      changed();
    };
    /** A repeated one shares the text and schema of the first. @param {any} media */
    const resolved = (media) => {
      const { text, example, schema } = body.media[media.like] ?? {};
      return { text, example, schema, ...media };
    };
    const part = () => (parts[shown] ??= kinds[body.media[shown].kind](resolved(body.media[shown]), touched, load));
    const show = () => {
      place.replaceChildren(part().node);
      aside.replaceChildren(...[box, example, choice].filter((one) => one));
      node.toggleAttribute("data-off", Boolean(box && !box.checked));
    };
    const choice = body.media.length > 1
      ? makeSelect({ "aria-label": say("mediaType"), onchange: () => { shown = Number(choice.value); show(); touched(); } },
        body.media.map((/** @type {any} */ media, /** @type {number} */ index) => [index, media.type]), shown)
      : make("i", {}, body.media[0].type);
    const example = examples.length > 1 && makeSelect({
      "aria-label": say("example"), onchange: () => {
        const chosen = examples[Number(example.value)];
        if (!chosen) return;
        self.choose(chosen.media, chosen.text);
        changed();
      },
    }, [["", say("chooseExample")], ...examples.map(({ name }, index) => /** @type {[any, string]} */ ([index, name]))], "");
    const aside = make("div", { class: "navapi-try-aside" });
    const node = make("fieldset", { class: "navapi-try-section" },
      make("legend", {}, say("body")), aside, place, note);
    show();
    const self = {
      node,
      /** In the form that the senders expect; `null` without a body. */
      read: () => (box && !box.checked ? null : { media: shown, ...part().read() }),
      keep: () => ({ sent: !box || box.checked, media: shown, value: part().keep() }),
      /** @param {any} kept */
      write(kept) {
        if (box) box.checked = kept.sent;
        if (body.media[kept.media]) shown = kept.media;
        if (body.media.length > 1) choice.value = String(shown);
        part().write(kept.value);
        show();
      },
      /** The schema files for hints. @returns {string[]} */
      files: () => [...new Set(body.media.map((/** @type {any} */ media) => media.schema))].filter((schema) => typeof schema === "string"),
      /** Validates again. */
      check: () => Object.values(parts).forEach((one) => one.check()),
      /** Inserts an example from the page. @param {number} media @param {string} text */
      choose(media, text) {
        /** @type {any} */
        let value = text;
        if (/^form$|^multipart$/.test(body.media[media].kind)) {
          const members = valueOf(text);
          value = members instanceof Map && Array.from(members, ([name, item]) => [name, jsonText(item)]);
        }
        self.write({ sent: true, media, value });
        if (example) example.value = String(examples.findIndex((one) => one.media === media && one.text === text));
      },
      /** @param {string} why */
      disable(why) {
        if (!why && !node.hasAttribute("data-disabled")) return;
        for (const input of node.querySelectorAll("input, select, textarea, button")) input.disabled = Boolean(why);
        node.toggleAttribute("data-disabled", Boolean(why));
        note.textContent = why;
      },
    };
    return self;
  };

  playground.makeBody = makeBody;
})();
