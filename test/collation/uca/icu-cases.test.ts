import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  compareKeys,
  createCollation,
  explainOrder,
  loadCollations,
} from "../../../src/collation/uca/index.ts";
import type { CollationOptions } from "../../../src/collation/uca/options/collation-options.ts";
import { spell } from "./random-strings.ts";

/** ICU's test cases of tailorings and settings. The unsupported ones are counted by reason. */
interface Section {
  readonly title: string;
  readonly options: CollationOptions;
  /** Reason why the case is not supported. */
  readonly skipped: string | undefined;
  readonly lines: { readonly relation: string; readonly text: string; readonly number: number }[];
}

const RULES = "rules are compiled when data are made, not at run time";
const OLD_NAME = "names of locales are language tags, not de@collation=phonebook";
const NO_TYPE = "a type that a locale does not have is refused, not replaced";

/** Lines of the file with U+FFFE at identical: ICU orders it below all others, we order it as a code point. */
const NONCHARACTER = new Set([368, 369, 370, 375, 376]);

const sections = read(
  readFileSync(new URL("../../fixtures/collation/collationtest.txt", import.meta.url), "utf8"),
);

it("all supported cases have the expected order", async () => {
  let passed = 0;
  for (const { title, options, skipped, lines } of sections) {
    if (skipped !== undefined) continue;
    await loadCollations(options.locale ?? "und");
    const collation = createCollation(options);
    let before = "";
    for (const { relation, text, number } of lines) {
      const order = collation.compare(before, text);
      const name = `line ${number}, ${title}: ${spell(before)} ${relation} ${spell(text)}`;
      expect(Math.sign(compareKeys(collation.sortKey(before), collation.sortKey(text))), name).toBe(order);
      const decided = explainOrder(options, before, text).decidedBy;
      const agrees =
        relation === "="
          ? decided === undefined || decided === "identical"
          : order < 0 && (LEVEL[relation] ?? decided) === decided;
      if (NONCHARACTER.has(number)) expect(agrees, `${name} agrees after all`).toBe(false);
      else {
        expect(agrees, `${name}, decided by ${decided ?? "none"}`).toBe(true);
        passed++;
      }
      before = text;
    }
  }
  expect(passed).toBe(501);
});

it("73 sections are unsupported, for three reasons", async () => {
  const count = (reason: string) => sections.filter(({ skipped }) => skipped === reason).length;
  expect([
    count(RULES),
    count(OLD_NAME),
    count(NO_TYPE),
    sections.filter(({ skipped }) => skipped !== undefined).length,
  ]).toEqual([expect.any(Number), 2, 1, count(RULES) + 3]);
  expect(sections.length - count(RULES)).toBeGreaterThan(45);
  await loadCollations("fr-CA");
  expect(() => createCollation({ locale: "fr-CA-u-co-phonebk" })).toThrow(RangeError);
  expect(() => createCollation({ locale: "de@collation=phonebook" })).toThrow(RangeError);
});

const LEVEL: Readonly<Record<string, string>> = {
  "<1": "primary",
  "<2": "secondary",
  "<c": "case",
  "<3": "tertiary",
  "<4": "quaternary",
  "<i": "identical",
};

function read(file: string): Section[] {
  const found: Section[] = [];
  let title = "";
  let skipped: string | undefined;
  let options: Record<string, unknown> = {};
  file.split("\n").forEach((whole, i) => {
    const line = whole
      .replace(/^\ufeff?\s*#.*$/, "")
      .replace(/\s+#.*$/, "")
      .trim();
    if (line.startsWith("** test:")) title = line.slice(8).trim();
    else if (line === "@ root") [options, skipped] = [{}, undefined];
    else if (line === "@ rules") skipped = RULES;
    else if (line.startsWith("@ locale ")) {
      options = { locale: line.slice(9) };
      skipped = line.includes("@", 2) ? OLD_NAME : line.endsWith("fr-CA-u-co-phonebk") ? NO_TYPE : undefined;
    } else if (line.startsWith("% ")) {
      const [name, ...values] = line.slice(2).split(/[=\s]+/) as [string, ...string[]];
      const value = values[0]!;
      if (name === "reorder") options = { ...options, reorder: value === "default" ? [] : values };
      else
        options = {
          ...options,
          [name]: value === "on" ? true : value === "off" && name !== "caseFirst" ? false : value,
        };
    } else if (line === "* compare") found.push({ title, options, skipped, lines: [] });
    else {
      const [, relation, text] = /^(<[1-4ci]?|=)\s*(.*)$/.exec(line) ?? [];
      if (relation !== undefined && found.length > 0)
        found.at(-1)!.lines.push({ relation, text: unescaped(text!), number: i + 1 });
    }
  });
  return found;
}

function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|(.))/gsu,
    (_, unit?: string, point?: string, byte?: string, itself?: string) => {
      const digits = unit ?? point ?? byte;
      return digits === undefined ? itself! : String.fromCodePoint(parseInt(digits, 16));
    },
  );
}
