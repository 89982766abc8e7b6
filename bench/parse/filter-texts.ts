import { randomNumbers } from "../harness.ts";

/*
 * The same filters in the language of every contestant. A filter is a small tree of the conditions that all languages
 * support. A writer converts it to one language.
 */

export type Filter =
  | { readonly kind: "and" | "or"; readonly parts: readonly Filter[] }
  | { readonly kind: "eq" | "ne" | "startsWith"; readonly member: string; readonly value: string }
  | { readonly kind: "gt" | "le"; readonly member: string; readonly value: number }
  | { readonly kind: "in"; readonly member: string; readonly values: readonly string[] };

export type Size = "40 B" | "160 B" | "2.1 KB";

export const SIZES: readonly Size[] = ["40 B", "160 B", "2.1 KB"];

/** Number of texts of each size. Several, so that no parser is optimized for a single text. */
export const VARIANTS = 64;

/** Returns the filters of a size, the same ones in every run. */
export function filters(size: Size): Filter[] {
  const next = randomNumbers(SIZES.indexOf(size) + 1);
  return Array.from({ length: VARIANTS }, () => {
    if (size === "40 B") return small(next);
    if (size === "160 B") return middle(next);
    return { kind: "or", parts: Array.from({ length: 13 }, () => middle(next)) };
  });
}

const letters = (next: () => number, count: number) =>
  Array.from({ length: count }, () => "abcdefghijklmnopqrstuvwxyz"[Math.floor(next() * 26)]!).join("");

const whole = (next: () => number) => 1_000_000 + Math.floor(next() * 9_000_000);

function small(next: () => number): Filter {
  return {
    kind: "and",
    parts: [
      { kind: "eq", member: "state", value: letters(next, 6) },
      { kind: "gt", member: "size", value: whole(next) },
    ],
  };
}

function middle(next: () => number): Filter {
  return {
    kind: "and",
    parts: [
      { kind: "eq", member: "name", value: letters(next, 20) },
      { kind: "gt", member: "size", value: whole(next) },
      {
        kind: "or",
        parts: [
          { kind: "startsWith", member: "createdBy", value: letters(next, 4) },
          { kind: "in", member: "state", values: [letters(next, 7), letters(next, 6), letters(next, 9)] },
        ],
      },
      { kind: "ne", member: "description", value: letters(next, 17) },
    ],
  };
}

export type Writer = (filter: Filter) => string;

const JOINED = { and: "and", or: "or" } as const;

/** The language of tamis. */
export const writeOurs: Writer = (filter) => {
  switch (filter.kind) {
    case "and":
    case "or":
      return `${filter.kind}(${filter.parts.map(writeOurs).join(",")})`;
    case "in":
      return `in(${filter.member},${filter.values.map((value) => `'${value}'`).join(",")})`;
    case "gt":
    case "le":
      return `${filter.kind}(${filter.member},${filter.value})`;
    default:
      return `${filter.kind}(${filter.member},'${filter.value}')`;
  }
};

/** Operators and calls of an infix language. */
interface Infix {
  readonly and: string;
  readonly or: string;
  readonly symbols: Readonly<Record<"eq" | "ne" | "gt" | "le", string>>;
  readonly quote: string;
  readonly startsWith: (member: string, quoted: string) => string;
  /** If absent, `in` is written as an `or` of equalities. */
  readonly in?: (member: string, quoted: readonly string[]) => string;
}

function infix(language: Infix): Writer {
  const quoted = (value: string) => language.quote + value + language.quote;
  const write = (filter: Filter, inside: boolean): string => {
    switch (filter.kind) {
      case "and":
      case "or": {
        const joined = filter.parts
          .map((part) => write(part, true))
          .join(` ${language[JOINED[filter.kind]]} `);
        return inside ? `(${joined})` : joined;
      }
      case "startsWith":
        return language.startsWith(filter.member, quoted(filter.value));
      case "in": {
        if (language.in !== undefined) return language.in(filter.member, filter.values.map(quoted));
        const parts = filter.values.map((value): Filter => ({ kind: "eq", member: filter.member, value }));
        return write({ kind: "or", parts }, inside);
      }
      case "gt":
      case "le":
        return `${filter.member} ${language.symbols[filter.kind]} ${filter.value}`;
      default:
        return `${filter.member} ${language.symbols[filter.kind]} ${quoted(filter.value)}`;
    }
  };
  return (filter) => write(filter, false);
}

