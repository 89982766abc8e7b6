import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check, compilePredicate } from "tamis";
import { annotations } from "tamis/families";
import { decide } from "../src/authorization/decisions/decide.ts";
import { containersOf, type Question } from "../src/authorization/decisions/question.ts";
import { itemsOf } from "../src/authorization/decisions/row-access.ts";
import { CompiledRule, type Principal } from "../src/authorization/rules/compiled-rule.ts";
import { RuleIndex } from "../src/authorization/rules/rule-index.ts";
import { RULES, type RuleRow } from "../src/authorization/rules/rule-record.ts";

/*
 * The model reads all rules one by one, and compares paths with regular expressions. It shares no code with the decisions.
 */

const { catalog } = annotations.collections.annotations;
const COLLECTION = "/c/d";
const ITEMS = [
  { id: "1", domain: "x", name: "a" },
  { id: "2", domain: "y", name: "b" },
  { id: "3", domain: null, name: "c" },
];
const PATHS = ["/", "/c", COLLECTION, "/c/d/1", "/c/d/2", "/c/d/3", "/c/d/1/m", "/c/d/1/m/5", "/e/1"];
const PATTERNS = "/** /* /c/** /c/* /c/d /c/d/* /c/d/** /c/d/1 /c/d/2/** /c/d/1/* /c/d/3?p=1 /e/*".split(" ");
const CONTAINERS = ["/", "/c", "/c/d", "/c/d/1", "/f", "/f/g"];
const CONDITIONS = {
  "eq(request.method,'GET')": (context: Context) =>
    context.method === null ? undefined : context.method === "GET",
  "not(eq(request.method,'GET'))": (context: Context) =>
    context.method === null ? undefined : context.method !== "GET",
  "contains(principals.name,'ann')": (context: Context) =>
    context.names.length === 0 ? undefined : context.names.includes("ann"),
} as const;
const FILTERS = {
  "eq(domain,'x')": (row: (typeof ITEMS)[number]) => (row.domain === null ? undefined : row.domain === "x"),
  "in(name,'b','c')": (row: (typeof ITEMS)[number]) => ["b", "c"].includes(row.name),
} as const;

interface Context {
  readonly method: string | null;
  readonly names: readonly string[];
}

const NOW = 1_000_000_000_000;
const times = ["2001-09-09T01:46:39Z", "2001-09-09T01:46:40Z", "2001-09-09T01:46:41Z"];
const empty = Object.fromEntries([...RULES.members.byName.keys()].map((name) => [name, null]));

const principal = fc.constantFrom(
  { principalType: "user", principal: "ann" },
  { principalType: "user", principal: "bob" },
  { principalType: "group", principal: "ann" },
  { principalType: "group", principal: "staff" },
  { principalType: "client", principal: "app" },
  { principalType: "authenticatedUsers", principal: null },
  { principalType: "everyone", principal: null },
);
const objectUri = fc.constantFrom(...PATTERNS);
const containerUri = fc.constantFrom(...CONTAINERS);
const place = fc.oneof(
  { weight: 3, arbitrary: fc.record({ objectUri, containerUri: fc.constant(null) }) },
  fc.record({ objectUri: fc.constant(null), containerUri }),
  fc.record({ objectUri, containerUri }),
);
const optional = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.option(arbitrary, { freq: 3 }).map((value) => value ?? null);
const ruleArbitrary = fc
  .record({
    fields: fc.record({
      type: fc.constantFrom("grant", "grant", "grant", "prohibit"),
      permissions: fc.subarray(["read", "update"], { minLength: 1 }),
      enabled: fc.constantFrom(true, true, true, false),
      matchParams: fc.constantFrom(null, true, false),
      expirationTimeStamp: optional(fc.constantFrom(...times)),
      condition: fc.option(fc.constantFrom(...Object.keys(CONDITIONS)), { nil: null, freq: 2 }),
      filter: fc.option(fc.constantFrom(...Object.keys(FILTERS)), { nil: null, freq: 2 }),
      contentType: fc.constantFrom(null, null, null, "application/json"),
    }),
    principal,
    place,
  })
  .map((parts) => ({ ...empty, ...parts.fields, ...parts.principal, ...parts.place }) as unknown as RuleRow);
const rulesArbitrary = fc
  .array(ruleArbitrary, { maxLength: 12 })
  .map((rules) => rules.map((rule, i) => ({ ...rule, id: `r${i}`, digest: `${i}` })));
