import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCatalog } from "../../src/catalog/read-catalog.ts";
import { resolveMember } from "../../src/catalog/resolve-member.ts";
import type { Catalog, MemberDefinition, MemberDefinitions } from "../../src/catalog/types.ts";
import { randomCatalog } from "./random-catalog.ts";

function catalogOf(members: MemberDefinitions): Catalog {
  const { catalog, problems } = readCatalog({ name: "test", members });
  expect(problems).toEqual([]);
  return catalog!;
}

const catalog = catalogOf({
  id: { type: "string", nullable: false, strength: "primary" },
  owner: {
    type: "object",
    nullable: false,
    property: "owner_id",
    members: { name: { type: "string", nullable: false, property: "NAME" } },
  },
  members: {
    type: "list",
    nullable: false,
    items: {
      type: "object",
      nullable: false,
      members: {
        definitionName: { type: "string", nullable: false },
        tags: { type: "list", items: "string" },
        labels: { type: "map", values: "string" },
      },
    },
  },
  imageUris: {
    type: "map",
    nullable: false,
    values: { type: "string", nullable: false, strength: "secondary" },
  },
  nested: { type: "map", values: { type: "map", values: { type: "object", members: { leaf: "integer" } } } },
  byName: { type: "map", values: { type: "list", items: { type: "object", members: { size: "integer" } } } },
  matrix: { type: "list", items: { type: "list", items: "number" } },
  "a.b": { type: "object", members: { c: "integer" } },
  a: { type: "object", members: { b: { type: "object", members: { c: "string", d: "string" } } } },
});

describe("a name", () => {
  it("reads a member by the row's own property", () => {
    expect(resolveMember(catalog, "id")).toMatchObject({
      path: ["id"],
      type: { type: "string" },
      nullable: false,
      strength: "primary",
    });
    expect(resolveMember(catalog, "owner.name")).toMatchObject({
      path: ["owner_id", "NAME"],
      nullable: false,
    });
  });

  it("collects through a list one flat list of leaves, which is null where there is none", () => {
    expect(resolveMember(catalog, "members.definitionName")).toMatchObject({
      path: ["members", "definitionName"],
      type: { type: "list", items: { type: "string" } },
      nullable: true,
    });
    expect(resolveMember(catalog, "members.tags")?.type).toMatchObject({
      type: "list",
      items: { type: "string" },
    });
    expect(resolveMember(catalog, "members")).toMatchObject({
      type: { type: "list", items: { type: "object" } },
      nullable: false,
    });
    expect(resolveMember(catalog, "matrix")?.type).toMatchObject({ type: "list", items: { type: "list" } });
  });

  it("takes one segment as the key of a map, whose entry can be missing", () => {
    expect(resolveMember(catalog, "imageUris.icon")).toMatchObject({
      path: ["imageUris", "icon"],
      type: { type: "string" },
      nullable: true,
      strength: "secondary",
    });
    expect(resolveMember(catalog, "nested.x.y.leaf")?.path).toEqual(["nested", "x", "y", "leaf"]);
    expect(resolveMember(catalog, "nested.x.y")?.type.type).toBe("object");
    expect(resolveMember(catalog, "byName.x.size")?.type).toMatchObject({
      type: "list",
      items: { type: "integer" },
    });
    expect(resolveMember(catalog, "byName.x")?.type).toMatchObject({
      type: "list",
      items: { type: "object" },
    });
    expect(resolveMember(catalog, "members.labels.en")?.type).toMatchObject({
      type: "list",
      items: { type: "string" },
    });
  });

  it("means the longest own name first, and a path where that leads nowhere", () => {
    expect(resolveMember(catalog, "a.b.c")).toMatchObject({ path: ["a.b", "c"], type: { type: "integer" } });
    expect(resolveMember(catalog, "a.b.d")).toMatchObject({
      path: ["a", "b", "d"],
      type: { type: "string" },
    });
  });

  it.each([
    "",
    "ID",
    "id.length",
    "name",
    "owner.owner",
    "owner.name.first",
    "owner.",
    ".id",
    "members.0",
    "members.length",
    "imageUris.",
    "imageUris.icon.x",
    "nested.x.y.z",
    "a.b.c.d",
    "constructor",
    "__proto__",
    "toString",
    "id.constructor.name",
    "t0.id",
    "test.id",
  ])("B1, B2: %j is none", (name) => {
    expect(resolveMember(catalog, name)).toBeUndefined();
  });
});

