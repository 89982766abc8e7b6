/** Runs in a page. Returns the texts whose contrast with the background is under 4.5:1 (WCAG 2, level AA). */
(() => {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  /** Paints the colors over each other, and returns the relative luminance of the result. */
  const luminance = (colors) => {
    for (const color of colors) {
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
    }
    const [r = 0, g = 0, b = 0] = [...context.getImageData(0, 0, 1, 1).data].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [];
  for (const element of document.body.querySelectorAll("*")) {
    const text = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent ?? "")
      .join("")
      .trim();
    if (text === "" && !(element instanceof HTMLInputElement)) continue;
    const backgrounds = [];
    for (let each = element; each !== null; each = each.parentElement)
      backgrounds.unshift(getComputedStyle(each).backgroundColor);
    const under = ["Canvas", ...backgrounds];
    // System colors of a canvas do not follow the theme of the page.
    const probe = document.createElement("div");
    probe.style.color = "Canvas";
    document.body.append(probe);
    under[0] = getComputedStyle(probe).color;
    probe.remove();
    const [a, b] = [luminance([...under, getComputedStyle(element).color]), luminance(under)];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) found.push(`${text.slice(0, 40)} (${contrast.toFixed(2)})`);
  }
  return found;
})();
