import { codePointOrder } from "../code-points.ts";
import { INSTANTS } from "../random.ts";

/*
 * Evaluates parameters over rows, written from the documentation of PostgREST 12, Django 5 and the conventions of JSON:API
 * independently of the bridges: databases with three-valued logic that compare strings by their code points.
 */

type Row = Readonly<Record<string, unknown>>;
type Truth = boolean | undefined;

const not = (truth: Truth): Truth => (truth === undefined ? undefined : !truth);
const and = (parts: readonly Truth[]): Truth =>
  parts.includes(false) ? false : parts.includes(undefined) ? undefined : true;
const or = (parts: readonly Truth[]): Truth => not(and(parts.map(not)));

/** Compares a value of a row with a text, which has the type of the value. */
function compare(name: string, value: unknown, text: string): number {
  if (typeof value === "number") return Math.sign(value - Number(text));
  if (typeof value === "boolean") return Number(value) - Number(text.toLowerCase() === "true");
  const isInstant = (name === "at" && INSTANTS.includes(value as never)) || name === "day";
  if (isInstant) return Math.sign(Date.parse(value as string) - Date.parse(text));
  return codePointOrder(value as string, text);
}

function like(text: string, pattern: string): boolean {
  let source = "";
  for (let i = 0; i < pattern.length; i++) {
    const character = pattern.charAt(i);
    if (character === "\\" && i + 1 < pattern.length) source += escaped(pattern.charAt(++i));
    else
      source += character === "%" || character === "*" ? ".*" : character === "_" ? "." : escaped(character);
  }
  return new RegExp(`^(?:${source})$`, "su").test(text);
}

function test(name: string, operator: string, values: readonly string[], row: Row): Truth {
  const value = row[name] ?? null;
  const [text] = values as [string];
  if (operator === "null") return (value === null) === (text.toLowerCase() === "true");
  if (value === null) return undefined;
  if (operator === "cs") return values.every((each) => (value as unknown[]).includes(each));
  if (operator === "ov") return values.some((each) => (value as unknown[]).includes(each));
  switch (operator) {
    case "in":
      return values.some((each) => compare(name, value, each) === 0);
    case "like":
      return like(value as string, text);
    case "ilike":
      return like((value as string).toLowerCase(), text.toLowerCase());
    case "contains":
      return (value as string).includes(text);
    case "startswith":
      return (value as string).startsWith(text);
    case "endswith":
      return (value as string).endsWith(text);
    default: {
      const order = compare(name, value, text);
      const results: Readonly<Record<string, boolean>> = {
        eq: order === 0,
        exact: order === 0,
        ne: order !== 0,
        neq: order !== 0,
        gt: order > 0,
        gte: order >= 0,
        lt: order < 0,
        lte: order <= 0,
      };
      return results[operator]!;
    }
  }
}

/** Evaluates a text of one of the three languages. */
export function keepsRow(language: string, text: string, row: Row): boolean {
  const parameters = [...new URLSearchParams(text)];
  const parts = parameters.map(([name, value]) => {
    if (language === "jsonapi") return jsonapi(name, value, row);
    return language === "django" ? django(name, value, row) : postgrest(name, value, row);
  });
  return and(parts) === true;
}

function jsonapi(name: string, value: string, row: Row): Truth {
  const [, member, operator] = /^filter\[(\w+)\](?:\[(\w+)\])?$/.exec(name)!;
  if (operator === undefined) return test(member!, "in", value.split(","), row);
  if (operator === "nin") return not(test(member!, "in", value.split(","), row));
  return test(member!, operator, operator === "in" ? value.split(",") : [value], row);
}

function django(name: string, value: string, row: Row): Truth {
  const [member, lookup = "exact"] = name.split("__") as [string, string?];
  if (lookup === "isnull") return test(member, "null", [value], row);
  if (lookup === "in") return test(member, "in", value.split(","), row);
  if (!lookup.startsWith("i")) return test(member, lookup, [value], row);
  const folded = { ...row, [member]: (row[member] as string | null)?.toLowerCase() ?? null };
  return test(member, lookup.slice(1), [value.toLowerCase()], folded);
}

function postgrest(name: string, value: string, row: Row): Truth {
  if (!/^(?:not\.)?(?:and|or)$/.test(name)) return operation(name, value, row);
  return new LogicReader(`${name}${value}`, row).condition();
}

function operation(name: string, given: string, row: Row): Truth {
  const isNegated = given.startsWith("not.");
  const [, operator, rest] = /^(\w+)\.(.*)$/s.exec(isNegated ? given.slice(4) : given)!;
  const found =
    operator === "is"
      ? test(name, "null", ["true"], row)
      : test(name, operator!, listOf(operator!, rest!), row);
  return isNegated ? not(found) : found;
}

function listOf(operator: string, text: string): readonly string[] {
  if (!/^(?:in|cs|ov)$/.test(operator)) return [text];
  const items = text.slice(1, -1).match(/"(?:[^"\\]|\\.)*"|[^,]+/gs) ?? [];
  return items.map((each) => (each.startsWith('"') ? each.slice(1, -1).replaceAll(/\\(.)/gs, "$1") : each));
}

/** Reads `and(a.eq.1,not.or(…))` and evaluates it. */
class LogicReader {
  #rest: string;
  readonly #row: Row;

  constructor(text: string, row: Row) {
    this.#rest = text;
    this.#row = row;
  }

  condition(): Truth {
    const logic = /^(not\.)?(and|or)\(/.exec(this.#rest);
    if (logic !== null) {
      this.#rest = this.#rest.slice(logic[0].length);
      const parts = [this.condition()];
      while (this.#take() === ",") parts.push(this.condition());
      const found = logic[2] === "and" ? and(parts) : or(parts);
      return logic[1] === undefined ? found : not(found);
    }
    const [whole, name, operator] = /^(\w+)\.((?:not\.)?\w+\.)/.exec(this.#rest)!;
    this.#rest = this.#rest.slice(whole.length);
    const value = /^(?:"(?:[^"\\]|\\.)*"|[({](?:"(?:[^"\\]|\\.)*"|[^)}"])*[)}]|[^,)]*)/s.exec(this.#rest)![0];
    this.#rest = this.#rest.slice(value.length);
    const plain = value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/gs, "$1") : value;
    return operation(name!, `${operator!}${plain}`, this.#row);
  }

  #take(): string {
    const [first = ""] = this.#rest;
    this.#rest = this.#rest.slice(1);
    return first;
  }
}

function escaped(character: string): string {
  return character.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