describe("what may be done", () => {
  const hidden = { type: "string", filterable: false } as const;
  const policies = catalogOf({
    secret: hidden,
    owner: { type: "object", members: { secret: hidden, name: "string" } },
    vault: {
      type: "object",
      filterable: false,
      members: { open: { type: "string", filterable: true, sortable: true } },
    },
    list: { type: "list", items: { type: "object", filterable: false, members: { x: "string" } } },
    map: { type: "map", values: hidden },
    unsorted: { type: "object", sortable: false, members: { x: "string" } },
  });

  it.each([
    ["secret", false, false],
    ["owner", true, true],
    ["owner.name", true, true],
    ["owner.secret", false, false],
    ["vault", false, false],
    ["vault.open", false, false],
    ["list", false, false],
    ["list.x", false, false],
    ["map", false, false],
    ["map.any", false, false],
    ["unsorted.x", true, false],
  ])("P1, P4: with %s is decided on its whole path", (name, filterable, sortable) => {
    expect(resolveMember(policies, name)).toMatchObject({ filterable, sortable });
  });

  it("P4: every prefix of a name is in the catalog, and the flags of the whole path count", () => {
    let resolved = 0;
    fc.assert(
      fc.property(randomCatalog, (definition) => {
        const random = catalogOf(definition.members);
        for (const way of waysOf(definition.members)) {
          const name = way.map((step) => step.name).join(".");
          const found = resolveMember(random, name);
          expect(found, name).toBeDefined();
          for (let length = 1; length < way.length; length++) {
            const prefix = way
              .slice(0, length)
              .map((step) => step.name)
              .join(".");
            expect(resolveMember(random, prefix), prefix).toBeDefined();
          }
          resolved++;
          // Another way of the same spelling can come first: a name with a dot in it.
          if (found!.path.length !== way.length || found!.path.some((p, i) => p !== way[i]!.property))
            continue;
          expect(found!.filterable, name).toBe(way.every((step) => step.filterable));
          expect(found!.sortable, name).toBe(way.every((step) => step.sortable));
          expect(resolveMember(random, `${name}.`)).toBeUndefined();
        }
      }),
      { numRuns: 300 },
    );
    expect(resolved).toBeGreaterThan(500);
  });

  it("takes linear time in a name of many segments", () => {
    const name = "owner." + "name.".repeat(100_000);
    const start = performance.now();
    expect(resolveMember(policies, name)).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(500);
  });
});

interface Step {
  readonly name: string;
  readonly property: string;
  readonly filterable: boolean;
  readonly sortable: boolean;
}

/** All ways through a definition, found without the code under test. The key of every map is `anyKey`. */
function waysOf(members: MemberDefinitions): Step[][] {
  return Object.keys(members).flatMap((name) => waysFrom(name, members[name]!));
}

function waysFrom(name: string, member: MemberDefinition): Step[][] {
  const property = typeof member === "string" ? name : (member.property ?? name);
  const step = { name, property, ...flagsOf(member) };
  return [[step], ...waysBelow(member).map((way) => [step, ...way])];
}

function waysBelow(member: MemberDefinition): Step[][] {
  if (typeof member === "string") return [];
  if (member.type === "object") return waysOf(member.members);
  if (member.type === "list") return waysBelow(member.items);
  return member.type === "map"
    ? waysFrom("anyKey", member.values).map(([first, ...rest]) => [
        { ...first!, property: "anyKey" },
        ...rest,
      ])
    : [];
}

/** A list or a map is allowed where what is in it is. */
function flagsOf(member: MemberDefinition): { filterable: boolean; sortable: boolean } {
  if (typeof member === "string") return { filterable: true, sortable: true };
  const filterable = member.filterable ?? true;
  const own = { filterable, sortable: member.sortable ?? filterable };
  const inner = member.type === "list" ? member.items : member.type === "map" ? member.values : undefined;
  if (inner === undefined) return own;
  const within = flagsOf(inner);
  return { filterable: own.filterable && within.filterable, sortable: own.sortable && within.sortable };
}
