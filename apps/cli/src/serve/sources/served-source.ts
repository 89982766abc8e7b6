import type { Collection } from "tamis/engine";
import type { RowStore } from "tamis/http";

/** A collection that the server offers. */
export interface ServedCollection {
  /** Unique name, which is also the path. */
  readonly name: string;
  readonly collection: Collection<object>;
  /** Set if the rows can be changed. */
  readonly store?: RowStore;
  /** Members that clients cannot change. */
  readonly assigned?: readonly string[];
  readonly rows: number | undefined;
}

/** A file or a database with its collections. */
export interface ServedSource {
  /** File or address, as the user named it or as its folder contains it. */
  readonly location: string;
  /** Name for messages, without passwords. */
  readonly shown: string;
  readonly collections: readonly ServedCollection[];
  /**
   * Reads the file again, without changing this source. Undefined if each request reads the current rows.
   * @throws if the file cannot be read, or has become invalid
   */
  readonly reload?: () => Promise<ServedSource>;
  /** File whose changes require {@link reload}. */
  readonly file?: string;
  /** State of the file before it was read. */
  readonly state?: string | undefined;
  readonly close: () => Promise<void>;
}
