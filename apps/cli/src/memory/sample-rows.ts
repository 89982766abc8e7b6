import type { LoadedText } from "tamis/store";
import type { Row } from "tamis/files";

/** Rows in memory: objects, or text that is parsed on use. */
export type Rows = readonly Row[] | LoadedText<Row>;

export interface Sample {
  readonly sample: readonly Row[];
  /** Numbers of the rows in their file, from 1. Undefined if the sample is all rows. */
  readonly numbers: readonly number[] | undefined;
}

/**
 * Takes evenly distributed rows, because the first ones may be alike. Adds a row for each member that they
 * lack.
 */
export function sampleRows(rows: Rows, limit: number): Sample {
  if (rows.length <= limit) return { sample: [...rows], numbers: undefined };
  const sample: Row[] = [];
  const numbers: number[] = [];
  const take = (at: number) => {
    sample.push(rows.at(at)!);
    numbers.push(at + 1);
  };
  for (let i = 0; i < limit; i++) take(Math.floor((i * rows.length) / limit));
  const names = new Set(sample.flatMap((row) => Object.keys(row)));
  for (const at of isText(rows) ? newNamesInText(rows, names) : newNames(rows, names)) take(at);
  return { sample, numbers };
}

/** Returns the values of one member. */
export function memberValues(rows: Rows, property: string): Iterable<unknown> {
  return isText(rows) ? rows.values(property) : valuesOf(rows, property);
}

function isText(rows: Rows): rows is LoadedText<Row> {
  return !Array.isArray(rows);
}

/** Returns the index of each row that has a name which no row before it has, in ascending order. */
function* newNames(rows: readonly Row[], names: Set<string>): Generator<number> {
  for (const [at, row] of rows.entries()) {
    let hasNewName = false;
    for (const name in row) {
      if (names.has(name)) continue;
      names.add(name);
      hasNewName = true;
    }
    if (hasNewName) yield at;
  }
}

function newNamesInText(rows: LoadedText<Row>, names: ReadonlySet<string>): readonly number[] {
  const rowNumbers = [...rows.firstRows()].filter(([name]) => !names.has(name)).map(([, at]) => at);
  return [...new Set(rowNumbers)].sort((a, b) => a - b);
}

function* valuesOf(rows: readonly Row[], property: string): Generator {
  for (const row of rows) yield Object.getOwnPropertyDescriptor(row, property)?.value;
}
