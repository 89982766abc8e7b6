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
  const copy = ownProperties(table);
  if (copy.members === undefined) return copy;
  const members = Object.entries(copy.members).map(([name, storage]) => [name, ownStorage(storage)] as const);
  return ownProperties({ ...copy, members: Object.fromEntries(members) });
}

function ownStorage(storage: Storage): Storage {
  if (typeof storage === "string") return storage;
  const copy = ownProperties(storage);
  return copy.keys === undefined
    ? copy
    : ownProperties({ ...copy, keys: copy.keys.map((key) => ownProperties(key)) });
}
