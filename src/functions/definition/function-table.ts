import { ownProperties } from "../../values/own-properties.ts";
import type { ComparisonRole } from "./role.ts";
import type { FunctionDefinition, Signature } from "./types.ts";

/**
 * Functions by name. A Map, so that `constructor` and `__proto__` are not found. Definitions have no prototype: optional
 * fields can be read directly, even if `Object.prototype` was polluted.
 */
export type FunctionTable = ReadonlyMap<string, FunctionDefinition>;

export function comparisonName(functions: FunctionTable, relation: ComparisonRole["relation"]): string {
  for (const { name, role } of functions.values()) {
    if (role?.kind === "comparison" && role.relation === relation) return name;
  }
  throw new TypeError(`internal: no function has the comparison role "${relation}"`);
}

/** @throws TypeError if two functions have the same name. */
export function makeFunctionTable(functions: readonly FunctionDefinition[]): FunctionTable {
  const table = new Map<string, FunctionDefinition>();
  for (const definition of functions) {
    const { name } = definition;
    if (table.has(name)) throw new TypeError(`Two functions have the name ${JSON.stringify(name)}.`);
    table.set(name, withoutPrototype(definition));
  }
  return table;
}

/** Caches one copy per definition, so that other caches can use the copy and its signatures as keys. */
const copies = new WeakMap<FunctionDefinition, FunctionDefinition>();

function withoutPrototype(definition: FunctionDefinition): FunctionDefinition {
  let copy = copies.get(definition);
  if (copy === undefined) {
    const { role, signatures, ...others } = ownProperties(definition);
    copy = ownProperties({
      ...others,
      ...(role === undefined ? {} : { role: ownProperties(role) }),
      signatures: signatures.map(signatureWithoutPrototype),
      compile: (call) => ownProperties(definition.compile(call)),
    });
    copies.set(definition, copy);
  }
  return copy;
}

function signatureWithoutPrototype(signature: Signature): Signature {
  const { parameters, rest } = ownProperties(signature);
  return ownProperties({
    parameters: parameters.map(ownProperties),
    ...(rest === undefined ? {} : { rest: ownProperties(rest) }),
  });
}
