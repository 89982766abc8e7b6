import { isStrength, type Strength } from "../collation/order/strength.ts";
import { diagnostic, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { resolveLimits, type Limits } from "../diagnostics/limits.ts";
import { NOWHERE } from "../diagnostics/span.ts";
import { show } from "../diagnostics/show.ts";
import { boolean, call, name, normalNumber, number, string, temporal } from "./constructors.ts";
import { strengthOf, type Expression, type Literal } from "./nodes.ts";
import { isDottedName, isSegment } from "./spelling.ts";
import { fold } from "./walk.ts";

/**
 * JSON form of a tree. The key of an object is the kind of its node.
 *
 * | node | JSON |
 * |---|---|
 * | `eq($primary,name,'x')` | `{"call":"eq","strength":"primary","args":[{"name":"name"},{"string":"x"}]}` |
 * | `1.5`, `9007199254740993` | `{"number":1.5}`, `{"number":"9007199254740993"}` |
 * | `true` | `{"boolean":true}` |
 * | `2020-01-31` | `{"date":"2020-01-31"}`, likewise `time` and `dateTime` |
 */
export type JsonExpression =
  | { readonly boolean: boolean }
  | { readonly number: number | string }
  | { readonly string: string }
  | { readonly date: string }
  | { readonly time: string }
  | { readonly dateTime: string }
  | { readonly name: string }
  | { readonly call: string; readonly strength?: Strength; readonly args: readonly JsonExpression[] };

/** Converts a tree to its JSON form, without spans. */
export function toJson(expression: Expression): JsonExpression {
  return fold<JsonExpression>(expression, {
    literal: literalToJson,
    name: (node) => ({ name: node.name }),
    call: (node, args) => {
      const strength = strengthOf(node);
      return strength === undefined ? { call: node.callee, args } : { call: node.callee, strength, args };
    },
  });
}

function literalToJson({ type, value }: Literal): JsonExpression {
  return { [type]: typeof value === "bigint" ? String(value) : value } as unknown as JsonExpression;
}

export interface FromJsonResult {
  readonly expression: Expression | undefined;
  /** Each has a `pointer` into the document. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Converts any JSON value to a tree or diagnostics. Time is bounded by the node limit, even for cycles.
 *
 * @example fromJson({ call: "isNull", args: [{ name: "parent" }] }).expression
 */
export function fromJson(value: unknown, limits?: Partial<Limits>): FromJsonResult {
  const bounds = resolveLimits(limits);
  const problem = survey(value, bounds);
  if (problem !== undefined) return { expression: undefined, diagnostics: [problem] };
  return { expression: build(value as JsonExpression), diagnostics: [] };
}

const LEAVES = ["boolean", "number", "string", "date", "time", "dateTime", "name"] as const;

/** Returns the first mistake. Not recursive, because the depth is not checked yet. */
function survey(root: unknown, limits: Limits): Diagnostic | undefined {
  const stack = [{ value: root, depth: 0, pointer: "" }];
  let nodes = 0;
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, depth, pointer } = next;
    if (++nodes > limits.nodes)
      return wrong("too-many-nodes", pointer, `The tree has more than ${limits.nodes} nodes.`);
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return wrong("invalid-tree", pointer, 'A node is an object such as {"name":"id"}.');
    }
    const node = value as Record<string, unknown>;
    if (!Object.hasOwn(node, "call")) {
      const problem = surveyLeaf(node, limits);
      if (problem !== undefined) return wrong(problem.code, pointer, problem.message);
      continue;
    }
    if (depth >= limits.depth)
      return wrong("too-deep", pointer, `Calls are nested deeper than ${limits.depth}.`);
    const problem = surveyCall(node, limits);
    if (problem !== undefined) return wrong(problem.code, pointer, problem.message);
    const args = node["args"] as unknown[];
    for (let i = args.length - 1; i >= 0; i--) {
      stack.push({ value: args[i], depth: depth + 1, pointer: `${pointer}/args/${i}` });
    }
  }
  return undefined;
}

type Problem = { code: Diagnostic["code"]; message: string } | undefined;

function surveyLeaf(node: Record<string, unknown>, limits: Limits): Problem {
  const keys = Object.keys(node);
  const kind = LEAVES.find((leaf) => Object.hasOwn(node, leaf));
  if (kind === undefined || keys.length !== 1) {
    return { code: "invalid-tree", message: `A node has one of the keys ${LEAVES.join(", ")}, call.` };
  }
  const value = node[kind];
  if (kind === "boolean") return typeof value === "boolean" ? undefined : badValue(kind, "true or false");
  if (kind === "number")
    return isNumber(value) ? undefined : badValue(kind, "a finite number, or its digits as a string");
  if (typeof value !== "string") return badValue(kind, "a string");
  if (kind === "name")
    return isDottedName(value) ? undefined : badValue(kind, "letters, digits, _, @, - and dots");
  if (value.length > limits.string) {
    return { code: "string-too-long", message: `A string literal has at most ${limits.string} characters.` };
  }
  return undefined;
}

function surveyCall(node: Record<string, unknown>, limits: Limits): Problem {
  for (const key of Object.keys(node)) {
    if (key !== "call" && key !== "args" && key !== "strength") {
      return {
        code: "invalid-tree",
        message: `A call has the keys call, strength and args, not ${show(key)}.`,
      };
    }
  }
  const { call: callee, args } = node;
  const strength = Object.hasOwn(node, "strength") ? node["strength"] : undefined;
  if (typeof callee !== "string" || !isSegment(callee)) return badValue("call", "a function's name");
  if (strength !== undefined && !(typeof strength === "string" && isStrength(strength))) {
    return {
      code: "unknown-strength",
      message: "A strength is primary, secondary, tertiary, quaternary or identical.",
    };
  }
  if (!Object.hasOwn(node, "args") || !Array.isArray(args)) return badValue("args", "an array");
  if (args.length > limits.arguments) {
    return { code: "too-many-arguments", message: `A call has at most ${limits.arguments} arguments.` };
  }
  return undefined;
}

function badValue(key: string, expected: string): Problem {
  return { code: "invalid-tree", message: `The value of "${key}" is ${expected}.` };
}

function wrong(code: Diagnostic["code"], pointer: string, message: string): Diagnostic {
  return { ...diagnostic(code, NOWHERE, message), pointer };
}

function isNumber(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "string" && value.length <= 400 && /^-?(?:0|[1-9]\d*)$/.test(value);
}

/** Recursive: `survey` has checked the depth limit. */
function build(value: JsonExpression): Expression {
  if ("call" in value) {
    return call(
      value.call,
      value.args.map(build),
      Object.hasOwn(value, "strength") ? value.strength : undefined,
    );
  }
  if ("boolean" in value) return boolean(value.boolean);
  if ("number" in value)
    return number(normalNumber(typeof value.number === "string" ? BigInt(value.number) : value.number));
  if ("string" in value) return string(value.string);
  if ("name" in value) return name(value.name);
  if ("date" in value) return temporal("date", value.date);
  if ("time" in value) return temporal("time", value.time);
  return temporal("dateTime", value.dateTime);
}
