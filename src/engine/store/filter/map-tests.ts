import type { Expression } from "../../../ast/nodes.ts";
import { stringForm } from "../../../functions/in-memory/string-form.ts";
import { elementsTest, noElementsTest, type Sought } from "./element-tests.ts";
import { arrayOf } from "../kernels/plain.ts";
import type { MapColumn } from "../columns/map-column.ts";
import { EVALUATIONS_PER_STEP, eachBatch, type Task } from "../tasks/task.ts";
import { rowsCondition, type VectorCondition, type VectorContext } from "./row-test.ts";

/**
 * A condition on a member that is a map: whether an entry has a key and a value that match. Each different key is asked
 * once, and each different value of the keys that match.
 */
export function mapsCondition(node: Expression, column: MapColumn, context: VectorContext): VectorCondition {
  if (node.kind !== "call") return rowsCondition(node, context);
  const { role } = context.checked.functions.get(node.callee)!;
  if (role?.kind !== "pattern") return rowsCondition(node, context);
  const [map, ...patterns] = node.args;
  const [key, value] = patterns.map((each) =>
    each.kind === "literal" && each.type === "string" ? role.entryTest?.(each.value) : undefined,
  );
  if (map?.kind !== "name" || key === undefined || value === undefined) return rowsCondition(node, context);
  const test = elementsTest(column.runs, () => soughtOf(column, key, value), context);
  return { isTrue: () => test, isFalse: () => noElementsTest(column.runs, test, context) };
}

type TextTest = (text: string) => boolean;

function* soughtOf(
  { runs, keys, items }: MapColumn,
  isKey: TextTest,
  isValue: TextTest,
): Task<readonly Sought[]> {
  const keyTable = new Uint8Array(keys.values.length);
  yield* eachBatch(
    keyTable.length,
    (from, end) => {
      // The first is null, and no key.
      for (let code = Math.max(from, 1); code < end; code++)
        if (isKey(keys.values[code] as string)) keyTable[code] = 1;
    },
    EVALUATIONS_PER_STEP,
  );
  const isAsked = new Uint8Array(items.values.length);
  if (isAsked.length * ENTRIES_OF_VALUE < runs.end) isAsked.fill(1);
  else {
    yield* eachBatch(runs.end, (from, end) => {
      const [keyCodes, itemCodes] = [arrayOf(keys.codes), arrayOf(items.codes)];
      for (let i = from; i < end; i++) if (keyTable[keyCodes[i]!] === 1) isAsked[itemCodes[i]!] = 1;
    });
  }
  const itemTable = new Uint8Array(items.values.length);
  yield* eachBatch(
    itemTable.length,
    (from, end) => {
      for (let code = Math.max(from, 1); code < end; code++) {
        if (isAsked[code] === 1 && isValue(stringForm(items.values[code])!)) itemTable[code] = 1;
      }
    },
    EVALUATIONS_PER_STEP,
  );
  return [
    { elements: keys, table: keyTable },
    { elements: items, table: itemTable },
  ];
}

/** Values that so many entries have are all asked: looking which are those of the keys would take as long. */
const ENTRIES_OF_VALUE = 32;
