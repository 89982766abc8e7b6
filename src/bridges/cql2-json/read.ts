import { show } from "../../diagnostics/show.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import { describeValue } from "../../diagnostics/describe-value.ts";
import { CQL2_COMPARISONS, STANDARD_FUNCTIONS } from "../cql2/operators.ts";
import type { ForeignNode, ForeignValue } from "../../readers/nodes.ts";
import type { JsonSource } from "../json/source.ts";

/** Number of arguments of each operator. `and` and `or` have at least two. */
const ARGUMENTS: ReadonlyMap<string, number> = new Map([
  ...[...CQL2_COMPARISONS.keys()].map((name) => [name, 2] as const),
  ["not", 1],
  ["isNull", 1],
  ["like", 2],
  ["in", 2],
  ["between", 3],
]);

/** Reads JSON of CQL2 into the tree that both forms share. */
export function readCql2Json(source: JsonSource): ForeignNode {
  const { value: json, place } = source;
  const value = (type: ForeignValue["type"], text: string): ForeignNode => ({
    kind: "value",
    type,
    text,
    span: NOWHERE,
    place,
  });
  if (typeof json === "string") return value("string", json);
  if (typeof json === "number" || typeof json === "bigint") return value("number", String(json));
  if (typeof json === "boolean") return value("boolean", String(json));
  if (source.isArray) return { kind: "list", items: readAll(source), span: NOWHERE, place };
  if (!source.isObject)
    source.fail(`Expected an operation, a property or a value, found ${describeValue(json)}.`);
  const property = source.stringOf("property");
  if (property !== undefined) return { kind: "name", path: property, isQuoted: true, span: NOWHERE, place };
  for (const [key, type] of [
    ["date", "date"],
    ["timestamp", "dateTime"],
  ] as const) {
    const text = source.stringOf(key);
    if (text !== undefined) return value(type, text);
  }
  const hasList = (key: string) => source.property(key)?.isArray === true;
  for (const key of ["interval", "bbox"]) if (hasList(key)) return value("other", key);
  const type = source.stringOf("type");
  if (type !== undefined && (hasList("coordinates") || hasList("geometries"))) return value("other", type);
  const op = source.stringOf("op");
  const args = source.property("args");
  if (op === undefined || !args?.isArray)
    source.fail(`Expected "op" and "args", "property", "date", "timestamp" or a geometry.`);
  const nodes = readAll(args);
  const expected = ARGUMENTS.get(op);
  const isLogic = op === "and" || op === "or";
  if (!isLogic && expected === undefined) {
    const callee = STANDARD_FUNCTIONS.get(op.toLowerCase()) ?? op;
    return { kind: "call", callee, args: nodes, span: NOWHERE, place };
  }
  if (isLogic ? nodes.length < 2 : nodes.length !== expected)
    source.fail(`${show(op)} has ${expected ?? "at least 2"} arguments, not ${nodes.length}.`);
  if (op === "in" && !isFilledList(nodes.at(1)))
    source.fail("The second argument of in is an array with values.");
  return { kind: "operator", operator: op, args: nodes, span: NOWHERE, place };
}

function readAll(list: JsonSource): readonly ForeignNode[] {
  return list.nested(() => list.items().map(readCql2Json));
}

function isFilledList(node: ForeignNode | undefined): boolean {
  return node?.kind === "list" && node.items.length > 0;
}
