import type { SortValues } from "../../../evaluator/comparator.ts";
import type { Value } from "../../../values/types.ts";
import type { RowList } from "../kernels/row-list.ts";
import type { KeyPosition, NumberArray, OrderKey } from "../kernels/order-key.ts";

interface CursorKeyPosition extends KeyPosition {
  readonly numbers: () => NumberArray;
  readonly isDescending: boolean;
}

type KeyView = Omit<CursorKeyPosition, "numbers"> & { readonly numbers: NumberArray };

/** Returns a function that makes the test. Call it in each step, because memory growth detaches arrays. */
export function afterCursorTest(
  rows: RowList,
  keys: readonly OrderKey[],
  { read, compare }: SortValues,
  after: readonly Value[],
): () => (row: number) => boolean {
  const keyPositions = cursorKeys(keys, after);
  if (keyPositions === undefined) return () => (row) => compare(read(rows.at(row)), after) > 0;
  return () => {
    const views = keyPositions.map((each): KeyView => ({ ...each, numbers: each.numbers() }));
    return (row) => isAfterPositions(views, row);
  };
}

/**
 * Converts the values of a cursor to sort numbers. Returns undefined if a value has none; rows must be read and
 * compared then.
 */
function cursorKeys(keys: readonly OrderKey[], after: readonly Value[]): CursorKeyPosition[] | undefined {
  const keyPositions: CursorKeyPosition[] = [];
  for (const [i, key] of keys.entries()) {
    const position = key.kind === "numbers" ? key.positionOf(after[i]!) : undefined;
    if (position === undefined || key.kind !== "numbers") return undefined;
    keyPositions.push({ ...position, numbers: key.numbers, isDescending: key.isDescending });
  }
  return keyPositions;
}

function isAfterPositions(keyPositions: readonly KeyView[], row: number): boolean {
  for (const { numbers, number, isExact: isThere, isDescending } of keyPositions) {
    const compared = compareToPosition(numbers[row]!, number, isThere);
    if (compared !== 0) return isDescending ? compared < 0 : compared > 0;
  }
  return false;
}

/** Compares a row's sort number with the cursor's. Null, which is NaN, is lowest. */
function compareToPosition(number: number, position: number, isThere: boolean): number {
  if (number !== number) return position !== position ? 0 : -1;
  if (position !== position || number > position) return 1;
  return number === position && isThere ? 0 : -1;
}
