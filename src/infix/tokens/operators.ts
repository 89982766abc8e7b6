/** Meaning of an operator of another language, as a function of this language. */
export interface OperatorMeaning {
  /** Token type that the grammar expects. */
  readonly type: "And" | "Or" | "Not" | "Compare" | "Like" | "Matches" | "In" | "Between" | "Is" | "Postfix";
  /** Function that replaces the operator. */
  readonly callee?: string;
  /** Whether the function is negated: `NOTNULL` is `not(isNull(…))`. */
  readonly isNegated?: boolean;
  /** Whether the operator ignores case: `ILIKE`, `~*`. */
  readonly ignoresCase?: boolean;
}

const compare = (callee: string, isNegated = false): OperatorMeaning => ({
  type: "Compare",
  callee,
  isNegated,
});
const search = (type: "Like" | "Matches", isNegated: boolean, ignoresCase: boolean): OperatorMeaning => ({
  type,
  isNegated,
  ignoresCase,
});

/** Operators made of symbols. */
export const SYMBOL_OPERATORS: ReadonlyMap<string, OperatorMeaning> = new Map<string, OperatorMeaning>([
  ["=", compare("eq")],
  ["==", compare("eq")],
  ["===", compare("eq")],
  [":=", compare("eq")],
  ["!=", compare("ne")],
  ["!==", compare("ne")],
  ["<>", compare("ne")],
  ["≠", compare("ne")],
  ["<", compare("lt")],
  ["<=", compare("le")],
  ["=<", compare("le")],
  ["≤", compare("le")],
  [">", compare("gt")],
  [">=", compare("ge")],
  ["=>", compare("ge")],
  ["≥", compare("ge")],
  ["&&", { type: "And" }],
  ["&", { type: "And" }],
  ["∧", { type: "And" }],
  ["||", { type: "Or" }],
  ["|", { type: "Or" }],
  ["∨", { type: "Or" }],
  ["!", { type: "Not" }],
  ["¬", { type: "Not" }],
  ["^=", compare("startsWith")],
  ["$=", compare("endsWith")],
  ["*=", compare("contains")],
  ["~~", search("Like", false, false)],
  ["~~*", search("Like", false, true)],
  ["!~~", search("Like", true, false)],
  ["!~~*", search("Like", true, true)],
  ["=~", search("Matches", false, false)],
  ["~", search("Matches", false, false)],
  ["~*", search("Matches", false, true)],
  ["!~", search("Matches", true, false)],
  ["!~*", search("Matches", true, true)],
]);

/** Operators that are words, in lower case. They are operators only after an operand; elsewhere they are names. */
export const WORD_OPERATORS: ReadonlyMap<string, OperatorMeaning> = new Map<string, OperatorMeaning>([
  ["and", { type: "And" }],
  ["or", { type: "Or" }],
  ["eq", compare("eq")],
  ["equals", compare("eq")],
  ["ne", compare("ne")],
  ["neq", compare("ne")],
  ["lt", compare("lt")],
  ["le", compare("le")],
  ["lte", compare("le")],
  ["gt", compare("gt")],
  ["ge", compare("ge")],
  ["gte", compare("ge")],
  ["contains", compare("contains")],
  ["includes", compare("contains")],
  ["co", compare("contains")],
  ["startswith", compare("startsWith")],
  ["starts_with", compare("startsWith")],
  ["beginswith", compare("startsWith")],
  ["sw", compare("startsWith")],
  ["endswith", compare("endsWith")],
  ["ends_with", compare("endsWith")],
  ["ew", compare("endsWith")],
  ["like", search("Like", false, false)],
  ["ilike", search("Like", false, true)],
  ["regexp", search("Matches", false, false)],
  ["rlike", search("Matches", false, false)],
  ["matches", search("Matches", false, false)],
  ["in", { type: "In" }],
  ["between", { type: "Between" }],
  ["is", { type: "Is" }],
  ["isnull", { type: "Postfix", callee: "isNull" }],
  ["notnull", { type: "Postfix", callee: "isNull", isNegated: true }],
  ["pr", { type: "Postfix", callee: "isNull", isNegated: true }],
]);

/** Operators of RSQL between two `=`, in lower case. */
export const RSQL_OPERATORS: ReadonlyMap<string, OperatorMeaning> = new Map<string, OperatorMeaning>([
  ["eq", compare("eq")],
  ["ne", compare("ne")],
  ["lt", compare("lt")],
  ["le", compare("le")],
  ["gt", compare("gt")],
  ["ge", compare("ge")],
  ["in", { type: "In" }],
  ["out", { type: "In", isNegated: true }],
  ["like", search("Like", false, false)],
  ["ilike", search("Like", false, true)],
  ["notlike", search("Like", true, false)],
  ["contains", compare("contains")],
  ["regex", search("Matches", false, false)],
  ["re", search("Matches", false, false)],
  ["isnull", { type: "Postfix", callee: "isNull" }],
  ["null", { type: "Postfix", callee: "isNull" }],
  ["notnull", { type: "Postfix", callee: "isNull", isNegated: true }],
]);

/** Functions of other languages and their names here, in lower case. `substring` counts differently: see `calls.ts`. */
export const FUNCTION_NAMES: ReadonlyMap<string, string> = new Map([
  ["and", "and"],
  ["or", "or"],
  ["not", "not"],
  ["startswith", "startsWith"],
  ["starts_with", "startsWith"],
  ["beginswith", "startsWith"],
  ["begins_with", "startsWith"],
  ["endswith", "endsWith"],
  ["ends_with", "endsWith"],
  ["contains", "contains"],
  ["includes", "contains"],
  ["tolower", "downCase"],
  ["tolowercase", "downCase"],
  ["lower", "downCase"],
  ["lcase", "downCase"],
  ["downcase", "downCase"],
  ["toupper", "upCase"],
  ["touppercase", "upCase"],
  ["upper", "upCase"],
  ["ucase", "upCase"],
  ["upcase", "upCase"],
  ["length", "length"],
  ["len", "length"],
  ["char_length", "length"],
  ["character_length", "length"],
  ["isnull", "isNull"],
  ["is_null", "isNull"],
  ["equals", "eq"],
]);
