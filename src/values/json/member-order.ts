import { requireArray, requireObject } from "../../diagnostics/require-argument.ts";

/**
 * JavaScript moves properties whose names are whole numbers to the front of an object. Readers therefore remember the names of such
 * objects in the order of the source, and writers use that order.
 */

/** Names of objects that have a moved name, and of objects and lists that contain such objects. */
const orders = new WeakMap<object, readonly string[]>();

/** Matches the names that JavaScript moves: 0 to 4294967294, and a few more. */
const MOVED = /^(?:0|[1-9]\d{0,9})$/;

/** Returns whether JavaScript moves one of the names to the front of an object. */
export function hasMovedName(names: readonly string[]): boolean {
  requireArray(names, "names");
  return names.some((name) => MOVED.test(name));
}

/** Remembers the order of an object's names. The list can be shared by many objects. Returns the object. */
export function keepOrder<T extends object>(object: T, names: readonly string[]): T {
  requireObject(object, "object");
  requireArray(names, "names");
  orders.set(object, names);
  return object;
}

/** Returns whether the order of names was kept for an object, or for one inside of an object or list that was parsed. */
export function hasOrder(value: unknown): value is object {
  return typeof value === "object" && value !== null && orders.has(value);
}

/** Returns the own enumerable names of an object in the order of the source. Equals `Object.keys` if no order was kept. */
export function namesInOrder(object: object): readonly string[] {
  requireObject(object, "object");
  const names = Object.keys(object);
  const order = orders.get(object);
  if (order === undefined) return names;
  const orderedNames = new Set(order);
  // Names can have been added or removed since.
  return [
    ...[...orderedNames].filter((name) => Object.hasOwn(object, name)),
    ...names.filter((name) => !orderedNames.has(name)),
  ];
}

/** A parameter of `JSON.parse`, with the parameter `context` of ES2026. */
export type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/**
 * Equivalent to `JSON.parse(text, revive)`, but the order of names is kept. The reviver is called for scalars only.
 *
 * @throws SyntaxError
 */
export function parseInOrder(text: string, revive?: Reviver): unknown {
  const parsed = parse(text, revive);
  if (!containsMovedName(parsed, 0) || text.includes(ESCAPED_MARK)) return parsed;
  const marked = text.replaceAll(WHOLE_NUMBER_NAMES, `"${ESCAPED_MARK}$1`);
  return parse(marked, (key, value, context) => {
    if (typeof value === "object" && value !== null) return withoutMarks(value as Record<string, unknown>);
    return revive === undefined ? value : revive(key, value, context);
  });
}

/** Returns whether a parsed value has a name that JavaScript moves. Such names are the first ones of their object. */
function containsMovedName(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) {
    for (const element of value) if (containsMovedName(element, depth + 1)) return true;
    return false;
  }
  const names = Object.keys(value);
  if (names.length > 1 && MOVED.test(names[0]!)) return true;
  for (const name of names) {
    const member = (value as Record<string, unknown>)[name];
    if (typeof member === "object" && containsMovedName(member, depth + 1)) return true;
  }
  return false;
}

/** Order is not kept in deeper objects: the search for them is recursive. */
const MAX_DEPTH = 1_000;

const parse = JSON.parse as (text: string, reviver?: Reviver) => unknown;

/** Matches names that are whole numbers. In valid JSON, a quote before digits, a quote and a colon begins a name or is escaped. */
const WHOLE_NUMBER_NAMES = /(?<!\\)"((?:0|[1-9]\d{0,9})"\s*:)/g;

/** Begins whole numbers while they are parsed, so that they are no whole numbers for JavaScript. */
const MARK = "\0";
const ESCAPED_MARK = "\\u0000";

/** Also marks objects and lists that contain ordered objects, so that printing finds these. */
function withoutMarks(value: Record<string, unknown>): object {
  const marked = Object.keys(value);
  if (marked.some((name) => name.startsWith(MARK))) {
    const names = marked.map((name) => (name.startsWith(MARK) ? name.slice(1) : name));
    return keepOrder(Object.fromEntries(names.map((name, i) => [name, value[marked[i]!]])), names);
  }
  return marked.some((name) => hasOrder(value[name])) ? keepOrder(value, marked) : value;
}
