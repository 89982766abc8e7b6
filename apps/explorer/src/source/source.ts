import type { Catalog } from "tamis";
import type { Language } from "../contract/language.ts";
import type { Answer, ExportRequest, RequestKind, Requests, Row, ShownRow } from "../contract/protocol.ts";

/** Rows that the page shows, and what answers questions about them: a worker of the page, or a server. */
export interface Source {
  readonly title: string;
  readonly columns: readonly Column[];
  /** Number of rows without a filter; undefined if it is not known yet. */
  readonly total: number | undefined;
  /** Sentences about values that were read differently. */
  readonly notes: readonly string[];
  /** Whether filters can use `now()` and similar functions. */
  readonly hasClock: boolean;
  /** Returns a row by its name; undefined if there is none. */
  readonly find?: (name: string) => Promise<ShownRow | undefined>;
  /** Called when `total` has become known. */
  onTotal?: (() => void) | undefined;
  /** Undefined if rows cannot be changed. Known after the first rows. */
  readonly editing?: Editing | undefined;
  /** @throws Error with a message for the user */
  readonly readCatalog: (language: Language) => Catalog;
  /**
   * Answers a request. An aborted request rejects, or its answer is ignored.
   *
   * @throws Error with a message for the user
   */
  readonly ask: <K extends RequestKind>(
    kind: K,
    input: Requests[K][0],
    signal?: AbortSignal,
  ) => Promise<Requests[K][1]>;
  /**
   * Returns all matching rows as a file, whose body can be a stream.
   *
   * @throws Error with a message for the user
   */
  readonly save: (request: ExportRequest, signal?: AbortSignal) => Promise<Answer<Response>>;
  /**
   * Returns a text that differs after a change of the rows; undefined if the source does not know of changes.
   *
   * @throws Error with a message for the user
   */
  readonly version?: () => Promise<string | undefined>;
}

/** A top-level member, which is a column of the table. */
export interface Column {
  readonly name: string;
  /** Property of a row. */
  readonly property: string;
  readonly type: string;
  readonly isSortable: boolean;
  readonly isNullable: boolean;
}

/** Changes of rows. All throw an error with a message for the user. */
export interface Editing {
  /** Name of the member that identifies rows. */
  readonly key: string;
  readonly read: (row: Row) => Promise<EditedRow>;
  readonly create: (values: Row) => Promise<void>;
  /**
   * @param tag version on which the change is based
   * @throws ConflictError if the row has another version
   */
  readonly change: (row: Row, values: Row, tag: string) => Promise<void>;
  /** @throws ConflictError if the row has another version */
  readonly remove: (row: Row, tag: string) => Promise<void>;
}

export interface EditedRow {
  readonly row: Row;
  readonly tag: string;
  readonly canChange: boolean;
  readonly canDelete: boolean;
}

/** A row has changed since it was read. */
export class ConflictError extends Error {}
