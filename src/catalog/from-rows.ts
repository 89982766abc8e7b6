import type { ScalarType } from "../values/types.ts";
import { ImportReport, type CatalogImport } from "./import-result.ts";
import { pointerTo } from "./json-pointer.ts";
import { MAXIMUM_MEMBERS } from "./limits.ts";
import { sayableNames } from "./sayable-name.ts";
import { RowCounter, together, type Seen } from "./seen-values.ts";
import type { MemberDefinition, MemberDefinitions } from "./types.ts";
import { UniqueValues } from "./unique-values.ts";

export interface RowsOptions {
  /** The collection's name. */
  readonly name: string;
  /** How many rows are read at the most. Default 10,000. */
  readonly sample?: number;
}

/** Rows that are read where nothing else is asked for. */
const SAMPLE = 10_000;
/** The share of a member's values that makes their type the member's, others being rare mistakes. */
const MAJORITY = 0.9;

/**
 * The catalog that rows seem to have: types are inferred from the values of a sample.
 *
 * - Numbers without a fraction, bigints included, are integers; mixed with others they are numbers.
 * - Texts are dates, times or date-times only if all of them read as the same one. Dates mixed with date-times stay texts,
 *   because a date-time member could not read a date.
 * - A member of several types has the one that nine of ten values have; the others will be null. Without one it is left out.
 * - Objects are a map if there are three or more, they have four or more keys between them of which each has half or fewer,
 *   and all values are of one scalar type.
 * - Where all rows were read, members that are never null or absent are declared so. A sample promises nothing of the sort.
 * - The key is a member named like one (`id`, `key`, `fid`, `reportId` …) whose values are integers or texts, never null, and
 *   all different.
 * - An enum is never inferred.
 *
 * Every guess that could be wrong is in the notes. Getters are not called, prototypes not read.
 *
 * @example catalogFromRows([{ id: 1, at: "2020-01-31" }], { name: "events" }).catalog?.definition.members
 * // { id: { type: "integer", nullable: false }, at: { type: "date", nullable: false } }
 */
export function catalogFromRows(
  rows: Iterable<unknown>,
  { name, sample = SAMPLE }: RowsOptions,
): CatalogImport {
  const report = new ImportReport();
  const counter = new RowCounter();
  const unique = new UniqueValues();
  let count = 0;
  let others = 0;
  let complete = true;
  for (const row of rows) {
    if (count + others >= sample) {
      complete = false;
      break;
    }
    if (counter.add(row)) {
      unique.add(row as object);
      count++;
    } else others++;
  }
  if (others > 0) report.note("", `${others} rows are no objects. They are left out.`);
  if (!complete)
    report.note("", `Only the first ${sample} rows were read: what comes after them can be different.`);
  if (count === 0) report.problem("", "There is no row to infer members from.");
  if (counter.rows.rest !== undefined)
    report.problem("", `The rows have more than ${MAXIMUM_MEMBERS} members.`);
  if (report.problems.length > 0) return report.finish(undefined);
  const guess = new Guess(report, complete);
  const members = guess.members(counter.rows, "");
  if (Object.keys(members).length === 0) report.problem("", "No member has a value of one type.");
  const key = keyOf(members, unique, count);
  if (key !== undefined) report.note("", `The key is taken to be '${key}': its values are all different.`);
  return report.finish({ name, members, ...(key === undefined ? {} : { key }) });
}

/** From counts to definitions. */
class Guess {
  readonly #report: ImportReport;
  readonly #complete: boolean;

  constructor(report: ImportReport, complete: boolean) {
    this.#report = report;
    this.#complete = complete;
  }

