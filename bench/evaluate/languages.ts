import type { Condition } from "./queries.ts";

/* Writes conditions in the languages of the contestants. */

export function toOurs(condition: Condition): string {
  switch (condition.kind) {
    case "and":
    case "or":
      return `${condition.kind}(${condition.parts.map(toOurs).join(",")})`;
    case "in":
      return `in(${condition.member},${condition.values.map(single).join(",")})`;
    case "contains":
    case "startsWith":
    case "match":
      return `${condition.kind}(${condition.member},${single(condition.value)})`;
    default: {
      const { value, isTime } = condition;
      return `${condition.kind}(${condition.member},${typeof value === "number" || isTime === true ? value : single(value)})`;
    }
  }
}

const single = (value: string) => `'${value.replaceAll("'", "''")}'`;
const double = (value: string | number) => JSON.stringify(value);

/** Returns a JsonLogic rule. `startsWith` and `match` are custom operators that `contestants.ts` adds. */
export function toJsonLogic(condition: Condition): object {
  switch (condition.kind) {
    case "and":
    case "or":
      return { [condition.kind]: condition.parts.map(toJsonLogic) };
    case "in":
      return { in: [{ var: condition.member }, condition.values] };
    case "contains":
      return { in: [condition.value, { var: condition.member }] };
    case "startsWith":
    case "match":
      return { [condition.kind]: [{ var: condition.member }, condition.value] };
    default:
      return { [SYMBOLS[condition.kind]]: [{ var: condition.member }, condition.value] };
  }
}

const SYMBOLS = { eq: "===", gt: ">", lt: "<", ge: ">=" } as const;

interface Infix {
  readonly and: string;
  readonly or: string;
  readonly eq: string;
  readonly member: (name: string) => string;
  readonly value: (value: string | number) => string;
  readonly in: (member: string, values: readonly string[]) => string;
  readonly call: (name: "contains" | "startsWith" | "match", member: string, value: string) => string;
}

function infix(language: Infix): (condition: Condition) => string {
  const { value } = language;
  const write = (condition: Condition): string => {
    switch (condition.kind) {
      case "and":
      case "or":
        return condition.parts.map((part) => `(${write(part)})`).join(` ${language[condition.kind]} `);
      case "in":
        return language.in(language.member(condition.member), condition.values.map(value));
      case "contains":
      case "startsWith":
      case "match":
        return language.call(condition.kind, language.member(condition.member), condition.value);
      case "eq":
        return `${language.member(condition.member)} ${language.eq} ${value(condition.value)}`;
      default:
        return `${language.member(condition.member)} ${SYMBOLS[condition.kind]} ${value(condition.value)}`;
    }
  };
  return write;
}

export const toCel = infix({
  and: "&&",
  or: "||",
  eq: "==",
  member: (name) => name,
  // The numbers of a row are doubles in CEL, so constants are written as doubles too.
  value: (value) => (typeof value === "number" && Number.isInteger(value) ? value.toFixed(1) : double(value)),
  in: (member, values) => `${member} in [${values.join(", ")}]`,
  call: (name, member, value) =>
    `${member}.${name === "match" ? "matches" : name}(${double(name === "match" ? `^${value}$` : value)})`,
});

const sqlValue = (value: string | number) => (typeof value === "number" ? String(value) : single(value));
const sql = {
  and: "AND",
  or: "OR",
  eq: "=",
  value: sqlValue,
  in: (member: string, values: readonly string[]) => `${member} IN (${values.join(", ")})`,
} as const;

/** Returns the column of a member. Nested members have their own columns. */
export const sqlColumn = (member: string) => member.replaceAll(".", "_");

export const toDuckdb = infix({
  ...sql,
  member: sqlColumn,
  call: (name, member, value) =>
    `${{ contains: "contains", startsWith: "starts_with", match: "regexp_full_match" }[name]}(${member}, ${single(value)})`,
});

/** Writes a prefix as a range, which can use an index. `REGEXP` calls a function that `stores/sqlite.ts` defines. */
export const toSqlite = infix({
  ...sql,
  member: sqlColumn,
  call: (name, member, value) => {
    switch (name) {
      case "contains":
        return `instr(${member}, ${single(value)}) > 0`;
      case "startsWith":
        return `(${member} >= ${single(value)} AND ${member} < ${single(afterPrefix(value))})`;
      case "match":
        return `${member} REGEXP ${single(`^(?:${value})$`)}`;
    }
  },
});

/** Returns the smallest string greater than all strings with this prefix. Its last character must not be U+10FFFF. */
function afterPrefix(prefix: string): string {
  const characters = [...prefix];
  const last = characters.pop()!.codePointAt(0)! + 1;
  return characters.join("") + String.fromCodePoint(last);
}
