import { hasOwn, ownProperties } from "../../values/own-properties.ts";
import type { ComparisonRole } from "./role.ts";
import type { FunctionDeclaration, FunctionDefinition, Signature } from "./types.ts";

/**
 * Functions by name. A Map, so that `constructor` and `__proto__` are not found. Definitions have no prototype: optional
 * fields can be read directly, even if `Object.prototype` was polluted.
 */
export type FunctionTable = ReadonlyMap<string, FunctionDefinition>;

/** Like `FunctionTable`, for code that runs no function. */
export type DeclarationTable = ReadonlyMap<string, FunctionDeclaration>;

export function comparisonName(functions: FunctionTable, relation: ComparisonRole["relation"]): string {
  for (const { name, role } of functions.values()) {
    if (role?.kind === "comparison" && role.relation === relation) return name;
  }
  throw new TypeError(`internal: no function has the comparison role "${relation}"`);
}

/** @throws TypeError if two functions have the same name. */
export function makeFunctionTable<F extends FunctionDeclaration>(
  functions: readonly F[],
): ReadonlyMap<string, F> {
  const table = new Map<string, F>();
  for (const definition of functions) {
    const { name } = definition;
    if (table.has(name)) throw new TypeError(`Two functions have the name ${JSON.stringify(name)}.`);
    table.set(name, withoutPrototype(definition) as F);
  }
  return table;
}

/** Caches one copy per definition, so that other caches can use the copy and its signatures as keys. */
const copies = new WeakMap<FunctionDeclaration, FunctionDeclaration>();

function withoutPrototype(definition: FunctionDeclaration | FunctionDefinition): FunctionDeclaration {
  let copy = copies.get(definition);
  if (copy === undefined) {
    const { role, signatures, ...others } = ownProperties(definition);
    copy = ownProperties({
      ...others,
      ...(role === undefined ? {} : { role: ownProperties(role) }),
      signatures: signatures.map(signatureWithoutPrototype),
      ...(hasOwn(definition, "compile") ? { compile: compileWithoutPrototype(definition) } : {}),
    });
    copies.set(definition, copy);
  }
  return copy;
}

function compileWithoutPrototype(definition: FunctionDefinition): FunctionDefinition["compile"] {
  return (call) => ownProperties(definition.compile(call));
}

function signatureWithoutPrototype(signature: Signature): Signature {
  const { parameters, rest, ...others } = ownProperties(signature);
  return ownProperties({
    ...others,
    parameters: parameters.map((parameter) => ownProperties(parameter)),
    ...(rest === undefined ? {} : { rest: ownProperties(rest) }),
  });
}
