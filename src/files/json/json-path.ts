/**
 * Locations inside JSON: `data.items`, or a JSON Pointer (RFC 6901) such as `/data/items`. A number is an index of a list, and `*`
 * stands for all values of an object or list.
 */
import { requireText } from "../../diagnostics/require-argument.ts";
import { hasMovedName, hasOrder, keepOrder, namesInOrder } from "../../values/json/member-order.ts";
import { show } from "../../diagnostics/show.ts";
import { isRecord } from "../../values/is-object.ts";
import { ownProperty, setOwnProperty } from "../../values/own-properties.ts";
import type { ReadingNote } from "../rows/reading-fault.ts";
import type { FileRow } from "../rows/row.ts";
import { RowFault } from "../json-rows/parse-row.ts";
import { kindOf } from "../rows/descriptions.ts";

/** @example parsePath("/a.b/c~1d") // ["a.b", "c/d"] */
export function parsePath(text: string): readonly string[] | undefined {
  requireText(text, "text");
  if (!text.startsWith("/")) {
    const names = text.split(".");
    return names.includes("") ? undefined : names;
  }
  return text
    .slice(1)
    .split("/")
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** @example showPath(["data", "items"]) // "data.items" */
export function showPath(path: readonly string[]): string {
  return show(path.join("."));
}

/** Stands for all members of an object, or all elements of a list. */
export const ALL_VALUES = "*";

/** Returns whether a path can lead to several rows, or through lists. */
export function isDynamic(path: readonly string[]): boolean {
  return path.some((name) => name === ALL_VALUES || INDEX.test(name));
}

/** Returns whether a name of a path is an index of a list. */
export function isIndex(name: string): boolean {
  return INDEX.test(name);
}

const INDEX = /^(?:0|[1-9]\d*)$/;

/**
 * Returns the rows at the path: an object is one row. Rows below `*` of an object get their name as a member.
 *
 * @param onProblem called for other values at the path
 * @throws RowFault if there is no value at the path
 */
export function rowsAtPath(
  value: unknown,
  path: readonly string[],
  key: KeyMember,
  onProblem: (reason: string) => void,
): readonly FileRow[] {
  const rows: FileRow[] = [];
  const first = path.indexOf(ALL_VALUES);
  const visit = (at: unknown, depth: number, name: string | undefined): void => {
    // Other values below `*` cannot make the rows invalid.
    const isBelowAll = first >= 0 && depth > first;
    const fail = (reason: string) => {
      if (!isBelowAll) throw new RowFault(reason);
      if (depth === path.length) onProblem(reason);
    };
    const place = () => `the value at '${showPath(path.slice(0, depth))}' is ${kindOf(at)}, not`;
    if (depth === path.length) {
      const values: readonly unknown[] = Array.isArray(at) ? at : [at];
      const objects = values.filter(isRecord);
      for (const row of objects) rows.push(name === undefined ? row : key.add(row, name));
      if (objects.length === values.length) return;
      if (!Array.isArray(at)) fail(`${place()} a list of rows`);
      else
        onProblem(
          `a row must be a JSON object, but '${showPath(path)}' has ${kindOf(values.find((item) => !isRecord(item)))}`,
        );
      return;
    }
    const segment = path[depth]!;
    if (Array.isArray(at) && segment === ALL_VALUES) for (const item of at) visit(item, depth + 1, name);
    else if (!isRecord(at) && !(Array.isArray(at) && isIndex(segment))) fail(`${place()} an object`);
    else if (segment === ALL_VALUES)
      for (const entry of namesInOrder(at)) visit(ownProperty(at as FileRow, entry), depth + 1, entry);
    else if (Object.hasOwn(at, segment)) visit(ownProperty(at as FileRow, segment), depth + 1, name);
    else fail(`there is no value at '${showPath(path.slice(0, depth + 1))}'`);
  };
  visit(value, 0, undefined);
  return rows;
}

const KEY = "key";

/** Adds the name that an object has in its parent to the object. */
export class KeyMember {
  #name = KEY;
  #number = 1;
  readonly #onNote: ((note: ReadingNote) => void) | undefined;

  constructor(onNote: ((note: ReadingNote) => void) | undefined) {
    this.#onNote = onNote;
  }

  /**
   * Returns the row with a first member `key`. If a row has this member, the first unused name of key_2, key_3 … is used, also
   * for all later rows.
   */
  add(row: FileRow, key: string): FileRow {
    if (Object.hasOwn(row, this.#name)) {
      do this.#name = `${KEY}_${++this.#number}`;
      while (Object.hasOwn(row, this.#name));
      this.#onNote?.({
        text: `rows have a member '${KEY}' of their own, so '*' of the path is the member '${this.#name}'`,
      });
    }
    const keyed: FileRow = {};
    setOwnProperty(keyed, this.#name, key);
    const names = namesInOrder(row);
    for (const name of names) setOwnProperty(keyed, name, row[name]);
    return hasOrder(row) || hasMovedName(names) ? keepOrder(keyed, [this.#name, ...names]) : keyed;
  }
}
