// Text of the navigation, methods and buttons whose contrast is below 4.5, as [ratio, class, text].
() => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const pixel = canvas.getContext("2d", { willReadFrequently: true });
  const read = (color) => {
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = color;
    pixel.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pixel.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (front, back) => [0, 1, 2].map((i) => front[i] * front[3] + back[i] * (1 - front[3])).concat(1);
  const behind = (element) => {
    const layers = [];
    for (; element; element = element.parentElement) {
      const color = read(getComputedStyle(element).backgroundColor);
      if (color[3] > 0) layers.push(color);
      if (color[3] === 1) break;
    }
    return layers.reverse().reduce((back, front) => over(front, back), [255, 255, 255, 1]);
  };
  const opacity = (element) => {
    let all = 1;
    for (; element; element = element.parentElement) all *= Number(getComputedStyle(element).opacity);
    return all;
  };
  const luminance = (color) => {
    const [r, g, b] = color.slice(0, 3).map((v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [];
  const judge = (element, pseudo) => {
    const back = behind(element);
    const front = read(getComputedStyle(element, pseudo).color);
    front[3] *= opacity(element);
    const [low, high] = [luminance(over(front, back)), luminance(back)].sort((a, b) => a - b);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < 4.5) found.push([ratio.toFixed(2), element.className || element.tagName, element.textContent.trim().slice(0, 40)]);
  };
  for (const group of document.querySelectorAll(".navapi-top details, .navapi-side details")) {
    group.removeAttribute("name");
    group.open = true;
  }
  const inside = ":is(a, summary, small, s, .navapi-tag)";
  for (const element of document.querySelectorAll(`.navapi-banner, .navapi-banner *, .navapi-top ${inside}, .navapi-side ${inside}, .navapi-breadcrumbs a, .navapi-method, .navapi-try`)) {
    judge(element, null);
    if (element.className.startsWith?.("m-")) judge(element, "::before");
  }
  return found;
}
