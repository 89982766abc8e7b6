import type { SnapshotOptions, SqlSource } from "../../../src/engine/databases/source.ts";
import { rawSql, toStatement, type SqlStatement } from "../../../src/sql/fragments/fragment.ts";

/** Returns a statement without parameters. */
export const statement = (text: string): SqlStatement => toStatement(rawSql(text));

/** Runs one statement in a snapshot of its own, and returns its rows. */
export const all = (
  source: SqlSource,
  text: string | SqlStatement,
  options?: SnapshotOptions,
): Promise<readonly (readonly unknown[])[]> =>
  source.snapshot((session) => session.all(typeof text === "string" ? statement(text) : text), options);
