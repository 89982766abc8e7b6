import { loadPeer } from "../../load-peer.ts";
import { columnOf, columnValue, type SqlCondition, type SqlQuery, type Relation } from "../conditions.ts";
import { SIGNS, wholeStatement, type SqlPeer, type Statement } from "./peer.ts";

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
  const rules = (condition: SqlCondition): object => {
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
        return { field: columnOf(condition.member), operator, value: columnValue(condition.value) };
      }
    }
  };
  const finish = (query: object, order: SqlQuery["order"]): Statement => {
    const { sql: where, params } = formatQuery(query, options);
    return { text: wholeStatement(where, order), values: params };
  };
  return [
    {
      name: "react-querybuilder, rules",
      startsFrom: "its rule groups",
      prepare: ({ condition, order }) => {
        const made = rules(condition);
        const group = "rules" in made ? made : { combinator: "and", rules: [made] };
        return () => finish(group, order);
      },
    },
    {
      name: "react-querybuilder, text",
      startsFrom: "the text of a CEL expression",
      prepare: ({ condition, order }) => {
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

/** Writes a CEL expression with the names and values of the columns. */
function writeCel(condition: SqlCondition): string {
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
      return `${columnOf(condition.member)} ${CEL_SIGNS[condition.kind]} ${JSON.stringify(columnValue(condition.value))}`;
  }
}
