/**
 * Session variables that change results, with the values that statements of this dialect rely on. Adapters set them
 * before each use of a connection and restore them afterwards. Integers are bigints.
 *
 * `system_versioning_asof` is not listed: it selects the version of the rows, which all parts of a query then read.
 */
export const MARIADB_SESSION: readonly (readonly [variable: string, value: string | bigint])[] = [
  ["character_set_client", "utf8mb4"],
  ["character_set_connection", "utf8mb4"],
  ["character_set_results", "utf8mb4"],
  ["collation_connection", "utf8mb4_nopad_bin"],
  ["time_zone", "+00:00"],
  // Without modes that change the syntax, pad CHAR, or read an empty string as null.
  ["sql_mode", "STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION"],
  ["old_mode", "UTF8_IS_UTF8MB3"],
  ["default_regex_flags", ""],
  ["group_concat_max_len", 1_073_741_824n],
  // Other values truncate the result of a SELECT without LIMIT.
  ["sql_select_limit", 18_446_744_073_709_551_615n],
  ["sql_big_selects", 1n],
  // A list of more values than this becomes a subquery. In prepared statements, that can end the server.
  ["in_predicate_conversion_threshold", 0n],
  // With 1, the condition `id IS NULL` finds the last inserted row.
  ["sql_auto_is_null", 0n],
  // Sorting compares only this number of bytes of a string. A sort needs a buffer for several strings of this length.
  ["max_sort_length", 65_536n],
  ["sort_buffer_size", 4_194_304n],
  // Other values begin a new transaction after ROLLBACK, or close the connection.
  ["completion_type", "NO_CHAIN"],
  // MariaDB reports a pattern that exceeds a limit of its matcher only in the warnings and notes of a statement.
  ["sql_notes", 1n],
  ["max_error_count", 65_535n],
];
