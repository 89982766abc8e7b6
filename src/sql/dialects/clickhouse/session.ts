/** Feature: the case mapping of ClickHouse is that of JavaScript, for all code points. */
export const CASE_MAPPING = "case mapping";

/** Query for each character whose case the server changes. */
export const CASE_MAPPING_PROBE =
  "SELECT i, upperUTF8(c), lowerUTF8(c) FROM (SELECT number AS i, char(if(i < 128, i, 0)) AS a, if(i < 128, a, convertCharset(char(bitShiftRight(i, 16), bitAnd(bitShiftRight(i, 8), 255), bitAnd(i, 255)), 'UTF-32BE', 'UTF-8')) AS c FROM numbers(1, 131071) WHERE i NOT BETWEEN 55296 AND 57343) WHERE upperUTF8(c) <> c OR lowerUTF8(c) <> c";

/** Returns whether the case mapping of the server equals that of JavaScript. */
export function mapsCaseAsHere(rows: readonly (readonly unknown[])[]): boolean {
  const changed = new Map(rows.map(([code, upper, lower]) => [Number(code), [upper, lower]]));
  for (let code = 1; code <= 0x1ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    const [upper, lower] = changed.get(code) ?? [character, character];
    if (character.toUpperCase() !== upper || character.toLowerCase() !== lower) return false;
  }
  return true;
}

/**
 * Settings that change results of compiled statements. The adapters set them for each statement; programs that run compiled
 * statements themselves must set them too.
 */
export const CLICKHOUSE_SETTINGS: Readonly<Record<string, string>> = {
  // The other parser of JSON rounds some doubles.
  allow_simdjson: "1",
  precise_float_parsing: "1",
  session_timezone: "UTC",
  // The cache of ClickHouse 26.7 has confused conditions with lambdas, so that rows were missing.
  use_query_condition_cache: "0",
  transform_null_in: "0",
  cast_keep_nullable: "0",
  aggregate_functions_null_for_empty: "0",
  data_type_default_nullable: "0",
  short_circuit_function_evaluation: "enable",
  prefer_column_name_to_alias: "0",
  date_time_output_format: "simple",
  bool_true_representation: "true",
  bool_false_representation: "false",
  limit: "0",
  offset: "0",
};
