import type { Random } from "../random.ts";

/*
 * Draws texts from a grammar in the notation of cql2.bnf: `name = item item | item;`. An item is a rule, a "literal", a
 * "from".."to" range, an [optional] or a {repetition}. Repetitions occur at least once.
 */

type Item =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "range"; readonly from: number; readonly to: number }
  | { readonly kind: "rule"; readonly name: string }
  | { readonly kind: "optional" | "repeated"; readonly choices: Choices };
type Choices = readonly (readonly Item[])[];

export interface DeriveOptions {
  /** Rules whose items are written without spaces between them. */
  readonly lexical: ReadonlySet<string>;
  /** Texts of rules that the grammar describes too broadly, such as dates. */
  readonly drawn: Readonly<Record<string, (random: Random) => string>>;
}

export function readGrammar(source: string): ReadonlyMap<string, Choices> {
  const withoutComments = source.replaceAll(/^((?:[^"#\n]|"(?:\\.|[^"\\\n])*")*)#.*$/gm, "$1");
  const tokens = withoutComments.match(/"(?:\\.|[^"\\])*"|\.\.|\w+|[=|;[\]{}]/g) ?? [];
  let at = 0;
  const readChoices = (): Choices => {
    const choices: Item[][] = [[]];
    for (; at < tokens.length && !/^[;\]}]$/.test(tokens[at]!); at++) {
      const token = tokens[at]!;
      if (token === "|") choices.push([]);
      else choices.at(-1)!.push(readItem(token));
    }
    return choices;
  };
  const readItem = (token: string): Item => {
    if (token === "[" || token === "{") {
      at++;
      return { kind: token === "[" ? "optional" : "repeated", choices: readChoices() };
    }
    if (!token.startsWith('"')) return { kind: "rule", name: token };
    if (tokens[at + 1] !== "..") return { kind: "literal", text: literalOf(token) };
    at += 2;
    return {
      kind: "range",
      from: literalOf(token).codePointAt(0)!,
      to: literalOf(tokens[at]!).codePointAt(0)!,
    };
  };
  const rules = new Map<string, Choices>();
  for (; at < tokens.length; at++) {
    const name = tokens[at]!;
    if (tokens[at + 1] !== "=")
      throw new Error(`a rule begins with a name and =, got ${name} ${tokens[at + 1]}`);
    at += 2;
    rules.set(name, readChoices());
  }
  return rules;
}

function literalOf(token: string): string {
  return token
    .slice(1, -1)
    .replaceAll(/\\x([\dA-F]+)|\\(.)/g, (_, hex?: string, plain?: string) =>
      hex === undefined ? plain! : String.fromCodePoint(Number.parseInt(hex, 16)),
    );
}

/** Returns a function that draws a text of a rule. Rules are nested up to a depth of about `depth`. */
export function deriver(
  rules: ReadonlyMap<string, Choices>,
  { lexical, drawn }: DeriveOptions,
): (start: string, random: Random, depth: number) => string {
  const heights = heightsOf(rules, drawn);
  const height = (items: readonly Item[]) => Math.max(0, ...items.map((item) => heightOf(item, heights)));
  return (start, random, depth) => {
    const rule = (name: string, left: number): string => {
      const own = drawn[name];
      if (own !== undefined) return own(random);
      return choose(rules.get(name)!, left - 1, lexical.has(name) ? "" : " ");
    };
    const choose = (choices: Choices, left: number, separator: string): string => {
      const least = Math.min(...choices.map(height));
      const possible = choices.filter((items) => height(items) <= Math.max(left, least));
      return random
        .pick(possible)
        .map((item) => write(item, left, separator))
        .filter((text) => text !== "")
        .join(separator);
    };
    const write = (item: Item, left: number, separator: string): string => {
      if (item.kind === "literal") return item.text;
      if (item.kind === "range")
        return String.fromCodePoint(item.from + random.below(item.to - item.from + 1));
      if (item.kind === "rule") return rule(item.name, left);
      const isPossible = heightOf(item, heights) <= left;
      if (item.kind === "optional")
        return isPossible && random.chance(40) ? choose(item.choices, left, separator) : "";
      const times = isPossible ? 1 + random.below(3) : 1;
      return Array.from({ length: times }, () => choose(item.choices, left, separator)).join(separator);
    };
    return rule(start, depth);
  };
}

/** Returns the minimum depth of nested rules below each rule. */
function heightsOf(
  rules: ReadonlyMap<string, Choices>,
  drawn: DeriveOptions["drawn"],
): ReadonlyMap<string, number> {
  const heights = new Map<string, number>(Object.keys(drawn).map((name) => [name, 0]));
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const [name, choices] of rules) {
      if (Object.hasOwn(drawn, name)) continue;
      const found = 1 + leastOf(choices, heights);
      if (found >= (heights.get(name) ?? Infinity)) continue;
      heights.set(name, found);
      isChanged = true;
    }
  }
  return heights;
}

function leastOf(choices: Choices, heights: ReadonlyMap<string, number>): number {
  return Math.min(...choices.map((items) => Math.max(0, ...items.map((item) => heightOf(item, heights)))));
}

/** Returns the minimum depth of nested rules below an item. For an optional item it is 0, because the item can be omitted. */
function heightOf(item: Item, heights: ReadonlyMap<string, number>): number {
  if (item.kind === "rule") return heights.get(item.name) ?? Infinity;
  if (item.kind === "repeated") return leastOf(item.choices, heights);
  return 0;
}
