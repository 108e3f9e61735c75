// Runs the queries of search_queries.json in sites built with the theme navapi: node
//   benchmarks/search.js demo=OUTPUT github=OUTPUT demo_de@de=OUTPUT [--verbose]; the reader is in
//   the first language, or in that after @. MRR: the mean of 1 / rank of the
//   first expected page, 0 below the tenth.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");
const zlib = require("node:zlib");

const SCRIPT = path.join(__dirname, "../sphinx_navapi/theme/assets/js/navapi-finder.js");
vm.runInThisContext(fs.readFileSync(SCRIPT, "utf8"));

/** Sphinx's stemmer from the output. */
const stemmerOf = (output) => {
  const context = vm.createContext({});
  vm.runInContext("globalThis.window = globalThis", context);
  vm.runInContext(fs.readFileSync(path.join(output, "_static/language_data.js"), "utf8"), context);
  const stemmer = vm.runInContext("new Stemmer()", context);
  const known = new Map();
  return (word) => {
    if (!known.has(word)) known.set(word, stemmer.stemWord(word));
    return known.get(word);
  };
};

const namesOf = (page) => {
  const { operation } = page ?? {};
  return [operation && `${operation.method} ${operation.path}`, page?.kind === "schema" && `schema ${page.title}`];
};

const bytesOf = (output) => {
  const folder = path.join(output, "_navapi/search");
  const files = fs.readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name)).filter((name) => name.endsWith(".js"));
  files.push(path.join(output, "_navapi/search.js"));
  return { files: files.length, gzip: files.reduce((sum, file) => sum + zlib.gzipSync(fs.readFileSync(file)).length, 0) };
};

const main = async () => {
  const all = JSON.parse(fs.readFileSync(path.join(__dirname, "search_queries.json"), "utf8"));
  const verbose = process.argv.includes("--verbose");
  let sum = 0, count = 0;
  for (const argument of process.argv.slice(2).filter((each) => each.includes("="))) {
    const [name, output] = argument.split("=");
    const [site, language] = name.split("@");
    const pages = JSON.parse(fs.readFileSync(path.join(output, "_navapi/site.json"), "utf8")).pages;
    let read = 0;
    const load = async (name) => {
      const text = fs.readFileSync(path.join(output, "_navapi", `${name}.js`), "utf8");
      read += zlib.gzipSync(text).length;
      vm.runInThisContext(text);
    };
    const stem = stemmerOf(output);
    const finder = await navapiFinder.start(load, stem);
    const here = finder.common.places.find(({ key }) => !language || key.split("/")[0] === language);
    const near = finder.common.places.filter(({ key }) => key.split("/").every((part, i) => !part || part === here.key.split("/")[i]));
    let found = 0, first = 0, missed = 0, slowest = 0;
    for (const [query, ...wanted] of all[site]) {
      const began = performance.now();
      const { signal } = new AbortController();
      const own = await finder.search(near, query, signal);
      // Like the dialog, which shows others below those of the reader's version and language.
      const other = own.isEnough ? { hits: [] } : await finder.search(finder.common.places.filter((place) => !near.includes(place)), query, signal);
      const hits = other.isSure && !own.isSure ? [...other.hits, ...own.hits] : [...own.hits, ...other.hits];
      slowest = Math.max(slowest, performance.now() - began);
      const names = hits.slice(0, 10).map((hit) => [hit.docname, ...namesOf(pages[hit.docname])]);
      const rank = names.findIndex((own) => own.some((name) => wanted.includes(name))) + 1;
      found += rank && 1 / rank;
      first += rank === 1;
      missed += rank === 0;
      if (verbose && rank !== 1) console.log(`  ${query}: ${rank || "none"} | ${hits.slice(0, 3).map((hit) => `${hit.docname}${hit.anchor && "#" + hit.anchor} ${hit.score.toFixed(1)}${hit.at}`).join(" | ")}`);
    }
    const asked = all[site].length, { files, gzip } = bytesOf(output);
    console.log(`${site}: MRR ${(found / asked).toFixed(3)}, first ${first}, not in ten ${missed}, of ${asked}; index ${gzip} bytes gzip in ${files} files, ${read} read for all queries; slowest ${slowest.toFixed(0)} ms`);
    sum += found;
    count += asked;
  }
  console.log(`all: MRR ${(sum / count).toFixed(3)} of ${count}`);
};

main();
