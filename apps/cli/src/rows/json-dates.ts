import type { Catalog } from "tamis";
import { namesInOrder } from "tamis/catalog";
import { INFERENCE_ROWS, isoDate, type Batch, type Row } from "tamis/files";
import { getOwn } from "../formats/own-members.ts";

/**
 * Returns the types of members of JSON whose strings are all dates or date-times, some of them in other forms than ISO 8601, as the
 * columns of CSV would be inferred.
 *
 * @param catalog types of members, if they are given
 */
export function writtenDates(
  rows: Iterable<Row>,
  catalog: Catalog | undefined,
): ReadonlyMap<string, "date" | "dateTime"> {
  const types = new Map<string, "date" | "dateTime">();
  const written = new Set<string>();
  const others = new Set<string>();
  for (const row of rows)
    for (const name of namesInOrder(row)) {
      const value = getOwn(row, name);
      if (value === null || value === undefined || value === "" || others.has(name)) continue;
      const iso = typeof value === "string" ? isoDate(value) : undefined;
      if (iso === undefined) others.add(name);
      else if (iso.includes("T")) types.set(name, "dateTime");
      else if (!types.has(name)) types.set(name, "date");
      if (iso !== undefined && iso !== value && !isIso(value as string)) written.add(name);
    }
  const declared =
    catalog && new Map([...catalog.members.byName.values()].map((each) => [each.property, each.type]));
  return new Map(
    [...types].flatMap(([name, type]) => {
      if (!written.has(name) || others.has(name)) return [];
      if (declared === undefined) return [[name, type]];
      const given = declared.get(name);
      return given === "date" || given === "dateTime" ? [[name, given]] : [];
    }),
  );
}

/** Joins the first batches until they have the rows that decide, if they seem to have such members. */
export async function* withFirstRows(
  batches: AsyncIterable<Batch>,
  catalog: Catalog | undefined,
): AsyncGenerator<Batch> {
  let first: Batch | undefined = [];
  for await (const batch of batches) {
    if (first === undefined) {
      yield batch;
      continue;
    }
    first = first.length === 0 ? batch : [...first, ...batch];
    if (first.length < INFERENCE_ROWS && writtenDates(first, catalog).size > 0) continue;
    yield first;
    first = undefined;
  }
  if (first !== undefined && first.length > 0) yield first;
}

/** Returns whether conditions read a text as a date or a date-time without a conversion. */
function isIso(text: string): boolean {
  return /^\d{4}-\d\d-\d\d(?:$|[T ]\d\d:\d\d)/.test(text);
}
