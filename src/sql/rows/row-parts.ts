import { isRecord } from "../../values/is-object.ts";
import { setOwnProperty } from "../../values/own-properties.ts";

export type RowObject = Record<string, unknown>;

export function stepThrough(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const key of path) at = isRecord(at) && Object.hasOwn(at, key) ? at[key] : null;
  return at;
}

/** Sets a part of an object at a path. Creates missing objects on the path. */
export function putPart(row: RowObject, path: readonly string[], value: unknown): void {
  let at = row;
  for (const key of path.slice(0, -1)) {
    let inner = Object.hasOwn(at, key) ? at[key] : null;
    if (!isRecord(inner)) setOwnProperty(at, key, (inner = {}));
    at = inner as RowObject;
  }
  setOwnProperty(at, path.at(-1)!, value);
}

/** Sets a part of an object to null, but only if its parent object exists. */
export function putNull(row: RowObject, path: readonly string[]): void {
  const holder = stepThrough(row, path.slice(0, -1));
  if (isRecord(holder)) setOwnProperty(holder, path.at(-1)!, null);
}
