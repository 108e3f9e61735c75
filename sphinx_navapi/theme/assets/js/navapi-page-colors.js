// @ts-check
// Joined in front of scripts that follow the colors of a theme.
globalThis.navapiColors ??= (() => {
  "use strict";
  const pixel = /** @type {CanvasRenderingContext2D} */ (
    Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d")
  );
  /** @param {string} color */
  const luminance = (color) => {
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = color;
    pixel.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = [...pixel.getImageData(0, 0, 1, 1).data].map(
      (part) => (part / 255) ** 2.2,
    );
    return alpha ? 0.2126 * red + 0.7152 * green + 0.0722 * blue : undefined;
  };
  return {
    luminance,
    isDark() {
      // Behind the text: a theme may have a dark page around a light column.
      /** @type {Element | null} */
      let box = document.querySelector("section > h1")?.parentElement ?? document.body;
      let found;
      for (; box && found === undefined; box = box.parentElement)
        found = luminance(getComputedStyle(box).backgroundColor);
      return (found ?? 1) < 0.18;
    },
  };
})();