  members(objects: Seen, pointer: string): MemberDefinitions {
    const byProperty = objects.members!;
    const found: [string, MemberDefinition][] = [];
    for (const [property, name] of sayableNames(byProperty.keys())) {
      const seen = byProperty.get(property)!;
      const type = this.#type(seen, pointerTo(pointer, property));
      if (type === undefined) continue;
      const definition = property === name ? type : { ...type, property };
      found.push([name, brief(definition, !this.#complete || majority(seen)[1] < objects.object)]);
    }
    return Object.fromEntries(found);
  }

  #type(seen: Seen, pointer: string): Exclude<MemberDefinition, string> | undefined {
    const values = valuesIn(seen) + seen.other;
    if (values === 0) {
      this.#leaveOut(pointer, "It has no value in any row.");
      return;
    }
    const [kind, most] = majority(seen);
    if (most === 0) {
      this.#leaveOut(pointer, "It has no value that a member can have.");
      return;
    }
    if (most < values * MAJORITY) {
      this.#leaveOut(pointer, `It has values of several types: ${listed(seen)}.`);
      return;
    }
    if (most < values) {
      this.#report.note(
        pointer,
        `${values - most} of ${values} values are no ${kind}. They will be read as null.`,
      );
    }
    switch (kind) {
      case "boolean":
        return { type: "boolean" };
      case "number":
        return { type: seen.number === 0 ? "integer" : "number" };
      case "string":
        return { type: textType(seen) };
      case "list":
        return this.#list(seen.items!, pointer);
      case "object":
        return this.#object(seen, pointer);
    }
  }

  #list(items: Seen, pointer: string): Exclude<MemberDefinition, string> | undefined {
    if (valuesIn(items) + items.other === 0) {
      this.#leaveOut(pointer, "Its lists are all empty.");
      return;
    }
    const type = this.#type(items, pointerTo(pointer, "*"));
    return (
      type && {
        type: "list",
        items: brief(
          type,
          !this.#complete || majority(items)[1] < valuesIn(items) + items.other + items.nulls,
        ),
      }
    );
  }

  #object(seen: Seen, pointer: string): Exclude<MemberDefinition, string> | undefined {
    const values = together([...seen.members!.values(), ...(seen.rest === undefined ? [] : [seen.rest])]);
    const value = scalarOf(values);
    if (value !== undefined && isMap(seen)) return { type: "map", values: value };
    if (seen.rest !== undefined) {
      this.#leaveOut(pointer, "Its objects have too many different properties.");
      return;
    }
    if (seen.members!.size === 0) {
      this.#leaveOut(pointer, "Its objects have no properties.");
      return;
    }
    const members = this.members(seen, pointer);
    return Object.keys(members).length === 0 ? undefined : { type: "object", members };
  }

  #leaveOut(pointer: string, why: string): undefined {
    this.#report.note(pointer, `${why} It is left out.`);
    return undefined;
  }
}

/** How many values are not null and of a kind that a member can have. */
function valuesIn(seen: Seen): number {
  return seen.boolean + seen.integer + seen.number + seen.string + seen.list + seen.object;
}

/** The kind that most values are of, and how many are. */
function majority(seen: Seen) {
  const groups = [
    ["boolean", seen.boolean],
    ["number", seen.integer + seen.number],
    ["string", seen.string],
    ["list", seen.list],
    ["object", seen.object],
  ] as const;
  return groups.reduce((best, group) => (group[1] > best[1] ? group : best));
}

function textType(seen: Seen): ScalarType {
  return (["date", "time", "dateTime"] as const).find((type) => seen[type] === seen.string) ?? "string";
}

/** The one scalar type that all values have. */
function scalarOf(seen: Seen): ScalarType | undefined {
  const values = valuesIn(seen) + seen.other;
  if (values === 0) return undefined;
  if (seen.boolean === values) return "boolean";
  if (seen.string === values) return textType(seen);
  if (seen.integer === values) return "integer";
  return seen.integer + seen.number === values ? "number" : undefined;
}

/** Objects whose keys are data rather than names: each object has few of those that all have between them. */
function isMap({ object, members, rest }: Seen): boolean {
  if (rest !== undefined) return true;
  const keys = members!.size;
  if (object < 3 || keys < 4) return false;
  let entries = 0;
  for (const seen of members!.values()) entries += valuesIn(seen) + seen.nulls;
  return entries <= (object * keys) / 2;
}

/** The member that tells rows apart, if one is named like it and does. */
function keyOf(members: MemberDefinitions, unique: UniqueValues, rows: number): string | undefined {
  for (const property of unique.candidates(rows)) {
    const found = Object.entries(members).find(([name, member]) => property === propertyOf(name, member));
    const type = found && (typeof found[1] === "string" ? found[1] : found[1].type);
    if (type === "integer" || type === "string") return found![0];
  }
  return undefined;
}

function propertyOf(name: string, member: MemberDefinition): string {
  return typeof member === "string" ? name : (member.property ?? name);
}

function brief(definition: Exclude<MemberDefinition, string>, nullable: boolean): MemberDefinition {
  if (!nullable) return { ...definition, nullable: false };
  const { type } = definition;
  if (type === "list" || type === "map" || type === "object") return definition;
  return definition.property === undefined ? type : definition;
}

/** What was seen, for a note. */
function listed(seen: Seen): string {
  const kinds = ["boolean", "integer", "number", "string", "list", "object", "other"] as const;
  return kinds
    .filter((kind) => seen[kind] > 0)
    .map((kind) => `${seen[kind]} ${kind}`)
    .join(", ");
}
