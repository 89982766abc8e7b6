import type { SqlParameter } from "../../fragments/fragment.ts";
import { bindByCast } from "../shared/base-dialect.ts";

/** Binds a parameter as a value of its SQL type. */
export const bindPostgres = bindByCast({
  boolean: "boolean",
  integer: "bigint",
  number: "double precision",
  text: "text",
  date: "date",
  time: "time",
  dateTime: "timestamptz",
  bytes: "bytea",
  texts: "text[]",
  integers: "bigint[]",
  numbers: "double precision[]",
});

/** Encodes a parameter value for drivers of PostgreSQL, as text or bytes. The SQL statement casts the parameter to its type. */
export function postgresDriverValue({ type, value }: SqlParameter): unknown {
  switch (type) {
    case "bytes":
      return value;
    case "texts":
    case "integers":
    case "numbers":
      return (value as readonly unknown[]).map(String);
    default:
      return String(value);
  }
}
