import { clickhouseValue, clickhousePlaceholder } from "../../../../sql/dialects/clickhouse/parameters.ts";
import { clickhouse } from "../../../../sql/dialects/clickhouse/dialect.ts";
import type { Dialect } from "../../../../sql/dialect-types/dialect.ts";
import {
  CASE_MAPPING,
  CASE_MAPPING_PROBE,
  CLICKHOUSE_SETTINGS,
  mapsCaseAsHere,
} from "../../../../sql/dialects/clickhouse/session.ts";
import { rawSql, render, toStatement, type SqlStatement } from "../../../../sql/fragments/fragment.ts";
import { getOrInsert } from "../../../../values/caches/get-or-insert.ts";
import type { Session } from "../../source.ts";

/** A statement as the drivers take it: parameters are `{p0:String}` in the text and properties `p0` of the values. */
export interface NamedStatement {
  readonly text: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Equal requests run the same statement. */
const BOUND = new WeakMap<SqlStatement, NamedStatement>();

export function bindStatement(statement: SqlStatement): NamedStatement {
  return getOrInsert(BOUND, statement, () => {
    const { text } = render(statement, clickhousePlaceholder);
    const values = statement.parameters.map((parameter, i) => [`p${i}`, clickhouseValue(parameter)] as const);
    return { text, values: Object.fromEntries(values) };
  });
}

/**
 * Returns the settings of a statement.
 *
 * @param timeout in milliseconds
 */
export function statementSettings(timeout: number | undefined): Readonly<Record<string, string>> {
  return {
    ...CLICKHOUSE_SETTINGS,
    format_tsv_null_representation: "\\N",
    ...(timeout === undefined
      ? {}
      : { max_execution_time: String(timeout / 1000), timeout_overflow_mode: "throw" }),
  };
}

/** Probes the version and the case mapping of a server. */
export async function probedDialect(queryAll: Session["all"]): Promise<Dialect> {
  const query = (text: string) => queryAll(toStatement(rawSql(text)));
  const [version] = (await query("SELECT version()"))[0]!;
  const features = new Set(mapsCaseAsHere(await query(CASE_MAPPING_PROBE)) ? [CASE_MAPPING] : []);
  return clickhouse({ version: String(version), functions: new Set(), features });
}
