import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
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

describe("resolveMember", () => {
  const scalar = (type: string) => ({ type: { type } });
  const list = (type: string) => ({ type: { type: "list", items: { type } } });
  it.each([
    ["id", { path: ["id"], ...scalar("string"), nullable: false, strength: "primary" }],
    ["owner.name", { path: ["owner_id", "NAME"], nullable: false }],
    // Nested lists are flattened into one nullable list.
    ["members.definitionName", { path: ["members", "definitionName"], ...list("string"), nullable: true }],
    ["members.tags", list("string")],
    ["members", { ...list("object"), nullable: false }],
    ["matrix", list("list")],
    // One segment is the key of a map, whose value can be missing.
    ["imageUris.icon", { ...scalar("string"), nullable: true, strength: "secondary" }],
    ["imageUris.icon", { path: ["imageUris", "icon"] }],
    ["nested.x.y.leaf", { path: ["nested", "x", "y", "leaf"] }],
    ["nested.x.y", scalar("object")],
    ["byName.x.size", list("integer")],
    ["byName.x", list("object")],
    ["members.labels.en", list("string")],
    // The longest member name comes first, then paths.
    ["a.b.c", { path: ["a.b", "c"], ...scalar("integer") }],
    ["a.b.d", { path: ["a", "b", "d"], ...scalar("string") }],
  ])("finds %s: %j", (name, found) => {
    expect(resolveMember(catalog, name)).toMatchObject(found);
  });

  it.each([
    ...["", "ID", "id.length", "name", "owner.owner", "owner.name.first", "owner.", ".id", "members.0"],
    ...["members.length", "imageUris.", "imageUris.icon.x", "nested.x.y.z", "a.b.c.d", "constructor"],
    ...["__proto__", "toString", "id.constructor.name", "t0.id", "test.id"],
  ])("finds no member %j", (name) => {
    expect(resolveMember(catalog, name)).toBeUndefined();
  });
});

describe("filterable and sortable", () => {
  const hidden = { type: "string", filterable: false } as const;
  const open = { type: "string", filterable: true, sortable: true } as const;
  const policies = catalogOf({
    secret: hidden,
    owner: { type: "object", members: { secret: hidden, name: "string" } },
    vault: { type: "object", filterable: false, members: { open } },
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
  ])("of %s are %s and %s", (name, filterable, sortable) => {
    expect(resolveMember(policies, name)).toMatchObject({ filterable, sortable });
  });

  it("depend on all members of the path, for random catalogs", () => {
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
          // A member with a dot in its name can take precedence.
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

  it("look up few members for a name with many segments", () => {
    const byName = new Map(policies.members.byName);
    const get = vi.spyOn(byName, "get");
    const catalog = { ...policies, members: { ...policies.members, byName } };
    expect(resolveMember(catalog, "owner." + "name.".repeat(100_000))).toBeUndefined();
    expect(get.mock.calls.length).toBeLessThan(5);
  });
});

interface Step {
  readonly name: string;
  readonly property: string;
  readonly filterable: boolean;
  readonly sortable: boolean;
}

/** All paths through a definition, computed without the code under test. The key of every map is `anyKey`. */
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

/** A list or map is usable only if its values are. */
function flagsOf(member: MemberDefinition): { filterable: boolean; sortable: boolean } {
  if (typeof member === "string") return { filterable: true, sortable: true };
  const filterable = member.filterable ?? true;
  const own = { filterable, sortable: member.sortable ?? filterable };
  const inner = member.type === "list" ? member.items : member.type === "map" ? member.values : undefined;
  if (inner === undefined) return own;
  const within = flagsOf(inner);
  return { filterable: own.filterable && within.filterable, sortable: own.sortable && within.sortable };
}
