import type { Catalog } from "../../../../src/catalog/types.ts";
import { collectionOf } from "../../../../src/engine/store/collections/collection-of-store.ts";
import type { MemoryCollection } from "../../../../src/engine/store/collections/memory-collection.ts";
import { MemoryStore } from "../../../../src/engine/store/collections/memory-store.ts";
import type { Kernels } from "../../../../src/engine/store/kernels/kernels.ts";
import type { Tuning } from "../../../../src/engine/store/tasks/unit-costs.ts";
import { JsonFormat } from "../../../../src/files/located/json-format.ts";
import { LoadedRows } from "../../../../src/engine/store/texts/loaded-rows.ts";
import { TextReader } from "../../../../src/engine/store/texts/text-reader.ts";
import { formatJson } from "../../../../src/values/json/exact-json.ts";
import { RowKernel } from "../../../../src/wasm/row-kernel.ts";

/**
 * Returns a collection of rows that were written as NDJSON.
 *
 * @param write writes a row. By default, some rows have white space and escapes.
 */
export function collectionOfText(
  rows: readonly unknown[],
  catalog: Catalog,
  kernels: Kernels,
  tuning?: Tuning,
  write: (row: unknown, i: number) => string = textOf,
): MemoryCollection {
  const format = new JsonFormat();
  const onInvalidRow = ({ line, message }: { readonly line: number; readonly message: string }) => {
    throw new Error(`line ${line}: ${message}`);
  };
  const reader = new TextReader(format, onInvalidRow, RowKernel.get());
  reader.push(new TextEncoder().encode(rows.map(write).join("\n")));
  reader.end();
  const loaded = new LoadedRows(format, reader.blocks, Infinity);
  return collectionOf(
    new MemoryStore<unknown>({ catalog, rows: loaded }, { catalog, rows: "plain" }, kernels, tuning),
  );
}

function textOf(row: unknown, i: number): string {
  const text = formatJson(row);
  if (i % 5 === 1)
    return ` ${text.replaceAll(/([{}\[\],:])(?=(?:[^"\\]|"(?:[^"\\]|\\.)*"|\\.)*$)/g, " $1\t")} \r`;
  // Escapes the first letter of each name and each string.
  if (i % 5 === 2)
    return text.replaceAll(
      /(?<=[{,:[])"([a-z])/g,
      (_, letter: string) => `"\\u00${letter.charCodeAt(0).toString(16)}`,
    );
  return text;
}
