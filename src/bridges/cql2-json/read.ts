import { show } from "../../diagnostics/show.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import { describeValue } from "../../diagnostics/describe-value.ts";
import type { Limits } from "../../diagnostics/limits.ts";
import { ownProperty } from "../../values/own-properties.ts";
import { CQL2_COMPARISONS, STANDARD_FUNCTIONS } from "../cql2/operators.ts";
import type { ForeignNode, ForeignValue } from "../../readers/nodes.ts";
import { ForeignSyntaxProblem } from "../../readers/token-stream.ts";

/** Number of arguments of each operator. `and` and `or` have at least two. */
const ARGUMENTS: ReadonlyMap<string, number> = new Map([
  ...[...CQL2_COMPARISONS.keys()].map((name) => [name, 2] as const),
  ["not", 1],
  ["isNull", 1],
  ["like", 2],
  ["in", 2],
  ["between", 3],
]);

/**
 * Reads JSON of CQL2 into the tree that both forms share. Reads at most as many values as a tree may have nodes.
 *
 * @throws ForeignSyntaxProblem
 */
export function readCql2Json(root: unknown, limits: Limits): ForeignNode {
  let count = 0;

  const readNode = (json: unknown, pointer: string, depth: number): ForeignNode => {
    const place = { pointer };
    const problem = (message: string, code: "syntax" | "limit" = "syntax") =>
      new ForeignSyntaxProblem(message, place, code);
    const value = (type: ForeignValue["type"], text: string): ForeignNode => ({
      kind: "value",
      type,
      text,
      span: NOWHERE,
      place,
    });
    if (++count > limits.nodes) throw problem(`The filter has more than ${limits.nodes} values.`, "limit");
    if (depth > limits.depth) throw problem(`The filter is nested deeper than ${limits.depth}.`, "limit");
    if (typeof json === "string") return value("string", json);
    if (typeof json === "number" || typeof json === "bigint") return value("number", String(json));
    if (typeof json === "boolean") return value("boolean", String(json));
    if (Array.isArray(json)) {
      const items = readAll(json, pointer, depth);
      return { kind: "list", items, span: NOWHERE, place };
    }
    if (typeof json !== "object" || json === null)
      throw problem(`Expected an operation, a property or a value, found ${describeValue(json)}.`);
    const get = (key: string): unknown => ownProperty(json as Record<string, unknown>, key);
    const property = get("property");
    if (typeof property === "string")
      return { kind: "name", path: property, isQuoted: true, span: NOWHERE, place };
    for (const [key, type] of [
      ["date", "date"],
      ["timestamp", "dateTime"],
    ] as const) {
      const text = get(key);
      if (typeof text === "string") return value(type, text);
    }
    for (const key of ["interval", "bbox"]) if (Array.isArray(get(key))) return value("other", key);
    const type = get("type");
    if (typeof type === "string" && (Array.isArray(get("coordinates")) || Array.isArray(get("geometries"))))
      return value("other", type);
    const op = get("op");
    const args = get("args");
    if (typeof op !== "string" || !Array.isArray(args))
      throw problem(`Expected "op" and "args", "property", "date", "timestamp" or a geometry.`);
    const nodes = readAll(args, `${pointer}/args`, depth);
    const expected = ARGUMENTS.get(op);
    const isLogic = op === "and" || op === "or";
    if (!isLogic && expected === undefined)
      return {
        kind: "call",
        callee: STANDARD_FUNCTIONS.get(op.toLowerCase()) ?? op,
        args: nodes,
        span: NOWHERE,
        place,
      };
    if (isLogic ? nodes.length < 2 : nodes.length !== expected)
      throw problem(`${show(op)} has ${expected ?? "at least 2"} arguments, not ${nodes.length}.`);
    if (op === "in" && !isFilledList(nodes.at(1)))
      throw problem("The second argument of in is an array with values.");
    return { kind: "operator", operator: op, args: nodes, span: NOWHERE, place };
  };

  const readAll = (items: readonly unknown[], pointer: string, depth: number): ForeignNode[] => {
    const nodes: ForeignNode[] = [];
    for (let i = 0; i < items.length; i++) nodes.push(readNode(items.at(i), `${pointer}/${i}`, depth + 1));
    return nodes;
  };

  return readNode(root, "", 0);
}

function isFilledList(node: ForeignNode | undefined): boolean {
  return node?.kind === "list" && node.items.length > 0;
}
