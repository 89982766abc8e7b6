/** Files of rows: CSV, TSV, JSON and NDJSON as people write them. */
export { readRowBatches, readRows, type FileSource, type ReadableBytes } from "./reading/read-rows.ts";
export {
  FILE_FORMATS,
  type CellOptions,
  type DialectOptions,
  type FileColumn,
  type FileFormat,
  type FileOptions,
  type FileProgress,
  type ReadingProblem,
  type ReplacedBytes,
} from "./cells/file-options.ts";
export {
  detectFormat,
  foreignFile,
  formatOfName,
  HEAD_BYTES,
  isZip,
  peekFormat,
} from "./reading/detect-format.ts";
export { decodeFile, encodingOf } from "./bytes/encodings.ts";
export { PeekableBytes } from "./bytes/peekable-bytes.ts";
export { byteName } from "./rows/descriptions.ts";
export {
  ReadingFault,
  positionText,
  type FilePosition,
  type OptionName,
  type ReadingNote,
} from "./rows/reading-fault.ts";
export {
  CELL_TEXTS,
  isPlaceholder,
  MATCHING_ROW,
  originalOf,
  printedOf,
  REJECTED_ROW,
  renamedRow,
  setShown,
  shownOf,
  unsetShown,
  type FileBatch as Batch,
  type FileRow as Row,
  type RowFilter,
  type SourceRow,
} from "./rows/row.ts";
export { columnName, uniqueNames, type CsvHeader, type HeaderProblem } from "./rows/csv-header.ts";
export { ROWS_PER_BATCH, type RaggedRow, type UnreadableNumbers } from "./rows/format-reader.ts";
export {
  BAD_CELL,
  CELL_TYPE_NAMES,
  CELL_TYPES,
  cellFault,
  cellReader,
  inferType,
  isTemporalText,
  isTemporalType,
  memberType,
  readCell,
  readOddCell,
  readPlainCell,
  shownValue,
  type BadCell,
  type CellStyle,
  type CellType,
  type ReadColumn,
} from "./cells/cell-types.ts";
export { catalogTypes, columnOf, INFERENCE_ROWS, readType } from "./cells/csv-columns.ts";
export { DATE_ORDERS, isoDate, type DateOrder } from "./cells/written-dates.ts";
export { findJsonFault, type JsonFault } from "./json-rows/json-fault.ts";
export { parsePath } from "./json/json-path.ts";
export { faultOfNdjson, ObjectsRequired, readCsvTexts, type CsvTexts } from "./reading/row-texts.ts";
export type { InvalidRow } from "./located/invalid-row.ts";
