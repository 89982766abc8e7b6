import {
  defineCatalog,
  type Call,
  type Catalog,
  type Expression,
  type FunctionDefinition,
  type MemberDefinition,
} from "tamis";
import { walk } from "tamis/ast";
import {
  constantCallOf,
  functionTable,
  type FunctionParameterType,
  type FunctionTable,
} from "tamis/functions";

type ScalarType = "boolean" | "integer" | "number" | "string" | "date" | "time" | "dateTime";

const KEY = "id";

/**
 * Returns a catalog of the members in the expressions. Infers types from the functions and literals used with
 * them.
 */
export function guessCatalog(
  expressions: readonly Expression[],
  name: string,
  added: readonly FunctionDefinition[],
): Catalog {
  const functions = functionTable(added);
  const members = new Map<string, MemberDefinition | undefined>();
  for (const expression of expressions) {
    walk(expression, (node) => {
      if (node.kind === "name" && !members.has(node.name)) members.set(node.name, undefined);
      if (node.kind !== "call") return;
      for (const [index, argument] of node.args.entries()) {
        if (argument.kind !== "name" || members.get(argument.name) !== undefined) continue;
        members.set(argument.name, guessType(node, index, functions));
      }
    });
  }
  const guessedMembers = [...members].map(([member, type]): [string, MemberDefinition] => [
    member,
    type ?? "string",
  ]);
  // Adds a key unless the expressions use it: databases need a key for a total order.
  const keyMembers: [string, MemberDefinition][] = members.has(KEY)
    ? []
    : [[KEY, { type: "integer", nullable: false }]];
  return defineCatalog({ name, members: Object.fromEntries([...keyMembers, ...guessedMembers]), key: KEY });
}

/** @example describeMembers(catalog) // "pop_max integer, name string" */
export function describeMembers({ members }: Catalog): string {
  return [...members.byName.values()].map(({ name, type }) => `${name} ${type}`).join(", ");
}

function guessType(
  { callee, args }: Call,
  index: number,
  functions: FunctionTable,
): MemberDefinition | undefined {
  const definition = functions.get(callee);
  const signature = definition?.signatures.find(
    ({ parameters, rest }) => args.length <= parameters.length || rest !== undefined,
  );
  const parameter = signature?.parameters[index] ?? signature?.rest;
  if (definition?.role?.kind === "pattern" && signature?.rest !== undefined)
    return { type: "list", items: "string" };
  if (parameter !== undefined && STRING_PARAMETERS.has(parameter.type)) return "string";
  if (parameter?.type === "condition") return "boolean";
  if (parameter?.type === "map") return { type: "map", values: "string" };
  return parameter?.type === "integer" ? "integer" : valueType(args, functions);
}

const STRING_PARAMETERS: ReadonlySet<FunctionParameterType> = new Set([
  "text",
  "searchable",
  "searchString",
  "sized",
] as const);

function valueType(args: readonly Expression[], functions: FunctionTable): ScalarType | undefined {
  const types = args.flatMap((node): ScalarType[] => {
    const constant = node.kind === "call" ? constantCallOf(node, functions) : node;
    if (constant?.kind !== "literal") return [];
    if (constant.type !== "number") return [constant.type];
    return [typeof constant.value === "bigint" || Number.isInteger(constant.value) ? "integer" : "number"];
  });
  return types.includes("number") ? "number" : types[0];
}
