import { isRefusal, type Refusal, type Traits } from "../../../functions/definition/port.ts";
import type { ScalarType } from "../../../values/types.ts";
import type { TemporalForms } from "../../dialect-types/dialect.ts";
import { sql, type SqlText } from "../../fragments/fragment.ts";

/** What stands in JSON at some place, as a database reads it. */
export interface JsonScalar {
  /** Whether it is of the JSON types that the member's type reads. */
  readonly isType: SqlText;
  /** Of a boolean. */
  readonly isTrue: SqlText;
  /** Of a number: JSON's are doubles. */
  readonly number: SqlText;
  /** The same number without its fraction. */
  readonly whole: SqlText;
  /** Of a text: what stands between the quotes. */
  readonly string: SqlText;
}

/** The value of a member's type, null where JSON has something else; a whole number where it is to be an integer. */
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
      const held = temporal.fromColumn(sql`CASE WHEN ${isType} THEN ${string} END`, type, "text");
      return isRefusal(held) ? held : { sql: held.sql, traits: { form: held.form } };
    }
  }
}
