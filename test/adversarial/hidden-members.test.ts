import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { name } from "../../src/ast/constructors.ts";
import { withArguments } from "../../src/ast/make-node.ts";
import type { Expression } from "../../src/ast/nodes.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import type {
  Catalog,
  Member,
  MemberDefinition,
  MemberDefinitions,
  Members,
} from "../../src/catalog/types.ts";
import { check } from "../../src/checker/check.ts";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";
import { compileFilter, compileSortBy } from "../../src/evaluator/compile-filter.ts";
import { decodeQuery } from "../../src/url/decode-query.ts";

import { conditions, TYPED } from "../properties/evaluable.ts";
import { typedCatalog } from "../properties/typed-catalog.ts";
import { words } from "../words.ts";

/** Uses of a member in a filter, at every position of a call. */
const USES: readonly ((member: string) => string)[] = words(`
  eq(M,'a') eq('a',M) eq(M,1) ne(M,'a') ne(first,M) eq(first,first,M) eq($primary,M,'a') eq(M,null) eq(M.x,'a')
  lt('a',M) gt(M,'a') lt('a',first,M) in('x',first,M) in(M,'x') contains(M,'') contains(first,M)
  startsWith($primary,M,'a') match(M,'.*') match(first,M) matchAll('.*',first,M) match(M,'.*','.*')
  isNull(M) not(isNull(M)) blank(M) gt(length(M),1) eq(substr(M,0,1),'a') eq(substr(first,M),'a')
  eq(upCase(downCase(M)),'A') eq(first,upCase(M)) eq('M','a') foo(M) M not(M)
`).map((use) => (member) => use.replaceAll("M", member));

/** A refusal must not depend on the depth, or on the operator around it. */
const AROUND: readonly ((inner: string) => string)[] = words(`
  X or(true,X) and(X,false) not(X) not(and(true,or(eq(first,'x'),X))) isNull(X) eq(X,true)
`).map((around) => (inner) => around.replace("X", () => inner));

const VALUES = ["hidden-value", "", null, { x: "hidden-value" }, ["hidden-value"], 7] as const;

interface Tree {
  /** Definitions with the hidden member. */
  readonly withHidden: MemberDefinitions;
  /** The same definitions without it. */
  readonly without: MemberDefinitions;
  /** Name of the hidden member. */
  readonly name: string;
  readonly row: (value: unknown) => object;
}

const hiddenDefinition: fc.Arbitrary<MemberDefinition> = fc.constantFrom<MemberDefinition>(
  { type: "string", filterable: false },
  { type: "integer", filterable: false, sortable: true },
  { type: "object", filterable: false, members: { x: "string" } },
  { type: "list", items: { type: "string", filterable: false } },
  { type: "list", items: { type: "object", filterable: false, members: { x: "string" } } },
  { type: "map", filterable: false, values: "string" },
  { type: "map", values: { type: "object", filterable: false, members: { x: "string" } } },
);

/** Members with a hidden one at the end of a path through objects, lists and maps of random kinds. */
const trees: fc.Arbitrary<Tree> = fc
  .tuple(
    hiddenDefinition,
    fc.array(fc.constantFrom("object", "list", "map"), { maxLength: 3 }),
    fc.constantFrom("secret", "Secret", "first2", "k-y", "a.b"),
  )
  .map(([definition, kinds, last]) => {
    const visible: MemberDefinitions = { first: "string", second: "integer", a: "string" };
    let tree: Tree = {
      withHidden: { ...visible, [last]: definition },
      without: visible,
      name: last,
      row: (value) => ({ first: "x", second: 1, a: "y", [last]: value }),
    };
    for (const kind of kinds) tree = within(kind, tree);
    return tree;
  });

function within(kind: "object" | "list" | "map", { withHidden, without, name, row }: Tree): Tree {
  const around = (members: MemberDefinitions): MemberDefinitions => {
    const object = { type: "object", members } as const;
    const outer: MemberDefinition =
      kind === "object"
        ? object
        : kind === "list"
          ? { type: "list", items: object }
          : { type: "map", values: object };
    return { first: "string", outer };
  };
  const wrap = (value: object) => (kind === "object" ? value : kind === "list" ? [value] : { key: value });
  return {
    withHidden: around(withHidden),
    without: around(without),
    name: kind === "map" ? `outer.key.${name}` : `outer.${name}`,
    row: (value) => ({ first: "x", outer: wrap(row(value)) }),
  };
}

/** An answer: what the call returns, or the error that it throws. */
async function answerOf(ask: () => unknown): Promise<string> {
  try {
    return JSON.stringify(await ask());
  } catch (error) {
    return String(error);
  }
}

