import { markup, type SafeHtml } from "./escape-html.ts";

/** Maximum number of characters of a value in a table. The page of the row shows more. */
const MAX_CELL = 160;
const MAX_VALUE = 20_000;

/** Returns the value of a cell in a table. */
export function shortCellHtml(value: unknown): SafeHtml {
  return cellHtml(value, MAX_CELL);
}

export function cellHtml(value: unknown, maximum = MAX_VALUE): SafeHtml {
  if (value === undefined) return markup``;
  if (value === null) return markup`<span class="null">null</span>`;
  const text = typeof value === "string" ? value : valueText(value);
  // Text from right to left must not change the order of the page around it.
  return markup`<bdi>${shorten(text, maximum)}</bdi>`;
}

export function isNumberValue(value: unknown): boolean {
  return typeof value === "number" || typeof value === "bigint";
}

function valueText(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? String(inner) : inner));
}

function shorten(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  return `${text.slice(0, maximum).replace(/[\ud800-\udbff]$/, "")}…`;
}
