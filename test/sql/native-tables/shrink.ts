import type { Expression, SortBy } from "../../../src/ast/nodes.ts";
import { walk } from "../../../src/ast/walk.ts";
import { shrink } from "../fuzz/shrink.ts";
import { retryNative, type NativeFound, type NativeTrial } from "./fuzz.ts";
import { IDENTITY, type NativeConnection, type NativeDatabase, type NativeTable } from "./native-type.ts";

/** Shrinks a disagreement: fewer columns, settings, indexes and rows, and a smaller expression. */
export async function shrinkNative(
  database: NativeDatabase,
  connection: NativeConnection,
  { table, trial, ...rest }: NativeFound,
): Promise<NativeFound> {
  const fails = async (smaller: NativeTable, smallerTrial = trial) =>
    (await retryNative(database, connection, smaller, smallerTrial)) !== undefined;
  let small = table;
  for (let changed = true; changed;) {
    changed = false;
    for (const smaller of smallerTables(small)) {
      if (!(await fails(smaller))) continue;
      small = smaller;
      changed = true;
      break;
    }
  }
  const again = await retryNative(database, connection, small, trial);
  const disagreement = again ?? rest.disagreement;
  if (trial === undefined || again === undefined) return { ...rest, disagreement, table: small, trial };
  const start = { expression: trial.expression, order: trial.order, rows: [] };
  const { expression, order } = await shrink(start, (each) => fails(small, { ...trial, ...partsOf(each) }));
  const smallTrial: NativeTrial = { ...trial, expression, order, table: small };
  const last = await retryNative(database, connection, small, smallTrial);
  return { ...rest, disagreement: last ?? disagreement, table: small, trial: smallTrial };
}

const partsOf = ({ expression, order }: { expression: Expression; order: SortBy }) => ({ expression, order });

function* smallerTables(table: NativeTable): Iterable<NativeTable> {
  const { columns, rows, session, indexes, key } = table;
  for (
    let size = Math.ceil(rows.length / 2);
    size >= 1 && rows.length > 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  )
    for (let from = 0; from < rows.length; from += size) {
      const rest = rows.filter((_, i) => i < from || i >= from + size);
      if (rest.length > 0) yield { ...table, rows: rest };
    }
  for (const [i, { name }] of columns.entries()) {
    if (columns.length === 1) break;
    yield {
      ...table,
      columns: columns.toSpliced(i, 1),
      rows: rows.map((row) => row.toSpliced(i, 1)),
      key: key.filter((each) => each !== name),
      indexes: indexes.filter((index) => !index.includes(name)),
    };
  }
  if (indexes.length > 0) yield { ...table, indexes: [] };
  for (const i of session.keys()) yield { ...table, session: session.toSpliced(i, 1) };
  if (table.options !== "") yield { ...table, options: "" };
  if (key.join() !== IDENTITY) yield { ...table, key: [IDENTITY] };
  if (rows.length > 3) return;
  for (const [i, row] of rows.entries())
    for (const [j, value] of row.entries())
      if (value !== "NULL") yield { ...table, rows: rows.with(i, row.with(j, "NULL")) };
}

/** Returns the names that an expression uses. */
export function namesIn(expression: Expression): readonly string[] {
  const names: string[] = [];
  walk(expression, (node) => {
    if (node.kind === "name") names.push(node.name);
  });
  return names;
}
