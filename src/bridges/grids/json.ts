import { pointerTo } from "../../catalog/json-pointer.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import { isObject } from "../../values/is-object.ts";
import { ownProperty } from "../../values/own-properties.ts";
import type { BridgePlace } from "../contract/types.ts";

/* Reads and writes the JSON models of data grids. */

export type JsonRecord = Readonly<Record<string, unknown>>;

/** The span of nodes that come from JSON, not from a text. */
export const NO_TEXT = NOWHERE;

/** The place of a value in the source. */
export class JsonPlace {
  readonly pointer: string;

  constructor(pointer = "") {
    this.pointer = pointer;
  }

  at(...keys: readonly (string | number)[]): JsonPlace {
    return new JsonPlace(pointerTo(this.pointer, ...keys));
  }
}

export function own(record: JsonRecord, key: string): unknown {
  return ownProperty(record, key);
}

/** Returns an own property that is a string. */
export function stringIn(record: JsonRecord, key: string): string | undefined {
  const value = ownProperty(record, key);
  return typeof value === "string" ? value : undefined;
}

/** Returns a JSON value as the result of an export, with the pointers of all its objects. Linear. */
export function renderModel(root: object): {
  readonly value: object;
  readonly placeOf: (node: object) => BridgePlace | undefined;
} {
  const pointers = new Map<object, string>();
  const visit = (value: unknown, pointer: string): void => {
    if (!isObject(value)) return;
    pointers.set(value, pointer);
    for (const [key, inner] of Object.entries(value)) visit(inner, pointerTo(pointer, key));
  };
  visit(root, "");
  return {
    value: root,
    placeOf: (node) => {
      const pointer = pointers.get(node);
      return pointer === undefined ? undefined : { pointer };
    },
  };
}
