import { requireIterable, requireKind, requireText } from "../diagnostics/require-argument.ts";
import { isDottedName } from "../ast/spelling.ts";
import { firstIndexWhere } from "../values/binary-search.ts";

/** Maximum length of a member name in UTF-16 code units. */
const MAXIMUM_NAME_LENGTH = 200;

/**
 * Returns a unique, valid member name for each property. Properties that are valid names keep them. A property with a dot
 * keeps its name unless it equals a path through another property.
 *
 * @example memberNamesFor(["First Name", "First_Name"]) // First Name → First_Name_2, First_Name → First_Name
 */
export function memberNamesFor(
  properties: Iterable<string>,
  taken: Set<string> = new Set(),
): Map<string, string> {
  requireIterable(properties, "properties");
  requireKind(taken, "taken", "a Set", "has");
  const names = new Map<string, string>();
  const distinct = [...properties];
  for (const property of distinct) names.set(property, "");
  for (const property of distinct) {
    if (property.length > MAXIMUM_NAME_LENGTH || !isDottedName(property) || taken.has(property)) continue;
    if (isPathThroughAnother(property, names)) continue;
    names.set(property, property);
    taken.add(property);
  }
  for (const property of distinct) {
    if (names.get(property) === "") names.set(property, memberNameFor(property, taken));
  }
  return names;
}

/**
 * Returns a valid member name that is not in `taken`, and adds it there. Invalid characters become `_`, a leading digit or
 * hyphen gets a `_` in front, characters beyond 200 are cut, and duplicates get a number.
 *
 * @example memberNameFor("First Name", new Set()) // "First_Name"
 */
export function memberNameFor(property: string, taken: Set<string>): string {
  requireText(property, "property");
  requireKind(taken, "taken", "a Set", "has");
  const words = property
    .slice(0, MAXIMUM_NAME_LENGTH)
    .normalize("NFC")
    .replace(/[^\p{L}0-9_@-]+/gu, " ")
    .trim()
    .replaceAll(" ", "_");
  const name = isDottedName(words) ? words : `_${words}`;
  const free = taken.has(name) ? numbered(name, taken) : name;
  taken.add(free);
  return free;
}

function isPathThroughAnother(property: string, names: ReadonlyMap<string, string>): boolean {
  for (let dot = property.indexOf("."); dot >= 0; dot = property.indexOf(".", dot + 1)) {
    if (names.has(property.slice(0, dot))) return true;
  }
  return false;
}

/** Appends the first free number to `name`. All numbers below it are taken, so exponential and binary search find it. */
function numbered(name: string, usedNames: ReadonlySet<string>): string {
  let last = 1;
  let free = 2;
  while (usedNames.has(`${name}_${free}`)) {
    last = free;
    free *= 2;
  }
  return `${name}_${firstIndexWhere(last + 1, free, (number) => !usedNames.has(`${name}_${number}`))}`;
}