const contextArbitrary = fc.record({
  principals: fc.constantFrom<readonly Principal[]>(
    [],
    [{ type: "user", name: "ann" }],
    [
      { type: "user", name: "bob" },
      { type: "group", name: "staff" },
    ],
    [
      { type: "client", name: "app" },
      { type: "group", name: "ann" },
    ],
  ),
  permission: fc.constantFrom("read" as const, "update" as const),
  method: fc.constantFrom(null, "GET", "PUT"),
  container: fc.constantFrom(null, "/f", "/f/g"),
  matchParams: fc.boolean(),
  parameters: fc.constantFrom<readonly (readonly [string, readonly string[]])[]>(
    [],
    [["p", ["1", "2"]]],
    [["p", ["2"]]],
  ),
  contentType: fc.constantFrom(undefined, "application/json", "text/plain"),
});
type Asked = typeof contextArbitrary extends fc.Arbitrary<infer T> ? T : never;

function questionOf(asked: Asked, path: string): Question {
  const { principals, permission, method, container, parameters, ...others } = asked;
  return {
    ...others,
    path,
    permission,
    principals,
    containers: containersOf(path, container === null ? [] : [container]),
    parameters: new Map(parameters),
    acceptTypes: new Set(),
    acceptItemTypes: new Set(),
    time: NOW,
    context: { request: { uri: path, method }, principals },
    isCollection: path === COLLECTION,
    item: itemAt(path) && { row: itemAt(path)!, catalog },
  };
}

const itemAt = (path: string) => ITEMS.find(({ id }) => path === `${COLLECTION}/${id}`);

/** Decides by the text of the reference. */
function modelDecision(rules: readonly RuleRow[], asked: Asked, path: string): string {
  const applicable = rules.filter((rule) => modelApplies(rule, asked, path));
  if (applicable.some(({ type }) => type === "prohibit")) return "prohibited";
  return applicable.length > 0 ? "granted" : "denied";
}

function modelApplies(rule: RuleRow, asked: Asked, path: string): boolean {
  const isGrant = rule.type === "grant";
  const counts = (value: boolean | undefined) => value ?? !isGrant;
  if (rule.enabled === false) return false;
  if (rule.expirationTimeStamp !== null && NOW >= Date.parse(rule.expirationTimeStamp)) return false;
  if (!rule.permissions!.includes(asked.permission)) return false;
  const isPrincipal =
    rule.principalType === "everyone" ||
    (rule.principalType === "authenticatedUsers" && asked.principals.length > 0) ||
    asked.principals.some(({ type, name }) => type === rule.principalType && name === rule.principal);
  if (!isPrincipal) return false;
  const [pattern, query] = (rule.objectUri ?? "/**").split("?");
  const expression = pattern!.replace(/\/\*\*$/, "(?:/.*)?").replace(/\/\*$/, "/[^/]+");
  if (!new RegExp(`^${expression}$`).test(path)) return false;
  const isInside = (inner: string, outer: string) =>
    inner !== outer && (outer === "/" || inner.startsWith(`${outer}/`));
  const { containerUri } = rule;
  const given = asked.container;
  const isContained =
    containerUri === null ||
    isInside(path, containerUri) ||
    (given !== null && (given === containerUri || isInside(given, containerUri)));
  if (!isContained) return false;
  const parameters = new Map(asked.parameters);
  const compares = rule.matchParams ?? asked.matchParams;
  if (compares && query === "p=1" && parameters.get("p")?.includes("1") !== true) return false;
  if (rule.contentType !== null && rule.contentType !== asked.contentType) return false;
  const context = { method: asked.method, names: asked.principals.map(({ name }) => name) };
  const condition =
    rule.condition === null ? true : counts(CONDITIONS[rule.condition as keyof typeof CONDITIONS](context));
  if (!condition) return false;
  if (rule.filter === null) return true;
  if (path === COLLECTION) return isGrant;
  const item = itemAt(path);
  return counts(item === undefined ? undefined : FILTERS[rule.filter as keyof typeof FILTERS](item));
}

function indexOf(rules: readonly RuleRow[]): RuleIndex {
  const index = new RuleIndex();
  for (const rule of rules) index.set(new CompiledRule(rule));
  return index;
}

