import { rawSql, sql, type SqlText } from "../../fragments/fragment.ts";
import { isTemporal, type ScalarType } from "../../../values/types.ts";

export interface JsonTypeNames {
  readonly string: readonly string[];
  readonly boolean: readonly string[];
  readonly number: readonly string[];
}

/** Returns a function that tests whether a JSON type matches a member's type. Dates and times are JSON strings. */
export function jsonTypeTest(names: JsonTypeNames): (jsonType: SqlText, type: ScalarType) => SqlText {
  return (jsonType, type) => {
    const accepted =
      type === "boolean"
        ? names.boolean
        : type === "string" || isTemporal(type)
          ? names.string
          : names.number;
    return sql`${jsonType}${rawSql(` IN (${accepted.map((name) => `'${name}'`).join(", ")})`)}`;
  };
}
