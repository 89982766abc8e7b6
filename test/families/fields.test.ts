import { describe, expect, it } from "vitest";
import { readCatalog } from "../../src/catalog/read-catalog.ts";
import type { Catalog, Members } from "../../src/catalog/types.ts";
import type { Resource } from "../../src/families/define-family.ts";
import type { ValueType } from "../../src/values/types.ts";
import { families, resourcesOf, table } from "./reference.ts";

const RESOURCES = table("resources", ["family", "resource", "mediaType", "fields"]);
const FIELDS = table("fields", ["family", "resource", "field", "type"]);
const VALUES = table("values", ["family", "resource", "field", "value"]);
const REQUIRED = table("required", ["family", "resource", "field"]);

/** Resources that are not in the reference tables: the response of `GET <prefix>/`. */
const NOT_IN_TABLES = { shared: ["api"] } as { readonly [family: string]: readonly string[] };

describe("resources", () => {
  it.each(["shared", ...families.map(({ name }) => name)])(
    "%s has exactly the published resources",
    (family) => {
      const published = RESOURCES.filter((row) => row.family === family);
      const resources = resourcesOf(family);
      expect(Object.keys(resources).sort()).toEqual(
        [...published.map(({ resource }) => resource), ...(NOT_IN_TABLES[family] ?? [])].sort(),
      );
      for (const { resource, mediaType, fields } of published) {
        expect(resources[resource], resource).toMatchObject({ fields });
        expect(resources[resource]!.mediaType ?? "-", resource).toBe(mediaType);
      }
    },
  );

  it.each(RESOURCES.filter(({ fields }) => fields === "all" || fields === "some"))(
    "$family $resource has exactly the published fields, with their types",
    ({ family, resource }) => {
      const published = publishedFields(family, resource);
      const actual = new Map<string, string>();
      flatten(catalogOf(resourcesOf(family)[resource]!).members, "", actual);
      for (const [field, type] of actual) {
        const wanted = published.get(field);
        if (wanted !== undefined && fits(type, wanted)) actual.set(field, wanted);
      }
      expect(sorted(actual)).toEqual(sorted(published));
    },
  );

  it("every line of the table of fields refers to a described resource", () => {
    const described = new Set(RESOURCES.map(({ family, resource }) => `${family} ${resource}`));
    expect(FIELDS.filter(({ family, resource }) => !described.has(`${family} ${resource}`))).toEqual([]);
    expect(FIELDS.length).toBeGreaterThan(380);
  });
});

describe("values", () => {
  const keys = [...new Set(VALUES.map(({ family, resource, field }) => `${family} ${resource} ${field}`))];

  it.each(keys)("%s has exactly the published values", (key) => {
    const [family, resource, field] = key.split(" ") as [string, string, string];
    const published = VALUES.filter((row) => `${row.family} ${row.resource} ${row.field}` === key);
    expect([...(valuesOf(resourcesOf(family)[resource]!, field) ?? [])].sort()).toEqual(
      published.map(({ value }) => value).sort(),
    );
  });

  it("no other member has an enum", () => {
    const limited = everyMember()
      .filter(({ enum: values }) => values !== undefined)
      .map(({ where }) => where);
    const published = keys.map((key) => key.split(" ")).filter(([, , field]) => field !== "-");
    expect(limited.sort()).toEqual(published.map((parts) => parts.join(" ")).sort());
  });
});

describe("members that are not nullable", () => {
  it("are those for which the platform guarantees a value", () => {
    const sure = everyMember()
      .filter(({ nullable }) => !nullable)
      .map(({ where }) => where);
    const assigned = [
      "model-management performanceJob id",
      "model-management workflowTask id",
      "model-management workflowTask associations.id",
      "model-management workflowAssociation id",
      "model-management workflowProcess id",
      "model-management taskPrompt id",
      "model-management publishedModel id",
      "reports report id",
      "reports reportState id",
      "annotations annotation id",
      "annotations member id",
    ];
    const inThePath = [
      "data-quality qkb name",
      "data-quality environment name",
      "data-quality function name",
    ];
    const always = [
      "annotations member annotationId",
      "token-service token access_token",
      "token-service token token_type",
      "token-service client client_id",
    ];
    const required = REQUIRED.map(({ family, resource, field }) => `${family} ${resource} ${field}`);
    expect(sure.sort()).toEqual([...assigned, ...inThePath, ...always, ...required].sort());
  });
});

