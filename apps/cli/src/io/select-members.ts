/**
 * `--select a,b.c`: the members of a row that are shown. In JSON they keep their nesting; in a table each path is a
 * column. A member whose own name is the whole path (`b.c`, as a CSV header may have it) goes before a nested one.
 */
import { getOwn, isObject, setOwn } from "./own-members.ts";
import type { Row } from "./row-reader.ts";

/** Members to keep: all of a member, or some of what is in it. */
type Selection = Map<string, Selection | "whole">;

/**
 * Makes the projection for some dotted paths: a new row with the selected members, in the order of the paths. A path
 * that a row does not have is left out; through a list it selects from each of its objects.
 *
 * @example projection(["id", "owner.name"])({ id: 1, owner: { name: "x", age: 2 } }) // { id: 1, owner: { name: "x" } }
 */
export function projection(paths: readonly string[]): (row: Row) => Row {
  const all = selectionOf(paths);
  const dotted = paths.filter((path) => path.includes("."));
  return (row) => {
    const own = dotted.filter((path) => Object.hasOwn(row, path));
    if (own.length === 0) return select(row, all);
    return select(row, selectionOf(paths, new Set(own)));
  };
}

/**
 * The value at a dotted path, for a column. Through a list it is the list of what its objects have there; `undefined`
 * if the row has nothing there.
 *
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
  return isObject(value) ? step(getOwn(value, segments[index]!), segments, index + 1) : undefined;
}

/** @param own paths that are names of their own in the row at hand */
function selectionOf(paths: readonly string[], own: ReadonlySet<string> = new Set()): Selection {
  const root: Selection = new Map();
  for (const path of paths) {
    let level = root;
    const segments = own.has(path) ? [path] : path.split(".");
    for (const [i, segment] of segments.entries()) {
      const known = level.get(segment);
      // `owner` selects all that `owner.name` does.
      if (known === "whole") break;
      if (i === segments.length - 1) level.set(segment, "whole");
      else {
        const next: Selection = known ?? new Map<string, Selection | "whole">();
        level.set(segment, next);
        level = next;
      }
    }
  }
  return root;
}

function select(row: Row, selection: Selection): Row {
  const selected: Row = {};
  for (const [name, inner] of selection) {
    const value = getOwn(row, name);
    const kept = inner === "whole" ? value : selectWithin(value, inner);
    if (kept !== undefined) setOwn(selected, name, kept);
  }
  return selected;
}

/** What a selection keeps of a value that is no row: nothing of what has no members. */
function selectWithin(value: unknown, selection: Selection): unknown {
  if (Array.isArray(value)) {
    return value
      .map((element) => selectWithin(element, selection))
      .filter((element) => element !== undefined);
  }
  return isObject(value) ? select(value, selection) : undefined;
}
