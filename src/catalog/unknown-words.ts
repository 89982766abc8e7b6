import { show } from "../diagnostics/show.ts";
import { alternatives, suggest } from "../diagnostics/suggest.ts";
import { questionFor } from "../diagnostics/unknown-name.ts";

/** Maximum number of words that a message lists if none is similar to a wrong word. */
const MAXIMUM_LISTED = 10;

/** Returns the message for a word that is not one of `words`. `kind` is a noun in the singular, such as `member`. */
export function unknownWord(word: string, words: readonly string[], kind: string): string {
  return message(word, words, kind, suggest(word, words));
}

/** Returns the message for an unknown type. Names of types of other languages have a suggestion. */
export function unknownType(type: string, types: readonly string[]): string {
  const foreign = FOREIGN_TYPES.get(type.toLowerCase());
  return message(type, types, "type", foreign === undefined ? suggest(type, types) : [foreign]);
}

/** Returns the message for a property that `what`, such as `A member of type list`, does not have. */
export function unknownProperty(key: string, what: string, known: readonly string[]): string {
  const foreign = FOREIGN_SETTINGS.get(key.toLowerCase().replaceAll(/[_-]/g, ""));
  const near = suggest(key, known);
  const hint = foreign === undefined ? questionFor(near) : ` ${foreign}`;
  return `${what} has no property '${show(key)}'.${hint || ` Properties are ${alternatives(known)}.`}`;
}

function message(word: string, words: readonly string[], kind: string, near: readonly string[]): string {
  const isListed = words.length > 0 && words.length <= MAXIMUM_LISTED;
  const plural = `${kind[0]!.toUpperCase()}${kind.slice(1)}s`;
  const list = isListed ? ` ${plural} are ${alternatives(words.map(show))}.` : "";
  return `There is no ${kind} '${show(word)}'.${questionFor(near) || list}`;
}

/* Words of other type systems, with the words of catalogs. Keys are in lower case. */

/** Names of types in SQL, JSON Schema, TypeScript and other languages. */
const FOREIGN_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    integer: "int int32 int64 bigint long smallint serial",
    boolean: "bool",
    number: "float double decimal numeric real",
    string: "text varchar char str uuid enum",
    dateTime: "timestamp timestamptz date-time instant",
    list: "array set",
    map: "record dict dictionary hash",
    object: "struct json",
  }).flatMap(([type, words]) => words.split(" ").map((word) => [word, type] as const)),
);

/** Settings of other type systems, with a sentence that names the setting of catalogs. */
const FOREIGN_SETTINGS: ReadonlyMap<string, string> = new Map([
  ["required", 'A required member has "nullable": false.'],
  ["optional", 'An optional member has "nullable": true, which is the default.'],
  ["notnull", 'A member that cannot be null has "nullable": false.'],
  ["primarykey", 'The setting "key" of the catalog names the member that identifies a row.'],
  ["unique", 'The setting "key" of the catalog names the member that identifies a row.'],
  ["values", 'The allowed strings are "enum". Only a map has "values".'],
  ["properties", 'The members of an object are "members".'],
  ["fields", 'The members are "members".'],
  ["columns", 'The members are "members".'],
  ["column", 'The property of the row is "property". The column belongs to the table definition.'],
  ["collation", 'The strength of comparisons is "strength".'],
  ["searchable", 'The setting is "filterable".'],
  ["sort", 'The default order is "defaultSort".'],
  ["orderby", 'The default order is "defaultSort".'],
  ["limit", 'The limits are "defaultLimit" and "maximumLimit".'],
]);
