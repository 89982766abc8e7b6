import type { Comparison } from "../../collation/order/strength.ts";

/**
 * A text with placeholders in braces, such as `{0} contains {1}`. An object has one text for each plural category of `{count}`
 * in the language, as `Intl.PluralRules` names them.
 */
export type MessageTemplate =
  string | ({ readonly other: string } & Partial<Readonly<Record<Intl.LDMLPluralRule, string>>>);

/** How a list is joined. The first items are separated by a comma. */
export interface JoinMessages {
  /** Text between two items, such as ` and `. */
  readonly pair: string;
  /** Text before the last of three or more items, such as `, and `. */
  readonly last: string;
  /** Text before the last item if an item contains a comma. */
  readonly afterComma: string;
}

/**
 * A comparison is a subject with one predicate, or with two for a range: `size is at least 1 and at most 5`. In `subject`, `{0}`
 * is the value and `{1}` the predicate. In a predicate, `{0}` is the other value.
 */
export interface ComparisonMessages {
  readonly subject: string;
  /** `{1}` and `{2}` are the predicates of the lower and the upper bound. */
  readonly range: string;
  readonly eq: string;
  readonly ne: string;
  readonly lt: string;
  readonly le: string;
  readonly gt: string;
  readonly ge: string;
}

/**
 * Templates of a function. A condition has `is` and `isNot`, any other function has `value`.
 *
 * - `{0}`, `{1}` …: the arguments
 * - `{every}`: all arguments, joined by `and`
 * - `{all}`: all but the first argument, joined by `and`
 * - `{list}`: all but the first argument, joined by `or`
 */
export type FunctionMessages =
  | { readonly is: MessageTemplate; readonly isNot: MessageTemplate; readonly value?: never }
  | { readonly value: MessageTemplate; readonly is?: never };

/** All texts of one language for `describe`, as plain data. */
export interface DescriptionMessages {
  /** BCP 47 tag, such as `en`. */
  readonly locale: string;
  /** Names of members in the language. Default: the names in expressions. */
  readonly members?: Readonly<Record<string, string>>;
  /** `{0}` is the condition. */
  readonly sentence: string;
  readonly everyRow: string;
  readonly noRow: string;
  /** A condition that is always true inside of another one, and one that is never true. */
  readonly always: string;
  readonly never: string;
  readonly and: JoinMessages;
  readonly or: JoinMessages;
  /** A group of conditions inside of another group. */
  readonly group: string;
  /** A member or a function that is itself a condition. */
  readonly isTrue: string;
  readonly isFalse: string;
  /** A condition in the place of a value. */
  readonly condition: string;
  /** The subject of a test of a list: `{0}` is the list. `noElement` is used if no element may pass the test. */
  readonly someElement: string;
  readonly noElement: string;
  /** The rest of a list of more than 12 values, with `{count}`. */
  readonly more: MessageTemplate;
  readonly string: string;
  readonly true: string;
  readonly false: string;
  readonly dateStyle: "full" | "long" | "medium" | "short";
  /** Comparisons of numbers and values of unknown types, of dates and times, and of strings. */
  readonly comparisons: Readonly<Record<"value" | "temporal" | "text", ComparisonMessages>>;
  /**
   * Comparisons of three or more values, by the name of the relation, and all other functions by their name. A key such as
   * `match/3` is for calls with three arguments.
   */
  readonly functions: Readonly<Record<string, FunctionMessages>>;
  /** A comparison of strings at a strength: `{0}` is the condition. */
  readonly strengths: Readonly<Record<Comparison, string>>;
  readonly sort: SortMessages;
}

export interface SortMessages {
  /** `{0}` is the list of keys. */
  readonly sentence: string;
  /** A sort without keys. */
  readonly unsorted: string;
  /** Text between two keys. */
  readonly then: string;
  /** `{0}` is the key. */
  readonly ascending: string;
  readonly descending: string;
  /** A condition as a key: rows for which it is false or true come first. */
  readonly condition: string;
}

/**
 * Replaces the placeholders of a template. A placeholder without a value stays.
 *
 * @example fill("{0} contains {1}", { 0: "name", 1: "'a'" }) // name contains 'a'
 */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, key: string) =>
    Object.hasOwn(values, key) ? values[key]! : placeholder,
  );
}

/** Joins texts by the words of a language. */
export function joinTexts(texts: readonly string[], { pair, last, afterComma }: JoinMessages): string {
  if (texts.length < 2) return texts.join("");
  const word = texts.some((text) => text.includes(", ") && !text.startsWith("("))
    ? afterComma
    : texts.length === 2
      ? pair
      : last;
  return texts.slice(0, -1).join(", ") + word + texts.at(-1)!;
}
