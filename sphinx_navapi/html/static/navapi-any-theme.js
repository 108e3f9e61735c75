// @ts-check
// What a theme without a style sheet of ours does not tell: its colors, and the height of its bar.
(() => {
  "use strict";
  const root = document.documentElement;
  // Many themes have a dark scheme without `color-scheme`, which our colors follow.
  const findScheme = () => root.toggleAttribute("data-navapi-dark", navapiColors.isDark());
  const changes = new MutationObserver(findScheme);
  for (const each of [root, document.body]) changes.observe(each, { attributes: true });
  document.addEventListener("transitionend", ({ propertyName }) => {
    if (propertyName === "background-color") findScheme();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", findScheme);
  findScheme();
  const findBar = () => {
    let box = document.elementFromPoint(innerWidth / 2, 1);
    while (box && !/fixed|sticky/.test(getComputedStyle(box).position)) box = box.parentElement;
    const { height = 0, bottom = 0 } = box?.getBoundingClientRect() ?? {};
    // A sidebar or a cover is no bar.
    root.style.setProperty("--navapi-top", `${height < innerHeight / 3 ? bottom : 0}px`);
  };
  // After all style sheets are loaded: some come after this script.
  addEventListener("load", () => {
    findScheme();
    findBar();
    addEventListener("resize", findBar);
    const operation = document.querySelector(".navapi-operation");
    if (
      !(operation instanceof HTMLElement) ||
      getComputedStyle(operation).getPropertyValue("--navapi-accent")
    )
      return;
    // Buttons have the color of links.
    const link = operation.appendChild(document.createElement("a"));
    link.href = "#";
    const { color } = getComputedStyle(link);
    link.remove();
    operation.style.setProperty("--navapi-accent", color);
    // Contrast of at least 4.5 with either.
    const isDark = (navapiColors.luminance(color) ?? 1) < 0.18;
    operation.style.setProperty("--navapi-on-accent", isDark ? "#fff" : "#000");
  });
})();