/** Everything that requests can do with a name. */
const QUESTIONS: readonly ((catalog: Catalog, row: object, name: string) => unknown)[] = [
  (catalog, row, name) =>
    (["strict", "lenient"] as const).map((mode) =>
      USES.flatMap((use) =>
        AROUND.map((around) => {
          const { ok, diagnostics, predicate } = compileFilter(around(use(name)), { catalog, mode });
          return [ok, diagnostics, predicate?.(row)];
        }),
      ),
    ),
  (catalog, _, name) =>
    words("M M:descending:primary first,M upCase(M) isNull(M) eq(M,'a'):descending").map((text) => {
      const { ok, diagnostics } = compileSortBy(text.replace("M", name), { catalog });
      return [ok, diagnostics];
    }),
  (catalog, _, name) =>
    [`${name}=a`, `${name}=a|b`, `sortBy=${name}`, `filter=eq(${name},'a')`].map(
      (text) => decodeQuery(text, { catalog }).diagnostics,
    ),
  (catalog, row, name) => createCollection([row], { catalog }).facets(name, {}),
  (catalog, row, name) => createCollection([row], { catalog }).minMax(name, {}),
  (catalog, row, name) => createCollection([row], { catalog }).asCollection().facets(name, {}),
  (catalog, row, name) => createCollection([row], { catalog }).asCollection().minMax(name, {}),
  (catalog, row, name) =>
    createCollection([row], { catalog })
      .asCollection()
      .page({}, { select: [name] }),
  (catalog, row) =>
    createCollection([row], { catalog })
      .asCollection()
      .page({}, { select: ["first"] }),
  (catalog, row) => createCollection([row], { catalog }).snapshot().facets("first", {}),
];

