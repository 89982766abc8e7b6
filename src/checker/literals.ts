import { literalAt, makeLiteral, makeName } from "../ast/make-node.ts";
import type { Call, Expression, Literal, Name } from "../ast/nodes.ts";
import { printNode, quote } from "../ast/print.ts";
import type { Catalog } from "../catalog/types.ts";
import { diagnostic, replace } from "../diagnostics/diagnostic.ts";
import type { Limits } from "../diagnostics/limits.ts";
import { show } from "../diagnostics/show.ts";
import { invalidTemporal, stringProblem } from "../ast/literals.ts";
import { isDottedName, isSayable } from "../ast/spelling.ts";
import { computeConstant, isInvalidArgument } from "../functions/definition/constant-call.ts";
import type { FunctionDeclaration } from "../functions/definition/types.ts";
import { classifyTemporal } from "../values/instant.ts";
import type { ValueType } from "../values/types.ts";
import type { CheckContext } from "./context.ts";
import { usableMember } from "./member-gate.ts";

const NUMBER: ValueType = { type: "number" };
const INTEGER: ValueType = { type: "integer" };
const TYPES = {
  boolean: { type: "boolean" },
  string: { type: "string" },
  date: { type: "date" },
  time: { type: "time" },
  dateTime: { type: "dateTime" },
} as const satisfies Record<string, ValueType>;

/** Allowed `typeof` results of the values of each literal type. */
const HELD: Record<Literal["type"], readonly string[]> = {
  boolean: ["boolean"],
  number: ["number", "bigint"],
  string: ["string"],
  date: ["string"],
  time: ["string"],
  dateTime: ["string"],
};

/** Returns the type of a literal; undefined if its value does not fit its type. */
export function literalType(node: Literal, limits: Limits): ValueType | undefined {
  const { type, value } = node;
  switch (type) {
    case "boolean":
      return typeof value === "boolean" ? TYPES.boolean : undefined;
    case "number":
      if (typeof value === "bigint") return INTEGER;
      if (!Number.isFinite(value)) return undefined;
      return Number.isInteger(value) ? INTEGER : NUMBER;
    case "string":
      if (typeof value !== "string" || value.length > limits.string || !isSayable(value)) return undefined;
      return TYPES.string;
    case "date":
    case "time":
    case "dateTime":
      return typeof value === "string" && classifyTemporal(value) === type ? TYPES[type] : undefined;
  }
}

/** Returns the type of a literal and reports an invalid one. Only trees from code or JSON contain invalid literals. */
export function checkLiteral(node: Literal, context: CheckContext): ValueType | undefined {
  const right = literalType(node, context.limits);
  if (right !== undefined) return right;
  const { type, value } = node;
  if (!Object.hasOwn(HELD, type) || !HELD[type].includes(typeof value)) {
    context.add(diagnostic("invalid-tree", node.span, `A ${show(type)} literal holds no ${typeof value}.`));
    return undefined;
  }
  switch (node.type) {
    case "boolean":
      return TYPES.boolean;
    case "number":
      if (typeof node.value === "number" && !Number.isFinite(node.value)) {
        context.add(
          diagnostic(
            "invalid-number",
            node.span,
            `${node.value} is not a number that an expression can say.`,
          ),
        );
      }
      return typeof node.value === "bigint" || Number.isInteger(node.value) ? INTEGER : NUMBER;
    case "string": {
      const problem = stringProblem(node.value, node.span, context.limits.string);
      if (problem !== undefined) context.add(problem);
      return TYPES.string;
    }
    case "date":
    case "time":
    case "dateTime": {
      const type = classifyTemporal(node.value);
      if (type === undefined) context.add(invalidTemporal(node.value, node.span));
      else if (type !== node.type) {
        context.add(
          diagnostic("invalid-date", node.span, `${show(node.value)} is a ${type}, not a ${node.type}.`),
        );
      }
      return TYPES[node.type];
    }
  }
}

