import { prefixOrder } from "../../../collation/order/sort-prefix.ts";
import type { Expression } from "../../../ast/nodes.ts";
import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import { IS_ONE_OF, IS_STRING, STARTS_WITH } from "../../../functions/in-memory/member-decision.ts";
import type { MemberTest, Operand, Test } from "../../../functions/definition/types.ts";
import { countValue } from "../../../values/work.ts";
import { firstIndexWhere } from "../../../values/binary-search.ts";
import { MAX_RANGES, rangesTest, tableTest, tableWhere, type CodeRange } from "./code-ranges.ts";
import type { Ranks } from "../columns/ranks.ts";
import type { RowOrder } from "../tasks/sort-task.ts";
import type { Value } from "../../../values/types.ts";
import type { DictionaryColumn } from "../columns/dictionary-column.ts";
import { forEachRow } from "../kernels/growable-buffers.ts";
import { bitmapWordCount, type CodeArray, type Slab } from "../kernels/kernels.ts";
import { searchCallOf, type SearchCall } from "./search-call.ts";
import { scratchBytes } from "../tasks/scratch.ts";
import { columnKey } from "../members/member-reader.ts";
import { discardResult, thenDo, type Task } from "../tasks/task.ts";
import { searchCallTest } from "./string-search.ts";
import { ranksKey, valueOrder } from "../members/value-order.ts";
import {
  cellOperand,
  runTest,
  taskTest,
  comparisonOf,
  type Cell,
  type ColumnCondition,
  type FilterContext,
  type ColumnTest,
} from "./row-test.ts";

/** Compiles a condition on a dictionary column. It is evaluated at most once per distinct value. */
export function dictionaryCondition(
  node: Expression,
  member: ResolvedMember,
  column: DictionaryColumn,
  context: FilterContext,
): ColumnCondition {
  const operand = cellOperand(node, member, context);
  const codeRanges =
    !isEvaluatedByValue(column, context) && member.type.type === "string"
      ? knownRanges(operand.memberTest?.(), column)
      : undefined;
  if (codeRanges !== undefined) {
    const isTrue = rangesTest(column.codes, codeRanges, context);
    return { isTrue: () => isTrue, isFalse: () => notMatchingTest(isTrue, column, context) };
  }
  const ranked =
    !isEvaluatedByValue(column, context) && member.type.type === "string"
      ? rankedComparison(node, member, column, context)
      : undefined;
  if (ranked !== undefined) {
    const compiled = ranked.isReady ? ranked.compile() : undefined;
    const rangesOf = ({ codes, ranges }: RankedComparison, holds: Test) =>
      rangesTest(codes, ranges(holds), context);
    const test = (holds: Test) =>
      compiled === undefined
        ? lazyTest(1, () => thenDo(ranked.prepare(), () => rangesOf(ranked.compile(), holds)))
        : rangesOf(compiled, holds);
    return { isTrue: () => test(operand.isTrue()), isFalse: () => test(operand.isFalse()) };
  }
  const searchCall =
    areSearchedTogether(column, context) && member.type.type === "string"
      ? searchCallOf(node, member, context)
      : undefined;
  if (searchCall !== undefined) {
    const isTrue = dictionaryTest(column, searchCall, operand, context);
    return { isTrue: () => isTrue, isFalse: () => notMatchingTest(isTrue, column, context) };
  }
  return {
    isTrue: () => valuesTest(column, operand.isTrue(), context),
    isFalse: () => valuesTest(column, operand.isFalse(), context),
  };
}

/** Returns whether evaluating a condition on each distinct value takes less time than compiling it to ranges of codes. */
export function isEvaluatedByValue({ values }: DictionaryColumn, { tuning }: FilterContext): boolean {
  return values.length * tuning.readValue <= tuning.setUp;
}

/** Returns whether a search in the encoded distinct strings takes less time than the evaluation of each of them. */
export function areSearchedTogether({ values }: DictionaryColumn, { tuning }: FilterContext): boolean {
  return values.length * tuning.readValue > SEARCH_SET_UPS * tuning.setUp;
}

