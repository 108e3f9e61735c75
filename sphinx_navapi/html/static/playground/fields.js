// @ts-check
// A row of the form: a name, a switch where it may be left out, and what its type asks for.
//
// A control is `{node, focus, read, write, problem}`: `read` gives a value as encoding.js has
// it, `write` takes one, `problem` says what is wrong with it or nothing.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { PLAIN, keepLines, prose, make, makeButton, makeEditor, makeId, say, Literal, parseJson, jsonText, isJson } = playground;

  const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

  /** @param {any} value @returns {value is Map<string, any> | any[]} */
  const isNested = (value) => Array.isArray(value) || value instanceof Map;
  /** @param {any} value */
  const textOf = (value) => (typeof value === "string" ? value : value === null || value === undefined ? "" : jsonText(value));
  /** What JSON text stands for, `undefined` where it is none. @param {string | undefined} text */
  const valueOf = (text) => {
    try { return text === undefined || text === "" ? undefined : parseJson(text); } catch { return undefined; }
  };

  /** @param {any} spec @param {any} value */
  const kindOf = (spec, value) => {
    if (spec.file) return "file";
    if (spec.nested) return "nested";
    const nested = isNested(value) || spec.type === "object" || spec.type === "array";
    if (nested && (spec.isJson ?? isJson(spec.contentType ?? ""))) return "json";
    if (Array.isArray(value) || (spec.type === "array" && (value === undefined || value === null))) return "list";
    if (value instanceof Map || (spec.type === "object" && (value === undefined || value === null))) return "object";
    return spec.enum?.length || spec.type === "boolean" ? "choice" : "text";
  };

  /** Text as a value of its type: numbers and booleans keep every digit. @param {string | undefined} type @param {string} text */
  const typed = (type, text) => {
    if (type === "string") return text;
    return NUMBER.test(text) || text === "true" || text === "false" ? new Literal(text) : text;
  };

  /** @type {Record<string, (spec: any, name: string, changed: () => void) => any>} */
  const controls = {
    text(spec, name, changed) {
      const long = spec.long || /\n/.test(textOf(valueOf(spec.value)));
      const input = make(long ? "textarea" : "input", {
        type: long ? null : spec.format === "password" ? "password" : "text",
        inputmode: spec.inputmode ?? (spec.type === "integer" ? "numeric" : spec.type === "number" ? "decimal" : null),
        "aria-label": name, "aria-required": spec.required ? "true" : null,
        ...PLAIN, oninput: changed,
        placeholder: spec.default ?? null,
      });
      const lines = keepLines(input);
      return {
        node: input,
        focus: input,
        read: () => typed(spec.type, lines.read()),
        write: (/** @type {any} */ value) => lines.write(textOf(value)),
        problem() {
          const text = input.value;
          if (spec.check) return spec.check(text);
          if (!text) return spec.required && !spec.allowEmpty ? say("empty") : "";
          if (spec.type === "integer" && !/^-?\d+$/.test(text)) return say("notInteger");
          return spec.type === "number" && !NUMBER.test(text) ? say("notNumber") : "";
        },
      };
    },

    choice(spec, name, changed) {
      const listed = spec.enum?.length ? spec.enum.map(String) : ["true", "false"];
      const select = make("select", { "aria-label": name, "aria-required": spec.required ? "true" : null, onchange: changed });
      const write = (/** @type {any} */ value) => {
        const text = textOf(value);
        const options = spec.blank && value === undefined ? ["", ...listed]
          : value === undefined || listed.includes(text) ? listed : [text, ...listed];
        select.replaceChildren(...options.map((/** @type {string} */ option) => make("option", {}, option)));
        select.value = value === undefined ? spec.blank ? "" : spec.default ?? listed[0] : text;
        if (select.selectedIndex < 0) select.selectedIndex = 0;
      };
      return {
        node: select,
        focus: select,
        read: () => typed(spec.type, select.value),
        write,
        problem: () => (listed.includes(select.value) ? "" : say("notListed")),
      };
    },

    json(spec, name, changed) {
      const editor = makeEditor({ "aria-label": name, oninput: changed }, () => true);
      return {
        node: editor.node,
        focus: editor.area,
        read() {
          try { return parseJson(editor.read()); } catch { return editor.read(); }
        },
        write: (/** @type {any} */ value) => editor.write(value === undefined ? "" : isNested(value) ? jsonText(value, { indent: 2 }) : textOf(value)),
        problem() {
          try { JSON.parse(editor.area.value); return ""; } catch (error) { return say("notJson", { problem: /** @type {Error} */ (error).message }); }
        },
      };
    },

    /** JSON until the part that makes fields of a schema is loaded. */
    nested(spec, name, changed) {
      const empty = () => (spec.type === "array" ? [] : new Map());
      const json = controls.json(spec, name, changed);
      const place = make("div", {}, json.node);
      /** @type {any} */
      let tree = null;
      /** @type {any} */
      let value;
      const show = () => {
        const schema = playground.makeBranches && spec.schema?.();
        if (!schema) return;
        place.setAttribute("role", "group");
        place.setAttribute("aria-label", name);
        tree = playground.makeBranches(schema, value, name, (/** @type {any} */ whole) => {
          value = whole;
          changed();
        });
        place.replaceChildren(tree.node);
      };
      return {
        node: place,
        get focus() { return tree?.focus ?? json.focus; },
        read: () => (tree ? value ?? empty() : json.read()),
        write(/** @type {any} */ given) {
          value = given;
          json.write(given ?? empty());
          if (tree) show();
        },
        /** The part that makes fields is loaded. */
        upgrade() {
          if (tree) return;
          const read = json.read();
          if (isNested(read) && (value !== undefined || [...read].length)) value = read;
          show();
        },
        problem() {
          if (!tree) return json.problem();
          const problems = playground.validate(spec.schema(), value ?? empty(), name);
          tree.mark(problems);
          return problems[0]?.text ?? "";
        },
      };
    },

    list(spec, name, changed) {
      const rows = make("div", { class: "navapi-try-rows" });
      /** @type {any[]} */
      let items = [];
      const of = spec.items ?? {};
      const number = () => items.forEach((item, index) => {
        item.control.focus.setAttribute("aria-label", index ? `${name} ${index + 1}` : name);
        item.remove.setAttribute("aria-label", say("remove", { name: `${index + 1} (${name})` }));
      });
      /** @param {any} value */
      const append = (value) => {
        const item = makeItem(of, name, value, changed, () => {
          const index = items.indexOf(item);
          items.splice(index, 1);
          item.node.remove();
          number();
          (items[index]?.control.focus ?? add).focus();
          changed();
        });
        items.push(item);
        rows.append(item.node);
        number();
        return item;
      };
      const add = makeButton(`+ ${say("add")}`, () => {
        append(undefined).control.focus.focus();
        changed();
      }, { class: "navapi-try-quiet", "aria-description": name });
      return {
        node: make("div", {}, rows, add),
        get focus() { return items[0]?.control.focus ?? add; },
        read: () => items.map((item) => item.control.read()),
        write(/** @type {any} */ value) {
          items = [];
          rows.replaceChildren();
          const given = Array.isArray(value) ? value : value === undefined || value === null ? [undefined] : [value];
          for (const item of given) append(item);
        },
        problem: () => items.map((item) => item.control.problem()).find(Boolean) ?? "",
      };
    },

    object(spec, name, changed) {
      const declared = spec.properties ?? [];
      /** @type {any[]} */
      let members = [];
      /** @type {any[]} */
      let others = [];
      const box = make("div", { class: "navapi-try-rows" });
      const number = () => others.forEach((item, index) => {
        const count = index ? ` ${index + 1}` : "";
        item.key.setAttribute("aria-label", `${name}: ${say("name")}${count}`);
        item.control.focus.setAttribute("aria-label", `${name}: ${say("value")}${count}`);
        item.remove.setAttribute("aria-label", say("remove", { name: `${index + 1} (${name})` }));
      });
      /** @param {string} key @param {any} value */
      const append = (key, value) => {
        const keyInput = make("input", { type: "text", placeholder: say("name"), ...PLAIN, oninput: changed });
        keyInput.value = key;
        const item = makeItem({}, name, value, changed, () => {
          others.splice(others.indexOf(item), 1);
          item.node.remove();
          number();
          add.focus();
          changed();
        });
        item.key = keyInput;
        item.node.prepend(keyInput);
        others.push(item);
        box.append(item.node);
        number();
        return item;
      };
      const add = makeButton(`+ ${say("add")}`, () => {
        append("", undefined).key.focus();
        changed();
      }, { class: "navapi-try-quiet", "aria-description": name });
      return {
        node: make("div", {}, box, add),
        get focus() { return members[0]?.focus ?? others[0]?.key ?? add; },
        read() {
          const map = new Map();
          for (const member of members) if (member.isSent()) map.set(member.spec.name, member.read());
          for (const item of others) if (item.key.value) map.set(item.key.value, item.control.read());
          return map;
        },
        write(/** @type {any} */ value) {
          const map = value instanceof Map ? value : new Map();
          others = [];
          members = declared.map((/** @type {any} */ property) => {
            const given = map.get(property.name);
            const nested = isNested(given) || property.type === "object" || property.type === "array";
            const part = {
              ...property, inside: name, isJson: nested,
              sent: map.has(property.name), value: given === undefined ? undefined : jsonText(given),
            };
            return playground.makeRow(part, changed);
          });
          box.replaceChildren(...members.map((member) => member.node));
          for (const [key, item] of map) {
            if (!declared.some((/** @type {any} */ property) => property.name === key)) append(key, item);
          }
          if (!declared.length && !others.length) append("", undefined);
        },
        problem: () => "",
      };
    },

    file(spec, name, changed) {
      const input = make("input", { type: "file", multiple: spec.multiple, "aria-label": name, onchange: changed });
      return {
        node: input,
        focus: input,
        read: () => [...input.files],
        write: () => { input.value = ""; },
        problem: () => (input.files.length || !spec.required ? "" : say("empty")),
      };
    },
  };

  /** @param {any} spec @param {string} name @param {any} value @param {() => void} changed */
  const makeControl = (spec, name, value, changed) => {
    const control = controls[kindOf(spec, value)](spec, name, changed);
    control.write(value);
    return control;
  };

  /** A control with a button that removes it. @param {any} spec @param {string} name @param {any} value @param {() => void} changed @param {() => void} gone @returns {any} */
  const makeItem = (spec, name, value, changed, gone) => {
    const isJsonItem = isNested(value) || spec.type === "object" || spec.type === "array";
    const control = makeControl({ ...spec, isJson: isJsonItem }, name, value, changed);
    const remove = makeButton("×", gone, { class: "navapi-try-remove" });
    return { control, remove, key: null, node: make("div", { class: "navapi-try-item" }, control.node, remove) };
  };

  /**
   * A row for a parameter, property or field: typing into one that is left out puts it in.
   * @param {any} spec see the page's data; `inside`: what it is a property of
   * @param {() => void} changed
   */
  const makeRow = (spec, changed) => {
    const name = spec.inside ? `${spec.inside} ${spec.name}` : spec.name;
    const [nameId, noteId] = [makeId(), makeId()];
    const value = valueOf(spec.value);
    let reason = "";
    const note = make("p", { id: noteId, class: "navapi-try-note" });
    const box = spec.required || spec.always ? null : make("input", {
      type: "checkbox", "aria-label": say("include", { name }), onchange: () => { show(); changed(); },
    });
    if (box) box.checked = Boolean(spec.sent) && value !== null;
    let said = "";
    /** What the schema has against the value, once the part that knows is loaded. */
    const misfit = () => {
      const schema = playground.validate && (typeof spec.schema === "function" ? spec.schema() : spec.schema);
      return schema ? playground.validate(schema, control.read(), spec.name)[0]?.text ?? "" : "";
    };
    const show = () => {
      node.toggleAttribute("data-off", Boolean(box && !box.checked));
      const problem = reason || (box && !box.checked ? "" : control.problem() || misfit());
      if (said !== problem) note.replaceChildren(...prose(said = problem));
      const { focus } = control;
      if (problem && !reason && focus.tagName !== "BUTTON") focus.setAttribute("aria-invalid", "true");
      else focus.removeAttribute("aria-invalid");
      if (problem) focus.setAttribute("aria-describedby", noteId);
      else focus.removeAttribute("aria-describedby");
    };
    const touched = () => {
      if (box) box.checked = true;
      show();
      changed();
    };
    const control = makeControl(spec, name, value, touched);
    const node = make("div", { class: "navapi-try-row" },
      make("div", { class: "navapi-try-name" }, box,
        make("span", { id: nameId, onclick: () => control.focus.focus() }, spec.name),
        spec.required && make("b", {}, say("required")),
        spec.hint && make("i", {}, spec.hint),
        spec.deprecated && make("b", { class: "navapi-try-old" }, say("deprecated"))),
      make("div", { class: "navapi-try-control" }, control.node, note));
    show();
    return {
      node,
      spec,
      get focus() { return control.focus; },
      isSent: () => !box || box.checked,
      read: () => control.read(),
      /** @param {any} given `undefined` leaves it out */
      write(given) {
        if (box) box.checked = given !== undefined;
        if (given !== undefined && !spec.file) control.write(given);
        show();
      },
      /** Greys it out and says why. @param {string} why empty: usable again */
      disable(why) {
        reason = why;
        for (const input of node.querySelectorAll("input, select, textarea, button")) input.disabled = Boolean(why);
        node.toggleAttribute("data-disabled", Boolean(why));
        show();
      },
      isDisabled: () => Boolean(reason),
      check: () => { control.upgrade?.(); show(); },
    };
  };

  Object.assign(playground, { makeRow, makeControl, valueOf, isNested, typedText: typed });
})();
