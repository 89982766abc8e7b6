import type { Expression } from "../../../ast/nodes.ts";
import { stringForm } from "../../../functions/in-memory/string-form.ts";
import { elementsTest, noElementsTest, type MatchingElements } from "./element-tests.ts";
import { typedCodes } from "../kernels/plain.ts";
import { tableWhere } from "./code-ranges.ts";
import type { MapColumn } from "../columns/map-column.ts";
import { eachBatch, type Task } from "../tasks/task.ts";
import { rowByRowCondition, type ColumnCondition, type FilterContext } from "./row-test.ts";

/**
 * Compiles a pattern condition on a map. Tests each distinct key once, and each distinct value of the
 * matching keys once.
 */
export function mapCondition(node: Expression, column: MapColumn, context: FilterContext): ColumnCondition {
  if (node.kind !== "call") return rowByRowCondition(node, context);
  const { role } = context.checked.functions.get(node.callee)!;
  if (role?.kind !== "pattern") return rowByRowCondition(node, context);
  const [map, ...patterns] = node.args;
  const [key, value] = patterns.map((pattern) =>
    pattern.kind === "literal" && pattern.type === "string" ? role.entryTest?.(pattern.value) : undefined,
  );
  if (map?.kind !== "name" || key === undefined || value === undefined)
    return rowByRowCondition(node, context);
  const test = elementsTest(column.offsets, () => matchingElements(column, key, value), context);
  return { isTrue: () => test, isFalse: () => noElementsTest(column.offsets, test, context) };
}

type StringTest = (text: string) => boolean;

function* matchingElements(
  { offsets, keys, items }: MapColumn,
  isKey: StringTest,
  isValue: StringTest,
): Task<readonly MatchingElements[]> {
  const keyTable = yield* tableWhere(keys.values.length, 1, (code) => isKey(keys.values[code] as string));
  const isTested = new Uint8Array(items.values.length);
  if (isTested.length * ENTRIES_PER_VALUE < offsets.end) isTested.fill(1);
  else {
    yield* eachBatch(offsets.end, (from, end) => {
      const [keyCodes, itemCodes] = [typedCodes(keys.codes), typedCodes(items.codes)];
      for (let i = from; i < end; i++) if (keyTable[keyCodes[i]!] === 1) isTested[itemCodes[i]!] = 1;
    });
  }
  const matchesValue = (code: number) => isTested[code] === 1 && isValue(stringForm(items.values[code])!);
  const itemTable = yield* tableWhere(items.values.length, 1, matchesValue);
  return [
    { elements: keys, table: keyTable },
    { elements: items, table: itemTable },
  ];
}

/**
 * Average number of map entries per distinct value above which all values are tested, because finding the
 * values of the matching keys takes as long.
 */
const ENTRIES_PER_VALUE = 32;
