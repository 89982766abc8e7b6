import type { ResolvedMember } from "../../catalog/resolve-member.ts";
import type { Reader } from "../../functions/types.ts";
import type { Value } from "../../values/types.ts";
import { CodesColumn } from "./codes-column.ts";
import type { Kernels } from "./kernels/kernels.ts";
import { ListColumn } from "./list-column.ts";
import { NumberColumn, type Unit } from "./number-column.ts";
import { TextColumn } from "./text-column.ts";
import type { Tuning } from "./tuning.ts";

/** The values of one member, row by row, in the form that suits its type. */
export type Column = CodesColumn | NumberColumn | TextColumn | ListColumn;

/**
 * Makes the column of a member. Undefined for what has no single values (maps, objects, lists of such), and where too
 * many rows hold what the form of the type cannot: they are then asked one by one.
 */
export function buildColumn(
  { type }: ResolvedMember,
  read: Reader,
  rows: readonly unknown[],
  kernels: Kernels,
  { triedTexts }: Tuning,
): Column | undefined {
  switch (type.type) {
    case "string":
      return buildTexts(read, rows, kernels, triedTexts);
    case "boolean":
      return buildCodes(read, rows, kernels)!;
    case "integer":
    case "number":
      return buildNumbers(type.type, "number", read, rows, kernels);
    case "date":
    case "time":
    case "dateTime":
      return (
        buildNumbers(type.type, "millisecond", read, rows, kernels) ??
        buildNumbers(type.type, "microsecond", read, rows, kernels)
      );
    case "list": {
      const { type: items } = type.items;
      if (items === "list" || items === "map" || items === "object") return undefined;
      const column = new ListColumn(kernels);
      column.append(rows.map(read));
      return column;
    }
    case "map":
    case "object":
      return undefined;
  }
}

function buildTexts(read: Reader, rows: readonly unknown[], kernels: Kernels, tried: number): Column {
  const codes = buildCodes(read, rows, kernels, tried);
  if (codes !== undefined) return codes;
  const texts = new TextColumn(kernels);
  for (const row of rows) texts.append([read(row)]);
  return texts;
}

/** @param tried after so many rows, and each time they have doubled, it is given up if most values were new */
function buildCodes(
  read: Reader,
  rows: readonly unknown[],
  kernels: Kernels,
  tried = Infinity,
): CodesColumn | undefined {
  const found = new Uint32Array(rows.length);
  const values: Value[] = [null];
  const lookup = new Map<Value, number>([[null, 0]]);
  let next = tried;
  for (let row = 0; row < rows.length; row++) {
    const value = read(rows[row]);
    let place = lookup.get(value);
    if (place === undefined) {
      place = values.length;
      lookup.set(value, place);
      values.push(value);
    }
    found[row] = place;
    if (row === next) {
      if (values.length > row / 2) return undefined;
      next *= 2;
    }
  }
  return new CodesColumn(kernels, found, rows.length, values);
}

function buildNumbers(
  type: ResolvedMember["type"]["type"],
  unit: Unit,
  read: Reader,
  rows: readonly unknown[],
  kernels: Kernels,
): NumberColumn | undefined {
  const column = new NumberColumn(kernels, type, unit, rows.length);
  for (const row of rows) {
    if (!column.add(read(row))) {
      column.release();
      return undefined;
    }
  }
  if (column.exceptions.length <= FEW + rows.length / 16) return column;
  column.release();
  return undefined;
}

/** So many exceptions cost little, however few the rows. */
const FEW = 64;
