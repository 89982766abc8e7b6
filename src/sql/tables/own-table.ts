import { describeValue } from "../../diagnostics/describe-value.ts";
import { isObject } from "../../values/is-object.ts";
import { ownProperties } from "../../values/own-properties.ts";
import type { Storage, TableDefinition } from "./table-definition.ts";

/**
 * Copies the own properties of a table definition and its storages to objects without a prototype, so that a polluted
 * `Object.prototype` cannot set an expression, a column or a promise about values.
 */
export function ownTable(table: TableDefinition): TableDefinition {
  // Programs without types can omit the table, or pass its name only.
  if (!isObject(table))
    throw new TypeError(
      `table must be an object with the name of a table, such as { table: "things" }, got ${describeValue(table)}`,
    );
  const own = ownProperties(table);
  if (own.members === undefined) return own;
  const members = Object.entries(own.members).map(([name, storage]) => [name, ownStorage(storage)] as const);
  return ownProperties({ ...own, members: Object.fromEntries(members) });
}

function ownStorage(storage: Storage): Storage {
  if (typeof storage === "string") return storage;
  const own = ownProperties(storage);
  return own.keys === undefined
    ? own
    : ownProperties({ ...own, keys: own.keys.map((key) => ownProperties(key)) });
}
