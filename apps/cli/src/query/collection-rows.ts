import type { Catalog } from "tamis";
import type { Batch, Row } from "tamis/files";
import { MemberNames } from "../rows/rename-members.ts";
import { SAMPLE_ROWS, type RowStream } from "../rows/row-stream.ts";
import type { StatementProgress } from "./statement-progress.ts";

const ROWS_PER_BATCH = 200;

export async function streamCollectionRows(
  rows: AsyncIterable<Row>,
  catalog: Catalog,
  columns: readonly string[],
  progress: StatementProgress,
): Promise<RowStream> {
  const source = rows[Symbol.asyncIterator]();
  const sample: Row[] = [];
  let complete = false;
  while (sample.length < SAMPLE_ROWS && !complete) {
    const next = await source.next();
    if (next.done === true) complete = true;
    else sample.push(next.value);
    progress.rows = sample.length;
  }
  const close = async () => {
    await source.return?.();
  };
  return {
    sample,
    complete,
    format: "ndjson",
    columns,
    hasAllColumns: true,
    names: memberNamesOf(catalog),
    hideProgress: progress.hide,
    filterEarly: () => undefined,
    batches: async function* () {
      try {
        yield sample;
        let batch: Batch = [];
        while (!complete) {
          const next = await source.next();
          if (next.done === true) complete = true;
          else {
            batch.push(next.value);
            progress.rows++;
          }
          if (batch.length < ROWS_PER_BATCH && !complete) continue;
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

export function memberNamesOf(catalog: Catalog): MemberNames {
  const names = new MemberNames(catalog);
  for (const { name, property } of catalog.members.byName.values())
    if (name !== property) names.originals.set(name, property);
  return names;
}
