import type { StringCollator } from "../../collation/collator.ts";
import type { SearchKind } from "../definition/port.ts";
import type { SearchRole } from "../definition/role.ts";
import { implement } from "../definition/implement.ts";
import type {
  CallToCompile,
  Condition,
  FunctionDeclaration,
  FunctionDefinition,
} from "../definition/types.ts";
import { compileStringPair, compileStringTest, constantString } from "../in-memory/string-form.ts";
import { repetitiveSearch } from "../../values/substring-search.ts";
import { collatorOf } from "../in-memory/compare-values.ts";
import { searchToSql } from "../in-sql/search.ts";

export type SearchParts = Pick<
  FunctionDeclaration,
  "name" | "group" | "summary" | "aliases" | "negatedAliases" | "relatedNames" | "examples"
> & {
  readonly role: SearchRole;
  readonly parameter: string;
};

/** Declares a search such as `startsWith`. Which substrings match at a strength: grammar.md, "Collation". */
export function declareSearch({ parameter, ...parts }: SearchParts): FunctionDeclaration {
  return {
    ...parts,
    nulls: "Unknown if a value is null.",
    signatures: [
      {
        parameters: [
          { name: "member", type: "text" },
          { name: parameter, type: "text" },
        ],
      },
    ],
    result: "boolean",
    strength: parts.role.strength === undefined,
    someElement: true,
  };
}

/** @param fixedStrength strength of all calls; undefined if calls and members have strengths */
export function implementSearch(
  declaration: FunctionDeclaration,
  search: SearchKind,
  fixedStrength?: CallToCompile["strength"],
): FunctionDefinition {
  const atStrength = <C extends { readonly strength: CallToCompile["strength"] }>(call: C): C =>
    fixedStrength === undefined ? call : { ...call, strength: fixedStrength };
  return implement(declaration, {
    compile: (call) => compileSearch(atStrength(call), search),
    toSql: (call) => searchToSql(atStrength(call), search),
  });
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