describe("a hidden member", () => {
  it("gets the answer of a missing member to every question, whatever its value", async () => {
    await fc.assert(
      fc.asyncProperty(
        trees,
        fc.constantFrom(...VALUES),
        fc.constantFrom("", ".x", ".length", "x"),
        fc.boolean(),
        async (tree, value, rest, isNear) => {
          const name = (isNear ? tree.name.slice(0, -1) : tree.name) + rest;
          const hidden = defineCatalog({ name: "things", members: tree.withHidden });
          const missing = defineCatalog({ name: "things", members: tree.without });
          for (const ask of QUESTIONS) {
            const expected = await answerOf(() => ask(missing, tree.row(null), name));
            expect(await answerOf(() => ask(hidden, tree.row(value), name))).toBe(expected);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("takes as many steps to refuse as a missing member", () => {
    fc.assert(
      fc.property(trees, fc.constantFrom("", ".x", ".x.y"), (tree, rest) => {
        const stepsOf = (members: MemberDefinitions) => {
          const catalog = defineCatalog({ name: "things", members });
          const steps = countSteps(catalog.members);
          compileFilter(`eq(${tree.name}${rest},1)`, { catalog });
          return steps();
        };
        // A member with a dot in its name lengthens the search for every name.
        fc.pre(!tree.name.endsWith("a.b"));
        expect(stepsOf(tree.withHidden)).toBe(stepsOf(tree.without));
      }),
    );
  });

  it("is missing from the values of a selected object", async () => {
    await fc.assert(
      fc.asyncProperty(trees, fc.constantFrom(...VALUES), async (tree, value) => {
        const catalog = defineCatalog({ name: "things", members: tree.withHidden });
        if (!catalog.members.byName.has("outer")) return;
        const rows = createCollection([tree.row(value)], { catalog }).asCollection();
        const page = await rows.page({}, { select: ["outer"] });
        expect(page.ok && JSON.stringify(page.items)).not.toMatch(/hidden-value|secret|k-y|first2/i);
        expect(page.ok && JSON.stringify(page.items)).toContain('"second":1');
      }),
    );
  });
});

describe("a name of a hidden member in a random tree", () => {
  const inner = { x: "string", n: "integer", dt: "dateTime" } as const;
  const secret = { type: "string", filterable: false } as const;
  const withMembers = (members: MemberDefinitions): Catalog =>
    defineCatalog({ name: "things", members: { ...typedCatalog.definition.members, ...members } });
  const hidden = withMembers({ secret, o: { type: "object", members: { ...inner, secret } } });
  const missing = withMembers({ o: { type: "object", members: inner } });

  it("is refused at every position, with the errors of a missing member", () => {
    fc.assert(
      fc.property(conditions(TYPED), fc.constantFrom("secret", "o.secret"), (tree, named) => {
        for (let position = 0; position < countNodes(tree); position++) {
          const changed = replaceNode(tree, position, name(named));
          expect(check(changed, hidden, { mode: "strict" }).ok).toBe(false);
          for (const mode of ["strict", "lenient"] as const) {
            const answer = (catalog: Catalog) => {
              const { ok, filter, diagnostics } = check(changed, catalog, { mode });
              return { ok, diagnostics, read: filter?.expression };
            };
            expect(answer(hidden)).toEqual(answer(missing));
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

function countNodes(node: Expression): number {
  return node.kind === "call" ? node.args.reduce((sum, each) => sum + countNodes(each), 1) : 1;
}

/** Replaces the node at a position in depth-first order. */
function replaceNode(tree: Expression, position: number, by: Expression): Expression {
  let at = 0;
  const copy = (node: Expression): Expression => {
    if (at++ === position) return by;
    return node.kind === "call" ? withArguments(node, node.args.map(copy)) : node;
  };
  return copy(tree);
}

/** Counts the lookups of names in a catalog from now on. */
function countSteps(members: Members): () => number {
  let steps = 0;
  const count = (each: Members) => {
    const found = new Map(each.byName);
    for (const member of found.values()) countWithin(member);
    const counting = new Map(found);
    counting.get = (name) => {
      steps++;
      return found.get(name);
    };
    Object.assign(each, { byName: counting });
  };
  const countWithin = (member: Member) => {
    if (member.type === "list") countWithin(member.items as Member);
    else if (member.type === "map") countWithin(member.values as Member);
    else if (member.members !== undefined) count(member.members);
  };
  count(members);
  return () => steps;
}

describe("a member that may be read and not compared", () => {
  const catalog = defineCatalog({
    name: "people",
    members: {
      id: "integer",
      salary: { type: "integer", filterable: false, selectable: true },
      state: { type: "string", functions: ["isNull"], sortable: false },
      level: { type: "string", functions: ["eq"], sortable: false },
      contact: { type: "object", members: { city: "string", phone: { type: "string", filterable: false } } },
    },
    key: "id",
  });
  const people = createCollection(
    [{ id: 1, salary: 7, state: "new", level: "high", contact: { city: "Oslo", phone: "123" } }],
    { catalog },
  );

  it("can be selected, and used for nothing else", async () => {
    const page = await people.asCollection().page({}, { select: ["id", "salary"] });
    expect(page).toMatchObject({ items: [{ id: 1, salary: 7 }] });
    expect(compileFilter("gt(salary,1)", { catalog }).ok).toBe(false);
    expect(compileSortBy("salary", { catalog }).ok).toBe(false);
    expect(() => people.facets("salary", {})).toThrow('Unknown member "salary"');
    expect(() => people.minMax("salary", {})).toThrow('Unknown member "salary"');
  });

  it("has no facets and no maximum if filters cannot test them", () => {
    expect(() => people.facets("state", {})).toThrow(
      "state does not allow functions that reveal its values.",
    );
    expect(() => people.minMax("state", {})).toThrow("state does not allow functions that reveal its order.");
    expect(people.facets("level", {}).distinct).toBe(1);
    expect(() => people.minMax("level", {})).toThrow("level does not allow functions that reveal its order.");
    expect(people.minMax("id", {})).toEqual({ min: 1, max: 1 });
  });

  it("is not revealed by the values of an object around it", () => {
    expect(() => people.facets("contact", {})).toThrow(
      "contact is an object, whose values cannot be compared.",
    );
    expect(() => people.minMax("contact", {})).toThrow(TypeError);
  });
});

describe("names that a database or an engine uses internally", () => {
  const catalog = defineCatalog({
    name: "reports",
    members: { id: "integer", secret: { type: "string", filterable: false } },
  });

  it.each(
    words(`
      t.secret t0.secret reports.secret rowid _rowid_ oid ctid xmin SECRET id.secret __proto__ constructor
    `),
  )("%s is unknown in filters, sorts, basic filters, facets and select", async (name) => {
    const rows = createCollection([{ id: 1, secret: "s" }], { catalog });
    expect(compileFilter(`eq(${name},'s')`, { catalog }).diagnostics[0]?.code).toBe("unknown-member");
    expect(compileSortBy(name, { catalog }).diagnostics[0]?.code).toBe("unknown-member");
    expect(decodeQuery(`${name}=s`, { catalog }).diagnostics[0]?.code).toBe("unknown-parameter");
    expect(() => rows.facets(name, {})).toThrow("Unknown member");
    await expect(rows.asCollection().page({}, { select: [name] })).rejects.toThrow("Unknown member");
  });
});
