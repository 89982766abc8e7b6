import { makeFunctionTable, type DeclarationTable } from "./definition/function-table.ts";
import type { FunctionDeclaration } from "./definition/types.ts";
import { andDeclaration } from "./and.ts";
import { blankDeclaration } from "./blank.ts";
import { containsDeclaration } from "./contains.ts";
import { downCaseDeclaration } from "./down-case.ts";
import { endsWithDeclaration } from "./ends-with.ts";
import { eqDeclaration } from "./eq.ts";
import { geDeclaration } from "./ge.ts";
import { gtDeclaration } from "./gt.ts";
import { inDeclaration } from "./in.ts";
import { isNullDeclaration } from "./is-null.ts";
import { leDeclaration } from "./le.ts";
import { lengthDeclaration } from "./length.ts";
import { ltDeclaration } from "./lt.ts";
import { matchAllDeclaration } from "./match-all.ts";
import { matchAnyDeclaration } from "./match-any.ts";
import { matchDeclaration } from "./match.ts";
import { neDeclaration } from "./ne.ts";
import { notDeclaration } from "./not.ts";
import { orDeclaration } from "./or.ts";
import { startsWithDeclaration } from "./starts-with.ts";
import { substrDeclaration } from "./substr.ts";
import { upCaseDeclaration } from "./up-case.ts";

/** Declarations of all functions of the language, in the order of `FUNCTIONS`. A test compares both lists. */
const DECLARATIONS: readonly FunctionDeclaration[] = [
  andDeclaration,
  orDeclaration,
  notDeclaration,
  isNullDeclaration,
  eqDeclaration,
  neDeclaration,
  ltDeclaration,
  leDeclaration,
  gtDeclaration,
  geDeclaration,
  inDeclaration,
  matchDeclaration,
  matchAllDeclaration,
  matchAnyDeclaration,
  containsDeclaration,
  startsWithDeclaration,
  endsWithDeclaration,
  blankDeclaration,
  lengthDeclaration,
  substrDeclaration,
  upCaseDeclaration,
  downCaseDeclaration,
];

let builtIn: DeclarationTable | undefined;

/**
 * Returns a table of the functions of the language and those that a service adds, without how they run.
 *
 * @throws TypeError if two functions have the same name.
 */
export function declarationTable(added: readonly FunctionDeclaration[] = []): DeclarationTable {
  if (added.length > 0) return makeFunctionTable([...DECLARATIONS, ...added]);
  return (builtIn ??= makeFunctionTable(DECLARATIONS));
}
