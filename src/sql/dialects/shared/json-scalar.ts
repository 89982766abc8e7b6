import { isRefusal, type Refusal, type Traits } from "../../../functions/definition/port.ts";
import type { ScalarType } from "../../../values/types.ts";
import type { TemporalForms } from "../../dialect-types/dialect.ts";
import { sql, type SqlText } from "../../fragments/fragment.ts";

export interface JsonScalar {
  /** Whether the member's type reads its JSON type. */
  readonly isType: SqlText;
  readonly isTrue: SqlText;
  readonly number: SqlText;
  /** Rounded to an integer. */
  readonly whole: SqlText;
  /** Without quotes. */
  readonly string: SqlText;
}

/** Null if the JSON type differs, or for a fraction where an integer is needed. */
export function readJsonScalar(
  type: ScalarType,
  { isType, isTrue, number, whole, string }: JsonScalar,
  temporal: TemporalForms,
): { readonly sql: SqlText; readonly traits: Traits } | Refusal {
  switch (type) {
    case "boolean":
      return { sql: sql`CASE WHEN ${isType} THEN ${isTrue} END`, traits: {} };
    case "number":
      return { sql: sql`CASE WHEN ${isType} THEN ${number} END`, traits: { finite: true } };
    case "integer":
      return {
        sql: sql`CASE WHEN ${isType} AND ${number} = ${whole} THEN ${number} END`,
        traits: { form: "double", finite: true },
      };
    case "string":
      return { sql: sql`CASE WHEN ${isType} THEN ${string} END`, traits: {} };
    default: {
      const instant = temporal.fromColumn(sql`CASE WHEN ${isType} THEN ${string} END`, type, "text");
      return isRefusal(instant) ? instant : { sql: instant.sql, traits: { form: instant.form } };
    }
  }
}