/** Passes that take as long to set up as the memory of a search in the distinct strings. */
const SEARCH_SET_UPS = 16;

/**
 * Returns the codes of the matching strings. Returns undefined unless the test is false for all other
 * strings.
 */
function knownRanges(test: MemberTest | undefined, column: DictionaryColumn): CodeRange[] | undefined {
  switch (test?.kind) {
    case IS_STRING:
      return codesOf([test.text], column);
    case IS_ONE_OF:
      return test.texts.size <= MAX_RANGES ? codesOf([...test.texts] as string[], column) : undefined;
    case STARTS_WITH:
      return prefixRanges(test.text, column);
    default:
      return undefined;
  }
}

function codesOf(strings: readonly string[], column: DictionaryColumn): CodeRange[] {
  return strings.flatMap((value): CodeRange[] => {
    const code = column.codeOf(value);
    return code === undefined ? [] : [[code, code]];
  });
}

function prefixRanges(prefix: string, { values, sorted }: DictionaryColumn): CodeRange[] {
  const stringOf = (code: number) => values[code] as string;
  const first = firstIndexWhere(1, sorted + 1, (code) => stringOf(code) >= prefix);
  const end = firstIndexWhere(first, sorted + 1, (code) => !stringOf(code).startsWith(prefix));
  const ranges: CodeRange[] = first < end ? [[first, end - 1]] : [];
  for (let code = sorted + 1; code < values.length; code++) {
    if (stringOf(code).startsWith(prefix)) ranges.push([code, code]);
  }
  return ranges;
}

/** A comparison whose ranks may have to be built first. */
interface RankedCondition {
  readonly isReady: boolean;
  readonly prepare: () => Task<unknown>;
  readonly compile: () => RankedComparison;
}

interface RankedComparison {
  readonly codes: CodeArray;
  readonly ranges: (test: Test) => CodeRange[];
}

/**
 * Compiles a comparison with a string literal, or returns undefined if there are no ranks. Tests only one
 * value below, one equal to and one above the literal.
 */
function rankedComparison(
  node: Expression,
  member: ResolvedMember,
  column: DictionaryColumn,
  context: FilterContext,
): RankedCondition | undefined {
  if (node.kind !== "call" || node.args.length !== 2) return undefined;
  if (context.checked.functions.get(node.callee)!.role?.kind !== "comparison") return undefined;
  const literal = node.args.find((argument) => argument.kind === "literal");
  if (literal?.type !== "string" || !node.args.some(({ kind }) => kind === "name")) return undefined;
  const comparison = comparisonOf(node, member, context);
  const { columns, locale, tuning } = context;
  const key = ranksKey(comparison, locale);
  const prefixes = prefixOrder(comparison, locale);
  const cost = column.rankingCost(key, prefixes !== undefined, tuning);
  const loss = column.values.length * tuning.readValue;
  const time = columns.timeToBuild(column.lossWithoutRanks(key), { own: loss, cost });
  const order = valueOrder(comparison, locale);
  const ranksOf = () => column.ranks(key, order, prefixes);
  if (time === "later") {
    const name = `ranks ${key} ${columnKey(member)}`;
    columns.prepareLater(name, locale, () => discardResult(ranksOf().rowRanksTask()));
  }
  // Ranks that were read from a file are used at once: verifying them takes little time.
  if (time !== "now" && !column.hasSavedRanks(key)) return undefined;
  const ranks = ranksOf();
  const compile = () => compileRanked(ranks, order, literal.value, column);
  return { isReady: ranks.isReady, prepare: () => ranks.rowRanksTask(), compile };
}

