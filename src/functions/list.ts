import { requireArray } from "../diagnostics/require-argument.ts";
import { andFunction } from "./and.ts";
import { blankFunction } from "./blank.ts";
import { containsFunction } from "./contains.ts";
import { makeFunctionTable, type FunctionTable } from "./definition/function-table.ts";
import type { FunctionDefinition } from "./definition/types.ts";
import { downCaseFunction } from "./down-case.ts";
import { endsWithFunction } from "./ends-with.ts";
import { eqFunction } from "./eq.ts";
import { geFunction } from "./ge.ts";
import { gtFunction } from "./gt.ts";
import { inFunction } from "./in.ts";
import { isNullFunction } from "./is-null.ts";
import { leFunction } from "./le.ts";
import { lengthFunction } from "./length.ts";
import { ltFunction } from "./lt.ts";
import { matchAllFunction } from "./match-all.ts";
import { matchAnyFunction } from "./match-any.ts";
import { matchFunction } from "./match.ts";
import { neFunction } from "./ne.ts";
import { notFunction } from "./not.ts";
import { orFunction } from "./or.ts";
import { startsWithFunction } from "./starts-with.ts";
import { substrFunction } from "./substr.ts";
import { upCaseFunction } from "./up-case.ts";

/** All functions of the language, in the order of the documentation. Only `declarations.ts` lists them, too. */
export const FUNCTIONS: readonly FunctionDefinition[] = [
  andFunction,
  orFunction,
  notFunction,
  isNullFunction,
  eqFunction,
  neFunction,
  ltFunction,
  leFunction,
  gtFunction,
  geFunction,
  inFunction,
  matchFunction,
  matchAllFunction,
  matchAnyFunction,
  containsFunction,
  startsWithFunction,
  endsWithFunction,
  blankFunction,
  lengthFunction,
  substrFunction,
  upCaseFunction,
  downCaseFunction,
];

let builtIn: FunctionTable | undefined;

/**
 * Returns a table of the functions of the language and those that a service adds.
 *
 * @throws TypeError if two functions have the same name.
 */
export function functionTable(added: readonly FunctionDefinition[] = []): FunctionTable {
  requireArray(added, "added");
  if (added.length > 0) return makeFunctionTable([...FUNCTIONS, ...added]);
  return (builtIn ??= makeFunctionTable(FUNCTIONS));
}
