import { defineCatalog, type Catalog } from "tamis";
import { escapeControls, show } from "tamis/diagnostics";
import type { Row } from "tamis/files";
import { createCollection, type MemoryCollection } from "tamis/store";
import { UsageError } from "../../command/arguments.ts";
import type { Scope } from "../../command/command.ts";
import { note } from "../../command/report.ts";
import { InputError } from "../../io/errors.ts";
import { formatCount } from "../../io/format-count.ts";
import { loadFiles, loadObjects, type LoadedRows } from "../../memory/load-files.ts";
import type { Rows } from "../../memory/sample-rows.ts";
import { openSavedCollection } from "../../memory/saved-collection.ts";
import { collectionName } from "../../rows/collection-name.ts";
import { openCopy } from "./file-copy.ts";
import { fileState } from "./file-state.ts";
import { findRepeatedKey, KEY, requireSameKey, withChosenKey } from "./key-option.ts";
import { prepareColumns, prepareOrders } from "./prepared-orders.ts";
import type { ServedCollection, ServedSource } from "./served-source.ts";
import { cursorKeyOf, type SourceOptions } from "./source-options.ts";

/** Loads the rows of a file into memory. */
export async function openFile(path: string, options: SourceOptions): Promise<ServedSource> {
  const name = options.names.take([collectionName(path)]);
  if (options.isWritable === true)
    return openCopy(path, name, options, () => loadRows(path, name, options, loadObjects));
  const { source } = await loadSource(path, name, options, Infinity);
  return source;
}

interface UsableRows<R extends Rows> extends Pick<LoadedRows<R>, "rows" | "catalog"> {
  readonly skippedRows: number;
}

/** Reads the rows, with a catalog whose key identifies them. */
async function loadRows<R extends Rows>(
  path: string,
  name: string,
  options: SourceOptions,
  load: (scope: Scope, paths: readonly string[], catalog: Catalog | undefined) => Promise<LoadedRows<R>>,
): Promise<UsableRows<R>> {
  const failures = { skippedRows: 0 };
  const loaded = await load({ ...options.scope, failures }, [path], options.catalog);
  const chosen = withChosenKey(loaded.catalog, name, options.keys);
  const catalog = withUsableKey(chosen, loaded.rows, chosen !== loaded.catalog, path, options);
  return { rows: loaded.rows, catalog: { ...catalog, name }, skippedRows: failures.skippedRows };
}

interface LoadedSource {
  readonly source: ServedSource;
  readonly skippedRows: number;
}

/** @throws InputError if more rows than `maximumSkipped` are invalid */
async function loadSource(
  path: string,
  name: string,
  options: SourceOptions,
  maximumSkipped: number,
): Promise<LoadedSource> {
  const { scope } = options;
  const state = await fileState(path);
  const { rows, catalog, skippedRows } = await loadRows(path, name, options, loadFiles);
  if (skippedRows > maximumSkipped)
    throw new InputError(
      `${escapeControls(path)} has ${skippedRows === 1 ? "an invalid row" : `${formatCount(skippedRows)} invalid rows`}.`,
    );
  scope.failures.skippedRows += skippedRows;
  const collection = createCollection<Row>(rows, { catalog, rows: "plain" });
  if (options.isShared !== true) await prepareOrders(collection, name, options);
  else if (Array.isArray(rows)) await prepareColumns(collection, options);
  const source: ServedSource = {
    location: path,
    shown: escapeControls(path),
    file: path,
    state,
    collections: [collectionOf(name, collection, options)],
    // A file that is being written has an incomplete last row.
    reload: async () => (await loadSource(path, name, options, skippedRows)).source,
    close: () => Promise.resolve(),
  };
  return { source, skippedRows };
}

/**
 * Removes a key whose values are not unique: it was inferred from a sample of the rows.
 * @throws UsageError if the user chose the key
 */
function withUsableKey(
  catalog: Catalog,
  rows: Rows,
  isChosen: boolean,
  path: string,
  { scope }: SourceOptions,
): Catalog {
  const { key, members, definition } = catalog;
  if (key === undefined) return catalog;
  const repeated = findRepeatedKey(rows, members.byName.get(key)!.property);
  if (repeated === undefined) return catalog;
  const { value } = repeated;
  const reason =
    typeof value === "string" || typeof value === "number" || typeof value === "bigint"
      ? `several rows have the value '${show(String(value))}'`
      : "a row has no value";
  const message = `${escapeControls(path)}: '${show(key)}' is not a key: ${reason}.`;
  if (isChosen) throw new UsageError(`--${KEY.name}: ${message}`);
  note(scope, `${message} The rows have no paths of their own.`);
  const entries = Object.entries(definition).filter(([name]) => name !== "key");
  return defineCatalog(Object.fromEntries(entries) as typeof definition);
}

function collectionOf(name: string, memory: MemoryCollection<Row>, options: SourceOptions): ServedCollection {
  const collection = memory.asCollection(cursorKeyOf(memory.catalog, options));
  return { name, collection, rows: memory.size, memory };
}

/** Opens a file that `tamis save` wrote. */
export async function openSaved(path: string, options: SourceOptions): Promise<ServedSource> {
  const name = options.names.take([collectionName(path)]);
  if (options.isWritable !== true) return loadSaved(path, name, options);
  return openCopy(path, name, options, async () => {
    const memory = await openSavedCollection(path, options.catalog, options.scope);
    return { rows: [...memory.stream({})], catalog: withChosenKey(memory.catalog, name, options.keys) };
  });
}

async function loadSaved(path: string, name: string, options: SourceOptions): Promise<ServedSource> {
  const state = await fileState(path);
  // Columns are read when a request first needs them, so that the server answers at once.
  const isShared = options.isShared === true;
  const memory = await openSavedCollection(path, options.catalog, options.scope, { onDemand: !isShared });
  requireSameKey(memory.catalog, name, options.keys, `the saved collection ${escapeControls(path)}`);
  if (!isShared) await prepareOrders(memory, name, options);
  return {
    location: path,
    shown: escapeControls(path),
    file: path,
    state,
    collections: [collectionOf(name, memory, options)],
    reload: () => loadSaved(path, name, options),
    close: () => Promise.resolve(),
  };
}
