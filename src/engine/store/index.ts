/** The columnar store: collections of rows in memory. */

// Collections
export { createCollection } from "./queries/create-collection.ts";
export { loadCollection, type LoadOptions, type RowSource } from "./queries/load-collection.ts";
export type { CollectionOptions, MemoryCollection, PrepareOptions } from "./queries/collection-types.ts";
export type { AsCollectionOptions, PromisedCollection } from "./queries/as-collection.ts";
export { MemoryLimitError } from "./kernels/budget.ts";

// Requests and answers
export type {
  FacetOptions,
  MemoryPage,
  MemoryPageOptions,
  MemoryReader,
  MemoryRequestOptions,
  Unreadable,
} from "./queries/reader.ts";
export type { Facet, Facets } from "./queries/facets.ts";

// Saved collections
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
