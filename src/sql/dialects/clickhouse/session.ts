/** Feature: the case mapping of ClickHouse is that of JavaScript, for all code points. */
export const CASE_MAPPING = "case mapping";

/** SQL of a part of UTF-8: six bits of the number `i`, after a continuation mark. */
const six = (shift: number) => `bitAnd(bitShiftRight(i, ${shift}), 63) + 128`;

/** SQL of the character with the number `i`. */
const CHARACTER = `multiIf(i < 128, char(i), i < 2048, char(bitShiftRight(i, 6) + 192, ${six(0)}), i < 65536, char(bitShiftRight(i, 12) + 224, ${six(6)}, ${six(0)}), char(bitShiftRight(i, 18) + 240, ${six(12)}, ${six(6)}, ${six(0)}))`;

/** Query for each character whose case the server changes, in the two Unicode planes that contain cased letters. */
export const CASE_MAPPING_PROBE = `SELECT i, upperUTF8(c), lowerUTF8(c) FROM (SELECT number AS i, ${CHARACTER} AS c FROM numbers(1, 131071) WHERE i NOT BETWEEN 55296 AND 57343) WHERE upperUTF8(c) <> c OR lowerUTF8(c) <> c`;

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
 * statements themselves must set them too. Each takes 0.01 ms of a statement. Left out are those without effect: casts state
 * whether they are nullable, and nothing reads aggregates of no rows.
 */
export const CLICKHOUSE_SETTINGS: Readonly<Record<string, string>> = {
  // The other parser of JSON rounds some doubles.
  allow_simdjson: "1",
  precise_float_parsing: "1",
  session_timezone: "UTC",
  // The cache of ClickHouse 26.7 has confused conditions with lambdas, so that rows were missing.
  use_query_condition_cache: "0",
  transform_null_in: "0",
  short_circuit_function_evaluation: "enable",
  prefer_column_name_to_alias: "0",
  date_time_output_format: "simple",
  bool_true_representation: "true",
  bool_false_representation: "false",
  limit: "0",
  offset: "0",
};
