/** Maps each of several words to a meaning. In a word, `+` is a space. */
const meaning = (of: string, words: string): readonly (readonly [string, string])[] =>
  words.split(" ").map((word) => [word.replaceAll("+", " "), of]);

/**
 * Operators of other languages in lower case, and their meanings: a function that compares, or a word of SQL. `matches` tests a regular
 * expression; `imatches` ignores case, as `ilike` does. `=like=` is that of RSQL. Words are operators only after an operand; elsewhere they are names.
 */
export const OPERATORS: ReadonlyMap<string, string> = new Map([
  ...meaning("eq", "= == === := eq equals =eq="),
  ...meaning("ne", "!= !== <> ≠ ne neq =ne="),
  ...meaning("lt", "< lt =lt="),
  ...meaning("le", "<= =< ≤ le lte =le="),
  ...meaning("gt", "> gt =gt="),
  ...meaning("ge", ">= => ≥ ge gte =ge="),
  ...meaning("contains", "*= contains includes co =contains="),
  ...meaning("startsWith", "^= startswith starts_with starts+with beginswith begins+with sw"),
  ...meaning("endsWith", "$= endswith ends_with ends+with ew"),
  ...meaning("not contains", "does+not+contain"),
  ...meaning("not startsWith", "does+not+start+with does+not+begin+with"),
  ...meaning("not endsWith", "does+not+end+with"),
  ...meaning("and", "&& & ∧ and"),
  ...meaning("or", "|| | ∨ or"),
  ...meaning("not", "! ¬"),
  ...meaning("like", "~~ like"),
  ...meaning("ilike", "~~* ilike"),
  ...meaning("not like", "!~~"),
  ...meaning("not ilike", "!~~*"),
  ...meaning("=like=", "=like= =ke="),
  ...meaning("=ilike=", "=ilike= =ik="),
  ...meaning("not =like=", "=notlike= =nk="),
  ...meaning("not =ilike=", "=notilike= =inotlike= =ni="),
  ...meaning("matches", "=~ ~ regexp rlike matches =regex= =re="),
  ...meaning("imatches", "~*"),
  ...meaning("not matches", "!~"),
  ...meaning("not imatches", "!~*"),
  ...meaning("in", "in =in="),
  ...meaning("not in", "=out= nin"),
  ...meaning("between", "between"),
  ...meaning("is", "is"),
  ...meaning("isnull", "isnull =isnull= =null="),
  ...meaning("notnull", "notnull pr =notnull="),
]);

/** Returns whether a text in lower case is an operator made of letters. */
export function isWordOperator(word: string): boolean {
  return /^\w/.test(word) && OPERATORS.has(word);
}

const COMPARISON = /^(?:eq|ne|[lg][te]|contains|startsWith|endsWith)$/;

/** Returns whether a meaning is the function that compares two operands. */
export function isComparison(of: string | undefined): of is string {
  return of !== undefined && COMPARISON.test(of);
}

/** Functions of other languages and their names here, in lower case. `substring` counts differently: see `calls.ts`. */
export const FUNCTION_NAMES: ReadonlyMap<string, string> = new Map([
  ...meaning("and", "and"),
  ...meaning("or", "or"),
  ...meaning("not", "not"),
  ...meaning("startsWith", "startswith starts_with beginswith begins_with"),
  ...meaning("endsWith", "endswith ends_with"),
  ...meaning("contains", "contains includes"),
  ...meaning("downCase", "tolower tolowercase lower lcase downcase"),
  ...meaning("upCase", "toupper touppercase upper ucase upcase"),
  ...meaning("length", "length len char_length character_length"),
  ...meaning("isNull", "isnull is_null"),
  ...meaning("eq", "equals"),
]);
