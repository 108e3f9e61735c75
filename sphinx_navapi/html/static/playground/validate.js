// @ts-check
// What in a value does not fit its schema, in words: a hint, so what is not understood here is
// passed over.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { say, Literal, jsonText } = playground;
  const MOST = 50;
  const DEEPEST = 60;
  /** Schemas that are held against values: alternatives in alternatives have no end. */
  const LONGEST = 100_000;
  /** That a value is of another type outweighs all else when alternatives are compared. */
  const OTHER_TYPE = 1000;

  /** @typedef {{path: (string | number)[], key: string, slots: Record<string, any>}} Problem */

  /** @param {any} value @returns {string[]} the names of JSON Schema that it goes by */
  const typesOf = (value) => {
    if (value === null) return ["null"];
    if (typeof value === "string") return ["string"];
    if (Array.isArray(value)) return ["array"];
    if (value instanceof Map) return ["object"];
    if (/^[tf]/.test(value.text)) return ["boolean"];
    return Number.isInteger(Number(value.text)) ? ["integer", "number"] : ["number"];
  };

  /** @param {any} value @param {any} allowed plain JSON */
  const isSame = (value, allowed) =>
    value instanceof Literal && typeof allowed === "number"
      ? Number(value.text) === allowed
      : jsonText(value) === JSON.stringify(allowed);

  /** @param {string} pattern @param {string} text */
  const isMatch = (pattern, text) => {
    try { return new RegExp(pattern, "u").test(text); } catch { return true; }
  };

  // -- formats ------------------------------------------------------------------------------

  const DAY = "\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])";
  const TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?";
  const ZONE = "(?:[Zz]|[+-]\\d\\d:\\d\\d)";
  const BYTE = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
  const LABEL = "[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?";
  /** @param {string} source */
  const whole = (source) => new RegExp(`^(?:${source})$`, "i");
  /** @param {string} text */
  const isDay = (text) => new Date(`${text.slice(0, 10)}T00:00Z`).getUTCDate() === Number(text.slice(8, 10));
  /** @type {Record<string, [RegExp, ((text: string) => boolean)?]>} */
  const FORMATS = {
    date: [whole(DAY), isDay],
    "date-time": [whole(`${DAY}[T ]${TIME}${ZONE}`), isDay],
    time: [whole(`${TIME}${ZONE}`)],
    duration: [/^P(?!$)(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/],
    email: [/^[^\s@]+@[^\s@]+$/],
    "idn-email": [/^[^\s@]+@[^\s@]+$/],
    hostname: [whole(`${LABEL}(?:\\.${LABEL})*\\.?`)],
    ipv4: [whole(`(?:${BYTE}\\.){3}${BYTE}`)],
    ipv6: [/^[\da-f:.]+$/i, (text) => URL.canParse?.(`http://[${text}]/`) ?? true],
    uri: [/^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]*$/i],
    url: [/^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]*$/i],
    "uri-reference": [/^[^\s<>"{}|\\^`]*$/],
    uuid: [whole("[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}")],
    byte: [/^[A-Za-z\d+/_-]*={0,2}\s*$/],
    "json-pointer": [/^(?:\/(?:[^~/]|~[01])*)*$/],
  };

  /** @param {string} format @param {string} text */
  const isFormat = (format, text) => {
    const [pattern, more] = (Object.hasOwn(FORMATS, format) && FORMATS[format]) || [];
    return !pattern || (pattern.test(text) && (!more || more(text)));
  };

  // -- schemas ------------------------------------------------------------------------------

  /** What `schema` is once its reference is followed. @param {any} root with `$defs` @param {any} schema */
  const deref = (root, schema) => {
    let at = schema;
    for (let hops = 0; typeof at?.$ref === "string" && hops < 20; hops++) {
      const { $ref, ...rest } = at;
      const target = root.$defs?.[$ref.slice("#/$defs/".length)];
      if (target === undefined || typeof target !== "object") return target ?? rest;
      at = { ...target, ...rest };
    }
    return at;
  };

  /** The schema of the property `name`, in `schema` itself or in what it is made of. @param {any} root @param {any} schema @param {string} name @returns {any} */
  const propertyOf = (root, schema, name, depth = 0) => {
    const at = deref(root, schema);
    if (!at || depth > 9) return undefined;
    if (at.properties && Object.hasOwn(at.properties, name)) return at.properties[name];
    for (const part of [...at.allOf ?? [], ...at.anyOf ?? []]) {
      const found = propertyOf(root, part, name, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  /** The alternative that the discriminator's property names. @param {any} root @param {any} schema @param {string} name */
  const namedVariant = (root, schema, name) => {
    const variants = schema.anyOf ?? [];
    const { propertyName, mapping = {} } = schema.discriminator;
    const target = Object.hasOwn(mapping, name) ? mapping[name] : `#/$defs/${name}`;
    return variants.find((/** @type {any} */ part) => part?.$ref === target) ??
      variants.find((/** @type {any} */ part) => {
        const said = deref(root, deref(root, part)?.properties?.[propertyName]);
        return said && (said.const ?? (said.enum?.length === 1 && said.enum[0])) === name;
      });
  };

  /** @param {any} root @param {any} whole the value @returns {Problem[]} */
  const problemsOf = (root, whole) => {
    let left = LONGEST;
    /** @type {Map<any, Map<any, Problem[]>>} What was found, for values in alternatives. */
    const known = new Map();

    /** @type {(schema: any, value: any, depth: number) => Problem[]} paths from the value on */
    const check = (schema, value, depth) => {
      if (schema === false) return [{ path: [], key: "extraKey", slots: {} }];
      if (schema === true || schema === null || typeof schema !== "object") return [];
      if (depth > DEEPEST || left-- < 0) return [];
      const isNested = value !== null && typeof value === "object" && !(value instanceof Literal);
      const before = isNested && known.get(schema)?.get(value);
      if (before) return before;
      const found = checkAnew(schema, value, depth).slice(0, MOST);
      if (isNested) known.set(schema, (known.get(schema) ?? new Map()).set(value, found));
      return found;
    };

    /** @param {any[]} variants @param {any} value @param {number} depth @param {any} schema @returns {Problem[]} */
    const checkVariants = (variants, value, depth, schema) => {
      const by = schema.discriminator?.propertyName;
      if (by && value instanceof Map) {
        const name = value.get(by);
        if (name === undefined) return [{ path: [by], key: "missingKey", slots: {} }];
        const variant = typeof name === "string" && namedVariant(root, schema, name);
        if (variant) return check(variant, value, depth + 1);
      }
      const each = variants.map((part) => check(part, value, depth + 1));
      if (each.some((problems) => !problems.length)) return [];
      /** @param {Problem[]} problems */
      const weight = (problems) => problems.reduce((sum, { path, key }) =>
        sum + (!path.length && key === "wrongType" ? OTHER_TYPE : path.length === 1 && key === "wrongValue" ? 20 : 1), 0);
      const least = Math.min(...each.map(weight));
      const best = each.filter((problems) => weight(problems) === least);
      if (best.length === 1 && least < OTHER_TYPE) return best[0];
      const first = best.map(([problem]) => problem);
      if (least === 1 && first.every(({ key, path }) => key === "missingKey" && path.length === 1)) {
        const names = [...new Set(first.map(({ path }) => path[0]))];
        return names.length === 1 ? best[0] : [{ path: [], key: "oneMissing", slots: { keys: names } }];
      }
      return [{ path: [], key: "noVariant", slots: {} }];
    };

    /** @type {(schema: any, value: any, depth: number) => Problem[]} */
    const checkAnew = (schema, value, depth) => {
      /** @type {Problem[]} */
      const found = [];
      /** @param {string} key @param {Record<string, any>} [slots] @param {(string | number)[]} [path] */
      const report = (key, slots = {}, path = []) => found.push({ path, key, slots });
      /** @param {any} part @param {any} item @param {string | number} [name] */
      const descend = (part, item, name) => {
        if (part === undefined || found.length >= MOST) return;
        for (const problem of check(part, item, depth + 1)) {
          found.push(name === undefined ? problem : { ...problem, path: [name, ...problem.path] });
        }
      };
      if (typeof schema.$ref === "string") descend(root.$defs?.[schema.$ref.slice("#/$defs/".length)], value);
      const types = [schema.type ?? []].flat();
      if (types.length && !typesOf(value).some((type) => types.includes(type))) {
        report("wrongType", { type: types.join(", ") });
        return found;
      }
      const allowed = "const" in schema ? [schema.const] : schema.enum;
      if (Array.isArray(allowed) && !allowed.some((item) => isSame(value, item))) report("wrongValue", { allowed });
      for (const part of schema.allOf ?? []) descend(part, value);
      if (schema.anyOf?.length) found.push(...checkVariants(schema.anyOf, value, depth, schema));
      if (typeof value === "string") checkText(schema, value, report);
      else if (Array.isArray(value)) {
        if (value.length < schema.minItems) report("tooFew", { limit: schema.minItems });
        if (value.length > schema.maxItems) report("tooMany", { limit: schema.maxItems });
        if (schema.uniqueItems && new Set(value.map((item) => jsonText(item))).size < value.length) report("notUnique");
        value.forEach((item, index) => descend(schema.prefixItems?.[index] ?? schema.items, item, index));
      } else if (value instanceof Map) {
        if (value.size < schema.minProperties) report("tooFew", { limit: schema.minProperties });
        if (value.size > schema.maxProperties) report("tooMany", { limit: schema.maxProperties });
        const declared = schema.properties ?? {};
        for (const name of schema.required ?? []) {
          if (!value.has(name) && !declared[name]?.readOnly) report("missingKey", {}, [name]);
        }
        for (const [name, item] of value) {
          const patterns = Object.keys(schema.patternProperties ?? {}).filter((pattern) => isMatch(pattern, name));
          if (Object.hasOwn(declared, name)) descend(declared[name], item, name);
          for (const pattern of patterns) descend(schema.patternProperties[pattern], item, name);
          if (!Object.hasOwn(declared, name) && !patterns.length) descend(schema.additionalProperties, item, name);
        }
      } else if (value instanceof Literal && !/^[tf]/.test(value.text)) checkNumber(schema, Number(value.text), report);
      return found;
    };
    return check(root, whole, 0);
  };

  /** @param {any} schema @param {string} value @param {(key: string, slots?: any) => void} report */
  const checkText = (schema, value, report) => {
    const length = [...value].length;
    if (length < schema.minLength) report("tooShort", { limit: schema.minLength });
    if (length > schema.maxLength) report("tooLong", { limit: schema.maxLength });
    if (schema.pattern && !isMatch(schema.pattern, value)) report("wrongFormat", { pattern: schema.pattern });
    if (schema.format && !isFormat(schema.format, value)) report("notFormat", { format: schema.format });
  };

  /** @param {any} schema @param {number} number @param {(key: string, slots?: any) => void} report */
  const checkNumber = (schema, number, report) => {
    const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema;
    if (number < minimum) report("tooSmall", { limit: minimum });
    if (number > maximum) report("tooLarge", { limit: maximum });
    if (number <= above) report("tooLow", { limit: above });
    if (number >= below) report("tooHigh", { limit: below });
    const parts = number / multipleOf;
    // Of 0.1 and its like no number is a multiple to the last digit.
    if (multipleOf > 0 && Number.isFinite(parts) && Math.abs(parts - Math.round(parts)) > 1e-9 * Math.max(1, Math.abs(parts))) {
      report("notMultiple", { limit: multipleOf });
    }
  };

  // -- words --------------------------------------------------------------------------------

  /** `items[2].price` @param {(string | number)[]} path */
  const pathText = (path) => path.map((name, index) => typeof name === "number" ? `[${name}]`
    : !/^[^\s.[\]`"]+$/.test(name) ? `[${JSON.stringify(name)}]` : index ? `.${name}` : name).join("");

  /** @param {any} item */
  const quoted = (item) => `\`${typeof item === "string" ? item : JSON.stringify(item)}\``;
  const MOST_VALUES = 8;

  /**
   * What does not fit, each with the `at` where and the `text` that says it; names in the text
   * stand between backticks.
   * @param {any} root a JSON Schema with its `$defs` @param {any} value of `parseJson`
   * @param {string} [name] of the value, if it is not a body
   * @returns {{at: string, text: string}[]}
   */
  const validate = (root, value, name) => {
    const base = name === undefined ? [] : [name];
    return problemsOf(root, value).slice(0, MOST).map(({ path, key, slots: { keys, allowed, pattern, ...slots } }) => {
      const at = pathText([...base, ...path]);
      /** @type {Record<string, any>} */
      const written = { ...slots, at: at ? `\`${at}\`` : say("body") };
      if (keys) written.names = keys.map((/** @type {any} */ one) => quoted(pathText([...base, ...path, one]))).join(", ");
      if (allowed) written.values = allowed.slice(0, MOST_VALUES).map(quoted).join(", ") + (allowed.length > MOST_VALUES ? ", …" : "");
      if (pattern) written.pattern = quoted(pattern);
      return { at: pathText(path), text: say(key, written) };
    });
  };

  /** A schema of the page's data: itself, or the name of the file that has brought it. @param {any} given */
  const schemaOf = (given) => (typeof given === "string" ? playground.schemas?.[given] : given);

  Object.assign(playground, { validate, schemaOf, propertyOf, deref, namedVariant });
})();
