import { literalAt, makeLiteral } from "../ast/make-node.ts";
import type { Call, Expression, Literal } from "../ast/nodes.ts";
import { printNode } from "../ast/print.ts";
import { diagnostic, replace } from "../diagnostics/diagnostic.ts";
import type { Limits } from "../diagnostics/limits.ts";
import { show } from "../diagnostics/show.ts";
import { invalidTemporal, stringProblem } from "../ast/literals.ts";
import { isSayable } from "../ast/spelling.ts";
import { computeConstant, isInvalidArgument } from "../functions/definition/constant-call.ts";
import type { FunctionDeclaration } from "../functions/definition/types.ts";
import { classifyTemporal } from "../values/instant.ts";
import type { ValueType } from "../values/types.ts";
import type { CheckContext } from "./context.ts";

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
    (found) => found.severity === "error" && args.some((each) => each.span.start === found.span.start),
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
  const found = computeConstant(definition, { args });
  if (found === undefined || !isInvalidArgument(found)) return;
  const { argument, message, meant = [] } = found;
  const wrong = args[argument];
  const fixes =
    wrong === undefined ? [] : meant.map((each) => fixOf(literalAt(each, wrong.span), wrong, context));
  context.add(diagnostic("invalid-argument", wrong?.span ?? span, message, fixes));
}

function fixOf(replacement: Expression, node: Expression, context: CheckContext) {
  const text = printNode(replacement);
  return context.propose(replace(`Write ${text}`, node.span, text), node, replacement);
}
