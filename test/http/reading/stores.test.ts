import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineCatalog, type Catalog } from "tamis";
import type { Collection } from "tamis/engine";
import { type HttpHandler } from "tamis/http";
import { createCollection } from "tamis/store";
import { countOf, SEED as seed } from "../../effort.ts";
import { LITERALS, randomRequests } from "../random-requests.ts";
import { wholeResponse, type WholeResponse } from "../whole-response.ts";
import { serve } from "../serve.ts";
import { DATABASES, type StoreDatabase } from "../stores/store-fixtures.ts";

/* The same rows in memory, SQLite and PostgreSQL. Each response of the three services is the same, byte by byte. */

const requests = countOf("http/reading/stores: requests");

const catalog: Catalog = defineCatalog({
  name: "things",
  key: "id",
  defaultSort: ["name:descending", "id"],
  defaultLimit: 5,
  maximumLimit: 40,
  members: {
    id: { type: "string", nullable: false },
    name: "string",
    note: { type: "string", strength: "primary" },
    size: "integer",
    price: "number",
    done: "boolean",
    day: "date",
    changed: "dateTime",
    tags: { type: "list", items: "string" },
    owner: { type: "object", members: { name: "string" } },
    secret: { type: "string", filterable: false },
  },
});

const rows = Array.from({ length: 60 }, (_, i) => ({
  id: `k${i}`,
  name: ["a", "B", "é", null, "x'y", "A", ""][i % 7],
  note: ["a", "á", "A", "b", null][i % 5],
  size: i % 9 === 0 ? null : i % 6,
  price: i % 4 === 0 ? null : (i % 5) - 1.5,
  done: [true, false, null][i % 3],
  day: ["2024-01-31", "2023-12-01", null][i % 3],
  changed: ["2024-01-31T12:30:00Z", null, "2024-02-01T00:00:00Z", "2020-01-01T00:00:00Z"][i % 4],
  tags: [["a", "B"], [], null, ["é"]][i % 4],
  owner: i % 2 === 0 ? { name: ["a", null, "b"][i % 3] } : null,
  secret: "hidden",
}));

const { string, number, boolean, date, dateTime } = LITERALS;
const names = {
  path: "/things",
  members: {
    ...{ id: ["'k1'", "'k30'"], name: string, note: string, size: number, price: number, done: boolean },
    ...{ day: date, changed: dateTime, tags: string, "owner.name": string },
  },
  wrongMembers: ["nmae", "secret", "tags.x", "owner", "owner.nmae"],
  keys: ["k0", "k1", "k59", "k60", "%6B1", "%FF", "k0%00"],
};

function serviceOf<T extends object>(collection: Collection<T>): HttpHandler {
  return serve(
    {
      path: "/things",
      collection,
      summary: { members: ["id", "name"] },
      locales: ["en", "sv", "de"],
    },
    { openapi: true, newTraceId: () => "trace" },
  );
}

const memory = serviceOf(createCollection([...rows] as object[], { catalog }).asCollection());

describe.each(DATABASES)("%s", (_name, openDatabase) => {
  let database: StoreDatabase;
  let service: HttpHandler;
  beforeAll(async () => {
    database = await openDatabase();
    const store = await database.open({ catalog, locales: ["en", "sv", "de"] });
    await store.createAll!(rows);
    service = serviceOf(store.collection);
  });
  afterAll(() => database.end());

  it(`answers ${requests} random requests like memory (seed ${seed})`, async () => {
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(randomRequests(names), async (request) => {
        const expected = await wholeResponse(memory, request);
        // Only pages of rows in memory have weak tags, because a database can change without notice.
        if (expected.status === 304 && expected.headers["etag"]!.startsWith("W/")) return;
        const response = await wholeResponse(service, request);
        const text = JSON.stringify(request);
        if (request.target.startsWith("/openapi.json")) {
          expect(withoutTags(response), text).toEqual(withoutTags(expected));
        } else {
          expect(response.body?.split("\n"), text).toEqual(expected.body?.split("\n"));
          expect(withoutWeakTag(response), text).toEqual(withoutWeakTag(expected));
        }
        statuses.set(expected.status, (statuses.get(expected.status) ?? 0) + 1);
      }),
      { numRuns: requests, seed, endOnFailure: true },
    );
    expect(statuses.get(200)).toBeGreaterThan(requests / 3);
    expect(statuses.get(400)).toBeGreaterThan(requests / 20);
    expect(statuses.get(500)).toBeUndefined();
  }, 600_000);
});

/** Returns the status and the OpenAPI document of a response, without what describes tags. */
function withoutTags({ status, body = "{}" }: WholeResponse): unknown {
  const isTag = (key: string, value: unknown) =>
    ["ETag", "If-None-Match", "304"].includes(key) || JSON.stringify(value).endsWith('/If-None-Match"}');
  const document: unknown = JSON.parse(body, (key, value: unknown) =>
    isTag(key, value) ? undefined : Array.isArray(value) ? value.filter((each) => each !== undefined) : value,
  );
  return { status, document };
}

function withoutWeakTag({ headers, ...others }: WholeResponse): WholeResponse {
  const fields = Object.entries(headers).filter(
    ([name, value]) => name !== "etag" || !value.startsWith("W/"),
  );
  return { ...others, headers: Object.fromEntries(fields) };
}
