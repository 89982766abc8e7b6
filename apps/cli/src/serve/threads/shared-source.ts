/** Sources whose rows are in memory that the threads of a server share. */
import { escapeControls } from "tamis/diagnostics";
import type { Row } from "tamis/files";
import { attachCollection, shareCollection, type MemoryCollection, type SharedCollection } from "tamis/store";
import { findDatabase } from "../../databases/database-address.ts";
import { InputError } from "../../io/errors.ts";
import { collectionName } from "../../rows/collection-name.ts";
import { openSource } from "../sources/open-sources.ts";
import { prepareOrders } from "../sources/prepared-orders.ts";
import type { ServedSource, WatchedSource } from "../sources/served-source.ts";
import { cursorKeyOf, type SourceOptions } from "../sources/source-options.ts";

/** What a thread needs to open a source. */
export interface PostedSource {
  readonly location: string;
  /** Differs between the versions of a file, and between files. */
  readonly version: number;
  /** The rows of a file. Undefined for a database, which each thread opens itself. */
  readonly shared: SharedCollection | undefined;
}

export interface SharedSource extends WatchedSource {
  readonly posted: PostedSource;
  readonly reload?: () => Promise<SharedSource>;
}

let versions = 0;
/** Rows in memory need not be closed. */
const close = () => Promise.resolve();

/** Loads the rows of a file. Does not open a database. */
export async function openShared(location: string, options: SourceOptions): Promise<SharedSource> {
  const database = findDatabase([location]);
  const version = versions++;
  if (database !== undefined)
    return {
      location,
      shown: database.shown,
      collections: [],
      posted: { location, version, shared: undefined },
      close,
    };
  return share(await openSource(location, { ...options, isShared: true }), options);
}

async function share(source: ServedSource, options: SourceOptions): Promise<SharedSource> {
  const { location, shown, file, state, reload, collections } = source;
  const [{ name, rows, memory }] = collections as [(typeof collections)[number]];
  return {
    ...{ location, shown, file, state, close },
    collections: [{ name, rows }],
    posted: { location, version: versions++, shared: await sharedRows(memory!, shown, options) },
    ...(reload !== undefined && { reload: async () => share(await reload(), options) }),
  };
}

/** @throws InputError if there is no memory for the rows */
async function sharedRows(
  memory: MemoryCollection<Row>,
  shown: string,
  { scope: { signal } }: SourceOptions,
): Promise<SharedCollection> {
  const result = await shareCollection(memory, { signal, unsavable: "leave out" });
  if (result.ok) return result.shared;
  throw new InputError(`${shown} cannot be shared between threads. ${result.reason.message}`);
}

/** Opens a source in a thread. @param thread number of the thread, from 1 */
export async function openPosted(
  { location, shared }: PostedSource,
  options: SourceOptions,
  thread: number,
): Promise<ServedSource> {
  if (shared === undefined) return openSource(location, options);
  const shown = escapeControls(location);
  const attached = await attachCollection<object>(shared, { thread });
  if (!attached.ok) throw new InputError(`${shown}: ${attached.reason.message}`);
  const { collection } = attached;
  const name = options.names.take([collectionName(location)]);
  await prepareOrders(collection, name, options);
  const served = collection.asCollection(cursorKeyOf(collection.catalog, options));
  return {
    ...{ location, shown, close },
    collections: [{ name, collection: served, rows: collection.size }],
  };
}
