import type { BridgePlace } from "../contract/types.ts";
import type { ForeignNode } from "../../readers/nodes.ts";

/** Writes a tree as CQL2 JSON. `places` receives the pointer of each node. */
export function writeCql2Json(node: ForeignNode, pointer: string, places: Map<object, BridgePlace>): unknown {
  places.set(node, { pointer });
  const writeAll = (nodes: readonly ForeignNode[], at: string): unknown[] =>
    nodes.map((item, i) => writeCql2Json(item, `${at}/${i}`, places));
  switch (node.kind) {
    case "name":
      return { property: node.path };
    case "list":
      return writeAll(node.items, pointer);
    case "call":
      return { op: node.callee, args: writeAll(node.args, `${pointer}/args`) };
    case "operator":
      return { op: node.operator, args: writeAll(node.args, `${pointer}/args`) };
    case "value":
      switch (node.type) {
        case "number":
          return Number(node.text);
        case "boolean":
          return node.text === "true";
        case "date":
          return { date: node.text };
        case "dateTime":
          return { timestamp: node.text };
        default:
          return node.text;
      }
  }
}
