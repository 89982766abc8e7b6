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

/** The language of the fastest peer, CEL. */
export const writeCel: Writer = (filter) => {
  const write = (part: Filter, inside: boolean): string => {
    switch (part.kind) {
      case "and":
      case "or": {
        const joined = part.parts
          .map((each) => write(each, true))
          .join(part.kind === "and" ? " && " : " || ");
        return inside ? `(${joined})` : joined;
      }
      case "startsWith":
        return `${part.member}.startsWith("${part.value}")`;
      case "in":
        return `${part.member} in [${part.values.map((value) => `"${value}"`).join(", ")}]`;
      case "gt":
      case "le":
        return `${part.member} ${part.kind === "gt" ? ">" : "<="} ${part.value}`;
      default:
        return `${part.member} ${part.kind === "eq" ? "==" : "!="} "${part.value}"`;
    }
  };
  return write(filter, false);
};

/** Flattens a concatenated string (rope). Reading a rope costs up to 1.4 times as much. */
export function flat(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
