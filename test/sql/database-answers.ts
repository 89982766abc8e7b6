import type { Catalog } from "../../src/catalog/types.ts";
import type { Collection } from "../../src/engine/collection.ts";
import { sqlCollection } from "../../src/engine/databases/sql-collection.ts";
import { isRefusal, type Truth } from "../../src/functions/definition/port.ts";
import {
  compileOrder,
  compileWhere,
  keyScalar,
  sqlTarget,
  type SqlTarget,
  type WhereParts,
} from "../../src/sql/compile/compile-clauses.ts";
import {
  fromTable,
  selectCountStatement,
  selectPageStatement,
  whereClause,
} from "../../src/sql/compile/compile-sql.ts";
import {
  joinSql,
  rawSql,
  toStatement,
  sql,
  type SqlStatement,
  type SqlText,
} from "../../src/sql/fragments/fragment.ts";
import { TABLE_ALIAS } from "../../src/sql/fragments/table-alias.ts";
import { truthSql } from "../../src/sql/fragments/conditions.ts";
import type {
  Answers,
  Asked,
  EngineUnderTest,
  Kept,
  Listed,
  StoredRow,
} from "./engines/engine-under-test.ts";
import { wrongAggregates } from "./wrong-aggregates.ts";
import { CURSOR_KEY, wrongPages } from "./wrong-pages.ts";

/** Returns the results of a database for compiled statements. */
export function databaseAnswers(engine: EngineUnderTest): Answers {
  return {
    keepEach: (asked) => keepEach(engine, asked),
    async keep({ filter, locale }) {
      const target = targetOf(engine, filter.catalog!, locale);
      const where = compileWhere(filter, target);
      const upper = await selectWhere(engine, where.upper, target);
      const lower = where.isExact ? upper : await selectWhere(engine, where.lower, target);
      return { ...saidOf(where), upper, lower };
    },
    async order(sortBy, locale) {
      const target = targetOf(engine, sortBy.catalog!, locale);
      const { terms } = compileOrder(sortBy, target);
      if (terms === undefined) return undefined;
      const statement = toStatement(
        sql`SELECT ${keyOf(engine, target)} FROM ${fromTable(target)} ORDER BY ${joinSql(terms, ", ")}`,
      );
      return { ids: await firstColumn(engine, statement), text: textOf(statement) };
    },
    async page({ filter, sortBy, start, limit, locale }) {
      const target = targetOf(engine, filter.catalog!, locale);
      const where = compileWhere(filter, target);
      const { terms } = compileOrder(sortBy, target);
      if (!where.isExact || terms === undefined) return undefined;
      const statement = toStatement(
        selectPageStatement([keyOf(engine, target)], where.upper, terms, { start, limit }, target),
      );
      const [[count] = []] = await engine.run(toStatement(selectCountStatement(where.upper, target)));
      const ids = await firstColumn(engine, statement);
      return { ids: [...ids, `of ${String(count)}`], text: textOf(statement) };
    },
    async alsoWrong(asked, rows) {
      const collection = collectionOf(engine, asked.filter.catalog!);
      return (
        (await wrongPages(collection, asked, rows, engine.identity)) ??
        (await wrongAggregates(collection, asked, rows))
      );
    },
  };
}

/** Returns a collection over the table of a catalog. */
function collectionOf(engine: EngineUnderTest, catalog: Catalog): Collection<StoredRow> {
  const { source } = engine;
  return sqlCollection({ source, catalog, table: engine.tableOf(catalog), cursorKey: CURSOR_KEY });
}

/** Returns the compile target of a catalog, possibly with a planted bug. */
export function targetOf(engine: EngineUnderTest, catalog: Catalog, locale: string | undefined): SqlTarget {
  const target = sqlTarget({ catalog, table: engine.tableOf(catalog), dialect: engine.dialect, locale });
  return engine.plant?.(target) ?? target;
}

/** Keys of the rows that a condition after WHERE keeps. */
export async function selectWhere(engine: EngineUnderTest, truth: Truth, target: SqlTarget): Promise<Listed> {
  const statement = toStatement(
    sql`SELECT ${keyOf(engine, target)} FROM ${fromTable(target)}${whereClause(truth, target)}`,
  );
  return { ids: await firstColumn(engine, statement), text: textOf(statement) };
}

const saidOf = ({ isExact, reasons }: Pick<WhereParts, "isExact" | "reasons">) => ({
  isExact,
  reasons: reasons.map(({ reason }) => reason),
});

