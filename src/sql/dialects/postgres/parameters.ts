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
