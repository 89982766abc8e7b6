import { requireExpression, requireSortBy } from "../../ast/validate.ts";
import { strengthOf, type Expression, type SortBy } from "../../ast/nodes.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { FunctionDefinition } from "../../functions/definition/types.ts";
import { declarationTable } from "../../functions/declarations.ts";
import { ownProperties } from "../../values/own-properties.ts";
import { Describer } from "./describer.ts";
import { ENGLISH } from "./english.ts";
import { GERMAN } from "./german.ts";
import { fill, type DescriptionMessages } from "./messages.ts";

export interface DescribeOptions {
  /** BCP 47 tag of the reader's language. Default `en`. Languages without messages, and invalid tags, get English. */
  readonly locale?: string | undefined;
  /** Catalog of the rows. The types of its members decide between words for numbers, dates, strings and lists. */
  readonly catalog?: Catalog | undefined;
  /** Functions of a service, in addition to those of the language. */
  readonly functions?: readonly FunctionDefinition[] | undefined;
  /** Messages of other languages, or changed ones. They take precedence over English and German. */
  readonly messages?: readonly DescriptionMessages[] | undefined;
  /** IANA time zone in which date-times are shown. Default `UTC`. */
  readonly timeZone?: string | undefined;
  /** A whole sentence, the default, or only the condition or the keys. */
  readonly form?: "sentence" | "clause" | undefined;
}

/**
 * Describes a filter or a sort in the language of the reader. Does not throw for any expression.
 *
 * The tree is described as it is. Describe `filter.expression` of the checker to include the corrections of lenient mode.
 *
 * @throws TypeError for an object that is not a node
 * @throws RangeError for an unknown time zone
 * @example
 * const { expression } = parseFilter("and(contains($primary,name,'straße'),gt(size,10))");
 * describe(expression) // Rows where name contains 'straße', ignoring accents and case, and size is greater than 10.
 */
export function describe(expression: Expression | SortBy, options: DescribeOptions = {}): string {
  const {
    locale = "en",
    catalog,
    functions = [],
    messages = [],
    timeZone = "UTC",
    form,
  } = ownProperties(options);
  if ((expression as SortBy | null | undefined)?.kind === "sortBy") requireSortBy(expression, "expression");
  else requireExpression(expression, "expression");
  const chosen = chooseMessages(locale, [...messages, ENGLISH, GERMAN]);
  const describer = new Describer(
    { ...chosen, timeZone },
    { catalog, functions: declarationTable(functions) },
  );
  const isClause = form === "clause";
  if (expression.kind === "sortBy") return describeSort(expression, describer, chosen.messages, isClause);
  const { kind, text } = describer.condition(expression, true);
  const { everyRow, noRow, sentence } = chosen.messages;
  if (isClause) return text;
  return kind === "always" ? everyRow : kind === "never" ? noRow : fill(sentence, { 0: text });
}

function describeSort(
  { keys }: SortBy,
  describer: Describer,
  { sort, strengths }: DescriptionMessages,
  isClause: boolean,
): string {
  const texts = keys.map((key) => {
    const text = fill(sort[key.direction], { 0: describer.sortKey(key.expression) });
    const strength = strengthOf(key);
    return strength === undefined ? text : fill(strengths[strength], { 0: text });
  });
  if (texts.length === 0) return sort.unsorted;
  const list = texts.join(sort.then);
  return isClause ? list : fill(sort.sentence, { 0: list });
}

interface Chosen {
  readonly messages: DescriptionMessages;
  /** Language tag for numbers and dates: the requested one, if its language is that of the messages. */
  readonly locale: string;
}

function chooseMessages(locale: string, available: readonly DescriptionMessages[]): Chosen {
  const tag = canonicalTag(locale);
  const language = languageOf(tag);
  const messages =
    available.find((candidate) => canonicalTag(candidate.locale) === tag) ??
    available.find((candidate) => languageOf(canonicalTag(candidate.locale)) === language) ??
    ENGLISH;
  const isSame = languageOf(canonicalTag(messages.locale)) === language;
  return { messages, locale: isSame ? tag : canonicalTag(messages.locale) };
}

function canonicalTag(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? "en";
  } catch {
    return "en"; // An invalid language tag gets English.
  }
}

function languageOf(tag: string): string {
  return tag.split("-", 1)[0]!;
}
