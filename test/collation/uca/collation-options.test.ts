import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  assertSameVersion,
  COLLATION_VERSION,
  collationOfColumn,
  collationTypes,
  CollationVersionError,
  compareKeys,
  createCollation,
  describeKeyColumn,
  explainOrder,
  keyRange,
  loadCollations,
  supportedLocales,
} from "../../../src/collation/uca/index.ts";

beforeAll(() => loadCollations("und", "sv", "de-u-co-phonebk", "zh-u-co-stroke", "ja"));

describe("locales", () => {
  it("supportedLocales and collationTypes list the supported collations", () => {
    expect(supportedLocales()).toEqual(
      expect.arrayContaining(["und", "en", "sv", "zh-Hant", "fr-CA", "sr-Latn"]),
    );
    expect(supportedLocales().length).toBeGreaterThan(150);
    expect(collationTypes("de")).toEqual(["standard", "emoji", "eor", "phonebk", "search"]);
    expect(collationTypes("zh-TW")[0]).toBe("stroke");
  });

  it("an unsupported locale is an error and never means root order", async () => {
    expect(() => createCollation({ locale: "tlh" })).toThrow(
      /There is no collation for 'tlh'\. The supported locales are: af, .*zu\./,
    );
    expect(() => createCollation({ locale: "not a tag" })).toThrow(RangeError);
    expect(() => createCollation({ locale: "sv-u-co-pinyin" })).toThrow(
      "'sv' has no collation type 'pinyin'. Its types are: emoji,",
    );
    await expect(loadCollations("tlh")).rejects.toThrow(RangeError);
  });

  it("a region uses the rules of its language, and the keys of a tag set options", () => {
    expect(createCollation({ locale: "sv-FI" }).locale).toBe("sv");
    expect(createCollation({ locale: "de-CH-u-co-phonebk" }).locale).toBe("de-u-co-phonebk");
    expect(createCollation({ locale: "sv-u-kn-ks-level1" }).strength).toBe("primary");
    expect(createCollation({ locale: "sv-u-kn" }).compare("a10", "a9")).toBe(1);
    expect(createCollation({ locale: "sv-u-kn", numeric: false }).compare("a10", "a9")).toBe(-1);
  });

  it("a collation whose data are not loaded is an error", async () => {
    // Test files share one process. A fresh copy of the module has no data that another file has loaded.
    vi.resetModules();
    const fresh = await import("../../../src/collation/uca/index.ts");
    expect(() => fresh.createCollation({ locale: "nso" })).toThrow("Call await loadCollations('nso') first");
  });
});

describe("options", () => {
  it.each([
    [
      { strength: "quintary" },
      "The option 'strength' must be one of primary, secondary, tertiary, quaternary, identical, got 'quintary'.",
    ],
    [{ caseFirst: "first" }, "The option 'caseFirst' must be one of upper, lower, off, got 'first'."],
    [{ alternate: "blanked" }, "must be one of non-ignorable, shifted"],
    [{ numeric: "yes" }, "must be one of true, false"],
    [{ locale: 7 }, "must be a language tag"],
    [{ maxLength: -1 }, "must be an integer >= 0, got -1"],
    [{ reorder: "Grek" }, "must be a list of names"],
    [{ reorder: ["Grek", "Nope"] }, "Unknown script 'Nope' in reorder. The scripts are: space, punct"],
    [{ reorder: ["Grek", "Grek"] }, "twice"],
    [{ sensitivity: "base" }, "Unknown collation option 'sensitivity'. The options are: locale, strength"],
  ])("%j is a RangeError that names what is allowed", (options, message) => {
    expect(() => createCollation(options as never)).toThrow(message);
    expect(() => createCollation(options as never)).toThrow(RangeError);
  });

  it("inherited properties are not options", () => {
    const options = Object.create({ strength: "primary" }) as object;
    expect(createCollation(options).strength).toBe("tertiary");
    expect(createCollation({ locale: "und", strength: undefined } as never).strength).toBe("tertiary");
  });
});

describe("key columns", () => {
  it("a column description restores the collation of its keys", () => {
    const column = describeKeyColumn("name_key", { locale: "sv", strength: "identical", numeric: true });
    expect(column).toEqual({
      column: "name_key",
      locale: "sv",
      strength: "identical",
      version: COLLATION_VERSION,
      options: { numeric: true },
    });
    const collation = collationOfColumn(JSON.parse(JSON.stringify(column)) as typeof column);
    expect(collation.sortKey("å10")).toEqual(
      createCollation({ locale: "sv", strength: "identical", numeric: true }).sortKey("å10"),
    );
  });

  it("keys of another version are an error", () => {
    const column = { ...describeKeyColumn("k", {}), version: "cldr47-g1" };
    expect(() => collationOfColumn(column)).toThrow(CollationVersionError);
    expect(() => assertSameVersion("cldr47-g1")).toThrow(
      `The stored sort keys have version 'cldr47-g1', expected '${COLLATION_VERSION}'.`,
    );
    expect(() => assertSameVersion(COLLATION_VERSION)).not.toThrow();
  });

  it("equality at a lower strength is a range of keys", () => {
    const primary = createCollation({ strength: "primary" });
    const stored = ["Straße", "STRASSE", "strasse", "Strass", "Strassen", "strände"].map(
      (text) => [text, createCollation({ strength: "identical" }).sortKey(text)] as const,
    );
    const { from, to } = keyRange(primary.sortKey("straße"));
    expect(
      stored
        .filter(([, key]) => compareKeys(from, key) <= 0 && compareKeys(key, to) < 0)
        .map(([text]) => text),
    ).toEqual(["Straße", "STRASSE", "strasse"]);
  });
});

describe("explainOrder", () => {
  it.each([
    ["a", "b", "primary"],
    ["cote", "côte", "secondary"],
    ["a", "A", "tertiary"],
    ["か", "カ", "quaternary"],
    ["é", "e\u0301", "identical"],
  ])("%s and %s differ on the %s level", (a, b, level) => {
    const explained = explainOrder({ locale: "ja", strength: "identical" }, a, b);
    expect(explained.decidedBy).toBe(level);
    expect(explained.levels.find(({ order }) => order !== 0)).toMatchObject({
      level,
      order: explained.order,
    });
  });

  it("no level decides between equal strings", () => {
    expect(explainOrder({ strength: "primary" }, "a", "Á")).toMatchObject({ order: 0, decidedBy: undefined });
  });

  it("reports the case level if it is enabled", () => {
    expect(explainOrder({ caseLevel: true, strength: "primary" }, "a", "A").decidedBy).toBe("case");
  });
});