const C_LIKE = {
  and: "&&",
  or: "||",
  symbols: { eq: "==", ne: "!=", gt: ">", le: "<=" },
  quote: '"',
} as const;
const WORDS = { and: "and", or: "or", symbols: { eq: "eq", ne: "ne", gt: "gt", le: "le" } } as const;
const list = (member: string, values: readonly string[]) => `${member} in [${values.join(", ")}]`;

export const writeCel = infix({ ...C_LIKE, startsWith: (m, v) => `${m}.startsWith(${v})`, in: list });
export const writeJavaScript = infix({ ...C_LIKE, startsWith: (m, v) => `${m}.startsWith(${v})` });
export const writeJexl = infix({ ...C_LIKE, startsWith: (m, v) => `${m}|startsWith(${v})`, in: list });
export const writeFiltrex = infix({
  ...C_LIKE,
  and: "and",
  or: "or",
  startsWith: (m, v) => `startsWith(${m}, ${v})`,
  in: (m, values) => `${m} in (${values.join(", ")})`,
});
export const writeJsonata = infix({
  and: "and",
  or: "or",
  symbols: { eq: "=", ne: "!=", gt: ">", le: "<=" },
  quote: '"',
  startsWith: (m, v) => `$startsWith(${m}, ${v})`,
  in: list,
});
export const writeScim = infix({ ...WORDS, quote: '"', startsWith: (m, v) => `${m} sw ${v}` });
/** Writes `in` as an `or` of equalities, because not all measured OData parsers support `in`. */
export const writeOData = infix({ ...WORDS, quote: "'", startsWith: (m, v) => `startswith(${m},${v})` });

/** RQL: calls as in tamis, but with unquoted values and lists in parentheses. */
export const writeRql: Writer = (filter) => {
  switch (filter.kind) {
    case "and":
    case "or":
      return `${filter.kind}(${filter.parts.map(writeRql).join(",")})`;
    case "in":
      return `in(${filter.member},(${filter.values.join(",")}))`;
    default:
      return `${filter.kind}(${filter.member},${filter.value})`;
  }
};

/** RSQL: `;` is and, `,` is or. */
export const writeRsql: Writer = (filter) => {
  const write = (each: Filter, inside: boolean): string => {
    switch (each.kind) {
      case "and":
      case "or": {
        const joined = each.parts.map((part) => write(part, true)).join(each.kind === "and" ? ";" : ",");
        return inside ? `(${joined})` : joined;
      }
      case "in":
        return `${each.member}=in=(${each.values.map((value) => `'${value}'`).join(",")})`;
      case "startsWith":
        return `${each.member}=='${each.value}*'`;
      case "gt":
      case "le":
        return `${each.member}${each.kind === "gt" ? ">" : "<="}${each.value}`;
      default:
        return `${each.member}${each.kind === "eq" ? "==" : "!="}'${each.value}'`;
    }
  };
  return write(filter, false);
};

/** Lucene query syntax as liqe parses it. */
export const writeLucene: Writer = (filter) => {
  const write = (each: Filter, inside: boolean): string => {
    switch (each.kind) {
      case "and":
      case "or": {
        const joined = each.parts
          .map((part) => write(part, true))
          .join(each.kind === "and" ? " AND " : " OR ");
        return inside ? `(${joined})` : joined;
      }
      case "in":
        return write(
          { kind: "or", parts: each.values.map((value) => ({ kind: "eq", member: each.member, value })) },
          inside,
        );
      case "startsWith":
        return `${each.member}:${each.value}*`;
      case "gt":
      case "le":
        return `${each.member}:${each.kind === "gt" ? ">" : "<="}${each.value}`;
      case "ne":
        return `NOT ${each.member}:"${each.value}"`;
      case "eq":
        return `${each.member}:"${each.value}"`;
    }
  };
  return write(filter, false);
};

/** Flattens a concatenated string (rope). Reading a rope costs up to 1.4 times as much. */
export function flat(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
