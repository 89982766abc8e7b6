import { loadPeer } from "../../load-peer.ts";
import { columnOf, held, type Condition, type Query, type Relation } from "../conditions.ts";
import { SIGNS, whole, type SqlPeer, type Statement } from "./peer.ts";

export async function queryBuilder(): Promise<SqlPeer[]> {
  const { formatQuery } = await loadPeer<{
    readonly formatQuery: (
      query: object,
      options: object,
    ) => { readonly sql: string; readonly params: readonly unknown[] };
  }>("@react-querybuilder/core/formatQuery");
  const { parseCEL } = await loadPeer<{ readonly parseCEL: (text: string) => object }>(
    "@react-querybuilder/core/parseCEL",
  );
  const options = {
    format: "parameterized",
    preset: "sqlite",
    quoteFieldNamesWith: ['"', '"'],
    parseNumbers: "native",
  };
  const rules = (condition: Condition): object => {
    switch (condition.kind) {
      case "and":
      case "or":
        return { combinator: condition.kind, rules: condition.parts.map(rules) };
      case "not":
        return { combinator: "and", not: true, rules: [rules(condition.part)] };
      case "isNull":
        return { field: columnOf(condition.member), operator: "null", value: null };
      case "in":
        return { field: columnOf(condition.member), operator: "in", value: condition.values };
      case "contains":
      case "startsWith": {
        const operator = condition.kind === "contains" ? "contains" : "beginsWith";
        return { field: columnOf(condition.member), operator, value: condition.value };
      }
      default: {
        const operator = condition.kind === "ne" ? "!=" : SIGNS[condition.kind];
        return { field: columnOf(condition.member), operator, value: held(condition.value) };
      }
    }
  };
  const finish = (query: object, order: Query["order"]): Statement => {
    const { sql: where, params } = formatQuery(query, options);
    return { text: whole(where, order), values: params };
  };
  return [
    {
      name: "react-querybuilder, rules",
      from: "its rule groups",
      enter: ({ condition, order }) => {
        const made = rules(condition);
        const group = "rules" in made ? made : { combinator: "and", rules: [made] };
        return () => finish(group, order);
      },
    },
    {
      name: "react-querybuilder, text",
      from: "the text of a CEL expression",
      enter: ({ condition, order }) => {
        const text = writeCel(condition);
        return () => finish(parseCEL(text), order);
      },
    },
  ];
}

const CEL_SIGNS: Readonly<Record<Relation, string>> = {
  eq: "==",
  ne: "!=",
  lt: "<",
  le: "<=",
  gt: ">",
  ge: ">=",
};

/** CEL with the names of columns and with times as numbers, as the columns hold them. */
function writeCel(condition: Condition): string {
  switch (condition.kind) {
    case "and":
    case "or":
      return `(${condition.parts.map(writeCel).join(condition.kind === "and" ? " && " : " || ")})`;
    case "not":
      return `!(${writeCel(condition.part)})`;
    case "isNull":
      return `${columnOf(condition.member)} == null`;
    case "in":
      return `${columnOf(condition.member)} in [${condition.values.map((value) => JSON.stringify(value)).join(", ")}]`;
    case "contains":
    case "startsWith":
      return `${columnOf(condition.member)}.${condition.kind}(${JSON.stringify(condition.value)})`;
    default:
      return `${columnOf(condition.member)} ${CEL_SIGNS[condition.kind]} ${JSON.stringify(held(condition.value))}`;
  }
}