function compileRanked(
  ranks: Ranks,
  order: RowOrder<Value>,
  literal: string,
  column: DictionaryColumn,
): RankedComparison {
  const sorted = ranks.sorted();
  const orderAt = (at: number) => order(column.values[sorted[at]!]!, literal);
  const equal = firstIndexWhere(0, sorted.length, (at) => orderAt(at) >= 0);
  const higher = firstIndexWhere(equal, sorted.length, (at) => orderAt(at) > 0);
  const parts = [0, equal, higher, sorted.length];
  return {
    codes: ranks.rowRanks(),
    ranges: (test) =>
      [0, 1, 2].flatMap((part): CodeRange[] => {
        const [from, end] = [parts[part]!, parts[part + 1]!];
        if (from === end || !test({ v: column.values[sorted[from]!]! } satisfies Cell)) return [];
        return [[ranks.rankOf(sorted[from]!), ranks.rankOf(sorted[end - 1]!)]];
      }),
  };
}

/** Returns the negation of a test. Null values match neither the test nor its negation. */
export function notMatchingTest(
  test: ColumnTest,
  column: { readonly valid: () => Slab },
  { kernels, bitmaps, bitmapWords }: FilterContext,
): ColumnTest {
  return taskTest(test.cost + 1, (within, out) => {
    out.u32().set(within.u32().subarray(0, bitmapWords));
    kernels.and(out, column.valid(), bitmapWords);
    return bitmaps.useInTask(out.bytes, (matched) =>
      thenDo(runTest(test, within, matched), () => kernels.andNot(out, matched, bitmapWords)),
    );
  });
}

/** Returns a test that evaluates the condition once per distinct value, on its first run. */
function valuesTest(column: DictionaryColumn, test: Test, context: FilterContext): ColumnTest {
  return lazyTest(2 + column.values.length / 500, () => evaluateValues(column, test, context));
}

function* evaluateValues(column: DictionaryColumn, test: Test, context: FilterContext): Task<ColumnTest> {
  const { values } = column;
  const cell: Cell = { v: null };
  const table = yield* tableWhere(values.length, 0, (code) => {
    cell.v = values[code]!;
    countValue(cell.v);
    return test(cell);
  });
  return tableTest(column.codes, table, context);
}

/** Returns a test that searches the distinct strings once, on its first run. */
function dictionaryTest(
  column: DictionaryColumn,
  searchCall: SearchCall,
  operand: Operand,
  context: FilterContext,
): ColumnTest {
  return lazyTest(3, () => searchValues(column, searchCall, operand, context));
}

function* searchValues(
  column: DictionaryColumn,
  searchCall: SearchCall,
  operand: Operand,
  context: FilterContext,
): Task<ColumnTest> {
  const { strings, bitmaps } = column.valueStrings();
  const table = scratchBytes(strings.rows);
  const bitmapWords = bitmapWordCount(strings.rows);
  const stringTest = searchCallTest(strings, searchCall, operand.isTrue(), {
    ...context,
    bitmaps,
    rows: strings.rows,
    bitmapWords,
  });
  yield* bitmaps.useTwoInTask(bitmapWords * 4, (everyString, matched) => {
    everyString.u32().fill(0xffff_ffff);
    const search = runTest(stringTest, everyString, matched);
    return thenDo(search, () =>
      forEachRow(matched.u32(), strings.rows, (code) => {
        table[code] = 1;
      }),
    );
  });
  return tableTest(column.codes, table, context);
}

function lazyTest(cost: number, make: () => Task<ColumnTest>): ColumnTest {
  const lazy: LazyTest = { make, made: undefined };
  return {
    ...taskTest(cost, (within, out) => runLazy(lazy, within, out)),
    prepare: () => discardResult(madeTest(lazy)),
    count: () => lazy.made?.count?.(),
  };
}

interface LazyTest {
  readonly make: () => Task<ColumnTest>;
  made: ColumnTest | undefined;
}

function* runLazy(lazy: LazyTest, within: Slab, out: Slab): Task<void> {
  yield* runTest(yield* madeTest(lazy), within, out);
}

function* madeTest(lazy: LazyTest): Task<ColumnTest> {
  return (lazy.made ??= yield* lazy.make());
}
