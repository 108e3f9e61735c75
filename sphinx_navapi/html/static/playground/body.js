// @ts-check
// The body: an editor for text and JSON, rows for forms, a file for anything else.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { make, prose, makeButton, makeEditor, makeId, makeRow, makeSelect, say, parseJson, formatJson, jsonText, valueOf } = playground;
  const MOST_SHOWN = 6;

  /** JSON and other text. @param {any} media @param {() => void} changed */
  const makeText = (media, changed) => {
    const isJson = media.kind === "json";
    const noteId = makeId();
    const note = make("div", { id: noteId, class: "navapi-try-note" });
    const check = () => {
      clearTimeout(later);
      note.replaceChildren();
      if (!isJson) return;
      let value;
      try { value = parseJson(editor.area.value); } catch (error) {
        note.append(say("notJson", { problem: /** @type {Error} */ (error).message }));
        return;
      }
      const schema = playground.schemaOf?.(media.schema);
      const problems = schema ? playground.validate(schema, value) : [];
      if (!problems.length) return;
      const more = problems.length - MOST_SHOWN;
      note.append(say("misfits"), make("ul", {},
        problems.slice(0, MOST_SHOWN).map((/** @type {any} */ problem) => make("li", {}, prose(problem.text))),
        more > 0 && make("li", {}, say("moreProblems", { count: more }))));
    };
    let later = 0;
    const editor = makeEditor({
      "aria-label": say("body"), "aria-describedby": noteId, class: "navapi-try-text",
      oninput: () => { clearTimeout(later); later = setTimeout(check, 250); changed(); },
    }, () => isJson);
    const format = isJson && makeButton(say("format"), () => {
      try { editor.write(formatJson(editor.area.value)); } catch { /* the note says it */ }
      check();
      changed();
    }, { class: "navapi-try-quiet" });
    editor.write(media.text ?? "");
    check();
    return {
      node: make("div", {}, editor.node, make("div", { class: "navapi-try-below" }, format, note)),
      read: () => ({ text: editor.area.value }),
      keep: () => editor.area.value,
      check,
      /** @param {any} text */
      write: (text) => { if (typeof text === "string") { editor.write(text); check(); } },
    };
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

  /** Fields of a form; without declared ones, names and values. @param {any} media @param {() => void} changed */
  const makeFields = (media, changed) => {
    const declared = media.fields ?? [];
    /** @param {string} name of a field */
    const schemaOf = (name) => {
      const root = playground.schemaOf?.(media.schema);
      const found = root && playground.propertyOf(root, root, name);
      return found && { ...found, $defs: root.$defs };
    };
    const rows = declared.map((/** @type {any} */ field) => makeRow({
      ...field, schema: field.file ? null : () => schemaOf(field.name), hint: field.hint ?? field.contentType, isJson: field.type === "object",
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

  /** @type {Record<string, (media: any, changed: () => void) => any>} */
  const kinds = { json: makeText, text: makeText, binary: makeFile, form: makeFields, multipart: makeFields };

  /** @param {any} body of the page's data @param {() => void} changed */
  const makeBody = (body, changed) => {
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
    /** One that is like an earlier one has its text and schema. @param {any} media */
    const resolved = (media) => {
      const { text, example, schema } = body.media[media.like] ?? {};
      return { text, example, schema, ...media };
    };
    const part = () => (parts[shown] ??= kinds[body.media[shown].kind](resolved(body.media[shown]), touched));
    const show = () => {
      place.replaceChildren(part().node);
      node.toggleAttribute("data-off", Boolean(box && !box.checked));
    };
    const choice = body.media.length > 1
      ? makeSelect({ "aria-label": say("mediaType"), onchange: () => { shown = Number(choice.value); show(); touched(); } },
        body.media.map((/** @type {any} */ media, /** @type {number} */ index) => [index, media.type]), shown)
      : make("i", {}, body.media[0].type);
    const node = make("fieldset", { class: "navapi-try-section" },
      make("legend", {}, say("body")),
      make("div", { class: "navapi-try-aside" }, box, choice),
      place, note);
    show();
    return {
      node,
      /** As the senders take it; `null` without a body. */
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
      /** The schema files that hints are to come from. @returns {string[]} */
      files: () => [...new Set(body.media.map((/** @type {any} */ media) => media.schema))].filter((schema) => typeof schema === "string"),
      /** Says again what does not fit. */
      check: () => Object.values(parts).forEach((one) => one.check()),
      /** Takes an example as the page shows it. @param {number} media @param {string} text */
      choose(media, text) {
        /** @type {any} */
        let value = text;
        if (/^form$|^multipart$/.test(body.media[media].kind)) {
          const members = valueOf(text);
          value = members instanceof Map && Array.from(members, ([name, item]) => [name, jsonText(item)]);
        }
        this.write({ sent: true, media, value });
      },
      /** @param {string} why */
      disable(why) {
        for (const input of node.querySelectorAll("input, select, textarea, button")) input.disabled = Boolean(why);
        node.toggleAttribute("data-disabled", Boolean(why));
        note.textContent = why;
      },
    };
  };

  playground.makeBody = makeBody;
})();
