import { andFunction } from "./and.ts";
import { blankFunction } from "./blank.ts";
import { containsFunction } from "./contains.ts";
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
import { matchFunction } from "./match.ts";
import { matchAllFunction } from "./match-all.ts";
import { matchAnyFunction } from "./match-any.ts";
import { neFunction } from "./ne.ts";
import { notFunction } from "./not.ts";
import { orFunction } from "./or.ts";
import { startsWithFunction } from "./starts-with.ts";
import { substrFunction } from "./substr.ts";
import { upCaseFunction } from "./up-case.ts";
import type { FunctionDefinition } from "./definition/types.ts";

/** The one list of the language's functions, in the order in which the documentation shows them. */
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

/** A name to function table. A Map: `constructor` and `__proto__` are no functions. */
export type FunctionTable = ReadonlyMap<string, FunctionDefinition>;

const BUILT_IN: FunctionTable = tableOf(FUNCTIONS);

/**
 * The functions of the language, and those that a service adds.
 *
 * @throws TypeError if an added function has the name of another: a mistake of the program.
 */
export function functionTable(added: readonly FunctionDefinition[] = []): FunctionTable {
  return added.length === 0 ? BUILT_IN : tableOf([...FUNCTIONS, ...added]);
}

function tableOf(functions: readonly FunctionDefinition[]): FunctionTable {
  const table = new Map<string, FunctionDefinition>();
  for (const definition of functions) {
    if (table.has(definition.name)) throw new TypeError(`There are two functions called ${definition.name}.`);
    table.set(definition.name, definition);
  }
  return table;
}
