import { createReadStream } from "node:fs";
import { CsvError, parse } from "csv-parse";
import type { Column, Table } from "./column.ts";
import { ColumnBuilder } from "./column.ts";
import { JobFailure } from "./job-failure.ts";
import { STEP, type Slices } from "./slices.ts";

/** Maximum number of characters of a row. */
const MAX_RECORD = 65_536;

/**
 * Reads columns of a CSV file with a header. Other columns are ignored.
 *
 * @param maxRows greatest number of rows without the header
 * @throws JobFailure for a missing column, too many rows, and text that is not CSV
 */
export async function readTable(
  file: { readonly name: string; readonly path: string },
  names: readonly string[],
  { maxRows, slices }: { readonly maxRows: number; readonly slices: Slices },
): Promise<Table> {
  const source = createReadStream(file.path);
  const parser = parse({ bom: true, max_record_size: MAX_RECORD, skip_empty_lines: true });
  source.once("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let builders: readonly (readonly [index: number, builder: ColumnBuilder])[] | undefined;
  let rows = 0;
  try {
    for await (const record of parser as AsyncIterable<readonly string[]>) {
      if (builders === undefined) {
        builders = names.map((name) => [indexOf(record, name, file.name), new ColumnBuilder()] as const);
        continue;
      }
      if (++rows > maxRows) throw new JobFailure(`The table ${file.name} has more than ${maxRows} rows.`);
      for (const [index, builder] of builders) builder.add(record[index]!);
      if (rows % STEP === 0) await slices.pause();
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new JobFailure(`The table ${file.name} is not CSV with commas: ${error.message}`);
  } finally {
    source.destroy();
    parser.destroy();
  }
  if (builders === undefined || rows === 0) throw new JobFailure(`The table ${file.name} has no rows.`);
  const columns = new Map<string, Column>();
  for (const [i, [, builder]] of builders.entries()) columns.set(names[i]!, builder.finish());
  return { name: file.name, rows, columns };
}

function indexOf(header: readonly string[], name: string, table: string): number {
  const index = header.indexOf(name);
  if (index < 0) throw new JobFailure(`The table ${table} has no column '${name}'.`);
  return index;
}
