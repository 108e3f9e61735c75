// @ts-check
// Enhancements of the layout: color scheme, drawer, menus, the sidebar's state, contents that
// follow scrolling, copy buttons. Every page works without it.
(() => {
  "use strict";
  const root = document.documentElement;
  /** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement[]} */
  const all = (selector, within = document) =>
    [...within.querySelectorAll(selector)].filter((e) => e instanceof HTMLElement);
  /** @param {string} selector @returns {HTMLElement | null} */
  const one = (selector) => document.querySelector(selector);
  /** The texts used here; pages in other languages override them. */
  const words = {
    copy: "Copy",
    copied: "Copied",
    failed: "Press Ctrl+C",
    ...JSON.parse(document.body?.dataset.words ?? "{}"),
  };
  // -- color scheme --

  const startScheme = () => {
    const button = one(".navapi-scheme");
    if (!button) return;
    const schemes = ["auto", "light", "dark"];
    const names = (button.dataset.names ?? "").split(",");
    const show = () => {
      const label = `${button.dataset.label}: ${names[schemes.indexOf(root.dataset.scheme ?? "auto")] ?? ""}`;
      button.setAttribute("aria-label", label);
      button.title = label;
    };
    // The system's own scheme comes last, so that the first press has a visible effect.
    const system = matchMedia("(prefers-color-scheme: dark)");
    button.addEventListener("click", () => {
      const order = system.matches ? schemes : ["auto", "dark", "light"];
      const next = order[(order.indexOf(root.dataset.scheme ?? "auto") + 1) % 3];
      root.dataset.scheme = next;
      navapiStorage.keep("navapi-scheme", next, true);
      show();
    });
    show();
  };

  // -- drawer --

  const startDrawer = () => {
    const toggle = one(".navapi-toggle");
    const drawer = one(".navapi-drawer");
    if (!toggle || !drawer) return;
    /** @param {boolean} open */
    const setOpen = (open) => {
      document.body.toggleAttribute("data-drawer", open);
      toggle.setAttribute("aria-expanded", String(open));
      for (const other of all("main, .navapi-footer")) other.inert = open;
      // The switchers at its top stay visible.
      if (open)
        drawer
          .querySelector(".navapi-sidebar [aria-current]")
          ?.scrollIntoView({ block: "nearest" });
      else toggle.focus();
    };
    const isOpen = () => document.body.hasAttribute("data-drawer");
    toggle.addEventListener("click", (event) => {
      event.preventDefault();
      setOpen(!isOpen());
    });
    toggle.addEventListener("keydown", (event) => {
      if (event.key === " ") {
        event.preventDefault();
        toggle.click();
      }
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && isOpen()) setOpen(false);
    });
    document.addEventListener("click", (event) => {
      const target = /** @type {Element} */ (event.target);
      if (isOpen() && !drawer.contains(target) && !target.closest(".navapi-header")) setOpen(false);
    });
    matchMedia("(min-width: 64rem)").addEventListener("change", () => {
      if (isOpen()) setOpen(false);
    });
    // The page was opened by its link before scripts ran.
    if (location.hash === "#navapi-drawer")
      history.replaceState(null, "", location.pathname + location.search);
  };

  // -- the way to the playground --

  const startSkipping = () => {
    one(".navapi-skip[data-try]")?.addEventListener("click", (event) => {
      const button = one(".navapi-try");
      if (!button) return;
      event.preventDefault();
      button.focus();
      if (button.getAttribute("aria-expanded") !== "true") button.click();
    });
  };

  // -- menus --

  const startMenus = () => {
    /** @param {Element | null} [except] */
    const closeOthers = (except = null) => {
      for (const menu of all("details[data-menu][open]"))
        if (menu !== except) menu.removeAttribute("open");
    };
    document.addEventListener("click", (event) => {
      closeOthers(/** @type {Element} */ (event.target).closest("details[data-menu]"));
    });
    document.addEventListener("keydown", (event) => {
      const menu = document.activeElement?.closest("details[data-menu]");
      if (!(menu instanceof HTMLDetailsElement)) return;
      const links = all("summary, a", menu);
      const at = links.indexOf(/** @type {HTMLElement} */ (document.activeElement));
      if (event.key === "Escape" && menu.open) {
        menu.open = false;
        links[0]?.focus();
      } else if (event.key === "ArrowDown" || (event.key === "ArrowUp" && menu.open)) {
        menu.open = true;
        links[(at + (event.key === "ArrowDown" ? 1 : links.length - 1)) % links.length]?.focus();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
    document.addEventListener("focusin", (event) => {
      const open = all("details[data-menu][open]")[0];
      if (open && !open.contains(/** @type {Node} */ (event.target))) closeOthers();
    });
    // Tabs may scroll: the current one is scrolled into view, a menu stays below its tab.
    const tabs = one(".navapi-bar .navapi-tabs");
    const current = tabs?.querySelector(":scope > ul > li:has(> [aria-current])");
    if (tabs && current) {
      const row = tabs.getBoundingClientRect(),
        tab = current.getBoundingClientRect();
      if (tab.left < row.left || tab.right > row.right)
        tabs.scrollLeft += tab.left - row.left - row.width / 3;
    }
    tabs?.addEventListener("scroll", () => closeOthers(), { passive: true });
    tabs?.addEventListener(
      "toggle",
      (event) => {
        const menu = /** @type {HTMLElement} */ (event.target);
        const list = menu.querySelector("ul");
        const tab = menu.parentElement?.getBoundingClientRect();
        if (!list || !tab || getComputedStyle(list).position !== "fixed") return;
        const rtl = getComputedStyle(list).direction === "rtl";
        const start = rtl ? tab.right - list.offsetWidth + 8 : tab.left - 8;
        list.style.left = `${Math.max(8, Math.min(start, innerWidth - list.offsetWidth - 8))}px`;
        list.style.right = "auto";
      },
      true,
    );
    // Hovering over a tab opens its menu.
    if (matchMedia("(hover: hover) and (min-width: 64rem)").matches) {
      for (const tab of all(".navapi-bar .navapi-tabs li:has(> [data-menu])")) {
        const menu = tab.querySelector("details");
        let timer = 0;
        /** @param {boolean} open @param {number} delay */
        const later = (open, delay) => {
          clearTimeout(timer);
          timer = setTimeout(() => {
            if (open) closeOthers(menu);
            if (menu) menu.open = open;
          }, delay);
        };
        tab.addEventListener("pointerenter", () => later(true, 120));
        tab.addEventListener("pointerleave", () => later(false, 250));
      }
    }
  };

  // -- sidebar --

  const startSidebar = () => {
    const side = one(".navapi-side");
    if (!side) return;
    addEventListener("pagehide", () => navapiStorage.keep("navapi-side", side.scrollTop));
    side.addEventListener("click", (event) => {
      const summary = /** @type {Element} */ (event.target).closest("summary");
      const group = summary?.parentElement;
      if (!(group instanceof HTMLDetailsElement) || !group.closest(".navapi-sidebar")) return;
      if (!group.dataset.first) rememberGroup(group);
      if (group.open) return;
      // Keyboards and screen readers also click: they get the same.
      if (group.dataset.first) {
        event.preventDefault();
        location.assign(group.dataset.first);
      } else if (group.dataset.nav && location.protocol.startsWith("http")) {
        fillGroup(group);
      }
    });
    // Groups opened by the page's inline script before the first paint.
    if (location.protocol.startsWith("http"))
      for (const group of all(".navapi-sidebar details[data-nav][open]", side))
        fillGroup(/** @type {HTMLDetailsElement} */ (group));
  };

  /**
   * Stores the state of *group* after a click for the next pages, by its label and its first link.
   * @param {HTMLDetailsElement} group
   */
  const rememberGroup = (group) => {
    const link = group.querySelector("a");
    if (!link) return;
    const opened = navapiStorage.recall("navapi-open", false, {});
    opened[`${group.firstChild?.textContent}${link.href}`] = group.open ? 0 : 1;
    navapiStorage.keep("navapi-open", opened);
  };

  /**
   * Replaces the link to the first page of a large group by its entries.
   * @param {HTMLDetailsElement} group
   */
  const fillGroup = async (group) => {
    const up = root.dataset.content_root ?? "./";
    const name = group.dataset.nav ?? "";
    delete group.dataset.nav;
    group.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(`${up}_navapi/nav/${name}.html`);
      if (!answer.ok) throw new Error(answer.statusText);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const link of page.querySelectorAll("a[href]")) {
        const href = link.getAttribute("href") ?? "";
        if (!/^[a-z][a-z0-9+.-]*:/i.test(href)) link.setAttribute("href", up + href);
        if (
          link instanceof HTMLAnchorElement &&
          new URL(link.getAttribute("href") ?? "", location.href).pathname === location.pathname
        )
          link.setAttribute("aria-current", "page");
      }
      for (const icon of page.querySelectorAll("img:not([src*=':'])"))
        icon.setAttribute("src", up + icon.getAttribute("src"));
      for (const drill of page.querySelectorAll("[data-first]"))
        drill.setAttribute("data-first", up + drill.getAttribute("data-first"));
      const list = page.querySelector("ul");
      if (list) group.querySelector(":scope > a")?.replaceWith(document.importNode(list, true));
    } catch {
      group.dataset.nav = name; // the link stays, and another click tries again
    }
    group.removeAttribute("aria-busy");
  };

  // -- contents --

  const startContents = () => {
    const links = new Map(
      all(".navapi-toc a[href^='#']").map((a) => [
        decodeURIComponent(a.getAttribute("href")?.slice(1) ?? ""),
        a,
      ]),
    );
    links.delete("");
    const places = [...links.keys()]
      .map((id) => document.getElementById(id))
      .filter((e) => e !== null);
    if (!places.length) return;
    const follow = () => {
      const line = parseFloat(getComputedStyle(root).scrollPaddingTop) + 8;
      const atEnd = innerHeight + scrollY >= root.scrollHeight - 4 && scrollY > 0;
      let current = atEnd ? places.at(-1) : undefined;
      if (!current)
        for (const place of places) if (place.getBoundingClientRect().top <= line) current = place;
      for (const [id, link] of links) {
        if (id === current?.id) link.setAttribute("aria-current", "location");
        else link.removeAttribute("aria-current");
      }
    };
    const watcher = new IntersectionObserver(follow, {
      rootMargin: "-15% 0px -70% 0px",
      threshold: [0, 1],
    });
    places.forEach((place) => watcher.observe(place));
    addEventListener("scrollend", follow);
    follow();
  };

  // -- copying --

  /** @param {HTMLElement} button @param {string} text */
  const copy = async (button, text) => {
    const label = button.textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = words.copied;
    } catch {
      button.textContent = words.failed;
    }
    setTimeout(() => {
      button.textContent = label;
    }, 1500);
  };

  const startCopying = () => {
    // All widths are read before the first button is added: else each is a layout of the page.
    const blocks = all(".body .highlight").map((block) => {
      const pre = block.querySelector("pre");
      return { block, pre, isWide: pre && pre.scrollWidth > pre.clientWidth };
    });
    for (const { block, pre, isWide } of blocks) {
      if (!pre) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "navapi-copy-code";
      button.textContent = words.copy;
      button.addEventListener("click", () => {
        const shown = /** @type {HTMLElement} */ (pre.cloneNode(true));
        for (const skipped of shown.querySelectorAll(".linenos, .gp")) skipped.remove();
        copy(button, (shown.textContent ?? "").replace(/\n$/, ""));
      });
      block.append(button);
      pre.tabIndex = isWide ? 0 : -1;
    }
    document.addEventListener("click", (event) => {
      const link = /** @type {Element} */ (event.target).closest("a.headerlink");
      if (link instanceof HTMLAnchorElement)
        navigator.clipboard?.writeText(link.href).catch(() => {});
    });
  };

  // -- what scrolls sideways --

  /** Makes tables wider than the page reachable by keyboard, like code. */
  const startScrolling = () => {
    for (const table of all(".body table")) {
      if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
    }
  };

  const start = () => {
    startScheme();
    startDrawer();
    startSkipping();
    startMenus();
    startSidebar();
    startContents();
    startCopying();
    startScrolling();
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
