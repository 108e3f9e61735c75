// What the scripts share through the window, for the type checker and for editors.
interface Window {
  /** Set by `navapi-search.js` once the search dialog is loaded. */
  navapiSearch?: {
    /** Settled once it can be shown. */
    ready?: Promise<unknown>;
    /** Shows it with *query*, if there is one, whose first result is followed if it `isSent`. */
    open(query: string, isSent?: boolean): void;
  };
  /** Set by `navapi-search-box.js`: the page, the paths of the site's root and of the results without scripts. */
  navapiSearchBox: {
    page: string;
    place?: string;
    words: Record<string, string>;
    prompt: string;
    up: string;
    address: string;
  };
  /** Set by `navapi-since.js`: keeps only operations that changed since a version. */
  navapiSince?: {
    /** A control for the choice; `changed` is called after one. */
    control(changed: () => void): HTMLElement;
    /** Whether a page is kept; all are without a choice. Settled once that is known. */
    filter(): Promise<(docname: string) => boolean>;
  };
  /** Set by `navapi-finder.js`: what finds pages. */
  navapiFinder?: { start(load: (path: string) => Promise<void>, stem: (word: string) => string): Promise<unknown> };
}
/** What the browser keeps for this site, as JSON (`navapi-storage.js`). */
declare var navapiStorage: {
  /** The site's root, with its slash. */
  root: URL;
  /** `null` if nothing is kept; in the tab unless `lasting`. */
  /** What is kept; `other` if there is nothing of its kind, as another version may have kept. */
  recall(name: string, lasting?: boolean, other?: any): any;
  /** Whether it is kept; `null` forgets. */
  keep(name: string, value: any, lasting?: boolean): boolean;
  /** The URL of `address` if it is a page of this site, else "". */
  samePlace(address: unknown): string;
};
/** The colors of the page (`navapi-page-colors.js`); not in our theme. */
declare var navapiColors: {
  /** Relative luminance of a CSS color; nothing if one sees through it. */
  luminance(color: string): number | undefined;
  isDark(): boolean;
};
/** The parts of the playground: each file adds its functions. */
declare var navapiPlayground: any;
