/** The rows of some files, one after the other. */
import type { Scope } from "./command.ts";
import { isInputFormat, type InputFormat } from "./io/formats.ts";
import { openInput } from "./io/open-input.ts";
import { createProgress } from "./io/progress.ts";
import { readRows } from "./io/read-rows.ts";
import type { Batch, Row } from "./io/row-reader.ts";
import { note } from "./report.ts";
import { sayableName } from "tamis/catalog";

/** How many rows are looked at before the first is answered: names and types are told from them. */
export const SAMPLE_ROWS = 1_000;

export interface RowStream {
  /** The first rows, at most `SAMPLE_ROWS` and whole batches. */
  readonly sample: readonly Row[];
  /** Whether the sample is all there is. */
  readonly complete: boolean;
  /** All rows, the sample first. */
  readonly batches: () => AsyncGenerator<Batch>;
  /** The format of the first file. */
  readonly format: InputFormat;
}

/** Opens the files that the command names, or standard input, and reads the sample. */
export async function openRows(scope: Scope, files: readonly string[]): Promise<RowStream> {
  const given = scope.args.text("input");
  const first: { format?: InputFormat } = {};
  const source = readAll(scope, files.length === 0 ? ["-"] : files, given, first);
  const held: Batch[] = [];
  let rows = 0;
  let complete = false;
  while (rows < SAMPLE_ROWS && !complete) {
    const next = await source.next();
    if (next.done === true) complete = true;
    else {
      held.push(next.value);
      rows += next.value.length;
    }
  }
  return {
    sample: held.flat(),
    complete,
    format: first.format ?? "ndjson",
    batches: async function* () {
      yield* held.splice(0);
      if (!complete) yield* source;
    },
  };
}

async function* readAll(
  scope: Scope,
  files: readonly string[],
  given: string | undefined,
  first: { format?: InputFormat },
): AsyncGenerator<Batch> {
  const { io, signal } = scope;
  for (const file of files) {
    const input = await openInput(file, { stdin: io.stdin, signal });
    const progress = createProgress({
      stream: io.stderr,
      isTTY: io.stderrIsTTY,
      columns: io.stderrColumns,
      size: input.size,
      now: io.now,
    });
    try {
      const format = given !== undefined && isInputFormat(given) ? given : await input.format();
      first.format ??= format;
      const bad = badCells(scope);
      const renamer = new Renamer(scope);
      const tabular = format === "csv" || format === "tsv";
      for await (const batch of readRows(input, {
        format,
        signal,
        inferTypes: !scope.args.flag("text"),
        onProgress: progress.update,
        onBadCell: bad.add,
      })) {
        yield tabular ? renamer.rename(batch) : batch;
      }
      progress.end();
      bad.tell();
    } finally {
      progress.end();
      input.close();
    }
  }
}

/** Cells that their column's type could not read: the first is shown, the rest are counted. */
function badCells(scope: Scope) {
  let count = 0;
  let first = "";
  return {
    add: (row: number, column: string, text: string) => {
      if (count++ === 0) first = `row ${row}, column ${JSON.stringify(column)}: ${JSON.stringify(text.slice(0, 40))}`;
    },
    tell: () => {
      if (count > 0) note(scope, `${count} cells do not have their column's type and count as null; the first: ${first}. --text reads all as text.`);
    },
  };
}

/** A column such as `First Name` cannot be named in a filter: it is called `First_Name`. */
class Renamer {
  readonly #scope: Scope;
  #names: Map<string, string> | undefined;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  rename(batch: Batch): Batch {
    const [row] = batch;
    if (row === undefined) return batch;
    const names = (this.#names ??= this.#choose(Object.keys(row)));
    if (names.size === 0) return batch;
    return batch.map((each) => Object.fromEntries(Object.entries(each).map(([key, value]) => [names.get(key) ?? key, value])));
  }

  #choose(columns: readonly string[]): Map<string, string> {
    // What can be said keeps its name, whichever column comes first.
    const taken = new Set(columns.filter((column) => sayableName(column, new Set()) === column));
    const names = new Map<string, string>();
    for (const column of columns) {
      if (!taken.has(column)) names.set(column, sayableName(column, taken));
    }
    if (names.size > 0) {
      const list = [...names].slice(0, 5).map(([column, name]) => `${JSON.stringify(column)} is ${name}`);
      note(this.#scope, `${list.join(", ")}${names.size > 5 ? " …" : ""}: so a filter can name ${names.size > 1 ? "them" : "it"}.`);
    }
    return names;
  }
}
