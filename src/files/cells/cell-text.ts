import { formatJson } from "../../values/json/exact-json.ts";

/** Returns the text of a value in a CSV or table cell. Null is empty, nested values are JSON. */
export function cellText(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return Number.isFinite(value) ? String(value) : "";
    case "bigint":
    case "boolean":
      return String(value);
    case "object":
      return value === null ? "" : formatJson(value);
    default:
      return "";
  }
}
