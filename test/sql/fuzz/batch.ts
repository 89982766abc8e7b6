import type { CheckedFilter } from "../../../src/checker/checked.ts";
import type { SqlText } from "../../../src/sql/fragment.ts";
import { compileWhere, type SqlTarget } from "../../../src/sql/compile.ts";
import type { Truth } from "../../../src/functions/port.ts";
import { judge, keptInMemory, selectTruths, targetOf, type Disagreement } from "../against-memory.ts";
import type { EngineUnderTest, StoredRow } from "../engine-under-test.ts";

/** Many filters in few statements: each is a column of a select, so that a million of them take minutes. */

export interface Asked {
  readonly filter: CheckedFilter;
  readonly locale: string | undefined;
}

export interface Answered {
  readonly isExact: boolean;
  /** Why it is not exact. */
  readonly reasons: readonly string[];
  readonly disagreement: Disagreement | undefined;
}

/** Columns of a select, and pieces of its text. */
const MOST_COLUMNS = 40;
const MOST_PIECES = 20_000;

/** Compares each filter with memory. What the database refuses to run is a disagreement as well. */
export async function compareMany(
  engine: EngineUnderTest,
  asked: readonly Asked[],
  rows: readonly StoredRow[],
): Promise<Answered[]> {
  const targets = new Map<string | undefined, SqlTarget>();
  const target = (locale: string | undefined, { filter }: Asked) => {
    if (!targets.has(locale)) targets.set(locale, targetOf(engine, filter.catalog!, locale));
    return targets.get(locale)!;
  };
  const compiled = asked.map((one) => compileWhere(one.filter, target(one.locale, one)));
  const truths = compiled.flatMap(({ upper, lower, isExact }) => (isExact ? [upper] : [upper, lower]));
  const selected = await selectAll(engine, truths, targets.values().next().value);
  let next = 0;
  return asked.map(({ filter, locale }, i) => {
    const where = compiled[i]!;
    const upper = selected[next++]!;
    const lower = where.isExact ? upper : selected[next++]!;
    const memory = keptInMemory(filter, rows, locale);
    const reasons = where.reasons.map(({ reason }) => reason);
    const failed = [upper, lower].find((one) => "error" in one);
    if (failed !== undefined)
      return { isExact: where.isExact, reasons, disagreement: failure(engine, memory, failed.error!) };
    return { ...judge(engine, where, memory, upper, lower), reasons };
  });
}

interface Found {
  readonly ids: readonly string[];
  readonly sql: string;
  readonly error?: string;
}

async function selectAll(
  engine: EngineUnderTest,
  truths: readonly Truth[],
  target: SqlTarget | undefined,
): Promise<readonly Found[]> {
  if (target === undefined) return [];
  const found: Found[] = [];
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

/** One bad column spoils a statement: then each is asked for by itself. */
async function selectSome(
  engine: EngineUnderTest,
  truths: readonly Truth[],
  target: SqlTarget,
): Promise<readonly Found[]> {
  try {
    const { ids, sql } = await selectTruths(engine, truths, target);
    return ids.map((each) => ({ ids: each, sql }));
  } catch (error) {
    if (truths.length === 1) return [{ ids: [], sql: "", error: String(error) }];
    const half = Math.ceil(truths.length / 2);
    return [
      ...(await selectSome(engine, truths.slice(0, half), target)),
      ...(await selectSome(engine, truths.slice(half), target)),
    ];
  }
}

function failure(engine: EngineUnderTest, memory: readonly string[], error: string): Disagreement {
  return { engine: engine.name, what: "error", memory, database: [error], sql: "" };
}
