import type { RuleViolation } from "tamis/http";
import type { Row } from "../storage/storage.ts";

/** Whether a value is a string of more characters. Users count characters, not UTF-16 units. */
export function isLonger(value: unknown, maximum: number): boolean {
  // The first test avoids counting short strings.
  return typeof value === "string" && value.length > maximum && [...value].length > maximum;
}

/** Maximum lengths of members that items of several families have. They fit into the columns of common databases. */
const ITEM_LENGTHS = { name: 255, description: 4_000, parentUri: 2_000 };

/** Returns a violation for a blank name, and for each of these members that is too long. */
export function itemViolations(row: object): readonly RuleViolation[] {
  const isBlank = String((row as Row)["name"]).trim() === "";
  const blank = isBlank ? [{ member: "name", message: "The name must not be blank." }] : [];
  return [...blank, ...tooLong(row, ITEM_LENGTHS)];
}

/** Returns a violation for each member of a row that is longer than its maximum. */
export function tooLong(row: object, maximums: Readonly<Record<string, number>>): readonly RuleViolation[] {
  return Object.entries(maximums)
    .filter(([member, maximum]) => isLonger((row as Row)[member], maximum))
    .map(([member, maximum]) => ({ member, message: `The ${member} has at most ${maximum} characters.` }));
}
