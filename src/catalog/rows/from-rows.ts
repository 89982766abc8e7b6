import { requireIterable } from "../../diagnostics/require-argument.ts";
import type { ScalarType } from "../../values/types.ts";
import { ImportReport, type CatalogImport } from "../import-report.ts";
import { pointerTo } from "../json-pointer.ts";
import { MAXIMUM_MEMBERS } from "../limits.ts";
import { memberNamesFor } from "../member-names.ts";
import { RowCounter, sumCounts, type ValueCounts } from "./value-counts.ts";
import { shortestDefinition } from "../shortest-definition.ts";
import type { MemberDefinition, MemberDefinitions } from "../types.ts";
import { KeyCandidates } from "./key-candidates.ts";
import { ownProperties, ownProperty } from "../../values/own-properties.ts";

export interface RowsOptions {
  readonly name: string;
  /** Maximum number of rows to read. Default 10,000. */
  readonly sample?: number;
  /** Numbers of the rows in their source, for `TypeEvidence.row`. Default 1, 2, … */
  readonly numbers?: readonly number[] | undefined;
  /**
   * Returns the type as which the source of the rows would read a string, used for `TypeEvidence`. A source with decimal commas
   * returns "number" for `12,50` and "string" for `12.5`. A string of type "string" is no date or time, also if it has such a
   * notation. Default, and for undefined: the type of the JSON or ISO 8601 notation.
   */
  readonly readString?: ((text: string) => ScalarType | undefined) | undefined;
}

const DEFAULT_SAMPLE_SIZE = 10_000;
/** Share of a member's values that must have its type. */
const MAJORITY_SHARE = 0.9;

/**
 * Infers a catalog from a sample of rows.
 *
 * - Numbers without a fraction and bigints are integers. Mixed with other numbers they are numbers.
 * - Strings become dates, times or date-times only if all of them are valid. Dates mixed with date-times remain strings, because
 *   a date-time member cannot read a date.
 * - A member with values of several types gets the type of at least 90 % of them; the others are read as null. Without such a
 *   majority it is left out.
 * - An object becomes a map if there are at least 3 objects with at least 4 keys in total, an average key is in at most half of
 *   the objects, and all values have one scalar type.
 * - Members without null are declared not nullable if all rows were read.
 * - The key is a member with the name of a key (`id`, `key`, `fid`, `reportId` …) and distinct, non-null integers or strings.
 * - A string member has `evidence` if more than half of its strings look like numbers, booleans, dates or times: the first
 *   string that does not, its row number and the number of others.
 * - Enums are never inferred.
 *
 * Notes list every inference that can be wrong. Getters are not called, prototypes are not read.
 *
 * @example catalogFromRows([{ id: 1, at: "2020-01-31" }], { name: "events" }).catalog?.definition.members
 * // { id: { type: "integer", nullable: false }, at: { type: "date", nullable: false } }
 */
export function catalogFromRows(rows: Iterable<unknown>, options: RowsOptions): CatalogImport {
  requireIterable(rows, "rows");
  const { name, sample = DEFAULT_SAMPLE_SIZE, numbers, readString } = ownProperties(options);
  const report = new ImportReport();
  const counter = new RowCounter(readString);
  const unique = new KeyCandidates();
  let count = 0;
  let invalidRows = 0;
  let complete = true;
  for (const row of rows) {
    if (count + invalidRows >= sample) {
      complete = false;
      break;
    }
    if (counter.add(row, numbers?.[count + invalidRows] ?? count + invalidRows + 1)) {
      unique.add(row as object);
      count++;
    } else invalidRows++;
  }
  if (invalidRows > 0) report.note("", `${invalidRows} rows are not objects. They are left out.`);
  if (!complete) report.note("", `Only the first ${sample} rows were read. Later rows can differ.`);
  if (count === 0) report.problem("", "There are no rows to infer members from.");
  if (counter.rows.rest !== undefined)
    report.problem("", `The rows have more than ${MAXIMUM_MEMBERS} members.`);
  if (report.problems.length > 0) return report.finish(undefined);
  const guess = new DefinitionGuesser(report, complete, count + invalidRows);
  const members = guess.members(counter.rows, "");
  if (Object.keys(members).length === 0) report.problem("", "No member has values of a single type.");
  const key = inferKey(members, unique, count);
  if (key !== undefined) report.note("", `'${key}' is used as the key: its values are all different.`);
  return report.finish({ name, members, ...(key === undefined ? {} : { key }) });
}

class DefinitionGuesser {
  readonly #report: ImportReport;
  readonly #complete: boolean;
  readonly #rows: number;

  constructor(report: ImportReport, complete: boolean, rows: number) {
    this.#report = report;
    this.#complete = complete;
    this.#rows = rows;
  }

