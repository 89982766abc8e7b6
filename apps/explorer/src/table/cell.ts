import { cellText } from "tamis/catalog";
import { el } from "../dom/elements.ts";

/** Longest text of a cell. The detail of a row shows all of it. */
const MAX_LENGTH = 300;

export type CellKind = "null" | "empty" | "number" | "boolean" | "string" | "list" | "map";

/** Returns the kind of a value, which a cell shows by its style. */
export function kindOf(value: unknown): CellKind {
  switch (typeof value) {
    case "string":
      return value.trim() === "" ? "empty" : "string";
    case "number":
    case "bigint":
      return "number";
    case "boolean":
      return "boolean";
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? "list" : "map";
    default:
      return "null";
  }
}

/** Returns the text of a value in a table. Null and strings without visible characters have a name. */
export function shownText(value: unknown): string {
  const kind = kindOf(value);
  if (kind === "null") return "null";
  if (kind === "empty") return value === "" ? "empty" : `${(value as string).length} × space`;
  const text = cellText(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/**
 * Returns an element with a value. Each value has its own direction, so that texts from right to left neither change the order of the
 * text around them nor lose their beginning.
 */
export function valueElement(value: unknown): HTMLElement {
  return el("bdi", { class: `value is-${kindOf(value)}` }, shownText(value));
}
