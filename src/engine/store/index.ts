/** The columnar store: collections of rows in memory. */

export { createCollection } from "./collections/create-collection.ts";
export {
  loadCollection,
  type LoadOptions,
  type RowSource,
  type TextLoadOptions,
} from "./collections/load-collection.ts";
export { loadText, type TextOptions, type TextSource } from "./collections/load-text.ts";
export type { CsvColumn, CsvOptions } from "./texts/csv-options.ts";
export type { LoadedText, UnreadableCells } from "./texts/loaded-text.ts";
export { InvalidRowError, type InvalidRow } from "../../files/located/invalid-row.ts";
export type {
  CollectionOptions,
  MemoryCollection,
  MemorySnapshot,
  PrepareOptions,
} from "./collections/memory-collection.ts";
export type { AsyncMemoryCollection } from "./collections/async-collection.ts";
export type { AsyncCollectionOptions } from "./queries/store-requests.ts";
export { GroupLimitError } from "../aggregates/group-limit.ts";
export { MemoryLimitError } from "./kernels/budget.ts";
export { PatternWorkError } from "../../pattern/pattern-work.ts";

export type { ChangeConflict, ChangeResult, Changes } from "./collections/changes.ts";
export type { PageChange } from "./collections/watch.ts";

export type { MemoryReader } from "./queries/memory-reader.ts";
export type { MemoryPageOptions, MemoryQuery, MemoryRequestOptions } from "./queries/memory-query.ts";
export type { MemoryPage } from "./queries/page.ts";
export type { Facet, FacetOptions, Facets } from "./queries/facets.ts";
export type { MinMax } from "./queries/min-max.ts";
export type { Unreadable } from "./queries/unreadable.ts";

export { openCollection } from "./file/open-collection.ts";
export { saveCollection } from "./file/save-collection.ts";
export { readCollection } from "./file/read-collection.ts";
export { writeCollection } from "./file/write-collection.ts";
export { MAGIC as COLLECTION_FILE_MAGIC } from "./file/format.ts";
export type { FileProblem, FileProblemCode } from "./file/file-problem.ts";
export type { OpenOptions, OpenResult } from "./file/read-collection.ts";
export type { ByteSource } from "./file/section-reader.ts";
export type { Unsavable, UnsavableKind } from "./file/row-text.ts";
export type { SaveOptions, SaveResult, UnsavableRows } from "./file/write-collection.ts";

export {
  shareCollection,
  type ShareOptions,
  type ShareResult,
  type SharedCollection,
} from "./shared/share-collection.ts";
export {
  attachCollection,
  type AttachedCollection,
  type AttachOptions,
  type AttachResult,
} from "./shared/attach-collection.ts";
export { publishCollection, type Publication, type PublishResult } from "./shared/publish-collection.ts";
export type { NoSharedMemory } from "./shared/shared-memory.ts";