  members(objects: ValueCounts, pointer: string): MemberDefinitions {
    const byProperty = objects.members!;
    const entries: [string, MemberDefinition][] = [];
    for (const [property, name] of memberNamesFor(byProperty.keys())) {
      const counts = byProperty.get(property)!;
      const type = this.#type(counts, pointerTo(pointer, property));
      if (type === undefined) continue;
      const definition = property === name ? type : { ...type, property };
      entries.push([
        name,
        shortestDefinition(definition, !this.#complete || majority(counts)[1] < objects.object),
      ]);
    }
    return Object.fromEntries(entries);
  }

  #type(counts: ValueCounts, pointer: string): Exclude<MemberDefinition, string> | undefined {
    const values = countValues(counts) + counts.other;
    if (values === 0) return this.#leaveOut(pointer, "It has no value in any row.");
    const [kind, kindCount] = majority(counts);
    if (kindCount === 0) return this.#leaveOut(pointer, "It has no value of a supported type.");
    if (kindCount < values * MAJORITY_SHARE)
      return this.#leaveOut(pointer, `It has values of several types: ${describeCounts(counts)}.`);
    if (kindCount < values) {
      this.#report.note(
        pointer,
        `${values - kindCount} of ${values} values are not of type ${kind}. They are read as null.`,
      );
    }
    switch (kind) {
      case "boolean":
        return { type: "boolean" };
      case "number":
        return { type: counts.number === 0 ? "integer" : "number" };
      case "string":
        return this.#string(counts);
      case "list":
        return this.#list(counts.items!, pointer);
      case "object":
        return this.#object(counts, pointer);
    }
  }

  #string(counts: ValueCounts): Exclude<MemberDefinition, string> {
    const type = stringType(counts);
    const evidence = type === "string" ? counts.strings?.evidence(this.#rows) : undefined;
    return evidence === undefined ? { type } : { type, evidence };
  }

  #list(items: ValueCounts, pointer: string): Exclude<MemberDefinition, string> | undefined {
    if (countValues(items) + items.other === 0) return this.#leaveOut(pointer, "Its lists are all empty.");
    const type = this.#type(items, pointerTo(pointer, "*"));
    return (
      type && {
        type: "list",
        items: shortestDefinition(
          type,
          !this.#complete || majority(items)[1] < countValues(items) + items.other + items.nulls,
        ),
      }
    );
  }

  #object(counts: ValueCounts, pointer: string): Exclude<MemberDefinition, string> | undefined {
    const values = sumCounts([
      ...counts.members!.values(),
      ...(counts.rest === undefined ? [] : [counts.rest]),
    ]);
    const value = commonScalarType(values);
    if (value !== undefined && isMap(counts)) return { type: "map", values: value };
    if (counts.rest !== undefined)
      return this.#leaveOut(pointer, "Its objects have too many different properties.");
    if (counts.members!.size === 0) return this.#leaveOut(pointer, "Its objects have no properties.");
    const members = this.members(counts, pointer);
    return Object.keys(members).length === 0 ? undefined : { type: "object", members };
  }

  #leaveOut(pointer: string, reason: string): undefined {
    this.#report.note(pointer, `${reason} It is left out.`);
  }
}

/** Returns the number of non-null values whose type a catalog supports. */
function countValues(counts: ValueCounts): number {
  return counts.boolean + counts.integer + counts.number + counts.string + counts.list + counts.object;
}

function majority(counts: ValueCounts) {
  const groups = [
    ["boolean", counts.boolean],
    ["number", counts.integer + counts.number],
    ["string", counts.string],
    ["list", counts.list],
    ["object", counts.object],
  ] as const;
  return groups.reduce((best, group) => (group[1] > best[1] ? group : best));
}

function stringType(counts: ValueCounts): ScalarType {
  return (["date", "time", "dateTime"] as const).find((type) => counts[type] === counts.string) ?? "string";
}

function commonScalarType(counts: ValueCounts): ScalarType | undefined {
  const values = countValues(counts) + counts.other;
  if (values === 0) return undefined;
  if (counts.boolean === values) return "boolean";
  if (counts.string === values) return stringType(counts);
  if (counts.integer === values) return "integer";
  return counts.integer + counts.number === values ? "number" : undefined;
}

/** Returns whether an object's keys are data rather than names: an average key is in at most half of the objects. */
function isMap({ object, members, rest }: ValueCounts): boolean {
  if (rest !== undefined) return true;
  const keys = members!.size;
  if (object < 3 || keys < 4) return false;
  let entries = 0;
  for (const counts of members!.values()) entries += countValues(counts) + counts.nulls;
  return entries <= (object * keys) / 2;
}

function inferKey(members: MemberDefinitions, unique: KeyCandidates, rows: number): string | undefined {
  for (const property of unique.candidates(rows)) {
    const entry = Object.entries(members).find(([name, member]) => property === propertyOf(name, member));
    const type = entry && (typeof entry[1] === "string" ? entry[1] : entry[1].type);
    if (type === "integer" || type === "string") return entry![0];
  }
  return undefined;
}

function propertyOf(name: string, member: MemberDefinition): string {
  return typeof member === "string" ? name : (ownProperty(member, "property") ?? name);
}

function describeCounts(counts: ValueCounts): string {
  const kinds = ["boolean", "integer", "number", "string", "list", "object", "other"] as const;
  return kinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${kind}`)
    .join(", ");
}
