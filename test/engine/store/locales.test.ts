import { describe, expect, it } from "vitest";
import { compilePredicate, defineCatalog, sortRows } from "tamis";
import { createWithKernels } from "../../../src/engine/store/collections/create-collection.ts";
import { RecentLocales } from "../../../src/engine/store/members/recent-locales.ts";
import { TUNING, type Tuning } from "../../../src/engine/store/tasks/unit-costs.ts";
import { RequestReader } from "../../../src/engine/request-reader.ts";
import { checking } from "../../sql/checked-query.ts";
import { KERNELS } from "./tried-kernels.ts";

const catalog = defineCatalog({
  name: "things",
  key: "id",
  members: { id: "integer", city: "string", text: "string" },
});
const rows = Array.from({ length: 3_000 }, (_, id) => ({
  id,
  city: `${"aäåoöøzé"[id % 8]}${id % 100}`,
  text: `${"zaäåoöøé"[id % 8]} ${(id * 7919) % 3_001}`,
}));
const { filterOf, sortByOf } = checking(catalog);
const filter = filterOf("ge($primary,city,'o')");

/** Ranks values at once, and builds neither sorted indexes nor dictionaries of `text`. */
const RANKED: Tuning = {
  ...TUNING,
  stringSampleRows: 1_000,
  placedNumber: 0,
  writtenString: 0,
  sortedWord: Infinity,
  setUp: 0,
  cachedLocales: 4,
};
const LOCALES = ["de", "sv", "da", "et", "fr", "lt", "pl", "tr"];
const QUERIES = [
  { filter, sortBy: sortByOf("city:primary") },
  { filter, sortBy: sortByOf("text:descending:tertiary,city") },
].map((query) => ({ ...query, limit: 20 }));

describe.each(KERNELS)("locales of requests, %s kernels", (_kernels, make) => {
  const create = (tuning = RANKED) =>
    createWithKernels<(typeof rows)[number]>([...rows], { catalog }, make(), tuning);
  const request = (collection: ReturnType<typeof create>, locale: string) => {
    for (const query of QUERIES) {
      const matching = rows.filter(compilePredicate(filter, { locale }));
      const expected = sortRows(matching, query.sortBy, { locale }).slice(0, 20);
      for (let time = 0; time < 3; time++) {
        const { items: found, count } = collection.page(query, { locale });
        expect({ found, count }, locale).toEqual({ found: expected, count: matching.length });
      }
    }
  };

  it("share memory if they are tags of one locale", () => {
    // Rows of a condition are cached once it is repeated, whatever the locale.
    const collection = create({ ...RANKED, cachedLocales: 1_000, cachedConditions: 0 });
    request(collection, "de");
    const bytes = collection.bytes();
    for (let tag = 0; tag < 20; tag++) request(collection, `DE-x-a${tag}`);
    request(collection, "de-u-kn-nu-latn");
    expect(collection.bytes()).toBe(bytes);
  });

  it("need no more memory than the maximum number of locales", () => {
    const collection = create();
    const bytes = LOCALES.map((locale) => {
      request(collection, locale);
      return collection.bytes();
    });
    for (let i = 1; i < 4; i++) expect(bytes[i]! - bytes[i - 1]!).toBeGreaterThan(rows.length);
    for (let i = 4; i < bytes.length; i++) expect(bytes[i]).toBe(bytes[3]);
  });

  it("can be dropped while filters are compiled for them", () => {
    const collection = create({ ...RANKED, cachedLocales: 1 });
    for (let i = 0; i < 20; i++) request(collection, LOCALES[(i * i) % 3]!);
  });

  it("are kept while a request with them is paused", async () => {
    const collection = create({ ...RANKED, cachedLocales: 1 });
    const prepared = LOCALES.map((locale) =>
      collection.prepareInSlices(QUERIES, { locale, milliseconds: 0 }).then(() => {
        request(collection, locale);
      }),
    );
    await Promise.all(prepared);
    request(collection, "de");
    const bytes = collection.bytes();
    request(collection, "sv");
    expect(collection.bytes()).toBe(bytes);
  });

  it("do not invalidate a cursor position if they are tags of one locale", () => {
    const collection = create();
    const [query] = QUERIES;
    const { next } = collection.page(query!, { locale: "de" });
    const expected = collection.page(query!, { locale: "de", after: next! });
    expect(collection.page(query!, { locale: "DE-x-a1", after: next! })).toEqual(expected);
  });
});

describe("the locales whose ranks are kept", () => {
  const locales = (capacity: number) => {
    const dropped: string[] = [];
    return { dropped, recent: new RecentLocales(capacity, (locale) => dropped.push(locale)) };
  };

  it("are the most recently used ones, up to the maximum", () => {
    const { recent, dropped } = locales(2);
    const first = recent.use("de");
    recent.use("sv");
    expect(recent.use("de")).toBe(first);
    expect(dropped).toEqual([]);
    recent.use("da");
    recent.use(undefined);
    expect(dropped).toEqual(["sv"]);
    recent.use("fr");
    expect(dropped).toEqual(["sv", "de"]);
    expect(recent.use("de")).not.toBe(first);
  });

  it("include those of paused tasks, until the tasks end", () => {
    const { recent, dropped } = locales(1);
    const paused = ["de", "sv", "de"].map((locale) => {
      const task = recent.keepDuring(
        locale,
        (function* () {
          yield;
        })(),
      );
      task.next();
      return task;
    });
    recent.use("fr");
    recent.use("da");
    expect(dropped).toEqual(["fr"]);
    paused[0]!.return();
    expect(dropped).toEqual(["fr", "da"]);
    paused[1]!.next();
    expect(dropped).toEqual(["fr", "da", "sv"]);
    recent.use("fr");
    expect(dropped).toEqual(["fr", "da", "sv"]);
    paused[2]!.return();
    expect(dropped).toEqual(["fr", "da", "sv", "de"]);
  });
});

describe("a request", () => {
  it.each([
    ["de-x-a1", "de"],
    ["DE-u-kn-co-PHONEBK", "de-u-co-phonebk"],
    ["sv-t-de", "sv"],
    [undefined, undefined],
  ])("with the locale %s has the resolved locale %s, in memory and in databases", (locale, resolved) => {
    expect(new RequestReader(catalog, {}).read({}, { locale }).locale).toBe(resolved);
    expect(new RequestReader(catalog, {}, catalog, locale).read({}, {}).locale).toBe(resolved);
  });
});
