import { pointerTo } from "../../catalog/json-pointer.ts";
import { isObject } from "../../values/is-object.ts";
import type { BridgePlace } from "../contract/types.ts";

export type JsonContent =
  | string
  | number
  | bigint
  | boolean
  | null
  | JsonPiece
  | readonly JsonContent[]
  | { readonly [key: string]: JsonContent };

/** A part of a JSON value that notes can refer to. */
export class JsonPiece {
  content: JsonContent;

  constructor(content: JsonContent) {
    this.content = content;
  }
}

/**
 * Returns the JSON value, and the pointers of all pieces and objects in it. One that occurs twice has its first pointer. Linear.
 */
export function renderJson(root: object): {
  readonly value: unknown;
  readonly placeOf: (piece: object) => BridgePlace | undefined;
} {
  const parents = new Map<object, Place>();
  const visit = (content: unknown, at: Place): unknown => {
    if (!isObject(content)) return content;
    if (!parents.has(content)) parents.set(content, at);
    if (content instanceof JsonPiece) return visit(content.content, at);
    if (Array.isArray(content)) return content.map((item: unknown, i) => visit(item, { parent: at, key: i }));
    return Object.fromEntries(
      Object.entries(content).map(([key, item]) => [key, visit(item, { parent: at, key })]),
    );
  };
  const value = visit(root, { parent: undefined, key: "" });
  return {
    value,
    placeOf: (piece) => {
      const place = parents.get(piece);
      return place && { pointer: pointerOf(place) };
    },
  };
}

/** Path from the root to a value, as a linked list. The root has no parent. */
export interface Place {
  readonly parent: Place | undefined;
  readonly key: string | number;
}

/** Returns the JSON Pointer (RFC 6901) of a value. */
export function pointerOf(place: Place): string {
  const keys: (string | number)[] = [];
  for (let at = place; at.parent !== undefined; at = at.parent) keys.push(at.key);
  return pointerTo("", ...keys.reverse());
}