describe("catalogs", () => {
  it("every catalog survives a JSON round trip", () => {
    const catalogs = [
      ...["shared", ...families.map(({ name }) => name)].flatMap((family) =>
        Object.values(resourcesOf(family)),
      ),
      ...families.flatMap(({ collections }) => Object.values(collections)),
    ].flatMap((holder) => ("catalog" in holder ? [holder.catalog] : []));
    expect(catalogs.length).toBeGreaterThan(40);
    for (const catalog of catalogs) {
      const read = readCatalog(JSON.parse(JSON.stringify(catalog.definition)));
      expect(read.problems).toEqual([]);
      expect(read.catalog!.members).toEqual(catalog.members);
    }
  });
});

/** The published fields of a resource, including those of nested resources. */
function publishedFields(family: string, resource: string): Map<string, string> {
  const found = new Map<string, string>();
  const collect = (family: string, resource: string, prefix: string, within: readonly string[]) => {
    for (const row of FIELDS.filter((row) => row.family === family && row.resource === resource)) {
      const inner = /^list of (\w+)$/.exec(row.type)?.[1] ?? "";
      const owner = [family, "shared"].find((name) =>
        FIELDS.some((f) => f.family === name && f.resource === inner),
      );
      if (owner === undefined) {
        found.set(prefix + row.field, row.type);
        continue;
      }
      found.set(prefix + row.field, "list of object");
      // A resource within itself is expanded once.
      if (within.filter((name) => name === inner).length < 2) {
        collect(owner, inner, `${prefix}${row.field}.`, [...within, inner]);
      }
    }
  };
  collect(family, resource, "", [resource]);
  return found;
}

function flatten(members: Members, prefix: string, into: Map<string, string>): void {
  for (const member of members.byName.values()) {
    const path = prefix + member.property;
    into.set(path, typeText(member));
    if (member.members !== undefined) flatten(member.members, `${path}.`, into);
  }
}

function typeText(type: ValueType): string {
  if (type.type === "list") return `list of ${typeText(type.items)}`;
  if (type.type === "map") return `map of ${typeText(type.values)}`;
  return type.type;
}

function fits(type: string, published: string): boolean {
  if (published === "-") return true;
  if (published === "list" || published === "map") return type.startsWith(`${published} of `);
  return type === published;
}

function catalogOf(resource: Resource): Catalog {
  if (resource.fields !== "all" && resource.fields !== "some")
    throw new Error("Its fields are not published.");
  return resource.catalog;
}

function valuesOf(resource: Resource, field: string): readonly string[] | undefined {
  if (field === "-") return resource.fields === "none" ? resource.enum : undefined;
  return catalogOf(resource).members.byName.get(field)?.enum;
}

function everyMember() {
  const found: { where: string; nullable: boolean; enum: readonly string[] | undefined }[] = [];
  const collect = (members: Members, prefix: string) => {
    for (const member of members.byName.values()) {
      found.push({ where: prefix + member.property, nullable: member.nullable, enum: member.enum });
      if (member.members !== undefined) collect(member.members, `${prefix}${member.property}.`);
    }
  };
  for (const family of ["shared", ...families.map(({ name }) => name)]) {
    for (const [name, resource] of Object.entries(resourcesOf(family))) {
      if (resource.fields === "all" || resource.fields === "some") {
        collect(resource.catalog.members, `${family} ${name} `);
      }
    }
  }
  return found;
}

function sorted(map: ReadonlyMap<string, string>) {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
}