/** Checks a call whose value does not depend on a row: its arguments are literals, and it has a value for them. */
export function checkConstant(
  { span }: Call,
  args: readonly Expression[],
  definition: FunctionDeclaration,
  context: CheckContext,
): void {
  const isReported = context.diagnostics.some(
    (problem) => problem.severity === "error" && args.some((arg) => arg.span.start === problem.span.start),
  );
  // A wrong type is already reported, and so is the word null.
  if (isReported) return;
  const open = args.find(({ kind }) => kind !== "literal");
  if (open !== undefined) {
    const parameter = definition.signatures[0]!.parameters[args.indexOf(open)]!;
    const quoted =
      open.kind === "name" && parameter.type === "string"
        ? makeLiteral("string", open.name, open.span)
        : undefined;
    const fixes = quoted === undefined ? [] : [fixOf(quoted, open, context)];
    const message = `${parameter.name} of ${definition.name} is a literal, because the value does not depend on a row.`;
    context.add(diagnostic("invalid-argument", open.span, message, fixes));
    return;
  }
  const constant = computeConstant(definition, { args });
  if (constant === undefined || !isInvalidArgument(constant)) return;
  const { argument, message, meant = [] } = constant;
  const wrong = args[argument];
  const fixes =
    wrong === undefined ? [] : meant.map((literal) => fixOf(literalAt(literal, wrong.span), wrong, context));
  context.add(diagnostic("invalid-argument", wrong?.span ?? span, message, fixes));
}

function fixOf(replacement: Expression, node: Expression, context: CheckContext) {
  const text = printNode(replacement);
  return context.propose(replace(`Write ${text}`, node.span, text), node, replacement);
}

const propertyNames = new WeakMap<Catalog, ReadonlyMap<string, string>>();

/** Returns the names of the members whose properties have other names. */
function namesByProperty(catalog: Catalog): ReadonlyMap<string, string> {
  let names = propertyNames.get(catalog);
  if (names === undefined) {
    const renamed = [...catalog.members.byName.values()].filter(({ name, property }) => name !== property);
    names = new Map(renamed.map(({ name, property }) => [property, name]));
    propertyNames.set(catalog, names);
  }
  return names;
}

/** Returns the name of the usable member that has a literal as its name or its property. */
export function memberOfLiteral(node: Literal, catalog: Catalog): string | undefined {
  const text = node.type === "string" ? node.value : printNode(node);
  // A key of a map can be any text, but a name cannot.
  if (isDottedName(text) && usableMember(catalog, text) !== undefined) return text;
  const name = namesByProperty(catalog).get(text);
  return name === undefined || usableMember(catalog, name) === undefined ? undefined : name;
}

/**
 * Records a call over constants only, and warns if it is a condition, such as `eq('a','b')`. Calls around such a condition get no
 * warning of their own. Functions of a service, such as `today`, are no constants here: their values can depend on the request.
 */
export function checkConstants(
  call: Call,
  args: readonly Expression[],
  { group, result, role }: FunctionDeclaration,
  context: CheckContext,
): void {
  if (group === "service" || role?.kind === "logic") return;
  if (!args.every((argument) => isConstant(argument, context))) return;
  if (result === "boolean") {
    const subject = `${call.callee} has only constants here, so it does not depend on a row.`;
    addConstant(subject, call, args, context);
  } else context.constants.add(call);
}

/** Warns about a sort key that is a constant. */
export function checkConstantKey(key: Expression, context: CheckContext): void {
  if (!isConstant(key, context)) return;
  const subject = "A constant sort key does not change the order.";
  addConstant(subject, key, key.kind === "call" ? key.args : [key], context);
}

function isConstant(node: Expression, { constants }: CheckContext): boolean {
  return node.kind === "literal" || constants.has(node);
}

function addConstant(
  subject: string,
  node: Expression,
  args: readonly Expression[],
  context: CheckContext,
): void {
  const suggestion = memberMeant(args, context);
  if (suggestion === undefined) {
    context.add(diagnostic("constant-expression", node.span, subject));
    return;
  }
  const { literal, name, advice } = suggestion;
  const fix = context.propose(replace(`Write ${name.name}`, literal.span, name.name), literal, name);
  context.add(diagnostic("constant-expression", literal.span, `${subject} ${advice}`, [fix]));
}

/** Finds a constant that is the name of a column. */
function memberMeant(
  args: readonly Expression[],
  { catalog, isFull }: CheckContext,
): { readonly literal: Literal; readonly name: Name; readonly advice: string } | undefined {
  if (catalog === undefined || isFull) return undefined;
  const literals = args.filter((argument) => argument.kind === "literal");
  for (const literal of literals) {
    const name = memberOfLiteral(literal, catalog);
    if (name === undefined) continue;
    const text = show(literal.type === "string" ? quote(literal.value) : printNode(literal));
    const advice = `The member ${text} is called ${name} in expressions.`;
    return { literal, name: makeName(name, literal.span), advice };
  }
  return undefined;
}
