import type { Catalog } from "tamis";
import { namesInOrder, resolveMember } from "tamis/catalog";
import { INFERENCE_ROWS, isoDate, type Batch, type Row } from "tamis/files";
import { getOwn, isJsonObject } from "../formats/own-members.ts";

/**
 * Returns the types of members of JSON whose strings are all dates or date-times, some of them in other forms than ISO 8601, as the
 * columns of CSV would be inferred. Members of objects have paths, such as `owner.born`.
 *
 * @param catalog types of members, if they are given
 */
export function writtenDates(
  rows: Iterable<Row>,
  catalog: Catalog | undefined,
): ReadonlyMap<string, "date" | "dateTime"> {
  const types = new Map<string, "date" | "dateTime">();
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
      else if (iso.includes("T")) types.set(path, "dateTime");
      else if (!types.has(path)) types.set(path, "date");
      if (iso !== undefined && iso !== value && !isIso(value as string)) rewritten.add(path);
    }
  };
  for (const row of rows) visit(row, "");
  const declared =
    catalog && new Map([...catalog.members.byName.values()].map((member) => [member.property, member.type]));
  return new Map(
    [...types].flatMap(([path, type]) => {
      if (!rewritten.has(path) || otherPaths.has(path)) return [];
      if (declared === undefined) return [[path, type]];
      const declaredType = declared.get(path) ?? resolveMember(catalog!, path)?.type.type;
      return declaredType === "date" || declaredType === "dateTime" ? [[path, declaredType]] : [];
    }),
  );
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
      if (first.length < INFERENCE_ROWS && writtenDates(first, catalog).size > 0) continue;
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
