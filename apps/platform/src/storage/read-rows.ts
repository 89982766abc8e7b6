import type { Expression } from "tamis";
import { call, name, string } from "tamis/builder";
import type { Rule } from "tamis/engine";
import type { RowStore, StoreKey } from "tamis/http";
import type { Row } from "./storage.ts";

/** Returns the rows of a store that fulfill a rule; all rows without one. */
export async function* readRows(store: RowStore<Row>, rule?: Rule): AsyncGenerator<Row> {
  const result = await store.collection.stream({}, rule === undefined ? {} : { rule });
  if (!result.ok) throw new Error(`internal: ${result.diagnostics[0]!.message}`);
  yield* result.rows;
}

/** Returns all rows that fulfill a rule in a list, so that the table can be changed meanwhile. */
export async function listRows(store: RowStore<Row>, rule?: Rule): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of readRows(store, rule)) rows.push(row);
  return rows;
}

/** Returns one of the rows that fulfill a rule. */
export async function firstRow(store: RowStore<Row>, rule?: Rule): Promise<Row | undefined> {
  const first = await readRows(store, rule).next();
  return first.done === true ? undefined : first.value;
}

/** Deletes the rows that fulfill a rule, and returns their keys. */
export async function deleteRows(store: RowStore<Row>, rule: Rule): Promise<readonly StoreKey[]> {
  const { key } = store.collection.catalog;
  const keys: StoreKey[] = [];
  for await (const row of readRows(store, rule)) keys.push(row[key!] as StoreKey);
  for (const rowKey of keys) await store.delete(rowKey, "any");
  return keys;
}

/** Returns the rule that a member has one of some values. */
export function isOneOf(member: string, values: readonly string[]): Expression {
  const storable = values.filter(isStorable);
  // No id is empty, so the rule without values matches no row.
  return call("in", [
    name(member),
    ...(storable.length === 0 ? [""] : storable).map((value) => string(value)),
  ]);
}

/** Returns the rule that each of some members has a certain value. */
export function hasValues(values: Readonly<Record<string, string>>): Expression {
  const [first, ...otherConditions] = Object.entries(values).map(([member, value]) =>
    isOneOf(member, [value]),
  );
  return otherConditions.length === 0 ? first! : call("and", [first!, ...otherConditions]);
}

/** Whether databases can store a string, so that it can be the key of a row. */
export function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes("\0");
}
