/* Names of the contestants of `memory-build`. */
export const PARSE = "JSON.parse";
export const COLUMNS = "tamis";
export const PLAIN_COLUMNS = "tamis, rows known to be plain";
export const HAND_MADE = "columns of hand-written loops, without nulls and checks";
export const LINES = "JSON.parse of each line, loadCollection of the rows";
export const TEXT = "loadCollection of NDJSON";
export const TEXT_COLUMNS = "loadCollection of NDJSON, columns of all members";
export const DUCKDB = "DuckDB's appender";
export const SQLITE = "inserts of node:sqlite";
export const ARQUERO = "arquero";
