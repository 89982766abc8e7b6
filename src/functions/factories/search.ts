import type { StringCollator } from "../../collation/collator.ts";
import type { SearchKind } from "../definition/port.ts";
import type { SearchRole } from "../definition/role.ts";
import type { CallToCompile, Condition, FunctionDefinition } from "../definition/types.ts";
import { compileStringPair, compileStringTest, constantString } from "../in-memory/string-form.ts";
import { repetitiveSearch } from "../../values/substring-search.ts";
import { collatorOf } from "../in-memory/compare-values.ts";
import { searchToSql } from "../in-sql/search.ts";

export type SearchParts = Pick<
  FunctionDefinition,
  "name" | "group" | "summary" | "aliases" | "negatedAliases" | "relatedNames" | "examples"
> & {
  readonly role: SearchRole;
  readonly parameter: string;
};

/** Defines a search such as `startsWith`. Which substrings match at a strength: grammar.md, "Collation". */
export function defineSearchFunction({ parameter, ...parts }: SearchParts): FunctionDefinition {
  const { search, strength } = parts.role;
  const atStrength = <C extends { readonly strength: CallToCompile["strength"] }>(call: C): C =>
    strength === undefined ? call : { ...call, strength };
  return {
    ...parts,
    nulls: "Unknown if a value is null.",
    signatures: [
      {
        parameters: [
          { name: "e", type: "text" },
          { name: parameter, type: "text" },
        ],
      },
    ],
    result: "boolean",
    strength: strength === undefined,
    someElement: true,
    compile: (call) => compileSearch(atStrength(call), search),
    toSql: (call) => searchToSql(atStrength(call), search),
  };
}

/** Compiles a search. A constant search string is prepared once, not for each row. */
export function compileSearch(call: CallToCompile, kind: SearchKind): Condition {
  const [value, part] = call.operands;
  const collator = collatorOf(call);
  const searched = constantString(part!);
  if (searched === undefined) return compileStringPair(value!, part!, (a, b) => collator[kind](a, b));
  const test = collator.prepare[kind](searched);
  return compileStringTest(value!, test, nativeSearch(kind, searched, collator));
}

/**
 * Returns the search as a call of a JavaScript string method, or undefined if no method is equivalent and linear. The
 * methods find lone surrogates inside surrogate pairs.
 */
function nativeSearch(kind: SearchKind, text: string, { comparison }: StringCollator) {
  const isByCodePoints = comparison === "identical" || comparison === "codePoint";
  if (!isByCodePoints || kind === "endsWith" || !text.isWellFormed()) return undefined;
  return kind === "contains" && repetitiveSearch(text) !== undefined ? undefined : { kind, text };
}
