/**
 * Selects members by dotted paths. JSON output keeps the nesting. A member that is itself named `b.c`, as in
 * a CSV header, takes precedence over `c` in `b`.
 */
import { hasMovedName, hasOrder, keepOrder } from "tamis/catalog";
import { endOfDottedKey, keyOf } from "../formats/key-of.ts";
import { getOwn, isJsonObject, setOwn } from "../formats/own-members.ts";
import type { Row } from "tamis/files";

type Selection = Map<string, Selection | "whole">;

/**
 * Returns a function that selects members. It keeps the order of the paths and skips missing members. A path
 * applies to all objects of a list.
 * @example projection(["owner.name"])({ id: 1, owner: { name: "x", age: 2 } }) // { owner: { name: "x" } }
 */
export function projection(paths: readonly string[]): (row: Row) => Row {
  const fullSelection = selectionOf(paths);
  const dotted = paths.filter((path) => path.includes("."));
  return (row) => {
    const dottedNames = dotted.filter((path) => Object.hasOwn(row, path));
    if (dottedNames.length === 0) return select(row, fullSelection);
    return select(row, selectionOf(paths, new Set(dottedNames)));
  };
}

/**
 * A path through a list returns the values of its objects.
 * @example valueAt({ owner: { name: "x" } }, "owner.name") // "x"
 */
export function valueAt(row: Row, path: string): unknown {
  if (Object.hasOwn(row, path) || !path.includes(".")) return getOwn(row, path);
  return step(row, path.split("."), 0);
}

function step(value: unknown, segments: readonly string[], index: number): unknown {
  if (index === segments.length) return value;
  if (Array.isArray(value)) {
    const leaves = value
      .map((element) => step(element, segments, index))
      .filter((leaf) => (leaf ?? null) !== null);
    return leaves.length === 0 ? undefined : leaves.flat();
  }
  if (!isJsonObject(value)) return undefined;
  const key = keyOf(value, segments[index]!);
  if (key !== undefined) return step(getOwn(value, key), segments, index + 1);
  const end = endOfDottedKey(value, segments, index);
  return end === undefined
    ? undefined
    : step(getOwn(value, segments.slice(index, end).join(".")), segments, end);
}

/**
 * Merges the paths to a tree.
 * @param dottedNames names with dots that are members themselves, not paths
 */
function selectionOf(paths: readonly string[], dottedNames: ReadonlySet<string> = new Set()): Selection {
  const root: Selection = new Map();
  for (const path of paths) {
    let level = root;
    const segments = dottedNames.has(path) ? [path] : path.split(".");
    for (const [i, segment] of segments.entries()) {
      const selected = level.get(segment);
      // A selected `owner` already includes `owner.name`.
      if (selected === "whole") break;
      if (i === segments.length - 1) level.set(segment, "whole");
      else {
        const next: Selection = selected ?? new Map<string, Selection | "whole">();
        level.set(segment, next);
        level = next;
      }
    }
  }
  return root;
}

function select(row: Row, selection: Selection): Row {
  const selected: Row = {};
  const names: string[] = [];
  const entries = [...selection];
  for (const [name, inner] of entries) {
    const key = keyOf(row, name);
    if (key === undefined) {
      // The key of an object can contain dots.
      if (inner !== "whole")
        for (const [innerName, deeper] of inner) entries.push([`${name}.${innerName}`, deeper]);
      continue;
    }
    names.push(key);
    const value = getOwn(row, key);
    const selectedValue = inner === "whole" ? value : selectWithin(value, inner);
    if (selectedValue !== undefined) setOwn(selected, key, selectedValue);
  }
  const isOrdered = hasMovedName(names) || Object.values(selected).some(hasOrder);
  return isOrdered ? keepOrder(selected, names) : selected;
}

/** Returns the selected part of an object or list. Undefined for scalars. */
function selectWithin(value: unknown, selection: Selection): unknown {
  if (Array.isArray(value)) {
    return value
      .map((element) => selectWithin(element, selection))
      .filter((element) => element !== undefined);
  }
  return isJsonObject(value) ? select(value, selection) : undefined;
}
