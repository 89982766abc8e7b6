/**
 * Statements that make results independent of the settings of a session, for one round trip.
 *
 * @param isLocal whether the settings end with the transaction, or else with the session
 */
export function settleSession(isLocal = true): string {
  const set = isLocal ? "SET LOCAL" : "SET SESSION";
  const settings = Object.entries(SETTINGS).map(([name, value]) => `${set} ${name} = ${value}`);
  return [...settings, pathSetting(isLocal)].join("; ");
}

/**
 * Settings that change a value as text, the meaning of a statement, or the rows that an index finds.
 *
 * Not listed, because they never change a result of these statements:
 *
 * - The settings of the planner, except JIT compilation: it can take longer than the statement itself.
 * - `row_security` and the timeouts other than `statement_timeout`: they cause errors.
 * - `lc_numeric` and `lc_time`: no statement uses a format that depends on them.
 * - `lc_monetary`: it belongs to the stored values, because it determines the fraction digits of `money`.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  client_encoding: "'UTF8'",
  TimeZone: "'UTC'",
  DateStyle: "'ISO, YMD'",
  IntervalStyle: "'postgres'",
  extra_float_digits: "1",
  bytea_output: "'hex'",
  quote_all_identifiers: "off",
  standard_conforming_strings: "on",
  transform_null_equals: "off",
  array_nulls: "on",
  xmlbinary: "'base64'",
  xmloption: "'content'",
  gin_fuzzy_search_limit: "0",
  jit: "off",
};

/**
 * Moves `pg_catalog` to the front of the search path. All other schemas keep their order, so that the names of tables
 * find the same tables. With the exact types of the operands, an operator or function of `pg_catalog` then always
 * precedes one of another schema.
 */
const pathSetting = (isLocal: boolean) =>
  `SELECT pg_catalog.set_config('search_path', pg_catalog.concat_ws(', ', 'pg_catalog', (SELECT pg_catalog.string_agg(pg_catalog.quote_ident(CAST(s.name AS pg_catalog.text)), ', ' ORDER BY s.position) FROM pg_catalog.unnest(pg_catalog.current_schemas(true)) WITH ORDINALITY AS s(name, position))), ${isLocal})`;
