import { codePointOrder } from "../code-points.ts";

/*
 * Evaluates CQL2 JSON over rows, written from OGC 21-065 independently of the bridge: three-valued logic, comparison of strings by
 * their characters, LIKE with the wildcards % and _ and the escape character \, case folding and removal of accents by the rules
 * of Unicode. Strings are ordered by code points, because the standard leaves their order open.
 */

type Truth = boolean | undefined;
type Scalar = string | number | boolean | { readonly instant: number } | null;

/** A JSON value of CQL2, as the bridge writes it. */
export type Cql2Json = unknown;

interface Operation {
  readonly op: string;
  readonly args: readonly Cql2Json[];
}

/** Returns whether a filter is true for a row. */
export function isTrueInCql2(filter: Cql2Json, row: Readonly<Record<string, unknown>>): boolean {
  return truth(filter, row) === true;
}

type Row = Readonly<Record<string, unknown>>;

function truth(node: Cql2Json, row: Row): Truth {
  if (typeof node === "boolean") return node;
  const { op, args } = node as Operation;
  switch (op) {
    case "and": {
      const found = args.map((each) => truth(each, row));
      return found.includes(false) ? false : found.includes(undefined) ? undefined : true;
    }
    case "or": {
      const found = args.map((each) => truth(each, row));
      return found.includes(true) ? true : found.includes(undefined) ? undefined : false;
    }
    case "not": {
      const found = truth(args[0], row);
      return found === undefined ? undefined : !found;
    }
    case "isNull": {
      const [of] = args as [{ op?: string; property?: string }];
      if (of.property !== undefined) return (row[of.property] ?? null) === null;
      return of.op === undefined ? false : truth(of, row) === undefined;
    }
    case "between": {
      const [of, low, high] = args.map((each) => scalar(each, row));
      return both(
        compare(of!, low!, (order) => order >= 0),
        compare(of!, high!, (order) => order <= 0),
      );
    }
    case "in": {
      const of = scalar(args[0], row);
      const found = (args[1] as readonly Cql2Json[]).map((each) =>
        compare(of, scalar(each, row), (order) => order === 0),
      );
      return found.includes(true) ? true : found.includes(undefined) ? undefined : false;
    }
    case "like": {
      const [text, pattern] = args.map((each) => scalar(each, row));
      return text === null ? undefined : like(text as string, pattern as string);
    }
    case "a_contains":
    case "a_overlaps": {
      const elements = row[(args[0] as { property: string }).property] as readonly unknown[] | null;
      if (elements === null) return undefined;
      const items = args[1] as readonly unknown[];
      return op === "a_contains"
        ? items.every((item) => elements.includes(item))
        : items.some((item) => elements.includes(item));
    }
    default: {
      const [left, right] = args.map((each) => scalar(each, row));
      return compare(left!, right!, TESTS[op]!);
    }
  }
}

const TESTS: Readonly<Record<string, (order: number) => boolean>> = {
  "=": (order) => order === 0,
  "<>": (order) => order !== 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

function both(a: Truth, b: Truth): Truth {
  return a === false || b === false ? false : a === undefined || b === undefined ? undefined : true;
}

function scalar(node: Cql2Json, row: Row): Scalar {
  if (typeof node !== "object" || node === null) return node as Scalar;
  const { property, date, timestamp, op, args } = node as Record<string, string> & { args: Cql2Json[] };
  if (property !== undefined) {
    const value = (row[property] ?? null) as Scalar;
    const isInstant = typeof value === "string" && (property === "day" || property === "at");
    return isInstant ? { instant: Date.parse(value) } : value;
  }
  if (date !== undefined || timestamp !== undefined) return { instant: Date.parse(date ?? timestamp!) };
  if (op === "casei" || op === "accenti") {
    const of = scalar(args[0], row);
    if (typeof of !== "string") return null;
    return op === "casei" ? folded(of) : of.normalize("NFD").replaceAll(/\p{M}/gu, "").normalize("NFC");
  }
  return truth(node, row) ?? null;
}

/** Returns a string with full case folding, except for letters whose case folding differs from their upper case. */
function folded(text: string): string {
  return text.toUpperCase().toLowerCase();
}

function compare(left: Scalar, right: Scalar, test: (order: number) => boolean): Truth {
  if (left === null || right === null) return undefined;
  if (typeof left === "object" && typeof right === "object") return test(left.instant - right.instant);
  if (typeof left !== typeof right) throw new TypeError(`${typeof left} is compared with ${typeof right}`);
  if (typeof left === "string") return test(codePointOrder(left, right as string));
  return test(Number(left) - Number(right));
}

/** Compares by tables, without regular expressions. */
function like(text: string, pattern: string): boolean {
  const parts: ("many" | "one" | { readonly is: string })[] = [];
  const given = [...pattern];
  for (let i = 0; i < given.length; i++) {
    const character = given[i]!;
    if (character === "\\" && i + 1 < given.length) parts.push({ is: given[++i]! });
    else parts.push(character === "%" ? "many" : character === "_" ? "one" : { is: character });
  }
  const characters = [...text];
  let reached = [true, ...characters.map(() => false)];
  for (const part of parts) {
    const next = reached.map(() => false);
    for (let i = 0; i < reached.length; i++) {
      if (part === "many") next[i] = reached[i]! || (i > 0 && next[i - 1]!);
      else if (i > 0) next[i] = reached[i - 1]! && (part === "one" || characters[i - 1] === part.is);
    }
    reached = next;
  }
  return reached.at(-1)!;
}
