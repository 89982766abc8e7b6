import { loadPeer } from "../../load-peer.ts";
import { columnOf, columnValue, type SqlCondition, type Relation } from "../conditions.ts";
import { wholeStatement, type SqlPeer } from "./peer.ts";

export async function ucast(): Promise<SqlPeer> {
  const { FieldCondition, CompoundCondition } = await loadPeer<{
    readonly FieldCondition: new (operator: string, field: string, value: unknown) => object;
    readonly CompoundCondition: new (operator: string, parts: readonly object[]) => object;
  }>("@ucast/core");
  const { createSqlInterpreter, allInterpreters, sqlite } = await loadPeer<{
    readonly createSqlInterpreter: (
      all: unknown,
    ) => (condition: object, options: object) => readonly [string, readonly unknown[]];
    readonly allInterpreters: unknown;
    readonly sqlite: object;
  }>("@ucast/sql");
  const interpret = createSqlInterpreter(allInterpreters);
  const options = { ...sqlite, joinRelation: () => false };
  const names: Readonly<Record<Relation, string>> = {
    eq: "eq",
    ne: "ne",
    lt: "lt",
    le: "lte",
    gt: "gt",
    ge: "gte",
  };
  const build = (condition: SqlCondition): object | undefined => {
    switch (condition.kind) {
      case "and":
      case "or": {
        const parts = condition.parts.map(build);
        return parts.every((part) => part !== undefined)
          ? new CompoundCondition(condition.kind, parts)
          : undefined;
      }
      case "not": {
        const part = build(condition.part);
        return part === undefined ? undefined : new CompoundCondition("not", [part]);
      }
      case "isNull":
        return new FieldCondition("exists", columnOf(condition.member), false);
      case "in":
        return new FieldCondition("in", columnOf(condition.member), condition.values);
      case "contains":
      case "startsWith":
        return undefined;
      default:
        return new FieldCondition(
          names[condition.kind],
          columnOf(condition.member),
          columnValue(condition.value),
        );
    }
  };
  return {
    name: "@ucast/sql",
    startsFrom: "its tree of conditions",
    prepare: ({ condition, order }) => {
      const tree = build(condition);
      if (tree === undefined) return undefined;
      return () => {
        const [where, values] = interpret(tree, options);
        return { text: wholeStatement(where, order), values };
      };
    },
  };
}
