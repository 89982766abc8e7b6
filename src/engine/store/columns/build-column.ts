import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import { isScalarType, type Value } from "../../../values/types.ts";
import { DICTIONARY_ENTRY_BYTES, Reservation } from "../kernels/budget.ts";
import type { DictionaryColumn } from "./dictionary-column.ts";
import { DictionaryBuilder } from "./dictionary-builder.ts";
import { tryAllocate } from "../kernels/try-allocate.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { ListColumn } from "./list-column.ts";
import { MapColumn } from "./map-column.ts";
import { rawReader } from "../members/member-batch.ts";
import type { NumberUnit } from "./nearest-doubles.ts";
import { NumberColumn } from "./number-column.ts";
import { isSizeMember } from "../members/size-members.ts";
import { pause, type Task } from "../tasks/task.ts";
import { readValues, estimateStrings, type ValueSource } from "../members/read-values.ts";
import { StringColumn } from "./string-column.ts";
import { TokenIds } from "../tokens/token-ids.ts";
import { TokenReader, type OtherValues, type TokenAppender } from "../tokens/token-reader.ts";
import type { Tuning } from "../tasks/unit-costs.ts";

export type Column = DictionaryColumn | NumberColumn | StringColumn | ListColumn | MapColumn;

/**
 * Builds the column of a member. Returns undefined for objects, for lists of lists, maps or objects, and if
 * too many values cannot be encoded. Such members are evaluated row by row.
 */
export function* buildColumn(
  member: ResolvedMember,
  work: BuildTask,
  { stringSampleRows }: Tuning,
): Task<Column | undefined> {
  const { rows, kernels } = work;
  // Sizes have few distinct values, so a dictionary is smallest.
  if (isSizeMember(member)) return yield* buildDictionary(work, { canReadTokens: false, max: Infinity });
  const { type } = member;
  switch (type.type) {
    case "string":
      return yield* buildStrings(work, stringSampleRows);
    case "boolean":
      return yield* buildDictionary(work, { canReadTokens: true, max: Infinity });
    case "integer":
    case "number":
      return yield* buildNumbers(type.type, "number", work);
    case "date":
    case "time":
    case "dateTime":
      return (
        (yield* buildNumbers(type.type, "millisecond", work)) ??
        (yield* buildNumbers(type.type, "microsecond", work))
      );
    case "list":
      return isScalarType(type.items.type)
        ? yield* buildOffsets(new ListColumn(kernels, rows.length), work)
        : undefined;
    case "map":
      return yield* buildOffsets(new MapColumn(kernels, rows.length), work);
    case "object":
      return undefined;
  }
}

export interface BuildTask extends ValueSource {
  readonly count: number;
  readonly kernels: Kernels;
}

/**
 * Appends the rows that the column lacks. Returns undefined if the column cannot represent a value. Releases
 * the column in this case, and if the task stops or fails.
 */
export function* appendMissing<C extends Column>(column: C, work: BuildTask): Task<C | undefined> {
  let isDone = false;
  let tokens: ColumnTokens | undefined;
  try {
    if (column.rows < work.count) tokens = tokensFor(column, work);
    for (;;) {
      yield* reportNextRow(work, column.rows);
      if (column.rows >= work.count) break;
      const loadedRows = tokens?.reader.load(column.rows, work.count) ?? 0;
      const isAppended =
        loadedRows === 0
          ? yield* appendValues(column, work, work.count)
          : yield* appendTokens(column, work, tokens!, loadedRows);
      if (!isAppended) return undefined;
    }
    isDone = true;
    return column;
  } finally {
    tokens?.release?.();
    tokens?.reader.release();
    if (!isDone) column.release();
  }
}

/** Reports the next row that the column needs, and yields, so that the column that has the fewest rows continues. */
function* reportNextRow({ objects, count }: BuildTask, row: number): Task<void> {
  objects.row = row < count ? row : Infinity;
  yield;
}

/** Appends a batch of rows below `end`. Returns false if the column cannot represent a value. */
function* appendValues(column: Column, work: BuildTask, end: number): Task<boolean> {
  const values = readValues(work, column.rows, end);
  const isAppended =
    column.kind === "strings" || column.kind === "dictionary"
      ? column.append(values)
      : yield* column.appendTask(values);
  if (column.kind === "strings") yield* column.writeEarly();
  return isAppended;
}

/** Values in texts that a column appends without reading them one by one. */
interface ColumnTokens extends Partial<TokenAppender> {
  readonly reader: TokenReader;
}

function tokensFor(column: Column, work: BuildTask): ColumnTokens | undefined {
  const isRead =
    column.kind === "numbers"
      ? column.unit === (column.type === "dateTime" ? "millisecond" : "number")
      : column.kind !== "dictionary" && (column.kind !== "lists" || work.elementPath !== undefined);
  const reader = isRead ? TokenReader.of(work, work.kernels) : undefined;
  if (reader === undefined || column.kind === "numbers" || column.kind === "dictionary")
    return reader && { reader };
  if (column.kind === "strings") return { reader, append: (from) => column.appendTokens(reader, from) };
  const appender = column.tokens(reader, work);
  if (appender === undefined) reader.release();
  return appender && { reader, ...appender };
}

