import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineCatalog, parseFilter, type Catalog, type CatalogDefinition } from "tamis";
import { createService, defineResource, type Access, type AccessRequest, type HttpHandler } from "tamis/http";
import { createCollection } from "tamis/store";
import { countOf } from "../../effort.ts";
import { LITERALS, randomRequests, type RandomRequest } from "../random-requests.ts";
import { send, type JsonResponse } from "../request.ts";
import { wholeResponse, type WholeResponse } from "../whole-response.ts";
import { words } from "../../words.ts";

/*
 * A service with closed members and hidden rows is compared with a service whose catalog never had these members, and whose
 * collection never had these rows. A client that cannot distinguish their responses learns nothing.
 */

const open: CatalogDefinition["members"] = {
  id: { type: "string", nullable: false },
  name: "string",
  size: "integer",
  owner: { type: "object", members: { name: "string" } },
};
const definition = {
  name: "things",
  key: "id",
  defaultSort: ["name", "id"],
  defaultLimit: 5,
  maximumLimit: 20,
} as const;
const full: Catalog = defineCatalog({
  ...definition,
  members: {
    id: open["id"]!,
    name: open["name"]!,
    salary: "integer",
    size: open["size"]!,
    owner: { type: "object", members: { name: "string", email: "string" } },
    grade: { type: "string", enum: ["low", "high"] },
  },
});
const reduced: Catalog = defineCatalog({ ...definition, members: open });

const allRows = Array.from({ length: 60 }, (_, i) => ({
  id: `k${i}`,
  name: ["a", "B", "é", null, "x'y"][i % 5],
  size: i % 7,
  salary: i * 1_000,
  owner: { name: i % 2 === 0 ? "a" : "b", email: `secret${i}@example.org` },
  grade: i % 3 === 0 ? "low" : "high",
}));
const isVisible = ({ size, salary }: (typeof allRows)[number]) => size < 5 && salary < 50_000;
const rule = parseFilter("and(lt(size,5),lt(salary,50000))").expression!;
const visibleRows = allRows
  .filter(isVisible)
  .map(({ id, name, size, owner }) => ({ id, name, size, owner: { name: owner.name } }));

const cursorKey = new Uint8Array(16).fill(3);

function serviceOf(
  rows: readonly object[],
  catalog: Catalog,
  access: (request: AccessRequest) => Access,
): HttpHandler {
  const resource = (path: string, paging: "start" | "cursor") =>
    defineResource({
      path,
      paging,
      access,
      summary: { members: ["id", "name"] },
      locales: ["en", "sv"],
      collection: createCollection([...rows], { catalog }).asCollection({ cursorKey }),
    });
  return createService({
    openapi: true,
    newTraceId: () => "trace",
    resources: [resource("/things", "start"), resource("/cursors", "cursor")],
  });
}

const restricted = serviceOf(allRows, full, () => ({
  kind: "allowed",
  rule,
  closed: ["salary", "grade", "owner.email"],
}));
const reference = serviceOf(visibleRows, reduced, () => ({ kind: "allowed" }));

const names = {
  members: { id: ["'k1'"], name: LITERALS.string, size: LITERALS.number, "owner.name": LITERALS.string },
  wrongMembers: ["salary", "grade", "owner.email", "owner", "grdae", "salary.x", "nmae", "OWNER.EMAIL"],
  keys: ["k0", "k1", "k5", "k6", "k13", "k59", "k60", "%40x", "%6B0", "%FF", ".", "k0%00"],
};

async function expectSame(request: RandomRequest): Promise<void> {
  const [given, expected] = [
    await wholeResponse(restricted, request),
    await wholeResponse(reference, request),
  ];
  expect(given.status, JSON.stringify(request)).not.toBe(500);
  expect(withoutCursors(given), JSON.stringify(request)).toEqual(withoutCursors(expected));
}

/** Cursors are encrypted, each with another random number. Their lengths are compared. */
function withoutCursors({ body, headers, ...others }: WholeResponse): unknown {
  const text = body?.replace(/cursor=([\w%-]+)/g, (_, cursor: string) => `cursor=${cursor.length}`);
  return { ...others, headers, body: text };
}

