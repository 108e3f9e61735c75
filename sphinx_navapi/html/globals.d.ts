// What the scripts share through the window, for the type checker and for editors.
interface Window {
  /** Set by `navapi-search.js` once the search dialog is loaded. */
  navapiSearch?: { open(): Promise<void> };
  /** Set by `navapi-finder.js`: what finds pages. */
  navapiFinder?: { start(load: (path: string) => Promise<void>, stem: (word: string) => string): Promise<unknown> };
}
/** The parts of the playground: each file adds its functions. */
declare var navapiPlayground: any;
