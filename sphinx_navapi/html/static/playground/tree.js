// @ts-check
// A body as fields: a tree of its value and its schema, which changes the value in place. What
// the schema does not know keeps its place and has fields of its own.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { make, prose, makeButton, makeId, makeSelect, say, Literal, PLAIN, deref, namedVariant, validate, isNested } = playground;

  /** Properties that are not in the body and still have a row; of more, one chooses. */
  const MOST_ABSENT = 24;
  /** Rows that stand open at first. */
  const MOST_OPEN = 120;
  const DEEPEST = 9;

  /**
   * What `schema` says in all its parts, for a field.
   * `variants` are the first alternatives of which none is chosen, `by` their discriminator.
   * @typedef {{types: string[], properties: Map<string, any>, required: Set<string>, variants: any[],
   *   nullable: boolean, [keyword: string]: any}} View
   */

  /**
   * @param {any} root with `$defs` @param {any} schema
   * @param {number[]} [chosen] of its alternatives, of those of what is chosen, and so on
   * @returns {View}
   */
  const viewOf = (root, schema, chosen = []) => {
    /** @type {View} */
    const view = { types: [], properties: new Map(), required: new Set(), variants: [], nullable: false };
    let met = 0;
    /** @param {any} part @param {number} depth */
    const add = (part, depth) => {
      const at = deref(root, part);
      if (!at || typeof at !== "object" || depth > DEEPEST) return;
      const types = [at.type ?? []].flat();
      if (types.includes("null")) view.nullable = true;
      if (types.length && !view.types.length) view.types = types.filter((type) => type !== "null");
      for (const key of ["enum", "const", "items", "prefixItems", "format", "readOnly", "additionalProperties", "discriminator"]) {
        view[key] ??= at[key];
      }
      for (const [name, inner] of Object.entries(at.properties ?? {})) {
        if (!view.properties.has(name) || view.properties.get(name) === true) view.properties.set(name, inner);
      }
      for (const name of at.required ?? []) view.required.add(name);
      for (const inner of at.allOf ?? []) add(inner, depth + 1);
      const rest = (at.anyOf ?? []).filter((/** @type {any} */ inner) => deref(root, inner)?.type !== "null");
      if (rest.length < (at.anyOf?.length ?? 0)) view.nullable = true;
      if (rest.length === 1) add(rest[0], depth + 1);
      else if (rest.length && met < chosen.length) add(rest[chosen[met++]], depth + 1);
      else if (rest.length && !view.variants.length) {
        view.variants = rest;
        view.by = at.discriminator ?? view.discriminator;
      }
    };
    add(schema, 0);
    return view;
  };

  /** @param {View} view @param {any} value */
  const kindOf = (view, value) => {
    if (isNested(value)) return Array.isArray(value) ? "array" : "object";
    if (value !== undefined && value !== null) return "scalar";
    const [type] = view.types;
    if (type) return type === "object" || type === "array" ? type : "scalar";
    return view.properties.size ? "object" : view.items || view.prefixItems ? "array" : "scalar";
  };

  /** What a property is at first. @param {View} view @returns {any} */
  const firstValue = (view) => {
    if (view.const !== undefined) return plain(view.const);
    const kind = kindOf(view, undefined);
    if (kind === "object") {
      const map = new Map();
      for (const [name, schema] of view.properties) {
        if (view.required.has(name) && schema?.const !== undefined) map.set(name, plain(schema.const));
      }
      return map;
    }
    return kind === "array" ? [] : undefined;
  };

  /** JSON as `parseJson` gives it. @param {any} value */
  const plain = (value) => playground.parseJson(JSON.stringify(value));

  /** The name by which an alternative is chosen. @param {any} root @param {View} view @param {any} part @param {number} index */
  const variantName = (root, view, part, index) => {
    const { propertyName, mapping = {} } = view.by ?? {};
    const mapped = Object.keys(mapping).find((key) => mapping[key] === part?.$ref);
    if (mapped) return mapped;
    const at = viewOf(root, part);
    const said = propertyName && deref(root, at.properties.get(propertyName));
    const value = said && (said.const ?? said.enum?.[0]);
    if (value !== undefined && value !== null && value !== "") return String(value);
    const named = /^#\/\$defs\/(?!\d)(.+)$/.exec(part?.$ref ?? "")?.[1];
    return part?.title ?? named ?? (at.types.join(", ") || `${say("variant")} ${index + 1}`);
  };

  /** The alternative that `value` is most like. @param {any} root @param {View} view @param {any} value */
  const likeliest = (root, view, value) => {
    if (value === undefined) return 0;
    const name = view.by && value instanceof Map && value.get(view.by.propertyName);
    const named = typeof name === "string" ? view.variants.indexOf(namedVariant(root, { discriminator: view.by, anyOf: view.variants }, name)) : -1;
    if (named >= 0) return named;
    const counts = view.variants.map((part) => {
      const problems = validate({ ...deref(root, part), $defs: root.$defs }, value);
      return problems.some((/** @type {any} */ problem) => !problem.at) ? 1000 + problems.length : problems.length;
    });
    return counts.indexOf(Math.min(...counts));
  };

  /**
   * Fields for `value`, which they change.
   * @param {any} root a JSON Schema with its `$defs`, nothing where there is none
   * @param {any} whole of `parseJson`, `undefined` where there is nothing yet
   * @param {string} label of the value
   * @param {(value: any) => void} changed with the whole value
   */
  const makeBranches = (root, whole, label, changed) => {
    root ??= {};
    let room = MOST_OPEN;

    /** @typedef {{schema: any, value: any, name: string, at: string, required?: boolean, set: (value: any) => void}} Part */

    /** @param {Part} part @param {View} view @returns {{node: any, focus: any}} */
    const scalar = ({ value, name, at, set }, view) => {
      const given = view.const !== undefined ? [view.const] : view.enum;
      const listed = given?.filter((/** @type {any} */ one) => one !== null && typeof one !== "object");
      const own = typeof value === "string" ? "string" : value instanceof Literal ? (/^[tf]/.test(value.text) ? "boolean" : "number") : undefined;
      const [type = listed?.length && listed.every((/** @type {any} */ one) => typeof one === "string") ? "string" : own] = view.types;
      const long = typeof value === "string" && (value.includes("\n") || value.length > 80);
      const control = playground.makeControl(
        { type, format: view.format, enum: listed?.map(String), blank: true, long }, name, value ?? undefined,
        () => {
          const read = control.read();
          set(read === "" && control.focus.tagName === "SELECT" ? undefined : read);
          mend();
        });
      const mend = () => { if (isNull) isNull.setAttribute("aria-pressed", "false"); };
      const isNull = view.nullable && makeButton("null", () => {
        isNull.setAttribute("aria-pressed", "true");
        set(null);
      }, { class: "navapi-try-quiet", "aria-pressed": String(value === null), "aria-label": `${name}: null` });
      control.focus.dataset.at = at;
      return { node: isNull ? make("div", { class: "navapi-try-item" }, control.node, isNull) : control.node, focus: control.focus };
    };

    /** A part that opens. @param {string} name @param {string} kind @param {boolean} isOpen @param {() => any} fill @param {any[]} [more] in its head */
    const folded = (name, kind, isOpen, fill, more = []) => {
      const inside = make("div", { class: "navapi-try-rows" });
      let isFilled = false;
      const show = () => {
        if (!isFilled) inside.append(fill());
        isFilled = true;
      };
      const summary = make("summary", {}, make("span", {}, name), make("i", {}, kind), more);
      const node = make("details", { open: isOpen, class: "navapi-try-node", ontoggle: () => node.open && show() }, summary, inside);
      if (isOpen) show();
      return { node, focus: summary, open: () => { show(); node.open = true; } };
    };

    /** A property: its name, a switch where it may be left out, its fields. @param {Map<string, any>} map @param {string} key @param {any} schema @param {boolean} required @param {string} at @param {() => void} up */
    const property = (map, key, schema, required, at, up) => {
      const view = viewOf(root, schema);
      const has = map.has(key);
      const kind = kindOf(view, map.get(key));
      /** @param {any} value */
      const set = (value) => {
        if (value === undefined || (required && !has && value === "")) map.delete(key);
        else map.set(key, value);
        if (box) box.checked = map.has(key);
        mark();
        up();
      };
      const box = required ? null : make("input", {
        type: "checkbox", "aria-label": say("include", { name: key }), onchange: () => {
          if (!box.checked) set(undefined);
          else {
            const control = inner.focus;
            set(last ?? firstValue(view) ?? (control.tagName === "SELECT" && control.value === "" ? undefined : playground.typedText(view.types[0], control.value ?? "")));
            if (!map.has(key)) { box.checked = false; control.focus(); }
            if (kind !== "scalar" || view.variants.length) remake();
          }
        },
      });
      /** What it was before it was left out. @type {any} */
      let last;
      if (box) box.checked = has;
      const mark = () => { last = map.get(key) ?? last; row.toggleAttribute("data-off", Boolean(box && !box.checked)); };
      const noteId = makeId();
      const note = make("p", { id: noteId, class: "navapi-try-note", "data-note": at });
      const [head, marks] = [make("div", { class: "navapi-try-name" }), () => [required && make("b", {}, say("required"))]];
      const build = () => part({ schema, value: map.get(key), name: key, at, required, set });
      let inner = build();
      const row = make("div", {});
      const fill = () => {
        const isFolded = inner.node.tagName === "DETAILS";
        row.className = isFolded ? "navapi-try-branch" : "navapi-try-row";
        inner.focus.setAttribute("aria-describedby", noteId);
        if (required && !isFolded && inner.focus.tagName !== "SUMMARY") inner.focus.setAttribute("aria-required", "true");
        head.replaceChildren(...[box, !isFolded && make("span", { onclick: () => inner.focus.focus() }, key), ...isFolded ? [] : marks(),
          !isFolded && view.types.length > 0 && make("i", {}, view.format ?? view.types.join(" | "))].filter((one) => one));
        if (isFolded) inner.focus.append(...marks().filter((one) => one));
        row.replaceChildren(head, make("div", { class: "navapi-try-control" }, inner.node, note));
        if (isFolded && !box) head.remove();
      };
      const remake = () => {
        inner = build();
        fill();
        /** @type {any} */ (inner).open?.();
        inner.focus.focus();
      };
      fill();
      mark();
      return { node: row, get focus() { return inner.focus; } };
    };

    /** @param {Part} part @param {View} view */
    const fillObject = ({ value, name, at, set }, view) => {
      /** @type {Map<string, any>} */
      const map = value instanceof Map ? value : new Map();
      const up = () => set(map);
      const rows = make("div", { class: "navapi-try-rows" });
      /** @param {string} key */
      const schemaOf = (key) => view.properties.get(key) ?? (isSchema(view.additionalProperties) ? view.additionalProperties : {});
      /** @param {string} key */
      const append = (key) => {
        const row = property(map, key, schemaOf(key), view.required.has(key), pathOf(at, key), up);
        rows.append(row.node);
        return row;
      };
      const absent = [...view.properties.keys()].filter((key) => !map.has(key) && !viewOf(root, view.properties.get(key)).readOnly);
      for (const key of map.keys()) append(key);
      for (const key of absent.filter((one) => view.required.has(one))) append(key);
      const optional = absent.filter((one) => !view.required.has(one));
      const shown = optional.length > MOST_ABSENT ? [] : optional;
      for (const key of shown) append(key);
      /** @type {any[]} */
      const below = [];
      if (!shown.length && optional.length) {
        const choice = makeSelect({
          "aria-label": `${name}: ${say("addProperty")}`, onchange: () => {
            const key = choice.value;
            choice.selectedOptions[0].remove();
            choice.value = "";
            const row = append(key);
            const box = row.node.querySelector("input[type=checkbox]");
            if (box && !box.checked) box.click();
            row.focus.focus();
          },
        }, [["", `+ ${say("addProperty")}`], ...optional.map((key) => /** @type {[string, string]} */ ([key, key]))], "");
        below.push(choice);
      }
      if (view.additionalProperties !== false && (view.additionalProperties || !view.properties.size)) {
        const key = make("input", { type: "text", placeholder: say("name"), "aria-label": `${name}: ${say("name")}`, ...PLAIN });
        const addKey = () => {
          if (!key.value || map.has(key.value)) return key.focus();
          const inner = viewOf(root, schemaOf(key.value));
          map.set(key.value, firstValue(inner) ?? "");
          append(key.value).focus.focus();
          key.value = "";
          up();
        };
        key.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) { event.preventDefault(); addKey(); }
        });
        below.push(make("div", { class: "navapi-try-item" }, key, makeButton(`+ ${say("add")}`, addKey, { class: "navapi-try-quiet", "aria-description": name })));
      }
      return [rows, ...below];
    };

    /** @param {Part} part @param {View} view */
    const fillArray = ({ value, name, at, set }, view) => {
      const list = Array.isArray(value) ? value : [];
      const rows = make("div", { class: "navapi-try-rows" });
      /** @param {number} index */
      const schemaOf = (index) => view.prefixItems?.[index] ?? view.items ?? {};
      /** @param {number} [focused] */
      const show = (focused = -1) => {
        const items = list.map((item, index) => {
          const inner = part({
            schema: schemaOf(index), value: item, name: index || isBranch(schemaOf(index), item) ? `${name} ${index + 1}` : name, at: `${at}[${index}]`,
            set: (/** @type {any} */ changedTo) => { list[index] = changedTo ?? ""; set(list); },
          });
          const remove = makeButton("×", () => {
            list.splice(index, 1);
            set(list);
            show(Math.min(index, list.length - 1));
            if (!list.length) add.focus();
          }, { class: "navapi-try-remove", "aria-label": say("remove", { name: `${index + 1} (${name})` }) });
          return { ...inner, row: make("div", { class: "navapi-try-item" }, inner.node, remove) };
        });
        rows.replaceChildren(...items.map(({ row }) => row));
        items[focused]?.focus.focus();
      };
      const add = makeButton(`+ ${say("add")}`, () => {
        const view = viewOf(root, schemaOf(list.length));
        list.push(firstValue(view) ?? (view.types.includes("boolean") ? new Literal("false") : view.enum?.length ? plain(view.enum[0])
          : /^integer|^number/.test(view.types[0] ?? "") ? new Literal("0") : ""));
        set(list);
        show(list.length - 1);
      }, { class: "navapi-try-quiet", "aria-description": name });
      show();
      return [rows, add];
    };

    /** A value that has alternatives; what is chosen may have some again. @param {Part} given */
    const alternatives = (given) => {
      const { schema, name, value } = given;
      /** @type {number[]} */
      const chosen = [];
      /** @type {{base: View, select: any}[]} */
      const levels = [];
      let view = viewOf(root, schema);
      const place = make("div", { class: "navapi-try-rows" });
      const show = () => {
        const kind = kindOf(view, given.value);
        place.replaceChildren(...[kind === "scalar" ? scalar(given, view).node : kind === "array" ? fillArray(given, view) : fillObject(given, view)].flat());
      };
      const descend = () => {
        while (view.variants.length && chosen.length < DEEPEST) {
          const [base, at] = [view, chosen.length];
          chosen.push(likeliest(root, base, given.value));
          const select = makeSelect({ "aria-label": [`${name}: ${say("variant")}`, at && at + 1].filter(Boolean).join(" "), onchange: () => {
            for (const below of levels.splice(at + 1)) below.select.remove();
            chosen.splice(at, DEEPEST, Number(select.value));
            view = viewOf(root, schema, chosen);
            const fresh = firstValue(view);
            const by = base.by?.propertyName;
            if (fresh instanceof Map && given.value instanceof Map) {
              for (const [key, item] of given.value) if (view.properties.has(key) && !fresh.has(key) && key !== by) fresh.set(key, item);
            }
            if (fresh instanceof Map && by) fresh.set(by, fresh.get(by) ?? variantName(root, base, base.variants[chosen[at]], 0));
            given.value = fresh;
            descend();
            choice.append(...levels.slice(at + 1).map((below) => below.select));
            given.set(fresh);
            show();
          } }, base.variants.map((one, index) => /** @type {[number, string]} */ ([index, variantName(root, base, one, index)])), chosen[at]);
          levels.push({ base, select });
          view = viewOf(root, schema, chosen);
        }
      };
      descend();
      if (kindOf(view, value) === "scalar" && levels.every(({ base }) => base.variants.every((one) => kindOf(viewOf(root, one), undefined) === "scalar"))) {
        return scalar(given, { ...view, types: [] });
      }
      const choice = make("div", { class: "navapi-try-variant" }, levels.map(({ select }) => select));
      const fill = () => {
        show();
        return make("div", { class: "navapi-try-rows" }, choice, place);
      };
      if (given.at === "") return { node: fill(), focus: levels[0].select };
      return folded(name, levels.map(({ base }, at) => variantName(root, base, base.variants[chosen[at]], chosen[at])).join(" · "), isOpenFor(given), fill);
    };

    /** @param {Part} given @returns {{node: any, focus: any, open?: () => void}} */
    const part = (given) => {
      const { schema, name, value } = given;
      const view = viewOf(root, schema);
      if (view.variants.length) return alternatives(given);
      const kind = kindOf(view, value);
      if (kind === "scalar") return scalar(given, view);
      const fill = () => make("div", { class: "navapi-try-rows" }, kind === "array" ? fillArray(given, view) : fillObject(given, view));
      if (given.at === "") { const node = fill(); return { node, focus: node.querySelector("input, select, textarea, button, summary") ?? node }; }
      return folded(name, kind === "array" ? say("items", { count: value?.length ?? 0 }) : "", isOpenFor(given), fill);
    };

    /** @param {any} schema @param {any} value */
    const isBranch = (schema, value) => {
      const view = viewOf(root, schema);
      return view.variants.length > 0 || kindOf(view, value) !== "scalar";
    };

    /** What is there, and what must be, stands open while there is room. @param {Part} given */
    const isOpenFor = ({ value, required }) => {
      if (!isNested(value) && !required) return false;
      room -= 1 + (Array.isArray(value) ? value.length : value?.size ?? 1);
      return room > 0;
    };

    const made = part({ schema: root, value: whole, name: label, at: "", set: changed });
    const node = make("div", { class: "navapi-try-fields" }, made.node);
    return {
      node,
      focus: made.focus,
      /** Says at each field what is wrong with it. @param {{at: string, text: string}[]} problems */
      mark(problems) {
        const said = new Map(problems.map(({ at, text }) => [at, text]));
        for (const note of node.querySelectorAll("[data-note]")) note.replaceChildren(...prose(said.get(note.dataset.note) ?? ""));
        for (const field of node.querySelectorAll("[data-at]")) {
          if (said.has(field.dataset.at)) field.setAttribute("aria-invalid", "true");
          else field.removeAttribute("aria-invalid");
        }
      },
    };
  };

  /** @param {any} schema */
  const isSchema = (schema) => schema !== null && typeof schema === "object";
  /** @param {string} at @param {string} key */
  const pathOf = (at, key) => (!/^[^\s.[\]`"]+$/.test(key) ? `${at}[${JSON.stringify(key)}]` : at ? `${at}.${key}` : key);

  Object.assign(playground, { makeBranches });
})();
