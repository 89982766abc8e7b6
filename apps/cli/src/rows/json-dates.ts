import type { Catalog } from "tamis";
import { namesInOrder, resolveMember } from "tamis/catalog";
import { INFERENCE_ROWS, isoDate, type Batch, type Row } from "tamis/files";
import { getOwn, isJsonObject } from "../formats/own-members.ts";

type DateTypes = ReadonlyMap<string, "date" | "dateTime">;

/** Types of members by their paths, such as `owner.born`. */
export interface JsonDates {
  /** Members whose strings are all dates, or all date-times, and those of `written`. */
  readonly all: DateTypes;
  /** Members whose strings are all dates or date-times, some of them in other forms than ISO 8601. */
  readonly written: DateTypes;
}

/**
 * Finds the members of JSON that have only dates or date-times, as the columns of CSV would be inferred.
 *
 * @param catalog types of members, if they are given
 */
export function jsonDates(rows: Iterable<Row>, catalog: Catalog | undefined): JsonDates {
  const types = new Map<string, "date" | "dateTime">();
  const mixed = new Set<string>();
  const rewritten = new Set<string>();
  const otherPaths = new Set<string>();
  const visit = (owner: Row, prefix: string) => {
    for (const name of namesInOrder(owner)) {
      const path = prefix + name;
      const value = getOwn(owner, name);
      // A path has no names with dots, but the row itself can.
      const isInPath = !name.includes(".");
      if (isInPath && isJsonObject(value) && otherPaths.size < MAX_MEMBERS) visit(value, `${path}.`);
      if (value === null || value === undefined || value === "" || otherPaths.has(path)) continue;
      const iso = typeof value === "string" && (isInPath || prefix === "") ? isoDate(value) : undefined;
      if (iso === undefined) otherPaths.add(path);
      else {
        const type = iso.includes("T") ? "dateTime" : "date";
        if (types.has(path) && types.get(path) !== type) mixed.add(path);
        if (type === "dateTime" || !types.has(path)) types.set(path, type);
      }
      if (iso !== undefined && iso !== value && !isIso(value as string)) rewritten.add(path);
    }
  };
  for (const row of rows) visit(row, "");
  const declared =
    catalog && new Map([...catalog.members.byName.values()].map((member) => [member.property, member.type]));
  const all = new Map(
    [...types].flatMap(([path, type]) => {
      if ((mixed.has(path) && !rewritten.has(path)) || otherPaths.has(path)) return [];
      if (declared === undefined) return [[path, type]];
      const declaredType = declared.get(path) ?? resolveMember(catalog!, path)?.type.type;
      return declaredType === "date" || declaredType === "dateTime" ? [[path, declaredType]] : [];
    }),
  );
  return { all, written: new Map([...all].filter(([path]) => rewritten.has(path))) };
}

/** Number of members without dates after which no more objects are inspected: objects can have a name for each row. */
const MAX_MEMBERS = 1_000;

/** Joins the first batches until they have the rows that decide, if they seem to have such members. */
export async function* withFirstRows(
  batches: AsyncIterable<Batch>,
  catalog: Catalog | undefined,
): AsyncGenerator<Batch> {
  let first: Batch | undefined = [];
  try {
    for await (const batch of batches) {
      if (first === undefined) {
        yield batch;
        continue;
      }
      first = first.length === 0 ? batch : [...first, ...batch];
      if (first.length < INFERENCE_ROWS && jsonDates(first, catalog).all.size > 0) continue;
      const joined = first;
      first = undefined;
      yield joined;
    }
  } catch (error) {
    // Rows before damage are results too.
    if (first !== undefined && first.length > 0) yield first;
    throw error;
  }
  if (first !== undefined && first.length > 0) yield first;
}

/** Returns whether conditions read a text as a date or a date-time without a conversion. */
function isIso(text: string): boolean {
  return /^\d{4}-\d\d-\d\d(?:$|[T ]\d\d:\d\d)/.test(text);
}
