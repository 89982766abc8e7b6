import { readdirSync, readFileSync } from "node:fs";
import { deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { inflate } from "../../../src/collation/uca/tables/inflate.ts";
import { LOADERS } from "../../../src/collation/uca/data/loaders.ts";
import { LOCALES } from "../../../src/collation/uca/data/locales.ts";
import { decompose } from "../../../src/collation/uca/elements/decomposition.ts";
import { readRoot } from "../../../src/collation/uca/tables/root.ts";
import { pairOfTexts, random, spell } from "./random-strings.ts";

const folder = new URL("../../../src/collation/uca/data/", import.meta.url);
const compressed = (name: string): number =>
  gzipSync(readFileSync(new URL(name, folder)), { level: 9 }).length;
const HAN = /^(ja|ko|zh)-/;

describe("collation data", () => {
  it("are small: root below 150 KB, a European tailoring below 6 KB", () => {
    expect(compressed("root.ts")).toBeLessThan(150_000);
    const large = readdirSync(folder).filter(
      (name) => name !== "root.ts" && !HAN.test(name) && compressed(name) > 6_144,
    );
    // Not the tailoring of a language: emoji in the order of CLDR's charts.
    expect(large).toEqual(["und-emoji.ts"]);
    for (const name of readdirSync(folder)) expect(compressed(name), name).toBeLessThan(80_000);
  });

  it("include their license", () => {
    expect(readFileSync(new URL("LICENSE.txt", folder), "utf8")).toContain("UNICODE LICENSE V3");
  });

  it("exist for each collation type of each locale", async () => {
    const named = new Set(
      LOCALES.flatMap((line) => line.split(" ").slice(2))
        .map((each) => each.split("=")[1]!)
        .filter((name) => name !== ""),
    );
    expect([...named, "root"].sort()).toEqual(Object.keys(LOADERS).sort());
    for (const load of Object.values(LOADERS)) expect((await load()).data.length).toBeGreaterThan(8);
  });

  it("throw if they are corrupt", async () => {
    const { data } = await LOADERS["root"]!();
    expect(() => readRoot(data.slice(0, 1000))).toThrow();
    expect(() => readRoot("AAAA")).toThrow();
  });
});

describe("inflate", () => {
  it("decompresses what zlib writes at all levels and strategies", () => {
    const next = random(9);
    for (const level of [0, 1, 6, 9]) {
      for (const length of [0, 1, 100, 70_000]) {
        const bytes = Uint8Array.from({ length }, (_, i) => (i % 3 === 0 ? next() * 256 : i % 50));
        expect(inflate(deflateRawSync(bytes, { level })), `${level} ${length}`).toEqual(bytes);
        expect(inflate(deflateRawSync(bytes, { level, strategy: 4 }))).toEqual(bytes);
      }
    }
  });
});

describe("decomposition", () => {
  it.runIf(process.versions["unicode"] === "17.0")(
    "equals String.normalize for each character and for random strings",
    async () => {
      const { properties } = readRoot((await LOADERS["root"]!()).data);
      const wrong: string[] = [];
      const check = (text: string): void => {
        if (decompose(properties, text) !== text.normalize("NFD")) wrong.push(spell(text));
      };
      for (let c = 0; c < 0x110000; c++) check(String.fromCodePoint(c));
      const next = random(1);
      for (let i = 0; i < 5000; i++) check(pairOfTexts(next).join(""));
      expect(wrong).toEqual([]);
    },
  );
});
