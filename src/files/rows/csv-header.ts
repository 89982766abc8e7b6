import { requireArray } from "../../diagnostics/require-argument.ts";
import { show } from "../../diagnostics/show.ts";

export interface CsvHeader {
  /** Unique, non-blank names of the columns. */
  readonly names: readonly string[];
  /** Problems of the original names, with the names given instead. */
  readonly problems: readonly HeaderProblem[];
}

export interface HeaderProblem {
  readonly reason: string;
  readonly newName: string;
}

/** @example columnName(0) // "column1" */
export function columnName(index: number): string {
  return `column${index + 1}`;
}

/** Returns the name of a column after those of the header: column4, or column4_2 if the header has this name. */
export function furtherName(index: number, names: { readonly has: (name: string) => boolean }): string {
  const name = columnName(index);
  return names.has(name) ? `${name}_2` : name;
}

/**
 * Names each column of a header. A blank cell becomes `column` and its number. A name that an earlier column has gets a
 * number at its end.
 *
 * @example uniqueNames(["", "a", "a"]).names // ["column1", "a", "a_2"]
 */
export function uniqueNames(cells: readonly string[]): CsvHeader {
  requireArray(cells, "cells");
  const usedNames = new Set(cells);
  const first = new Map<string, number>();
  const numbers = new Map<string, number>();
  const problems: HeaderProblem[] = [];
  const names = cells.map((name, i) => {
    const isBlank = name.trim() === "";
    const firstIndex = first.get(name);
    if (!isBlank && firstIndex === undefined) {
      first.set(name, i);
      return name;
    }
    const newName = isBlank
      ? unusedName(columnName(i), 1, usedNames)
      : unusedName(name, numbers.get(name) ?? 2, usedNames);
    // Numbers below that of the new name are used.
    if (!isBlank) numbers.set(name, Number(/\d+$/.exec(newName)![0]));
    const reason = isBlank
      ? `column ${i + 1} of the header has no name`
      : `columns ${firstIndex! + 1} and ${i + 1} of the header are both named '${show(name)}'`;
    problems.push({ reason, newName });
    return newName;
  });
  return { names, problems };
}

/** Returns the name with the first unused number from `number`, and marks it as used. 1 is not written. */
function unusedName(base: string, number: number, usedNames: Set<string>): string {
  for (let n = number; ; n++) {
    const name = n === 1 ? base : `${base}_${n}`;
    if (usedNames.has(name)) continue;
    usedNames.add(name);
    return name;
  }
}

/**
 * Returns the names of the columns without those at the end that have neither a name nor a value: each line ends with the delimiter.
 *
 * @param named number of columns up to the last name
 */
export function namesInUse(
  names: readonly string[],
  named: number,
  rows: readonly { readonly cells: readonly string[] }[],
): readonly string[] {
  let width = named;
  for (const { cells } of rows) width = Math.max(width, cells.findLastIndex((cell) => cell !== "") + 1);
  return width === 0 || width >= names.length ? names : names.slice(0, width);
}

/** @example namelessNote(4, 4) // "column 4 has neither a name nor a value, and is left out" */
export function namelessNote(from: number, to: number): string {
  const subject = from === to ? `column ${from} has` : `columns ${from} to ${to} have`;
  return `${subject} neither a name nor a value, and ${from === to ? "is" : "are"} left out`;
}

/** The option `ragged` accepts such rows. */
export function raggedReason(cells: number, columns: number): string {
  return `the row has ${count(cells, "cell")}, but the header has ${count(columns, "column")}`;
}

/** Returns whether the cells are those of the columns, and empty cells after them. */
export function hasExtraCells(cells: readonly string[], columns: number): boolean {
  return cells.length >= columns && cells.slice(columns).every((cell) => cell === "");
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
