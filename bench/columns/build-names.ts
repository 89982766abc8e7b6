/* Names of the contestants of `memory-build`. */
export const PARSE = "JSON.parse";
export const COLUMNS = "tamis";
export const PLAIN_COLUMNS = "tamis, rows known to be plain";
export const LINES = "JSON.parse of each line, loadCollection of the rows";
export const TEXT = "loadCollection of NDJSON";
export const TEXT_COLUMNS = "loadCollection of NDJSON, columns of all members";
export const DUCKDB = "DuckDB's appender";
export const SQLITE = "inserts of node:sqlite";

/** Build columns of row objects. */
export const OF_ROWS = [COLUMNS, PLAIN_COLUMNS] as const;
/** Load text. */
export const OF_TEXT = [LINES, TEXT, TEXT_COLUMNS] as const;
/** Only for rows that have a value in every member. */
export const PEERS = [DUCKDB, SQLITE] as const;

export type BuildContestant = (typeof OF_ROWS | typeof OF_TEXT | typeof PEERS)[number];
