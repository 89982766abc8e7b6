import fc from "fast-check";
import type { Catalog, Member } from "../../../src/catalog/types.ts";
import { isScalarType } from "../../../src/values/types.ts";
import { typedCatalog, typedRows } from "../../properties/typed-catalog.ts";
import { canonicalRow } from "../../sql/canonical-row.ts";
import type { EngineUnderTest } from "../../sql/engines/engine-under-test.ts";
import { canonicalText, plainNumbers, type Row } from "./typed-things.ts";

/** Returns random rows of the typed catalog as the database can store them, each with a key. */
export function settledRows(engine: EngineUnderTest, seed: number, count: number): Row[] {
  const [rows] = fc.sample(fc.array(typedRows, { minLength: count, maxLength: count }), { numRuns: 1, seed });
  return rows!.map((row, id) => {
    const canonical = canonicalRow({ ...row, id }, typedCatalog, engine.precision);
    return engine.settle?.(canonical, typedCatalog) ?? canonical;
  });
}

/**
 * Returns a function that converts rows of memory and of a database to a comparable form. Ignores permitted differences: the
 * notation of instants and numbers, and the order of elements in child tables.
 */
export function comparableRows(engine: EngineUnderTest): (rows: readonly Row[]) => unknown[] {
  const storages = engine.tableOf(typedCatalog).members ?? {};
  const isUnordered = ({ name }: Member) => {
    const storage = Object.hasOwn(storages, name) ? storages[name] : undefined;
    return typeof storage === "object" && "childTable" in storage;
  };
  return (rows) => rows.map((row) => comparableRow(row, typedCatalog, isUnordered));
}

function comparableRow(row: Row, catalog: Catalog, isUnordered: (member: Member) => boolean): unknown {
  const entries = [...catalog.members.byName.values()].map((member) => {
    const value = comparable(row[member.property] ?? null, member);
    return [member.property, isUnordered(member) ? sorted(value) : value];
  });
  return plainNumbers(Object.fromEntries(entries));
}

function comparable(value: unknown, member: Member): unknown {
  if (isScalarType(member.type)) return instantText(value, member.type);
  if (member.type !== "list" || !Array.isArray(value)) return value;
  return value.map((each) => instantText(each, member.items.type));
}

function instantText(value: unknown, type: string): unknown {
  if (type !== "date" && type !== "time" && type !== "dateTime") return value;
  return canonicalText(type, value) ?? value;
}

const sorted = (value: unknown) =>
  Array.isArray(value) ? value.toSorted((a, b) => (String(a) < String(b) ? -1 : 1)) : value;
