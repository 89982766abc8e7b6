import { formatJson } from "tamis/catalog";

/** Longest text of a cell. The table shows the beginning of longer ones. */
const MAX_LENGTH = 300;

/** Returns the text of a value for a table; null if there is none. */
export function cellText(value: unknown): string | null {
  const text = fullText(value);
  return text !== null && text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function fullText(value: unknown): string | null {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "bigint":
    case "boolean":
      return String(value);
    case "object":
      if (value === null) return null;
      if (Array.isArray(value)) return value.slice(0, MAX_LENGTH).map(listItem).join(", ");
      return formatJson(value);
    default:
      return null;
  }
}

function listItem(value: unknown): string {
  return typeof value === "object" && value !== null ? formatJson(value) : (fullText(value) ?? "null");
}
