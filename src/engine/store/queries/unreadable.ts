import { isUnreadableValue, unreadableMembers } from "../../../evaluator/unreadable.ts";
import type { Catalog, Member } from "../../../catalog/types.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import type { MemberTexts, RowList } from "../kernels/row-list.ts";
import { NOT_LOCATED } from "../kernels/tokens.ts";
import { eachPart, EVALUATIONS_PER_STEP, type Task } from "../tasks/task.ts";
import type { StoreState } from "./store-state.ts";

/** A row with values that their member's type cannot read. */
export interface Unreadable<T> {
  readonly row: T;
  /** Index of the row among the live rows, from 0. */
  readonly index: number;
  /** Dotted names of the members with unreadable values. */
  readonly members: readonly string[];
}

/**
 * Finds unreadable values among the rows that are live now. Rows that are text are parsed one by one while the result is iterated, so
 * that only one parsed row is in memory.
 */
export function* unreadable<T>(state: StoreState<T>): Task<Iterable<Unreadable<T>>> {
  const { rows } = state.columns;
  const suspects = yield* findSuspects(state);
  const texts = suspects?.length ?? 0;
  const membersOf = unreadableMembers(state.catalog);
  const suspectTexts: Suspect[] = [];
  const objects: Unreadable<T>[] = [];
  let index = 0;
  yield* state.visitNumbers((number) => {
    if (number >= texts) {
      const row = rows.at(number) as T;
      const members = membersOf(row);
      if (members.length > 0) objects.push({ row, index, members });
    } else if (suspects![number] === 1) suspectTexts.push({ number, index });
    index++;
  });
  return suspectTexts.length === 0 ? objects : withTexts(state.catalog, rows, suspectTexts, objects);
}

/** A text that may have unreadable values. */
interface Suspect {
  readonly number: number;
  readonly index: number;
}

/** Returns a number for each row that is text: 1 if it may have unreadable values. Rows with 0 are not parsed. */
function* findSuspects<T>({ columns, catalog }: StoreState<T>): Task<Uint8Array | undefined> {
  const { texts } = columns.rows;
  if (texts === undefined) return undefined;
  const suspects = new Uint8Array(texts.count);
  for (const member of catalog.members.byName.values()) {
    if (member.type === "string" && texts.stringProperties.has(member.property)) continue;
    const inspect = inspectTexts(texts, member, suspects);
    yield* eachPart(texts.count, inspect, EVALUATIONS_PER_STEP);
  }
  const inspectCells = (from: number, end: number) => {
    for (let row = from; row < end; row++) if (texts.unreadable(row).length > 0) suspects[row] = 1;
    return end;
  };
  yield* eachPart(texts.count, inspectCells, EVALUATIONS_PER_STEP);
  return suspects;
}

/** Returns a function that inspects the values of rows in `[from, end)`, and returns the first row that it has not inspected. */
function inspectTexts(
  texts: MemberTexts,
  member: Member,
  suspects: Uint8Array,
): (from: number, end: number) => number {
  const { property } = member;
  const isUnreadable = isUnreadableValue(member);
  const firstBytes = FIRST_BYTES[member.type];
  const limits = { maxBytes: MAX_LOCATED_BYTES, offsets: new Uint32Array(EVALUATIONS_PER_STEP) };
  return (from, end) => {
    const located = firstBytes && texts.locate(property, from, end, limits);
    if (firstBytes === undefined || located === undefined) {
      const values = texts.read([property], from, end);
      for (let i = 0; i < values.length; i++) if (isUnreadable(values[i])) suspects[from + i] = 1;
      return from + values.length;
    }
    const { bytes, rows } = located;
    for (let i = 0; i < rows; i++) {
      const offset = limits.offsets[i]!;
      if (offset === 0) continue;
      if (offset === NOT_LOCATED || firstBytes[bytes[offset - 1]!] !== 1) suspects[from + i] = 1;
    }
    return from + rows;
  };
}

const MAX_LOCATED_BYTES = 1 << 20;

/** For types that can read all JSON values which begin with certain bytes: 1 for each such byte. */
const FIRST_BYTES: Readonly<Partial<Record<Member["type"], Uint8Array>>> = ownProperties({
  string: setOf('"n'),
  boolean: setOf("tfn"),
  number: setOf("-0123456789n"),
});

function setOf(letters: string): Uint8Array {
  const set = new Uint8Array(256);
  for (const letter of letters) set[letter.charCodeAt(0)] = 1;
  return set;
}

function* withTexts<T>(
  catalog: Catalog,
  rows: RowList,
  suspects: readonly Suspect[],
  objects: readonly Unreadable<T>[],
): Iterable<Unreadable<T>> {
  const membersOf = unreadableMembers(catalog);
  const declared = [...catalog.members.byName.values()];
  for (const { number, index } of suspects) {
    const row = rows.at(number) as T;
    const cells = rows.texts!.unreadable(number);
    const members = declared.filter(({ property }) => cells.includes(property)).map(({ name }) => name);
    members.push(...membersOf(row));
    if (members.length > 0) yield { row, index, members };
  }
  yield* objects;
}
