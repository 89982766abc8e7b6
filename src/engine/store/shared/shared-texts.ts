import { keepOrder } from "../../../values/json/member-order.ts";
import type { CatalogDefinition } from "../../../catalog/types.ts";
import { TypedCells } from "../../../files/cells/typed-cells.ts";
import { CsvFormat, formatOfCells } from "../../../files/located/csv-format.ts";
import { JsonFormat } from "../../../files/located/json-format.ts";
import type { TextFormat } from "../../../files/located/text-format.ts";
import { collectionOf } from "../collections/collection-of-store.ts";
import type { MemoryCollection } from "../collections/memory-collection.ts";
import { MemoryStore } from "../collections/memory-store.ts";
import type { FrozenRows } from "../collections/stored-rows.ts";
import { catalogOf, MAX_KEPT_IN_PLACE, type OpenOptions } from "../file/read-collection.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { LoadedRows, type IndexedBlock } from "../texts/loaded-rows.ts";

/** How rows are written, as data. */
type FormatDescription =
  | { readonly kind: "json"; readonly names: readonly string[] }
  | ({ readonly kind: "csv"; readonly delimiter: string } & Pick<TypedCells, "columns" | "style">);

/** Rows that `loadText` has read, in memory that threads share. */
export interface SharedTexts {
  readonly catalog: CatalogDefinition;
  readonly format: FormatDescription;
  readonly blocks: readonly IndexedBlock[];
  readonly live: Uint32Array;
}

/** Returns undefined for rows that are no texts in shared memory. */
export function sharedTexts({ catalog, rows, count, live }: FrozenRows): SharedTexts | undefined {
  if (!(rows instanceof LoadedRows) || count !== rows.texts.count) return undefined;
  const { format, blocks } = rows.contents;
  const isShared = blocks.every(({ texts }) => isSharedBuffer(texts.buffer));
  const description = descriptionOf(format);
  if (description === undefined || !isShared) return undefined;
  return { catalog: catalog.definition, format: description, blocks, live };
}

/** Returns undefined for a format that has functions of the caller. */
function descriptionOf(format: TextFormat): FormatDescription | undefined {
  if (format instanceof JsonFormat) return { kind: "json", names: format.names };
  if (!(format instanceof CsvFormat) || format.cells === undefined) return undefined;
  const { columns, style } = format.cells;
  return { kind: "csv", delimiter: format.delimiter, columns, style };
}

/**
 * Returns a collection of texts that another thread has read.
 *
 * @throws FileFault if the catalogs differ
 */
export function collectionOfTexts<T>(
  shared: SharedTexts,
  options: OpenOptions,
  kernels: Kernels,
): MemoryCollection<T> {
  // Compared first, because a foreign value has no catalog.
  const catalog = catalogOf(shared.catalog, options.catalog);
  const maxKeptBytes = kernels.budget.limit === Infinity ? MAX_KEPT_IN_PLACE : 0;
  const rows = new LoadedRows(formatOf(shared.format), shared.blocks, maxKeptBytes);
  const stored = { catalog, rows, live: shared.live };
  return collectionOf(new MemoryStore<T>(stored, { ...options, rows: "plain" }, kernels));
}

function formatOf(description: FormatDescription): TextFormat {
  if (description.kind === "csv")
    return formatOfCells(description.delimiter, new TypedCells(description.columns, description.style));
  const format = new JsonFormat();
  format.learn(
    keepOrder(Object.fromEntries(description.names.map((name) => [name, null])), description.names),
  );
  return format;
}

function isSharedBuffer(buffer: unknown): boolean {
  return typeof SharedArrayBuffer === "function" && buffer instanceof SharedArrayBuffer;
}
