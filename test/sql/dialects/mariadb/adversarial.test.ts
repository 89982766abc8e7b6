import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import { filterOf, sortByOf } from "../../checked-query.ts";
import { compareFilter, compareOrders, storableRows } from "../../against-memory.ts";
import type { EngineUnderTest } from "../../engines/engine-under-test.ts";
import { mariadbAnswers, mariadbUnderTest } from "../../engines/mariadb.ts";
import { words } from "../../../words.ts";

const answers = await mariadbAnswers();

const things = defineCatalog({ name: "things", members: { id: "integer", s: "string" }, key: "id" });

describe.skipIf(!answers)("MariaDB", () => {
  let engine: EngineUnderTest;
  beforeAll(async () => {
    engine = await mariadbUnderTest({ layout: "columns", driver: "mariadb" });
  });
  afterAll(() => engine.close());

  const load = async (strings: readonly string[]) => {
    const rows = storableRows(
      engine,
      things,
      strings.map((s) => ({ s })),
    );
    await engine.load(things, rows);
    return rows;
  };

  it("patterns that MariaDB evaluates never exceed its limits, however long the string", async () => {
    const long = "a".repeat(300_000);
    const rows = [`${long}b`, long, `b${long}`, `${long}\n`, `${"ab".repeat(100_000)}c`];
    const loaded = await load(rows);
    for (const text of words(`
      match(s,'a+b?') match(s,'[^b]*') match(s,'.*b') match(s,'.*ab.*c') match(s,'b.*') match(s,'(?s)a.*')
      match(s,'(a|b|ab){0,3}[^a]*') match(s,'\\w+') match(s,'a*$\\s') blank(s)
    `)) {
      const found = await compareFilter(engine, filterOf(text, things), loaded, undefined);
      expect([text, found.isExact, found.disagreement]).toEqual([text, true, undefined]);
    }
  });

  it("ASCII strings are sorted by MariaDB's collation if the probe verified it", async () => {
    const rows = ["b", "a", "B", "A", "a b", "a-b", "ab", "_", "1", "10", "2", "", "Z", "ch", "d", "c"];
    const ascii: EngineUnderTest = {
      ...engine,
      tableOf: (catalog) => {
        const table = engine.tableOf(catalog);
        return { ...table, members: { ...table.members, s: { column: "s", repertoire: "ascii" } } };
      },
    };
    const loaded = await load(rows);
    for (const locale of [undefined, "en", "de", "fr-CA", "ja", "cs", "da", "en-u-kf-upper"]) {
      for (const strength of ["primary", "secondary", "tertiary", "quaternary", "identical"]) {
        const order = await compareOrders(ascii, sortByOf(`s:${strength}`, things), loaded, locale);
        expect(order.disagreement, `${locale} ${strength}`).toBeUndefined();
        // Czech sorts `ch` as a letter. Danish and the last one sort capitals first.
        const isRoot = !["cs", "da", "en-u-kf-upper"].includes(locale ?? "");
        expect(order.isExact, `${locale} ${strength}`).toBe(isRoot);
        for (const filter of [`lt:${strength}`, `eq:${strength}`, `ge:${strength}`]) {
          const [name, level] = filter.split(":");
          const text = `${name}($${level},s,'ab')`;
          const found = await compareFilter(ascii, filterOf(text, things), loaded, locale);
          expect(found.disagreement, `${locale} ${text}`).toBeUndefined();
        }
      }
    }
  });
});
