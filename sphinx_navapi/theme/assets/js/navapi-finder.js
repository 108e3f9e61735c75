// @ts-check
// Searches the index described in content/search_index.py, without a DOM: the dialog
// (navapi-search.js) passes a function that loads a file. Loaded with the dialog. For programs,
// built_site/search.py does the same; change both together.
(() => {
  "use strict";

  /**
   * @typedef {{key: string, folder: string, language: string, version: string, texts:
   *   Record<string, string>, words: string[]}} Place
   */
  /**
   * @typedef {{places: Place[], stop: string[], synonyms: string[][], related: string[][], verbs:
   *   [methods: string[], ends: string, words: string[]][]}} Common
   */
  /**
   * @typedef {[docname: string, title: string, trail: number, text: number, sections?: [string,
   *   string][], method?: string, path?: string, operationId?: string, deprecated?: number,
   *   weight?: number]} Row
   */
  /** @typedef {{trails: string[], pages: Row[]}} Pages */
  /**
   * @typedef {{docname: string, title: string, trail: string, method: string, path: string, anchor:
   *   string, heading: string, unit: number, page: number, text: number, place: Place, score:
   *   number, at: string, term: string, isWhole: boolean, isSure: boolean, exact: number}} Hit
   */
  /** @typedef {{terms: string[], quality: number, isParts?: boolean}} Choice */
  /** @typedef {{choices: Choice[], idle: boolean, word: string}} Slot */
  /**
   * @typedef {{words: Map<string, Record<string, string>>, pages: Pages, first: number[], pageOf:
   *   number[]}} Loaded
   */
  /** @typedef {{score: number, at: string, term: string, isOwn: boolean}} Match */

  /**
   * Weight of a term by its position: title, names, heading, parameters, body, first words, text,
   * responses, descriptions of names.
   * @type {Record<string, number>}
   */
  const WEIGHTS = { t: 10, n: 6, h: 7, p: 5, b: 5, l: 4, x: 2.5, r: 2.2, s: 1.6 };
  /** Quality of the parts of an identifier if the index contains the identifier itself. */
  const PARTS_BESIDE_WHOLE = 0.2;
  /** Factors of an operation if its method is, or is not, one of the verb in the query. */
  const ASKED = 1.1,
    NOT_ASKED = 0.7;
  /** Factor of an operation whose path ends unlike those that the verb asks for. */
  const OTHER_END = 0.85;
  /** Factor of a page by its kind, except operations. @type {Record<string, number>} */
  const KINDS = { "": 1, schema: 0.4, overview: 0.8, webhook: 1 };
  /** Milliseconds of work before yielding. */
  const SLICE = 8;
  const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]+/g;

  // -- terms, as content/search_terms.py makes them --

  /** @param {string} text */
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "");

  /**
   * The terms by which a word may be found: itself, and its parts.
   * @param {string} word @returns {Choice[]}
   */
  const choicesOf = (word) => {
    if (word.search(UNSPACED) >= 0) {
      const terms = [];
      let at = 0;
      for (const run of word.matchAll(UNSPACED)) {
        if (run.index > at) terms.push(word.slice(at, run.index).toLowerCase());
        for (let i = 0; i < Math.max(1, run[0].length - 1); i++) terms.push(run[0].slice(i, i + 2));
        at = run.index + run[0].length;
      }
      if (at < word.length) terms.push(word.slice(at).toLowerCase());
      return [{ terms, quality: 1 }];
    }
    const whole = word.toLowerCase().replace(/^_+|_+$/g, "");
    const parts = (word.match(/[A-Z]+(?![a-z])\d*|[A-Z]?[a-z\d]+|[^\W_A-Za-z\d]+/gu) ?? [])
      .map((part) => part.toLowerCase())
      .filter((part) => part.length > 1);
    /** @type {Choice[]} */
    const choices = whole ? [{ terms: [whole], quality: 1 }] : [];
    if (parts.length > 1) choices.push({ terms: parts, quality: 0.8, isParts: true });
    return choices;
  };

  /** @param {string} query */
  const wordsOf = (query) => fold(query).match(/[\p{L}\p{N}_]+/gu) ?? [];

  // -- the index --

  /** @param {string} code @returns {[string, number[]][]} */
  const decode = (code) =>
    code
      .split(".")
      .slice(1)
      .map((part) => {
        const numbers = [];
        let last = -1,
          gap = 0,
          shift = 0;
        for (let i = 1; i < part.length; i++) {
          const digit = DIGITS.indexOf(part[i]);
          gap += (digit & 31) << shift;
          if (digit > 31) {
            shift += 5;
            continue;
          }
          last += gap + 1;
          numbers.push(last);
          gap = shift = 0;
        }
        return [part[0], numbers];
      });

  /**
   * Whether *a* becomes *b* by inserting, removing, replacing or swapping one letter.
   * @param {string} a @param {string} b
   */
  const isNear = (a, b) => {
    if (Math.abs(a.length - b.length) > 1) return false;
    let start = 0;
    while (start < a.length && a[start] === b[start]) start++;
    let end = 0;
    while (
      end < Math.min(a.length, b.length) - start &&
      a[a.length - 1 - end] === b[b.length - 1 - end]
    )
      end++;
    const left = a.slice(start, a.length - end),
      right = b.slice(start, b.length - end);
    return (
      (left.length < 2 && right.length < 2) ||
      (left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0])
    );
  };

  /** @param {string} path */
  const plainPath = (path) =>
    path
      .toLowerCase()
      .replace(/\{[^}]*\}|:\w+/g, "{}")
      .replace(/\/+$/, "");

  /**
   * @param {(path: string) => Promise<void>} load loads a file below `_navapi`, by its path without
   *     suffix
   * @param {(word: string) => string} stem
   */
  const start = async (load, stem) => {
    /** @type {Map<string, any>} */
    const found = new Map();
    /** @type {Map<string, Promise<any>>} */
    const asked = new Map();
    Object.assign(globalThis, {
      navapiFound: (/** @type {string} */ key, /** @type {unknown} */ value) => {
        found.set(key, value);
      },
    });
    /** @param {string} key @returns {Promise<any>} */
    const read = (key) => {
      let promise = asked.get(key);
      if (!promise) {
        promise = load(key ? `search/${key}` : "search").then(() => found.get(key));
        promise.catch(() => asked.delete(key));
        asked.set(key, promise);
      }
      return promise;
    };
    /** @type {Common} */
    const common = await read("");
    const stop = new Set(common.stop);
    /** @type {Map<Place, Loaded>} */
    const loaded = new Map();

    /** @param {Place} place @returns {Promise<Loaded>} */
    const open = async (place) => {
      const known = loaded.get(place);
      if (known) return known;
      /** @type {Pages} */
      const pages = await read(`${place.folder}/pages`);
      /** @type {number[]} */
      const first = [];
      /** @type {number[]} */
      const pageOf = [];
      pages.pages.forEach((row, page) => {
        first.push(pageOf.length);
        for (let i = row[4]?.length || 0; i >= 0; i--) pageOf.push(page);
      });
      const made = loaded.get(place) ?? { words: new Map(), pages, first, pageOf };
      loaded.set(place, made);
      return made;
    };

    /**
     * Load the files that may contain terms starting like *word*; all for "".
     * @param {Place} place @param {string} word
     */
    const readWords = async (place, word) => {
      const { words } = await open(place);
      await Promise.all(
        place.words.map(async (prefix) => {
          const bare = prefix.replace("$", "");
          // A stem may share only its first letters with the word.
          const begin = word.slice(0, Math.max(3, bare.length));
          if (words.has(prefix) || !(begin.startsWith(bare) || bare.startsWith(word))) return;
          const file = prefix.replace(
            /[^a-z0-9_]/gu,
            (each) => `-${/** @type {number} */ (each.codePointAt(0)).toString(16)}.`,
          );
          words.set(prefix, await read(`${place.folder}/words-${file}`));
        }),
      );
    };

    let busySince = 0;
    /** Yield from time to time. @param {AbortSignal} [signal] */
    const pause = async (signal) => {
      if (performance.now() - busySince < SLICE) return;
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
      busySince = performance.now();
      signal?.throwIfAborted();
    };

    /**
     * Terms of the index that match *word*, with the quality.
     * @param {Loaded} index @param {string} word @returns {[string, string, number][]}
     */
    const termsLike = (index, word) => {
      /** @type {[string, string, number][]} */
      const like = [];
      const root = stem(word),
        begin = word.slice(0, 3);
      for (const terms of index.words.values()) {
        for (const term in terms) {
          if (term === word) like.push([term, terms[term], 1]);
          else if (term.length > 2 && term.startsWith(begin) && stem(term) === root)
            like.push([term, terms[term], 0.9]);
          else if (word.length > 1 && term.startsWith(word))
            like.push([term, terms[term], 0.4 + (0.4 * word.length) / term.length]);
        }
      }
      return like;
    };

    /**
     * Terms that differ from *word* by a letter.
     * @param {Loaded} index
     * @param {string} word
     * @returns {[string, string, number][]}
     */
    const termsNear = (index, word) => {
      /** @type {[string, string, number][]} */
      const near = [];
      for (const terms of index.words.values()) {
        for (const term in terms) {
          if (isNear(word, term)) near.push([term, terms[term], 0.7]);
          else if (
            word.length > 5 &&
            term.length > word.length &&
            (isNear(word, term.slice(0, word.length)) ||
              isNear(word, term.slice(0, word.length + 1)))
          )
            near.push([term, terms[term], 0.5]);
        }
      }
      const root = new Set(near.map(([term]) => stem(term)));
      // If there are several, those with the same first letter are preferred.
      const same = near.filter(([term]) => term[0] === word[0]);
      return root.size > 1 && same.length ? same : near;
    };

    /**
     * @param {Place} place
     * @param {string} word
     * @param {AbortSignal} signal
     * @param {Set<string>} marks
     */
    const matchesOf = async (place, word, signal, marks) => {
      const index = await open(place);
      await readWords(place, word);
      signal.throwIfAborted();
      await pause(signal);
      let like = termsLike(index, word),
        isNear = false;
      if (!like.length && word.length > 3 && !/\d/.test(word)) {
        await readWords(place, "");
        signal.throwIfAborted();
        await pause(signal);
        like = termsNear(index, word);
        isNear = true;
      }
      /** @type {Map<number, Match>} */
      const matches = new Map();
      const sure = new Set(),
        all = new Set();
      for (const [term, code, quality] of like) {
        marks.add(term);
        for (const [at, units] of decode(code)) {
          const score = (WEIGHTS[at] ?? 1) * quality;
          for (const unit of units) {
            all.add(index.pageOf[unit]);
            if (quality >= 0.9) sure.add(index.pageOf[unit]);
            const known = matches.get(unit);
            if (!known || known.score < score) matches.set(unit, { score, at, term, isOwn: true });
          }
        }
        await pause(signal);
      }
      const count = sure.size || all.size,
        isKnown = like.some(([term]) => term === word);
      return {
        isKnown,
        isNear,
        matches,
        rarity: Math.log(1 + index.pages.pages.length / (count || 1)),
        found: count > 0,
      };
    };

    /** The slots of the query, each with its choices. @param {string} query @returns {Slot[]} */
    const slotsOf = (query) => {
      const words = wordsOf(query),
        plain = words.map((word) => word.toLowerCase());
      /** @type {Slot[]} */
      const slots = [];
      for (let at = 0; at < words.length; at++) {
        const choices = choicesOf(words[at]);
        let length = 1;
        for (const [groups, quality] of /** @type {const} */ ([
          [common.synonyms, 0.9],
          [common.related, 0.35],
        ])) {
          for (const group of groups) {
            for (const member of group) {
              const parts = member.split(" ");
              const last =
                at + parts.length === words.length && parts.length > 1 ? -1 : parts.length;
              if (
                !parts.every(
                  (part, i) =>
                    plain[at + i] === part ||
                    (last > 0 && stem(plain[at + i] ?? "") === stem(part)),
                )
              )
                continue;
              if (parts.length > length) {
                length = parts.length;
                choices.splice(0, choices.length, { terms: parts, quality: 1 });
              }
              for (const other of group)
                if (other !== member) choices.push({ terms: other.split(" "), quality });
            }
          }
        }
        if (choices.length) {
          const word = length === 1 ? plain[at] : "";
          slots.push({ choices, idle: stop.has(plain[at]) && length === 1, word });
        }
        at += length - 1;
      }
      return slots;
    };

    /**
     * What a verb of the query asks for: methods, and how paths end.
     * @param {Slot[]} slots
     */
    const verbOf = (slots) => {
      for (const slot of slots) {
        const { word } = slot;
        const verb =
          word &&
          common.verbs.find(([, , words]) =>
            words.some((each) =>
              each.endsWith("*") ? word.startsWith(each.slice(0, -1)) : each === word,
            ),
          );
        if (verb) return { slot, methods: verb[0], ends: verb[1] };
      }
      return null;
    };

    /**
     * The share of the words of a path that are in the query.
     * @param {string} path @param {Set<string>} asked stems
     */
    const fitOf = (path, asked) => {
      const names = path
        .split("/")
        .filter((part) => part && !part.includes("{") && !/^v\d+$/.test(part))
        .flatMap((part) => wordsOf(part.replace(/_/g, " ")));
      const known = names.filter((name) => asked.has(stem(name.toLowerCase())));
      return names.length ? known.length / names.length : 0;
    };

    /**
     * The matches of a slot in a place.
     * @param {Place} place
     * @param {Slot} slot
     * @param {AbortSignal} signal
     * @param {Set<string>} marks
     */
    const slotMatches = async (place, slot, signal, marks) => {
      /** @type {Map<number, Match>} */
      const best = new Map();
      let rarity = 0,
        isFound = false,
        isNear = true,
        isWholeKnown = false;
      for (const { terms, quality, isParts } of slot.choices) {
        const each = [];
        for (const term of terms) each.push(await matchesOf(place, term, signal, marks));
        const used = isParts && isWholeKnown ? PARTS_BESIDE_WHOLE : quality;
        isWholeKnown = each[0].isKnown;
        if (!each[0].found && each.length === 1 && slot.choices.length > 1) continue;
        if (each.every((one) => one.found && !one.isNear)) isNear = false;
        for (const [unit, first] of each[0].matches) {
          let score = first.score;
          for (const other of each.slice(1)) score += other.matches.get(unit)?.score ?? NaN;
          score *= used / each.length;
          const known = best.get(unit);
          if (score > (known?.score ?? 0))
            best.set(unit, {
              score,
              isOwn: quality >= 0.8,
              at: first.at,
              term: terms.length > 1 ? terms.join(" ") : first.term,
            });
        }
        // Rarity depends on the reader's own word, not on synonyms.
        if (!isFound && best.size) {
          rarity = Math.max(...each.map((one) => one.rarity));
          isFound = true;
        }
      }
      return { best, rarity, isFound, isNear };
    };

    /**
     * @param {Place} place
     * @param {string} query
     * @param {AbortSignal} signal
     * @param {Set<string>} marks
     * @returns {Promise<Hit[]>}
     */
    const searchPlace = async (place, query, signal, marks) => {
      const index = await open(place);
      const rows = index.pages.pages;
      let slots = slotsOf(query);
      const verb = slots.length > 1 ? verbOf(slots) : null;
      // Stop words may be verbs ("all", "show").
      if (verb) verb.slot.idle = false;
      if (slots.some((slot) => !slot.idle))
        slots = slots.filter((slot) => !slot.idle || slots.length < 3);
      /**
       * @type {Map<number, {sum: number, titles: number, seen: number, whole: number, hit: Match |
       *   null, did: string, units: Map<number, number>}>}
       */
      const pages = new Map();
      const needed = slots.filter((slot) => !slot.idle).length;
      const asked = new Set(
        slots
          .filter((slot) => slot !== verb?.slot)
          .flatMap(({ choices }) => choices.filter(({ quality }) => quality >= 0.8))
          .flatMap(({ terms }) => terms.map(stem)),
      );
      const isNamed = wordsOf(query).some((word) => word === "schema" || /[A-Z_\d]/.test(word));
      let total = 0,
        isSure = true,
        verbWorth = 0;
      for (const slot of slots) {
        const { best, rarity, isFound, isNear } = await slotMatches(place, slot, signal, marks);
        const worth = (isFound ? rarity : Math.log(1 + rows.length) / 2) * (slot.idle ? 0.15 : 1);
        total += worth;
        if (slot === verb?.slot) verbWorth = worth;
        else if (!slot.idle && (isNear || !isFound)) isSure = false;
        /** @type {Map<number, Match>} */
        const tops = new Map();
        for (const [unit, match] of best) {
          const page = index.pageOf[unit],
            top = tops.get(page);
          if (!top || top.score < match.score) tops.set(page, match);
        }
        await pause(signal);
        for (const [page, match] of tops) {
          let entry = pages.get(page);
          if (!entry)
            pages.set(
              page,
              (entry = {
                sum: 0,
                titles: 0,
                seen: 0,
                whole: 0,
                hit: null,
                did: "",
                units: new Map(),
              }),
            );
          entry.sum += match.score * worth;
          entry.seen += worth;
          if (!slot.idle) entry.whole++;
          if (match.at === "t" && match.isOwn && !slot.idle) entry.titles++;
          if (slot === verb?.slot) entry.did = match.at;
          if (!entry.hit || entry.hit.score < match.score) entry.hit = match;
        }
        for (const [unit, match] of best) {
          // The title applies to each section.
          const units =
            match.at === "t" || match.at === "n" ? null : pages.get(index.pageOf[unit])?.units;
          units?.set(unit, (units.get(unit) ?? 0) + match.score * worth);
        }
        await pause(signal);
      }
      const exact = exactly(query, isNamed);
      /** @type {Hit[]} */
      const hits = [];
      for (const [page, entry] of pages) {
        if (hits.length % 200 === 0) await pause(signal);
        const row = rows[page];
        const titled = wordsOf(row[1]).filter((word) => !stop.has(word.toLowerCase())).length || 1;
        const share = Math.min(1, entry.titles / titled);
        let fit = 1;
        const isOperation = row[6]?.startsWith("/");
        if (isOperation) fit *= 1 + 0.3 * fitOf(row[6] ?? "", asked);
        if (verb && isOperation) {
          const isDone = verb.methods.includes(row[5] ?? "");
          if (isDone && verb.ends && entry.did !== "t") {
            // As if the verb were in the title. Others, such as "cancel", are in texts.
            if (!entry.did) {
              entry.seen += verbWorth;
              entry.whole++;
            }
            entry.sum += WEIGHTS.n * verbWorth;
          }
          const ends = row[6]?.endsWith("}") ? "one" : "many";
          if (entry.did !== "t") fit *= isDone ? ASKED : NOT_ASKED;
          if (verb.ends && verb.ends !== ends) fit *= OTHER_END;
        }
        // An operation's own page comes before texts that mention it, its schemas after what uses
        // them. Pages that list operations contain the words of all.
        const score =
          entry.sum *
          (entry.seen / total) ** 2 *
          (0.75 + 0.5 * share) *
          fit *
          (row[5] === "schema" && isNamed ? 0.8 : (KINDS[row[5] ?? ""] ?? 1.15)) *
          (row[8] ? 0.8 : 1) *
          (row[9] || 1);
        // A page with all words in its title is the result itself, not one of its sections.
        const isTitled = exact(row) > 0 || (needed > 0 && entry.titles === needed);
        hits.push({
          ...hitOf(place, index, page, score, isTitled ? { ...entry, units: new Map() } : entry),
          isWhole: entry.whole === needed,
          isSure,
          exact: exact(row),
        });
      }
      for (let page = 0; page < rows.length; page++) {
        if (!pages.has(page)) {
          const hit = { ...hitOf(place, index, page, 0), exact: exact(rows[page]) };
          if (hit.exact) hits.push(hit);
        }
        if (page % 500 === 0) await pause(signal);
      }
      return hits;
    };

    /**
     * How well a page matches the query as a whole: by title, operationId or path.
     * @param {string} query
     * @param {boolean} isNamed whether it may be the name of a schema
     * @returns {(row: Row) =>
     * number}
     */
    const exactly = (query, isNamed) => {
      const text = query.trim().toLowerCase().replace(/\s+/g, " ");
      const [, method, address] = /^(?:([a-z]+) )?(?:https?:\/\/[^/]*)?(\/\S*)$/.exec(text) ?? [];
      const path = address ? plainPath(address.replace(/[?#].*/, "")) : "";
      return (row) => {
        if (path) {
          const own = plainPath(row[6] ?? "");
          if (!own.startsWith("/") || (method && method !== row[5])) return 0;
          if (own === path) return 1e4;
          const pattern = own.split("/"),
            parts = path.split("/");
          if (
            pattern.length === parts.length &&
            parts.every((part, i) => part === pattern[i] || pattern[i] === "{}")
          )
            return 5e3;
          return own.startsWith(path) ? 100 / own.length : 0;
        }
        if (row[5] === "schema" && !isNamed) return 0;
        if (text && (text === row[7]?.toLowerCase() || text === row[6]?.toLowerCase())) return 1e4;
        return text === row[1].toLowerCase() ? 50 : 0;
      };
    };

    /**
     * @param {Place} place
     * @param {Loaded} index
     * @param {number} page
     * @param {number} score
     * @param {{hit: Match | null, units: Map<number, number>}} [entry]
     * @returns {Hit}
     */
    const hitOf = (place, index, page, score, entry) => {
      const row = index.pages.pages[page],
        first = index.first[page];
      let unit = first,
        most = entry?.units.get(first) ?? 0;
      for (const [other, sum] of entry?.units ?? [])
        if (sum > most || (sum === most && other < unit)) [unit, most] = [other, sum];
      const [anchor, heading] = (unit > first && row[4]?.[unit - first - 1]) || ["", ""];
      return {
        docname: row[0],
        title: row[1],
        isWhole: true,
        isSure: true,
        exact: 0,
        trail: index.pages.trails[row[2]],
        method: row[5] ?? "",
        path: row[6] ?? "",
        anchor,
        heading,
        unit: unit - first,
        page,
        text: row[3],
        place,
        score,
        at: entry?.hit?.at ?? "t",
        term: entry?.hit?.term ?? "",
      };
    };

    return {
      common,
      /** Best first. @param {Place[]} places @param {string} query @param {AbortSignal} signal */
      async search(places, query, signal) {
        busySince = performance.now();
        /** @type {Set<string>} */
        const marks = new Set();
        const hits = (
          await Promise.all(places.map((place) => searchPlace(place, query, signal, marks)))
        ).flat();
        await pause(signal);
        hits.sort(
          (a, b) =>
            b.exact + b.score - (a.exact + a.score) ||
            a.path.length - b.path.length ||
            (a.docname < b.docname ? -1 : 1),
        );
        // Pages with only the least important words are dropped if others match all.
        const least = Math.max(0, ...hits.slice(0, 20).map((hit) => hit.score)) / 12;
        const kept = hits.filter((hit) => hit.exact || hit.score > least);
        return {
          hits: kept,
          marks: [...marks],
          isEnough: kept.length > 4 && kept.some((hit) => hit.isWhole),
          // Every word is in one page, as it is written.
          isSure: kept.some((hit) => hit.isWhole && hit.isSure),
        };
      },
      /**
       * The pages of *docnames* that exist.
       * @param {Place[]} places
       * @param {string[]} docnames
       * @returns {Promise<Hit[]>}
       */
      async pages(places, docnames) {
        /** @type {Map<string, Hit>} */
        const hits = new Map();
        for (const place of places) {
          const index = await open(place);
          index.pages.pages.forEach((row, page) => {
            if (docnames.includes(row[0])) hits.set(row[0], hitOf(place, index, page, 0));
          });
        }
        return docnames.flatMap((docname) => hits.get(docname) ?? []);
      },
      /**
       * The anchor of a hit: that of a field if its name was found.
       * @param {Hit} hit
       * @returns {Promise<string>}
       */
      async anchor(hit) {
        if (!"pbr".includes(hit.at)) return hit.anchor;
        const fields = await read(`${hit.place.folder}/fields-${hit.page >> 5}`).catch(() => ({}));
        /** @type {string[]} */
        const ids = fields?.[hit.docname]?.split(" ") ?? [];
        /** The name, or the status of a response. @param {string} id */
        const nameOf = (id) => (id.split(/[.~]/).pop() ?? "").replace(/^r(?=\d)/, "");
        /** @param {string} id */
        const termsOf = (id) =>
          wordsOf(nameOf(id))
            .flatMap(choicesOf)
            .flatMap(({ terms }) => terms);
        return (
          ids.find((id) => nameOf(id).toLowerCase() === hit.term) ??
          ids.find((id) => hit.term.split(" ").every((term) => termsOf(id).includes(term))) ??
          hit.anchor
        );
      },
      /** The start of the text at a hit. @param {Hit} hit @returns {Promise<string>} */
      async text(hit) {
        if (hit.text < 0) return "";
        const texts = await read(`${hit.place.folder}/text-${hit.text}`).catch(() => ({}));
        return texts?.[hit.docname]?.[hit.unit] ?? "";
      },
    };
  };

  Object.assign(globalThis, { navapiFinder: { start, isNear, decode } });
})();
