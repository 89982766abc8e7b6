/**
 * Returns a function that measures the width of a text in pixels.
 *
 * @param size font size with its unit
 * @param family property of the page with the font family
 */
export function textMeasure(size: string, family: "--mono" | "--sans"): (text: string) => number {
  const context = document.createElement("canvas").getContext("2d");
  const style = getComputedStyle(document.body);
  if (context !== null) context.font = `${size} ${style.getPropertyValue(family)}`;
  return (text) => context?.measureText(text).width ?? text.length * 8;
}
