import type { ResolvedMember } from "../../catalog/resolve-member.ts";
import type { Reader } from "../../functions/types.ts";
import type { Value } from "../../values/types.ts";
import { CodesColumn } from "./codes-column.ts";
import type { Kernels } from "./kernels/kernels.ts";
import { ListColumn } from "./list-column.ts";
import type { Rows } from "./rows.ts";
import type { Unit } from "./neighbors.ts";
import { NumberColumn } from "./number-column.ts";
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
  rows: Rows,
  kernels: Kernels,
  { textSample }: Tuning,
): Column | undefined {
  switch (type.type) {
    case "string":
      return buildTexts(read, rows, kernels, textSample);
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
      for (let row = 0; row < rows.length; row++) column.append([read(rows.at(row))]);
      return column;
    }
    case "map":
    case "object":
      return undefined;
  }
}

function buildTexts(read: Reader, rows: Rows, kernels: Kernels, sample: number): Column {
  const codes = seemDifferent(read, rows, sample)
    ? undefined
    : buildCodes(read, rows, kernels, rows.length * MOSTLY);
  if (codes !== undefined) return codes;
  const texts = new TextColumn(kernels);
  for (let row = 0; row < rows.length; row++) texts.append([read(rows.at(row))]);
  return texts;
}

/** The share of different texts from which on most of them are. */
const MOSTLY = 0.75;

/**
 * Whether most of the texts seem to be different. Of a sample of n texts out of d some n² / 2d are there a
 * second time. Rows far apart are taken, because neighbors are often alike.
 */
function seemDifferent(read: Reader, rows: Rows, sample: number): boolean {
  if (rows.length <= sample) return false;
  const step = Math.floor(rows.length / sample);
  const seen = new Set<Value>();
  let taken = 0;
  for (let row = 0; taken < sample; row += step) {
    seen.add(read(rows.at(row)));
    taken++;
  }
  const again = taken - seen.size;
  return taken ** 2 / (2 * again) > rows.length * MOSTLY;
}

/** @param most so many different values are too many */
function buildCodes(read: Reader, rows: Rows, kernels: Kernels, most = Infinity): CodesColumn | undefined {
  const found = new Uint32Array(rows.length);
  const values: Value[] = [null];
  const lookup = new Map<Value, number>([[null, 0]]);
  for (let row = 0; row < rows.length; row++) {
    const value = read(rows.at(row));
    let place = lookup.get(value);
    if (place === undefined) {
      place = values.length;
      if (place > most && place > FEW_VALUES) return undefined;
      lookup.set(value, place);
      values.push(value);
    }
    found[row] = place;
  }
  return new CodesColumn(kernels, found, rows.length, values);
}

/** So many different values are never too many. */
const FEW_VALUES = 4096;

function buildNumbers(
  type: ResolvedMember["type"]["type"],
  unit: Unit,
  read: Reader,
  rows: Rows,
  kernels: Kernels,
): NumberColumn | undefined {
  const column = new NumberColumn(kernels, type, unit, rows.length);
  for (let row = 0; row < rows.length; row++) {
    if (!column.add(read(rows.at(row)))) {
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