describe("decisions by random rules", () => {
  it("are those of the model, and name a rule that explains them", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(rulesArbitrary, contextArbitrary, fc.constantFrom(...PATHS), (rules, asked, path) => {
        const { kind, rule } = decide(indexOf(rules), questionOf(asked, path));
        seen.add(kind);
        expect(kind).toBe(modelDecision(rules, asked, path));
        expect(rule?.row.type).toBe({ granted: "grant", prohibited: "prohibit", denied: undefined }[kind]);
        if (rule !== undefined) expect(modelApplies(rule.row, asked, path)).toBe(true);
      }),
      { numRuns: 10_000 },
    );
    expect(seen.size).toBe(3);
  });

  it("do not depend on the order in which rules are added, changed and deleted", () => {
    fc.assert(
      fc.property(
        rulesArbitrary,
        rulesArbitrary,
        contextArbitrary,
        fc.constantFrom(...PATHS),
        (rules, earlier, asked, path) => {
          const index = indexOf(earlier);
          for (const rule of rules.toReversed()) index.set(new CompiledRule(rule));
          for (const { id } of earlier.slice(rules.length)) index.delete(id);
          const direct = decide(indexOf(rules), questionOf(asked, path));
          const changed = decide(index, questionOf(asked, path));
          expect([changed.kind, changed.rule?.id]).toEqual([direct.kind, direct.rule?.id]);
          expect(index.size).toBe(rules.length);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("about each item agree with the rows that a page shows", () => {
    let partly = 0;
    fc.assert(
      fc.property(rulesArbitrary, contextArbitrary, (rules, asked) => {
        const rows = itemsOf(indexOf(rules), questionOf(asked, COLLECTION), catalog);
        const shows = predicateOf(rows);
        const shown = ITEMS.filter((row) => shows(row)).map(({ id }) => id);
        // The condition of a page depends on the path of the collection in no rule of this test.
        const granted = ITEMS.filter(
          ({ id }) => modelDecision(rules, asked, `${COLLECTION}/${id}`) === "granted",
        );
        expect(shown).toEqual(granted.map(({ id }) => id));
        if (shown.length > 0 && shown.length < ITEMS.length) partly++;
      }),
      { numRuns: 10_000 },
    );
    expect(partly).toBeGreaterThan(100);
  });
});

function predicateOf(rows: ReturnType<typeof itemsOf>): (row: unknown) => boolean {
  if (rows.kind !== "some") return () => rows.kind === "all";
  const checked = check(rows.rule, catalog, { mode: "strict" });
  if (!checked.ok) throw new Error(checked.diagnostics[0]!.message);
  return compilePredicate(checked.filter);
}

describe("the index of 100,000 rules", () => {
  it("reads only rules that cover the resource", () => {
    const rules: RuleRow[] = [];
    const add = (others: object) =>
      rules.push({
        ...empty,
        type: "grant",
        principalType: "group",
        principal: `g${rules.length % 50}`,
        permissions: ["read"],
        ...others,
        id: `r${rules.length}`,
        digest: `${rules.length}`,
      } as unknown as RuleRow);
    for (let i = 0; i < 60_000; i++) add({ objectUri: `/tables/${i}` });
    for (let i = 0; i < 20_000; i++) add({ objectUri: `/folders/${i}/**` });
    for (let i = 0; i < 19_997; i++) add({ containerUri: `/folders/${i}` });
    add({ objectUri: "/tables/*", principal: "g7" });
    add({ objectUri: "/**", principal: "g7" });
    add({ objectUri: "/tables/**", principal: "other" });
    const index = indexOf(rules);
    expect(index.size).toBe(100_000);
    const asked = {
      permission: "read",
      principals: Array.from({ length: 50 }, (_, i) => ({ type: "group", name: `g${i}` })),
    };
    const read = (path: string, container?: string) => {
      const base = {
        ...asked,
        method: null,
        container: container ?? null,
        matchParams: false,
        parameters: [],
        contentType: undefined,
      };
      return decide(index, questionOf(base as Asked, path)).considered.map(
        ({ rule }) => rule.row.objectUri ?? rule.row.containerUri,
      );
    };
    expect(read("/tables/123")).toEqual(["/tables/123", "/tables/*", "/**"]);
    expect(read("/tables")).toEqual(["/**"]);
    expect(read("/tables/123", "/folders/5")).toEqual(["/tables/123", "/tables/*", "/**", "/folders/5"]);
    expect(read("/folders/5/members/6")).toEqual(["/folders/5/**", "/**", "/folders/5"]);
    expect(read("/nothing/here")).toEqual(["/**"]);
  });
});
