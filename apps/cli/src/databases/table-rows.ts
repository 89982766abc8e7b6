/** The rows of a database as the rows of files are: some are looked at first, all come one batch after the other. */
import type { Catalog } from "tamis";
import type { Batch, Row } from "../io/row-reader.ts";
import { Naming } from "../naming.ts";
import { SAMPLE_ROWS, type RowStream } from "../rows.ts";

/** Rows that are handed on together. */
const BATCH = 200;

export async function streamRows(
  rows: AsyncIterable<Row>,
  catalog: Catalog,
  columns: readonly string[],
): Promise<RowStream> {
  const source = rows[Symbol.asyncIterator]();
  const sample: Row[] = [];
  let complete = false;
  while (sample.length < SAMPLE_ROWS && !complete) {
    const next = await source.next();
    if (next.done === true) complete = true;
    else sample.push(next.value);
  }
  const close = async () => {
    await source.return?.();
  };
  return {
    sample,
    complete,
    format: "ndjson",
    columns,
    naming: namingOf(catalog),
    hideProgress: () => undefined,
    batches: async function* () {
      try {
        yield sample;
        let batch: Batch = [];
        while (!complete) {
          const next = await source.next();
          if (next.done === true) complete = true;
          else batch.push(next.value);
          if (batch.length < BATCH && !complete) continue;
          if (batch.length > 0) yield batch;
          batch = [];
        }
      } finally {
        await close();
      }
    },
    close,
  };
}

/** Names that expressions say and what the columns are called. */
export function namingOf(catalog: Catalog): Naming {
  const naming = new Naming(catalog);
  for (const { name, property } of catalog.members.byName.values())
    if (name !== property) naming.labels.set(name, property);
  return naming;
}
