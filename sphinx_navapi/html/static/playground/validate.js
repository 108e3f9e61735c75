// @ts-check
// What in a body does not fit its schema: a hint, so what is not understood here is passed over.
(() => {
  "use strict";
  const playground = /** @type {any} */ (globalThis).navapiPlayground;
  const { say, Literal, jsonText } = playground;
  const MOST = 50;
  const DEEPEST = 40;

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

  /**
   * Sentences on what does not fit, at most `MOST`.
   * @param {any} root a JSON Schema with its `$defs` @param {any} value of `parseJson` @returns {string[]}
   */
  const validate = (root, value) => {
    /** @type {(schema: any, value: any, at: string, depth: number) => string[]} */
    const check = (schema, value, at, depth) => {
      /** @type {string[]} */
      const found = [];
      if (schema === true || schema === null || typeof schema !== "object" || depth > DEEPEST) return found;
      const here = at || "#";
      /** @param {string} key @param {Record<string, any>} [slots] */
      const report = (key, slots = {}) => found.push(say(key, { at: here, ...slots }));
      /** @param {any} part @param {any} item @param {string} [name] */
      const descend = (part, item, name) => {
        if (found.length < MOST) found.push(...check(part, item, name === undefined ? at : `${at}/${name}`, depth + 1));
      };
      if (typeof schema.$ref === "string") {
        const target = schema.$ref.split("/").slice(1).reduce(
          (/** @type {any} */ in_, /** @type {string} */ key) => in_?.[key.replace(/~1/g, "/").replace(/~0/g, "~")], root);
        descend(target, value);
      }
      if (value === null && schema.nullable) return found;
      const types = [schema.type ?? []].flat();
      if (types.length && !typesOf(value).some((type) => types.includes(type))) {
        report("wrongType", { type: types.join(", ") });
        return found;
      }
      const allowed = "const" in schema ? [schema.const] : schema.enum;
      if (Array.isArray(allowed) && !allowed.some((item) => isSame(value, item))) report("wrongValue");
      for (const part of schema.allOf ?? []) descend(part, value);
      for (const variants of [schema.anyOf, schema.oneOf]) {
        if (!variants?.length) continue;
        const each = variants.map((/** @type {any} */ part) => check(part, value, at, depth + 1));
        if (each.every((/** @type {string[]} */ problems) => problems.length)) {
          if (each.length === 1) found.push(...each[0]);
          else report("noVariant");
        }
      }
      /** @param {number} size @param {string} least @param {string} most */
      const measure = (size, least, most) => {
        if (size < schema[least]) report("tooShort", { limit: schema[least] });
        if (size > schema[most]) report("tooLong", { limit: schema[most] });
      };
      if (typeof value === "string") {
        measure([...value].length, "minLength", "maxLength");
        if (schema.pattern && !isMatch(schema.pattern, value)) report("wrongFormat", { pattern: schema.pattern });
      } else if (Array.isArray(value)) {
        measure(value.length, "minItems", "maxItems");
        if (schema.uniqueItems && new Set(value.map((item) => jsonText(item))).size < value.length) report("notUnique");
        value.forEach((item, index) => descend(schema.prefixItems?.[index] ?? schema.items, item, String(index)));
      } else if (value instanceof Map) {
        measure(value.size, "minProperties", "maxProperties");
        const declared = schema.properties ?? {};
        for (const name of schema.required ?? []) {
          if (!value.has(name) && !declared[name]?.readOnly) report("missingKey", { name });
        }
        for (const [name, item] of value) {
          const patterns = Object.keys(schema.patternProperties ?? {}).filter((pattern) => isMatch(pattern, name));
          if (Object.hasOwn(declared, name)) descend(declared[name], item, name);
          for (const pattern of patterns) descend(schema.patternProperties[pattern], item, name);
          if (Object.hasOwn(declared, name) || patterns.length) continue;
          if (schema.additionalProperties === false) report("extraKey", { name });
          else descend(schema.additionalProperties, item, name);
        }
      } else if (value instanceof Literal && !/^[tf]/.test(value.text)) {
        const number = Number(value.text);
        const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema;
        if (number < minimum || (above === true ? number === minimum : typeof above === "number" && number <= above)) report("tooSmall", { limit: minimum ?? above });
        if (number > maximum || (below === true ? number === maximum : typeof below === "number" && number >= below)) report("tooLarge", { limit: maximum ?? below });
        if (Number.isInteger(multipleOf) && multipleOf && number % multipleOf) report("notMultiple", { limit: multipleOf });
      }
      return found;
    };
    return check(root, value, "", 0).slice(0, MOST);
  };

  playground.validate = validate;
})();