describe("a client learns nothing about closed members and hidden rows", () => {
  const get = (target: string, headers: Readonly<Record<string, string>> = {}) => ({
    target,
    method: "GET",
    headers,
  });
  const directed = ["/things", "/cursors"].flatMap((path) => [
    ...["salary", "grade", "owner.email", "unknown"].flatMap((name) => [
      `${path}?filter=isNull(${name})`,
      `${path}?filter=gt(${name},1)`,
      `${path}?filter=eq(${name},'nope')`,
      `${path}?filter=and(eq(name,'a'),eq(${name.slice(0, -1)},'low'))`,
      `${path}?sortBy=${name}`,
      `${path}?sortBy=${name}:descending,id`,
      `${path}?${name}=low`,
      `${path}?select=${name}`,
      `${path}?select=id,${name}`,
      `${path}/@facets/${name}`,
      `${path}/@ranges/${name}`,
      `${path}/@groups?by=${name}`,
      `${path}/@groups?by=name&max=${name}&sortBy=count`,
      `${path}/@groups?by=id,${name.slice(0, -1)}&sum=${name}`,
      `${path}/@groups?by=size&sortBy=${name}`,
      `${path}/@rows?filter=isNull(${name})`,
      `${path}/@rows?select=${name}`,
      `${path}?filter=match(${name},'.*')`,
      `${path}?filter=${name}`,
      `${path}?filter=eq(name,${name})`,
      `${path}?filter=${name} = 'low'`,
    ]),
    ...["k0", "k5", "k6", "k59", "k60"].map((key) => `${path}/${key}`),
    ...["", "?limit=0", "?start=40", "?start=9999", "?limit=20&sortBy=size:descending"].map(
      (search) => path + search,
    ),
    ...words(
      "@facets @facets/size @facets/id @ranges/size @ranges/id @rows @catalog @groups?by=size&sum=size&min=id",
    ).map((name) => `${path}/${name}`),
  ]);

  it.each([...directed, "/", "/openapi.json"])("from %s", async (target) => {
    for (const method of ["GET", "HEAD"])
      for (const accept of ["*/*", "application/problem+json"])
        await expectSame({ ...get(target, { accept }), method });
  });

  it(`from random requests`, async () => {
    for (const path of ["/things", "/cursors"])
      await fc.assert(fc.asyncProperty(randomRequests({ path, ...names }), expectSame), {
        numRuns: countOf("http/reading/access: runs"),
      });
  });

  it("from cursors: pages by cursor are the same, and cursors contain nothing readable", async () => {
    let target: string | undefined = "/cursors?limit=3&sortBy=size";
    let restrictedTarget: string | undefined = target;
    for (let page = 0; target !== undefined && restrictedTarget !== undefined; page++) {
      const given: JsonResponse = await send(restricted, restrictedTarget);
      const expected: JsonResponse = await send(reference, target);
      expect(given.json.items).toEqual(expected.json.items);
      const next = (json: { links: { rel: string; uri: string }[] }) =>
        json.links.find(({ rel }) => rel === "next")?.uri;
      [restrictedTarget, target] = [next(given.json), next(expected.json)];
      const cursor = /cursor=([^&]+)/.exec(restrictedTarget ?? "")?.[1] ?? "";
      const bytes = Buffer.from(decodeURIComponent(cursor), "base64url").toString("latin1");
      expect(bytes).not.toMatch(/salary|grade|email|size/);
    }
    expect([target, restrictedTarget]).toEqual([undefined, undefined]);
  });

  it("from a cursor of a caller who sees more", async () => {
    const admin = serviceOf(allRows, full, () => ({ kind: "allowed" }));
    const { json } = await send(admin, "/cursors?limit=2&sortBy=name");
    const target: string = json.links.find(({ rel }: { rel: string }) => rel === "next").uri;
    const stolen = await wholeResponse(restricted, get(target));
    const forged = await wholeResponse(restricted, get(target.replace(/cursor=[^&]{8}/, "cursor=AAAAAAAA")));
    expect([stolen.status, forged.status]).toEqual([400, 400]);
  });

  it("from a sort by a member that only the default order uses", async () => {
    const service = serviceOf(allRows, { ...full, defaultSort: ["salary:descending", "id"] }, () => ({
      kind: "allowed",
      closed: ["salary"],
    }));
    const { json } = await send(service, "/things?limit=3");
    expect(json.items.map(({ id }: { id: string }) => id)).toEqual(["k0", "k1", "k10"]);
  });
});
