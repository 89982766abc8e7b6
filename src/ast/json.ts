import { isStrength } from "../collation/order/strength.ts";
import { diagnostic, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { resolveLimits, type Limits } from "../diagnostics/limits.ts";
import { NOWHERE } from "../diagnostics/span.ts";
import { show } from "../diagnostics/show.ts";
import { classifyTemporal } from "../values/instant.ts";
import { stringProblem } from "./literals.ts";
import { makeCall, makeLiteral, makeName } from "./make-node.ts";
import { normalNumber } from "./normal-number.ts";
import type { Expression } from "./nodes.ts";
import { isCallee, isDottedName } from "./spelling.ts";
import { sizeOf } from "./tree-size.ts";

export interface FromJsonResult {
  readonly expression: Expression | undefined;
  /** Problems of the document. Each has a `pointer` to its position. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Converts any value to a tree or diagnostics. Accepts exactly the trees that a text within the limits can express. Time is
 * bounded by the node limit, even for cycles. Reads each property once, and calls no getter.
 *
 * @example fromJson({ call: "isNull", args: [{ name: "parent" }] }).expression
 */
export function fromJson(value: unknown, limits?: Partial<Limits>): FromJsonResult {
  const reader = new JsonReader(resolveLimits(limits));
  const expression = reader.read(value, 0);
  if (expression === undefined) return { expression, diagnostics: [reader.problem!] };
  const { text } = sizeOf(expression);
  if (text > reader.limits.text) {
    const message = `The text of the tree has ${text} characters; at most ${reader.limits.text} are allowed.`;
    const problem = diagnostic("text-too-long", NOWHERE, message);
    return { expression: undefined, diagnostics: [{ ...problem, pointer: "" }] };
  }
  return { expression, diagnostics: [] };
}

const LEAVES = ["boolean", "number", "string", "date", "time", "dateTime", "name"] as const;

/** Reads a document in one pass, so that a property cannot change between its check and its use. */
class JsonReader {
  readonly limits: Limits;
  /** First problem of the document. Reading ends there. */
  problem: Diagnostic | undefined;
  /** Indices of the arguments from the root to the current node. */
  readonly #path: number[] = [];
  #nodes = 0;

  constructor(limits: Limits) {
    this.limits = limits;
  }

  /** Reads a node. Recursion is safe: the depth is checked before each call. */
  read(value: unknown, depth: number): Expression | undefined {
    if (++this.#nodes > this.limits.nodes)
      return this.#report("too-many-nodes", `The tree has more than ${this.limits.nodes} nodes.`);
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return this.#report("invalid-tree", 'A node is an object such as {"name":"id"}.');
    const properties = Object.getOwnPropertyDescriptors(value);
    const keys = Object.keys(properties);
    return Object.hasOwn(properties, "call")
      ? this.#readCall(properties, keys, depth)
      : this.#readLeaf(properties, keys);
  }

  #readLeaf(properties: PropertyDescriptorMap, keys: readonly string[]): Expression | undefined {
    const kind = LEAVES.find((leaf) => Object.hasOwn(properties, leaf));
    if (kind === undefined || keys.length !== 1)
      return this.#report("invalid-tree", `A node has one of the keys ${LEAVES.join(", ")}, call.`);
    const value: unknown = properties[kind]!.value;
    switch (kind) {
      case "boolean":
        return typeof value === "boolean"
          ? makeLiteral(kind, value, NOWHERE)
          : this.#badValue(kind, "true or false");
      case "number": {
        const number = numberOf(value);
        return number === undefined
          ? this.#badValue(kind, "a finite number, or its digits as a string")
          : makeLiteral(kind, number, NOWHERE);
      }
      case "name":
        return typeof value === "string" && isDottedName(value)
          ? makeName(value, NOWHERE)
          : this.#badValue(
              kind,
              typeof value === "string" ? "letters, digits, _, @, - and dots" : "a string",
            );
      case "string":
        return this.#readString(value);
      case "date":
      case "time":
      case "dateTime":
        if (typeof value !== "string") return this.#badValue(kind, "a string");
        if (classifyTemporal(value) === kind) return makeLiteral(kind, value, NOWHERE);
        return this.#report(
          "invalid-date",
          `The value of "${kind}" is ${EXAMPLES[kind]}, not ${show(value)}.`,
        );
    }
  }

  #readString(value: unknown): Expression | undefined {
    if (typeof value !== "string") return this.#badValue("string", "a string");
    const problem = stringProblem(value, NOWHERE, this.limits.string);
    if (problem === undefined) return makeLiteral("string", value, NOWHERE);
    return this.#report(problem.code, problem.message);
  }

  #readCall(
    properties: PropertyDescriptorMap,
    keys: readonly string[],
    depth: number,
  ): Expression | undefined {
    const { limits } = this;
    if (depth >= limits.depth)
      return this.#report("too-deep", `Calls are nested deeper than ${limits.depth}.`);
    const unknown = keys.find((key) => key !== "call" && key !== "args" && key !== "strength");
    if (unknown !== undefined) {
      const message = `A call has the keys call, strength and args, not ${show(unknown)}.`;
      return this.#report("invalid-tree", message);
    }
    const callee: unknown = properties["call"]!.value;
    const strength: unknown = Object.hasOwn(properties, "strength")
      ? properties["strength"]!.value
      : undefined;
    const list: unknown = Object.hasOwn(properties, "args") ? properties["args"]!.value : undefined;
    if (typeof callee !== "string" || !isCallee(callee)) return this.#badValue("call", "a function's name");
    if (strength !== undefined && !(typeof strength === "string" && isStrength(strength))) {
      const message = "A strength is primary, secondary, tertiary, quaternary or identical.";
      return this.#report("unknown-strength", message);
    }
    if (!Array.isArray(list)) return this.#badValue("args", "an array");
    const { length } = list;
    if (length > limits.arguments)
      return this.#report("too-many-arguments", `A call has at most ${limits.arguments} arguments.`);
    const args: Expression[] = [];
    for (let i = 0; i < length; i++) {
      this.#path.push(i);
      const argument = this.read(list[i], depth + 1);
      if (argument === undefined) return undefined;
      args.push(argument);
      this.#path.pop();
    }
    return makeCall(callee, strength, args, NOWHERE);
  }

  #badValue(key: string, expected: string): undefined {
    return this.#report("invalid-tree", `The value of "${key}" is ${expected}.`);
  }

  #report(code: Diagnostic["code"], message: string): undefined {
    const pointer = this.#path.map((index) => `/args/${index}`).join("");
    this.problem = { ...diagnostic(code, NOWHERE, message), pointer };
  }
}

const EXAMPLES = {
  date: "a date such as 2020-01-31",
  time: "a time such as 13:45:10",
  dateTime: "a date-time such as 2020-01-31T13:45:10Z",
} as const;

/** Returns the value of a number literal. Undefined if the value is not a number, or beyond the range of a double. */
function numberOf(value: unknown): number | bigint | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? normalNumber(value) : undefined;
  if (typeof value !== "string" || value.length > 400 || !/^-?(?:0|[1-9]\d*)$/.test(value)) return undefined;
  return Number.isFinite(Number(value)) ? normalNumber(BigInt(value)) : undefined;
}
