import {
  boolean,
  call,
  name,
  number,
  sortBy,
  sortKey,
  string,
  temporal,
} from "../../src/ast/constructors.ts";
import { equalExpressions, equalSortBys } from "../../src/ast/equals.ts";
import { format } from "../../src/ast/format.ts";
import { fromJson } from "../../src/ast/json.ts";
import { toJson } from "../../src/ast/to-json.ts";
import type { Expression, SortBy } from "../../src/ast/nodes.ts";
import { print } from "../../src/ast/print.ts";
import * as builder from "../../src/builder/index.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { MAXIMUM_LIMITS } from "../../src/diagnostics/limits.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { decodeQuery } from "../../src/url/decode-query.ts";
import { encodeQuery, type QueryStringParts } from "../../src/url/encode-query.ts";
import {
  anyValue,
  hostileText,
  imitatedNode,
  jsonTree,
  strength,
  temporalText,
  validCallee,
  validName,
  validNumber,
  validString,
} from "./inputs.ts";
import type { Random } from "./random.ts";

/*
 * Each surface takes one random input, and returns whether tamis accepted it. It throws if an input escapes: an exception
 * that is not documented, a tree that its text does not express, or a value that changes the rest of a filter.
 */
export type Surface = (random: Random) => boolean;

const CATALOG = defineCatalog({
  name: "documents",
  members: {
    name: { type: "string" },
    owner: { type: "string", strength: "primary" },
    size: { type: "integer" },
    created: { type: "dateTime" },
    day: { type: "date" },
    at: { type: "time" },
    enabled: { type: "boolean" },
    tags: { type: "list", items: { type: "string" } },
    secret: { type: "string", filterable: false, sortable: false },
  },
});

const MAXIMUM = { mode: "strict", limits: MAXIMUM_LIMITS } as const;

function require(holds: boolean, what: string, detail: unknown): asserts holds {
  if (!holds) throw new Error(`${what}: ${String(detail)}`);
}

/** Messages of the errors that the constructors document. Any other error is an escape. */
const DOCUMENTED =
  /must |^Cannot convert |^The inserted list is empty|lone surrogates cannot be encoded|is a reserved parameter|is not a valid member name|^A list of values|^Separate /;

/** Returns undefined if the call throws a documented error. */
function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if ((error instanceof TypeError || error instanceof RangeError) && DOCUMENTED.test(error.message))
      return undefined;
    throw error;
  }
}

/** Requires that all texts and the JSON form of a tree express it. */
function requireExpressed(tree: Expression): void {
  const text = print(tree);
  const { expression, diagnostics } = parseFilter(text, MAXIMUM);
  require(diagnostics.length === 0, "printed text has diagnostics", `${text} ${diagnostics[0]?.message}`);
  require(equalExpressions(expression!, tree), "printed text is another tree", text);
  const formatted = parseFilter(format(tree, { width: 20 }), MAXIMUM).expression;
  require(formatted !== undefined &&
    equalExpressions(formatted, tree), "formatted text is another tree", text);
  const read = fromJson(JSON.parse(JSON.stringify(toJson(tree))), MAXIMUM_LIMITS).expression;
  require(read !== undefined && equalExpressions(read, tree), "JSON form is another tree", text);
}

function requireSortExpressed(order: SortBy): void {
  const text = print(order);
  const { expression, diagnostics } = parseSortBy(text, MAXIMUM);
  require(diagnostics.length === 0, "printed sort has diagnostics", `${text} ${diagnostics[0]?.message}`);
  require(equalSortBys(expression!, order), "printed sort is another sort", text);
}

function checkAll(tree: Expression): void {
  check(tree);
  const { filter } = check(tree, CATALOG);
  if (filter === undefined) return;
  requireExpressed(filter.expression);
  require(!print(filter.expression).includes("secret"), "a hidden member is accepted", print(
    filter.expression,
  ));
}

