/** The test of an operator. `folded` is equality that ignores case, `wild` is equality with the wildcard `*`. */
export type RsqlMeaning =
  | "wild"
  | "lt"
  | "le"
  | "gt"
  | "ge"
  | "in"
  | "between"
  | "null"
  | "present"
  | "like"
  | "foldedLike"
  | "folded"
  | "contains"
  | "startsWith"
  | "endsWith"
  | "regex";

/** The usual spellings of each meaning, and those of its opposite. */
const SPELLINGS: readonly (readonly [RsqlMeaning, spellings: string, opposites?: string])[] = [
  ["wild", "== =eq=", "!= =ne="],
  ["lt", "< =lt="],
  ["le", "<= =le= =lte="],
  ["gt", "> =gt="],
  ["ge", ">= =ge= =gte="],
  ["in", "=in=", "=out= =nin= =notin="],
  ["between", "=between= =bt=", "=notbetween= =nb="],
  ["null", "=isnull= =null= =na=", "=notnull= =isnotnull= =nn="],
  ["present", "=exists= =ex="],
  ["like", "=like= =ke=", "=notlike= =nk="],
  ["foldedLike", "=ilike= =ik=", "=inotlike= =notilike= =ni="],
  ["folded", "=icase= =ic="],
  ["contains", "=contains= =cs="],
  ["startsWith", "=startswith= =sw="],
  ["endsWith", "=endswith= =ew="],
  ["regex", "=regex= =re=", "=notregex="],
];

/** The meaning of each operator that the bridge reads, and whether the operator negates it. */
export const OPERATORS_OF_RSQL: ReadonlyMap<string, readonly [RsqlMeaning, isNegated: boolean]> = new Map(
  SPELLINGS.flatMap(([meaning, ...spellings]) =>
    spellings.flatMap((group, i) => group!.split(" ").map((word) => [word, [meaning, i === 1]] as const)),
  ),
);

/** Operators that may lack a value. */
export const NULL_TESTS: ReadonlySet<string> = new Set(
  [...OPERATORS_OF_RSQL].flatMap(([operator, [meaning]]) => (meaning === "null" ? [operator] : [])),
);

/** Durations of ISO 8601, which FIQL compares with dates: `-P1D` is one day ago. */
export const DURATION = /^[-+]?P(?=[\dT])(?:\d+[YMWD])*(?:T(?:\d+(?:\.\d+)?[HMS])+)?$/;
