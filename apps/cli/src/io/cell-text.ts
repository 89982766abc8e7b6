/** How the formats that have cells write a value. */
import { toJson } from "./parse-json.ts";

/** The text of a cell: nothing for null, JSON for a nested value. */
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
      return value === null ? "" : toJson(value);
    default:
      return "";
  }
}
