import { requireKind } from "../../../../diagnostics/require-argument.ts";
import { render, type SqlParameter, type SqlStatement } from "../../../../sql/fragments/fragment.ts";
import { sqliteDriverValue } from "../../../../sql/dialects/sqlite/driver-value.ts";
import type { SqlSource } from "../../source.ts";
import { asyncSqliteSource } from "./async-sqlite.ts";
import { guardedSqlite } from "./errors.ts";

/** The part of a database of Cloudflare D1 that the adapter uses. */
export interface D1Database {
  prepare(sql: string): D1Statement;
}

export interface D1Statement {
  bind(...values: never[]): D1Statement;
  raw(): Promise<unknown>;
}

/**
 * Creates a source over Cloudflare D1. D1 has no transactions of several statements: if others change rows at the same time,
 * the statements of one request can see different states of the rows. It has no functions of its own either, so that memory
 * evaluates more.
 *
 * @example const source = fromD1(env.DB);
 */
export function fromD1(database: D1Database): SqlSource {
  requireKind(database, "database", "a database of D1", "prepare");
  return asyncSqliteSource({
    limits: ["snapshot"],
    version: "of D1",
    within: (work) =>
      work(async (statement) => {
        const { text, values } = d1Statement(statement);
        const rows = await guardedSqlite(
          database
            .prepare(text)
            .bind(...(values as never[]))
            .raw(),
        );
        return rows as unknown[][];
      }),
  });
}

/** Maximum number of parameters that D1 accepts. */
const MAX_PARAMETERS = 100;

/**
 * Renders a statement for D1, which binds all numbers as doubles and few parameters:
 *
 * - Integers are a part of the text. A cast would have an affinity, which changes comparisons.
 * - Strings become elements of one parameter if there are many. As results of a function they have no affinity either.
 */
function d1Statement(statement: SqlStatement): {
  readonly text: string;
  readonly values: readonly unknown[];
} {
  const strings: unknown[] = [];
  const values: unknown[] = [];
  const isLong = statement.parameters.filter((parameter) => !isInteger(parameter)).length > MAX_PARAMETERS;
  const { text } = render(statement, (_, parameter) => {
    const value = sqliteDriverValue(parameter);
    if (typeof value === "bigint") return `(${value})`;
    if (isLong && typeof value === "string") return `json_extract(?1, '$[${strings.push(value) - 1}]')`;
    values.push(value);
    return `?${values.length + Number(isLong)}`;
  });
  return { text, values: isLong ? [JSON.stringify(strings), ...values] : values };
}

function isInteger({ type }: SqlParameter): boolean {
  return type === "integer" || type === "boolean";
}
