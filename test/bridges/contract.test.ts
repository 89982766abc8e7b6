import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { print, type Expression } from "tamis";
import { equalExpressions } from "tamis/ast";
import { BRIDGES, type Bridge } from "tamis/bridges";
import { BRIDGE_CODES } from "../../src/bridges/contract/codes.ts";
import { countOf } from "../effort.ts";
import { checkAnyImport, checkExample, checkLimits, codesOf } from "./check-imports.ts";
import { EXAMPLES, loadBridges, missingExamples } from "./list.ts";
import { flattened, normalForm, withoutNegations } from "./normal-form.ts";
import { CATALOG, Random, randomFilter, randomRows, SEED, STRINGS } from "./random.ts";
import { idsOf } from "./same-rows.ts";

const bridges = await loadBridges();
const texts = bridges.filter(([, { form }]) => form === "text");
const root = new URL("../../", import.meta.url);
const rows = randomRows(new Random(SEED), 200);

/** Forms in which trees are equal after a round trip, for languages that lack parentheses or negation. */
const PLAIN_FORMS: Readonly<Record<string, (tree: Expression) => Expression>> = {
  jsonapi: flattened,
  django: flattened,
  rsql: (tree) => withoutNegations(tree),
};
const hasSameRows = (a: Expression, b: Expression) => idsOf(a, rows).join() === idsOf(b, rows).join();

describe("the list of bridges", () => {
  it("has the name of each bridge", () => {
    expect(bridges.map(([, bridge]) => bridge.name)).toEqual([...BRIDGES.keys()]);
  });

  it("has the bridge of each folder", () => {
    const folders = readdirSync(new URL("src/bridges", root)).filter((name) =>
      existsSync(new URL(`src/bridges/${name}/bridge.ts`, root)),
    );
    const missing = folders.filter((name) => !BRIDGES.has(name));
    expect(missing, "src/bridges/list.ts must contain each bridge").toEqual([]);
  });

  it("has an entry point, a section of the docs, examples and a line of the changelog for each bridge", () => {
    const read = (file: string) => readFileSync(new URL(file, root), "utf8");
    const missing = bridges.flatMap(([name, { title }]) => {
      const required = [
        ["package.json", `"./bridges/${name}":`, "run npm run generate"],
        ["docs/bridges.md", `| \`tamis/bridges/${name}\` |`, "the table needs a row"],
        ["docs/bridges.md", `\n## ${title}\n`, "the bridge needs a section"],
        ["CHANGELOG.md", `\`tamis/bridges/${name}\``, "it names each entry point"],
      ] as const;
      const index = `src/bridges/${name}/index.ts`;
      return [
        ...(existsSync(new URL(index, root)) ? [] : [`${index} is missing: it exports the bridge`]),
        ...required
          .filter(([file, text]) => !read(file).includes(text))
          .map(([file, text, reason]) => `${file} must contain ${text.trim()} (${reason})`),
        ...missingExamples(name),
      ];
    });
    expect(missing).toEqual([]);
  });

  it("has codes that the docs describe", () => {
    const docs = readFileSync(new URL("docs/bridges.md", root), "utf8");
    const rows = Object.entries(BRIDGE_CODES).map(([code, summary]) => `| \`${code}\` | ${summary} |`);
    expect(rows.filter((row) => !docs.includes(row))).toEqual([]);
  });
});

describe.each(texts.filter(([name]) => missingExamples(name).length === 0))("%s", (name, anyBridge) => {
  const bridge = anyBridge as Bridge<string>;
  const examples = EXAMPLES[name]!;
  const plainForm = (tree: Expression) => PLAIN_FORMS[name]?.(normalForm(tree)) ?? normalForm(tree);

  it.each(examples.map((example) => [example.foreign, example] as const))("%s", (_, example) =>
    checkExample(bridge, example),
  );

  it("has places within both texts", () => {
    for (const { part = "filter", foreign } of examples) {
      const found = bridge.importQuery({ [part]: foreign });
      const tree = found[part];
      const written = tree === undefined ? "" : print(tree);
      for (const { source, result } of found.report) {
        for (const [place, text] of [
          [source, foreign],
          [result, written],
        ] as const) {
          if (place === undefined || !("start" in place)) continue;
          expect(place.start).toBeLessThanOrEqual(place.end);
          expect(place.end).toBeLessThanOrEqual(text.length);
        }
      }
    }
  });

  it("exports what it imported, and imports it again", () => {
    for (const { part = "filter", foreign, notes = [] } of examples) {
      if (notes.length > 0 || part === "sortBy") continue;
      const { filter } = bridge.importQuery({ filter: foreign });
      const there = bridge.exportQuery({ filter });
      if (there.report.length > 0) continue;
      const again = bridge.importQuery({ filter: there.filter });
      const plain = (tree = filter) => tree && print(normalForm(tree));
      expect([foreign, plain(again.filter)]).toEqual([foreign, plain()]);
    }
  });

  it("returns trees with the same meaning for all filters whose export has no differences", () => {
    const random = new Random(SEED);
    let carried = 0;
    let equal = 0;
    const count = countOf("bridges/contract: count");
    for (let i = 0; i < count; i++) {
      const filter = randomFilter(random);
      const there = bridge.exportQuery({ filter }, { catalog: CATALOG });
      if (there.report.length > 0) continue;
      carried++;
      const back = bridge.importQuery({ filter: there.filter }, { catalog: CATALOG });
      const isEqual =
        back.filter !== undefined && equalExpressions(plainForm(back.filter), plainForm(filter));
      if (isEqual) equal++;
      // A bridge that writes null tests of its own cannot tell them from redundant ones of the filter, and drops both.
      const keepsRows = isEqual || (back.filter !== undefined && hasSameRows(back.filter, filter));
      if (!keepsRows || back.report.length > 0) {
        const tree = back.filter && print(back.filter);
        expect({ seed: SEED, text: there.filter, tree, report: back.report }).toEqual({
          tree: print(filter),
        });
      }
    }
    const requirement = `${name} must export and import at least a tenth of ${count} filters without differences, got ${carried}`;
    expect(carried, requirement).toBeGreaterThan(count / 10);
    expect(equal).toBeGreaterThan(carried * 0.98);
  });

  it("has a result for any text", () => {
    const random = new Random(SEED);
    const pieces = [
      ...examples.map(({ foreign }) => foreign),
      ...[...STRINGS, "(", ")", "'", '"', "\0", "\ud800", "=", ","],
    ];
    for (let i = 0; i < countOf("bridges/contract: count"); i++) {
      const foreign = Array.from({ length: 1 + random.below(4) }, () => {
        const piece = random.pick(pieces);
        return random.chance(50) ? piece : piece.slice(random.below(piece.length + 1));
      }).join(random.pick(["", " "]));
      checkAnyImport(bridge, foreign);
    }
  });

  it("accepts a text of the maximum length, and reports a longer one", () => {
    const [{ foreign }] = examples as [(typeof examples)[0]];
    const at = (text: number) =>
      codesOf(bridge.importQuery({ filter: foreign }, { limits: { text } }).report);
    expect(at(foreign.length)).toEqual([]);
    expect(at(foreign.length - 1)).toEqual([["limit", "failed"]]);
  });

  it("accepts a tree of the maximum size, and reports a larger one", () =>
    checkLimits(bridge, examples[0]!.foreign));

  it("rejects a text that is no string", () => {
    expect(() => bridge.importQuery({ filter: 1 as never })).toThrow("filter must be a string, got 1");
  });
});