/** Appends `count` rows, which the reader has loaded, like `appendValues`. */
function* appendTokens(
  column: Column,
  work: BuildTask,
  { reader, append }: ColumnTokens,
  count: number,
): Task<boolean> {
  if (column.kind === "numbers") {
    const { kernels, tokens, results } = reader;
    const readTokens = column.type === "dateTime" ? kernels.readInstants : kernels.readNumbers;
    const otherValues = readTokens(tokens, results) === 0 ? NO_VALUES : reader.others();
    return yield* column.appendNumbers(results.f64().slice(0, count), otherValues);
  }
  const [first, end] = [column.rows, column.rows + count];
  while (column.rows < end) {
    const appended = append!(column.rows - first);
    if (appended >= MIN_TOKENS_AT_ONCE) continue;
    // Values that are read in another way would interrupt the reading too often.
    while (column.rows < end) {
      if (!(yield* appendValues(column, work, end))) return false;
      yield* pause();
    }
  }
  return true;
}

const NO_VALUES: OtherValues = { indexes: [], values: [] };
/** Number of values appended at once below which the rest of their batch is read one by one. */
const MIN_TOKENS_AT_ONCE = 32;

function* buildOffsets<C extends ListColumn | MapColumn>(column: C, work: BuildTask): Task<C | undefined> {
  const builtColumn = yield* appendMissing(column, work);
  if (builtColumn !== undefined) tryAllocate(() => builtColumn.trim());
  return builtColumn;
}

function* buildStrings(work: BuildTask, sample: number): Task<Column | undefined> {
  const { distinct, share, meanLength } = yield* estimateStrings(work, sample);
  const max = work.count * share * MAX_DISTINCT_SHARE;
  const codes = distinct > max ? undefined : yield* buildDictionary(work, { canReadTokens: true, max });
  if (codes !== undefined) return codes;
  return yield* appendMissing(new StringColumn(work.kernels, work.count, meanLength), work);
}

const MAX_DISTINCT_SHARE = 0.5;

interface DictionarySettings {
  /** Whether kernels may read the values from the texts of rows. False for sizes, because no text contains a size. */
  readonly canReadTokens: boolean;
  /** Maximum number of distinct values, at least `MIN_DISTINCT_LIMIT`. */
  readonly max: number;
}

/** Returns undefined if there are more distinct values than `max` and `MIN_DISTINCT_LIMIT`. */
function* buildDictionary(
  work: BuildTask,
  { canReadTokens, max }: DictionarySettings,
): Task<DictionaryColumn | undefined> {
  const { count, kernels } = work;
  const reservation = new Reservation(kernels.budget);
  const dictionary = new DictionaryBuilder(kernels, count);
  const limit = Math.max(max, MIN_DISTINCT_LIMIT);
  const idsOf = (values: readonly Value[]) => dictionary.idsOf(values, limit);
  let tokens: TokenReader | undefined;
  let ids: TokenIds | undefined;
  try {
    const reader = canReadTokens ? TokenReader.of(work, kernels) : undefined;
    tokens = reader;
    if (reader !== undefined)
      ids = new TokenIds(kernels, reader.kernels, rawReader(work.path!, work.read), idsOf);
    for (;;) {
      yield* reportNextRow(work, dictionary.rows);
      if (dictionary.rows >= count) break;
      const batchIds =
        reader !== undefined && reader.load(dictionary.rows, count) > 0
          ? ids!.find(reader.tokens, reader.results, (i) => reader.valueAt(i))
          : idsOf(readValues(work, dictionary.rows, count));
      if (batchIds === undefined) return undefined;
      dictionary.addIds(batchIds);
      reservation.set(dictionary.values.length * DICTIONARY_ENTRY_BYTES);
    }
    reservation.release();
    ids?.release();
    ids = undefined;
    return yield* dictionary.finish();
  } finally {
    tokens?.release();
    ids?.release();
    dictionary.release();
    reservation.release();
  }
}

/** Dictionaries with up to this many distinct values are always accepted. */
const MIN_DISTINCT_LIMIT = 4096;

function* buildNumbers(
  type: ResolvedMember["type"]["type"],
  unit: NumberUnit,
  work: BuildTask,
): Task<NumberColumn | undefined> {
  const { count, kernels } = work;
  const column = yield* appendMissing(new NumberColumn(kernels, type, unit, count), work);
  if (column === undefined || column.exceptions.length <= MIN_EXCEPTION_LIMIT + count / 16) return column;
  column.release();
  return undefined;
}

/** Number of exceptions (values that are read from their row) that is always accepted. */
const MIN_EXCEPTION_LIMIT = 64;
