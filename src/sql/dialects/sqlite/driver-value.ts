import type { SqlParameter } from "../../fragments/fragment.ts";

/**
 * Converts a parameter value for drivers of SQLite: integers become bigints, because drivers bind a number as a double. Lists
 * become JSON.
 */
export function sqliteDriverValue({ type, value }: SqlParameter): unknown {
  switch (type) {
    case "boolean":
      return BigInt(value as boolean);
    case "integer":
      return BigInt(value as number | bigint);
    case "integers":
      return `[${(value as readonly (number | bigint)[]).join(",")}]`;
    case "texts":
    case "numbers":
      return JSON.stringify(value);
    default:
      return value;
  }
}