/** Limits of columns and of fragment size per SELECT. */
const MOST_COLUMNS = 40;
const MOST_PIECES = 20_000;

/**
 * Evaluates many filters in few statements: each filter is a column of a SELECT, so that a million of them take minutes. A
 * filter that the database rejects is a failure.
 */
async function keepEach(engine: EngineUnderTest, asked: readonly Asked[]): Promise<readonly Kept[]> {
  const targets = new Map<string | undefined, SqlTarget>();
  const target = (locale: string | undefined, { filter }: Asked) => {
    if (!targets.has(locale)) targets.set(locale, targetOf(engine, filter.catalog!, locale));
    return targets.get(locale)!;
  };
  const compiled = asked.map((one) => compileWhere(one.filter, target(one.locale, one)));
  const truths = compiled.flatMap(({ upper, lower, isExact }) => (isExact ? [upper] : [upper, lower]));
  const selected = await selectAll(engine, truths, targets.values().next().value);
  let next = 0;
  return compiled.map((where): Kept => {
    const upper = selected[next++]!;
    const lower = where.isExact ? upper : selected[next++]!;
    const error = upper.error ?? lower.error;
    return { ...saidOf(where), upper, lower, ...(error === undefined ? {} : { error }) };
  });
}

/** Returns the message of an error and of its causes. */
export function messageOf(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown };
  return cause === undefined ? String(error) : `${String(error)} ${messageOf(cause)}`;
}

interface Selected extends Listed {
  readonly error?: string;
}

async function selectAll(
  engine: EngineUnderTest,
  truths: readonly Truth[],
  target: SqlTarget | undefined,
): Promise<readonly Selected[]> {
  if (target === undefined) return [];
  const found: Selected[] = [];
  for (let from = 0; from < truths.length;) {
    let pieces = 0;
    let to = from;
    while (
      to < truths.length &&
      to - from < MOST_COLUMNS &&
      (to === from || pieces + sizeOf(truths[to]!) <= MOST_PIECES)
    )
      pieces += sizeOf(truths[to++]!);
    found.push(...(await selectSome(engine, truths.slice(from, to), target)));
    from = to;
  }
  return found;
}

const sizeOf = (truth: Truth) => (typeof truth === "boolean" ? 1 : (truth as SqlText).size);

/** Runs conditions in one statement. If it fails, splits them in halves until only those conditions fail that cause the error. */
async function selectSome(
  engine: EngineUnderTest,
  truths: readonly Truth[],
  target: SqlTarget,
): Promise<readonly Selected[]> {
  try {
    return await selectTruths(engine, truths, target);
  } catch (error) {
    if (truths.length === 1) return [{ ids: [], text: "", error: messageOf(error) }];
    const half = Math.ceil(truths.length / 2);
    return [
      ...(await selectSome(engine, truths.slice(0, half), target)),
      ...(await selectSome(engine, truths.slice(half), target)),
    ];
  }
}

/** Keys of the rows for which each condition is true, as columns of a SELECT: without WHERE and indexes. */
async function selectTruths(
  engine: EngineUnderTest,
  truths: readonly Truth[],
  target: SqlTarget,
): Promise<Listed[]> {
  const columns = truths.map((truth) => sql`CASE WHEN ${truthSql(truth, target.dialect)} THEN 1 ELSE 0 END`);
  const statement = toStatement(
    sql`SELECT ${joinSql([keyOf(engine, target), ...columns], ", ")} FROM ${fromTable(target)}`,
  );
  const found = await engine.run(statement);
  const text = textOf(statement);
  return truths.map((_, i) => ({
    ids: found.flatMap((row) => (Number(row[i + 1]) === 1 ? [String(row[0])] : [])),
    text,
  }));
}

async function firstColumn(engine: EngineUnderTest, statement: SqlStatement): Promise<string[]> {
  return (await engine.run(statement)).map(([id]) => String(id));
}

function keyOf({ identity, dialect }: EngineUnderTest, target: SqlTarget): SqlText {
  if (identity !== undefined) return rawSql(`${TABLE_ALIAS}.${dialect.quote(identity)}`);
  const key = keyScalar(target);
  if (isRefusal(key)) throw new Error(key.refused);
  return key.sql as SqlText;
}

const textOf = ({ segments }: SqlStatement) => segments.join("?");
