/** Files of rows: CSV, TSV, JSON and NDJSON as people write them. */
export { readRowBatches, readRows, type FileSource, type ReadableBytes } from "./reading/read-rows.ts";
export type { DialectOptions, FileColumn } from "./cells/reader-options.ts";
export type { CellOptions, FileOptions, ReadingProblem } from "./reading/file-options.ts";
export {
  detectFormat,
  FILE_FORMATS,
  foreignFile,
  formatOfName,
  HEAD_BYTES,
  isZip,
  type FileFormat,
} from "./reading/detect-format.ts";
export { decodeFile, encodingOf } from "./reading/decode-file.ts";
export type { FileProgress, ReplacedBytes } from "./reading/read-batches.ts";
export { PeekableBytes } from "./bytes/peekable-bytes.ts";
export { byteName } from "./bytes/show-character.ts";
export {
  ReadingFault,
  positionText,
  type FilePosition,
  type OptionName,
  type ReadingNote,
} from "./rows/reading-fault.ts";
export {
  CELL_TEXTS,
  originalOf,
  printedOf,
  renamedRow,
  setShown,
  shownOf,
  unsetShown,
  type FileBatch as Batch,
  type FileRow as Row,
  type SourceRow,
} from "./rows/row.ts";
export { isPlaceholder, MATCHING_ROW, REJECTED_ROW, type RowFilter } from "./rows/row-filter.ts";
export { columnName, uniqueNames, type CsvHeader, type HeaderProblem } from "./rows/csv-header.ts";
export { ROWS_PER_BATCH, type RaggedRow, type UnreadableNumbers } from "./rows/format-reader.ts";
export { CELL_TYPE_NAMES, cellFault, type BadCell } from "./cells/cell-fault.ts";
export { catalogTypes } from "./cells/catalog-types.ts";
export {
  BAD_CELL,
  CELL_TYPES,
  cellReader,
  inferType,
  isTemporalText,
  isTemporalType,
  memberType,
  readCell,
  readOddCell,
  readPlainCell,
  shownValue,
  type CellStyle,
  type CellType,
  type ReadColumn,
} from "./cells/cell-types.ts";
export { columnOf } from "./cells/column-of.ts";
export { INFERENCE_ROWS, readType } from "./cells/csv-columns.ts";
export { DATE_ORDERS, isoDate, type DateOrder } from "./cells/written-dates.ts";
export { findJsonFault, type JsonFault } from "./json-rows/json-fault.ts";
export { parsePath } from "./json/json-path.ts";
export { readCsvTexts, type CsvTexts } from "./reading/csv-texts.ts";
export { faultOfNdjson, ObjectsRequired } from "./reading/objects-required.ts";
export type { InvalidRow } from "./located/invalid-row.ts";
