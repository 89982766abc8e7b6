import type { Dialect } from "../../../src/sql/dialect-types/dialect.ts";
import { rawSql, sql, type SqlText } from "../../../src/sql/fragments/fragment.ts";
import type { Storage } from "../../../src/sql/tables/table-definition.ts";
import type { ScalarType } from "../../../src/values/types.ts";
import type { Reading } from "./examine.ts";

/**
 * Typical bugs of readers, planted on purpose in SQLite: a row shows another value than its filter evaluates, or a column is
 * read in another way than its values require. A fuzzer that finds none of them would prove nothing.
 */

export interface PlantedReader extends Reading {
  readonly name: string;
}

/** Changes the SQL that selects values of a type. Filters still evaluate the column. */
function shown(type: ScalarType, change: (value: SqlText) => SqlText): Reading {
  const dialect = (own: Dialect): Dialect => ({
    ...own,
    selectValue: (scalar) => {
      const selected = own.selectValue(scalar);
      return scalar.type === type ? change(selected) : selected;
    },
  });
  return { dialect };
}

/** Changes the expressions of columns. */
function expressions(change: (expression: string) => string): Reading {
  return {
    table: (definition) => ({
      ...definition,
      members: Object.fromEntries(
        Object.entries(definition.members ?? {}).map(([name, storage]): [string, Storage] => [
          name,
          typeof storage === "object" && "expression" in storage
            ? { ...storage, expression: change(storage.expression) }
            : storage,
        ]),
      ),
    }),
  };
}

const BUGS: Readonly<Record<string, Omit<PlantedReader, "name">>> = {
  "integers are shown as doubles": shown("integer", (value) => sql`CAST(${value} AS REAL)`),
  "integers are shown with 32 bits": shown("integer", (value) => sql`((${value}) & 4294967295)`),
  "numbers are shown with 15 digits": shown(
    "number",
    (value) => sql`CAST(printf('%.15g', ${value}) AS REAL)`,
  ),
  "trailing spaces are not shown": shown("string", (value) => sql`rtrim(${value})`),
  "strings are shown in lower case": shown("string", (value) => sql`lower(${value})`),
  "a missing string is shown as an empty one": shown("string", (value) => sql`coalesce(${value}, '')`),
  "booleans are shown negated": shown("boolean", (value) => sql`(1 - ${value})`),
  "dates are shown a day early": shown("date", (value) => sql`date(${value}, '-1 day')`),
  "date-times are shown in a local time zone": shown(
    "dateTime",
    (value) => sql`datetime(${value}, '+2 hours')`,
  ),
  "date-times are shown without fractions of a second": shown(
    "dateTime",
    (value) => sql`strftime('%Y-%m-%dT%H:%M:%SZ', ${value})`,
  ),
  "times are shown without seconds": shown("time", (value) => sql`substr(${value}, 1, 5)`),
  "the collation of a column decides which strings are equal": expressions((expression) =>
    expression.replaceAll(" COLLATE BINARY", ""),
  ),
  "integers in a column of strings are shown as strings": expressions((expression) =>
    expression.replace(/^CASE typeof\((.*?)\) WHEN 'text' .*$/s, "CAST($1 AS TEXT) COLLATE BINARY"),
  ),
  "filters evaluate strings among numbers as 0": expressions((expression) =>
    expression.replace(/^CASE WHEN typeof\((.*?)\) IN .*$/s, "CAST($1 AS REAL)"),
  ),
  "string functions of filters ignore trailing spaces": {
    dialect: (own) => ({ ...own, codePointLength: (value) => own.codePointLength(sql`rtrim(${value})`) }),
  },
  "filters compare integers as doubles": expressions((expression) =>
    expression.replace(/^CASE typeof\((.*?)\) WHEN 'integer' .*$/s, "CAST($1 AS REAL)"),
  ),
  "null is shown in every row": shown("number", () => rawSql("NULL")),
};

export const PLANTED_READERS: readonly PlantedReader[] = Object.entries(BUGS).map(([name, bug]) => ({
  name,
  ...bug,
}));
