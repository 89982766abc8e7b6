import { isDottedName } from "../ast/spelling.ts";
import { firstIndexWhere } from "../values/binary-search.ts";

/*
 * Names for members whose own property the language cannot say: `First Name`, `2nd`, `$type`. Such a member gets a name
 * that can be said, and keeps its own as "property".
 */

/** UTF-16 units of a name. A filter of a URL has room for some 8,000. */
const LONGEST = 200;

/**
 * A name for each property of one object, in the given order. A property that can be said keeps its name, whatever
 * comes before it. One with a dot keeps it unless it would be spelled like a path through another property.
 *
 * @example sayableNames(["First Name", "First_Name"]) // First Name → First_Name_2, First_Name → First_Name
 */
export function sayableNames(properties: Iterable<string>, taken = new Set<string>()): Map<string, string> {
  const names = new Map<string, string>();
  const all = [...properties];
  for (const property of all) names.set(property, "");
  for (const property of all) {
    if (property.length > LONGEST || !isDottedName(property) || taken.has(property)) continue;
    if (leadsThroughAnother(property, names)) continue;
    names.set(property, property);
    taken.add(property);
  }
  for (const property of all) {
    if (names.get(property) === "") names.set(property, sayableName(property, taken));
  }
  return names;
}

/**
 * A name that the language can say and that is not taken; it is taken from then on. Characters that no name has become
 * `_`, a name that would begin with a digit or a hyphen gets one in front, what is beyond 200 characters is cut, and a
 * number tells equal names apart.
 *
 * @example sayableName("First Name", new Set()) // "First_Name"
 */
export function sayableName(text: string, taken: Set<string>): string {
  const words = text
    .slice(0, LONGEST)
    .normalize("NFC")
    .replace(/[^\p{L}0-9_@-]+/gu, " ")
    .trim()
    .replaceAll(" ", "_");
  const name = isDottedName(words) ? words : `_${words}`;
  const free = taken.has(name) ? numbered(name, taken) : name;
  taken.add(free);
  return free;
}

function leadsThroughAnother(property: string, names: ReadonlyMap<string, string>): boolean {
  for (let dot = property.indexOf("."); dot >= 0; dot = property.indexOf(".", dot + 1)) {
    if (names.has(property.slice(0, dot))) return true;
  }
  return false;
}

/** Appends the first free number, from 2 on. All numbers below it are taken, so exponential and binary search find it. */
function numbered(name: string, taken: ReadonlySet<string>): string {
  let last = 1;
  let free = 2;
  while (taken.has(`${name}_${free}`)) {
    last = free;
    free *= 2;
  }
  return `${name}_${firstIndexWhere(last + 1, free, (number) => !taken.has(`${name}_${number}`))}`;
}
