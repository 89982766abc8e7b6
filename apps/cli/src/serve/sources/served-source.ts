import type { Collection } from "tamis/engine";
import type { Row } from "tamis/files";
import type { RowStore } from "tamis/http";
import type { MemoryCollection } from "tamis/store";

/** A collection that the server offers. */
export interface ServedCollection {
  /** Unique name, which is also the path. */
  readonly name: string;
  readonly collection: Collection<object>;
  /** Set if the rows can be changed. */
  readonly store?: RowStore;
  readonly rows: number | undefined;
  /** The rows, if they are in memory. */
  readonly memory?: MemoryCollection<Row>;
}

/** A file or a database that is kept up to date. */
export interface WatchedSource {
  /** File or address, as the user named it or as its folder contains it. */
  readonly location: string;
  /** Name for messages, without passwords. */
  readonly shown: string;
  readonly collections: readonly Pick<ServedCollection, "name" | "rows">[];
  /**
   * Reads the file again, without changing this source. Undefined if each request reads the current rows.
   * @throws if the file cannot be read, or has become invalid
   */
  readonly reload?: () => Promise<WatchedSource>;
  /** File whose changes require {@link reload}. */
  readonly file?: string | undefined;
  /** State of the file before it was read. */
  readonly state?: string | undefined;
  readonly close: () => Promise<void>;
}

/** A source with the collections that requests read. */
export interface ServedSource extends WatchedSource {
  readonly collections: readonly ServedCollection[];
  readonly reload?: () => Promise<ServedSource>;
}
