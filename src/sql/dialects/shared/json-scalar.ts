import { isRefusal, type Refusal, type Traits } from "../../../functions/definition/port.ts";
import type { ScalarType } from "../../../values/types.ts";
import type { TemporalForms } from "../../dialect-types/dialect.ts";
import { sql, type SqlText } from "../../fragments/fragment.ts";

export interface JsonScalar {
  /** Condition that the value has the JSON type that the member's type requires. */
  readonly isType: SqlText;
  readonly isTrue: SqlText;
  readonly number: SqlText;
  /** The number rounded to an integer. */
  readonly whole: SqlText;
  /** Content of the JSON string, without quotes. */
  readonly string: SqlText;
}

/**
 * Returns the SQL of a scalar in JSON. It is null if the JSON type differs, or if the member is an integer and the
 * number has a fraction.
 */
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
