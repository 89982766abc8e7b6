import { beforeAll, describe, expect, it } from "vitest";
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
  it("lists what it has rules for, variants by type", () => {
    expect(supportedLocales()).toEqual(
      expect.arrayContaining(["und", "en", "sv", "zh-Hant", "fr-CA", "sr-Latn"]),
    );
    expect(supportedLocales().length).toBeGreaterThan(150);
    expect(collationTypes("de")).toEqual(["standard", "emoji", "eor", "phonebk", "search"]);
    expect(collationTypes("zh-TW")[0]).toBe("stroke");
  });

  it("says that it does not have a locale, and never takes root in its place", async () => {
    expect(() => createCollation({ locale: "tlh" })).toThrow(
      /There is no collation for 'tlh'\. There is one for: af, .*zu\./,
    );
    expect(() => createCollation({ locale: "not a tag" })).toThrow(RangeError);
    expect(() => createCollation({ locale: "sv-u-co-pinyin" })).toThrow(
      "'sv' has no collation 'pinyin'. It has: emoji,",
    );
    await expect(loadCollations("tlh")).rejects.toThrow(RangeError);
  });

  it("takes regions and keys of tags", () => {
    expect(createCollation({ locale: "sv-FI" }).locale).toBe("sv");
    expect(createCollation({ locale: "de-CH-u-co-phonebk" }).locale).toBe("de-u-co-phonebk");
    expect(createCollation({ locale: "sv-u-kn-ks-level1" }).strength).toBe("primary");
    expect(createCollation({ locale: "sv-u-kn" }).compare("a10", "a9")).toBe(1);
    expect(createCollation({ locale: "sv-u-kn", numeric: false }).compare("a10", "a9")).toBe(-1);
  });

  it("asks for data to be loaded first", () => {
    expect(() => createCollation({ locale: "nso" })).toThrow("await loadCollations('nso') first");
  });
});

describe("options", () => {
  it.each([
    [
      { strength: "quintary" },
      "The option 'strength' is one of: primary, secondary, tertiary, quaternary, identical.",
    ],
    [{ caseFirst: "first" }, "The option 'caseFirst' is one of: upper, lower, off."],
    [{ alternate: "blanked" }, "one of: non-ignorable, shifted"],
    [{ numeric: "yes" }, "one of: true, false"],
    [{ locale: 7 }, "is a language tag"],
    [{ maxLength: -1 }, "a whole number"],
    [{ reorder: "Grek" }, "a list of names"],
    [{ reorder: ["Grek", "Nope"] }, "There is no script 'Nope' to move. There are: space, punct"],
    [{ reorder: ["Grek", "Grek"] }, "twice"],
    [{ sensitivity: "base" }, "A collation has no option 'sensitivity'. It has: locale, strength"],
  ])("refuses %j and says what there is", (options, message) => {
    expect(() => createCollation(options as never)).toThrow(message);
    expect(() => createCollation(options as never)).toThrow(RangeError);
  });

  it("does not read options through a prototype", () => {
    const options = Object.create({ strength: "primary" }) as object;
    expect(createCollation(options).strength).toBe("tertiary");
    expect(createCollation({ locale: "und", strength: undefined } as never).strength).toBe("tertiary");
  });
});

describe("key columns", () => {
  it("give back the collation whose keys they hold", () => {
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

  it("refuse to meet keys of another version", () => {
    const column = { ...describeKeyColumn("k", {}), version: "cldr47-g1" };
    expect(() => collationOfColumn(column)).toThrow(CollationVersionError);
    expect(() => assertSameVersion("cldr47-g1")).toThrow(
      `The stored keys are of version 'cldr47-g1', and this makes keys of '${COLLATION_VERSION}'.`,
    );
    expect(() => assertSameVersion(COLLATION_VERSION)).not.toThrow();
  });

  it("answer equality at a lower strength with a range", () => {
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

describe("explanations", () => {
  it.each([
    ["a", "b", "primary"],
    ["cote", "côte", "secondary"],
    ["a", "A", "tertiary"],
    ["か", "カ", "quaternary"],
    ["é", "e\u0301", "identical"],
  ])("say that %s and %s differ at the level %s", (a, b, level) => {
    const explained = explainOrder({ locale: "ja", strength: "identical" }, a, b);
    expect(explained.decidedBy).toBe(level);
    expect(explained.levels.find(({ order }) => order !== 0)).toMatchObject({
      level,
      order: explained.order,
    });
  });

  it("say that nothing decides between texts that tie", () => {
    expect(explainOrder({ strength: "primary" }, "a", "Á")).toMatchObject({ order: 0, decidedBy: undefined });
  });

  it("tell the level of case where it is on", () => {
    expect(explainOrder({ caseLevel: true, strength: "primary" }, "a", "A").decidedBy).toBe("case");
  });
});