/** Returns a tree of the constructors, where a part of the arguments is hostile. */
function built(random: Random, depth: number): Expression {
  const hostile = random.chance(0.02);
  if (depth > 0 && random.chance(0.6)) {
    const args = random.list(4, () =>
      random.chance(0.02) ? (anyValue(random) as never) : built(random, depth - 1),
    );
    const callee = hostile ? (anyValue(random) as string) : validCallee(random);
    return call(callee, args, random.chance(0.02) ? (anyValue(random) as never) : strength(random));
  }
  const type = random.pick(["date", "time", "dateTime"] as const);
  switch (random.below(6)) {
    case 0:
      return boolean(hostile ? (anyValue(random) as never) : random.chance(0.5));
    case 1:
      return number(hostile ? (anyValue(random) as never) : validNumber(random));
    case 2:
      return string(hostile ? (anyValue(random) as never) : validString(random));
    case 3:
      return temporal(
        hostile ? (hostileText(random) as never) : type,
        random.chance(0.05) ? hostileText(random) : temporalText(random, type),
      );
    default:
      return name(hostile ? (anyValue(random) as never) : validName(random));
  }
}

export const SURFACES = {
  /** Any text as a filter. */
  parse: (random) => {
    const text = random.list(5, () => hostileText(random)).join("");
    const { expression } = parseFilter(text, random.chance(0.5) ? MAXIMUM : {});
    if (expression === undefined) return false;
    requireExpressed(expression);
    checkAll(expression);
    return true;
  },
  /** Any text as a sort. */
  sort: (random) => {
    const text = random.chance(0.5)
      ? `${validName(random)}${random.pick([":descending", ":primary", ""])},${hostileText(random)}`
      : hostileText(random);
    const { expression } = parseSortBy(text);
    if (expression === undefined) return false;
    requireSortExpressed(expression);
    checkSortBy(expression, CATALOG);
    return true;
  },
  /** The text of a tree, with one part changed. */
  check: (random) => {
    const tree = attempt(() => built(random, 3));
    if (tree === undefined) return false;
    const text = print(tree);
    const at = random.below(text.length + 1);
    const changed = random.chance(0.3)
      ? text
      : text.slice(0, at) + hostileText(random) + text.slice(at + random.below(4));
    const { expression } = parseFilter(changed);
    if (expression === undefined) return false;
    requireExpressed(expression);
    checkAll(expression);
    return true;
  },
  /** Constructors with hostile values. */
  builder: (random) => {
    const tree = attempt(() => built(random, 3));
    if (tree === undefined) return false;
    requireExpressed(tree);
    checkAll(tree);
    const direction = random.chance(0.05)
      ? (hostileText(random) as never)
      : random.pick(["ascending", "descending"] as const);
    const order = attempt(() =>
      sortBy([sortKey(tree, direction, strength(random)), sortKey(name(validName(random)))]),
    );
    if (order !== undefined) requireSortExpressed(order);
    return order !== undefined;
  },
  /** Values in functions of the builder. */
  value: (random) => {
    const value = anyValue(random);
    const tree = attempt(() =>
      builder.and(builder.eq(name("name"), value as never), builder.eq(name("owner"), "me")),
    );
    if (tree === undefined) return false;
    const [first, second] = tree.args;
    require(first?.kind === "call" && first.args.length === 2, "a value changes a call", print(tree));
    require(first.args[1]!.kind === "literal", "a value is not a literal", print(tree));
    require(print(second!) === "eq(owner,'me')", "a value changes another call", print(tree));
    requireExpressed(tree);
    return true;
  },
  /** Values in templates: the shape of the filter never changes. */
  template: (random) => {
    const value = anyValue(random) as never;
    const made = attempt(() => builder.filter`and(not(eq(name,${value})),eq(owner,${"me"}))`);
    if (made === undefined) return false;
    const { expression, diagnostics } = parseFilter(made.text, MAXIMUM);
    require(diagnostics.length === 0, "a template has diagnostics", made.text);
    require(expression?.kind === "call" &&
      expression.args.length === 2, "a value changes a template", made.text);
    const [first, second] = expression.args;
    const inner = first?.kind === "call" ? first.args[0] : undefined;
    require(inner?.kind === "call" && inner.args.length === 2, "a value changes a template", made.text);
    require(inner.args[1]!.kind === "literal", "a value is not a literal", made.text);
    require(print(second!) === "eq(owner,'me')", "a value changes another call", made.text);
    return true;
  },
  /** Documents in the JSON form. */
  json: (random) => {
    const document = random.chance(0.1) ? anyValue(random) : jsonTree(random, 3);
    const { expression, diagnostics } = fromJson(document, random.chance(0.5) ? MAXIMUM_LIMITS : {});
    require((expression === undefined) ===
      diagnostics.length > 0, "JSON has neither tree nor diagnostics", document);
    if (expression === undefined) return false;
    requireExpressed(expression);
    checkAll(expression);
    return true;
  },
  /** Objects that look like nodes. */
  imitation: (random) => {
    const value = imitatedNode(random) as never;
    for (const use of [print, format, toJson, check, builder.toExpression, builder.not, sortKey] as const) {
      require(attempt(() => (use as (value: never) => unknown)(value)) ===
        undefined, "an object is a node", use.name);
    }
    require(attempt(() => encodeQuery({ filter: value })) ===
      undefined, "an object is a filter", JSON.stringify(value));
    require(fromJson(value).expression === undefined, "an object is the JSON form", JSON.stringify(value));
    return false;
  },
  /** Query strings from trees, values and texts. */
  url: (random) => {
    const filter = attempt(() => built(random, 2));
    const parts = {
      basics: random.chance(0.5)
        ? [
            {
              member: "name",
              values: [random.chance(0.1) ? (anyValue(random) as string) : validString(random)],
            },
          ]
        : [],
      parameters: random.chance(0.2) ? new Map([["view", validString(random)]]) : undefined,
      filter,
      start: random.chance(0.3) ? random.pick([0, 1, 20, -1, 1.5, NaN]) : undefined,
    } satisfies QueryStringParts;
    const raw = attempt(() => encodeQuery(parts));
    if (raw === undefined) return false;
    require(/^[A-Za-z0-9\-._~!$&'()*,:@/?=%]*$/.test(raw), "a query string has a raw character", raw);
    const parsed = new URLSearchParams(raw);
    require(parsed.getAll("filter").length <= 1, "a value makes a parameter", raw);
    require([...parsed.keys()].every((key) => URL_NAMES.has(key)), "a value makes a parameter", raw);
    if (parsed.has("filter")) require(parsed.get("filter") === print(filter!), "a filter is changed", raw);
    for (const { values } of parts.basics)
      require(parsed.get("name") === values[0], "a value is changed", raw);
    const { query } = decodeQuery(raw, { catalog: CATALOG, parameters: ["view"], limits: MAXIMUM_LIMITS });
    return query !== undefined;
  },
  /** Any text as a query string. */
  query: (random) => {
    const raw = random
      .list(
        4,
        () =>
          `${random.pick(["filter", "sortBy", "name", "size", "start", "limit", hostileText(random)])}=${hostileText(random)}`,
      )
      .join("&");
    const { query } = decodeQuery(raw, { catalog: CATALOG });
    if (query === undefined) return false;
    const encoded = encodeQuery(query);
    require(decodeQuery(encoded, { catalog: CATALOG }).query !==
      undefined, "an encoded query is invalid", encoded);
    return true;
  },
} satisfies Record<string, Surface>;

const URL_NAMES: ReadonlySet<string> = new Set(["name", "view", "filter", "start"]);

export type SurfaceName = keyof typeof SURFACES;
export const SURFACE_NAMES = Object.keys(SURFACES) as SurfaceName[];
