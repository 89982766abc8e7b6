import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CaseFile } from "./conformance/case.ts";
import { collationFile } from "./conformance/collation.ts";
import { datesFile } from "./conformance/dates.ts";
import { limitsFile } from "./conformance/limits.ts";
import { numbersFile } from "./conformance/numbers.ts";
import { patternsFile } from "./conformance/patterns.ts";
import { stringsFile } from "./conformance/strings.ts";
import { syntaxFile } from "./conformance/syntax.ts";
import { THINGS, typedFile } from "./conformance/typed.ts";
import { examplesFile, truthFile, valuesFile } from "./conformance/values.ts";

/**
 * Generates the systematic files of the conformance suite: `node scripts/conformance.ts`. Results come from the naive evaluator in
 * `test/oracle`, never from the published evaluator. Expected errors are written by hand in the tables.
 */

const FILES: Readonly<Record<string, () => CaseFile>> = {
  examples: examplesFile,
  values: valuesFile,
  truth: truthFile,
  collation: collationFile,
  dates: datesFile,
  numbers: numbersFile,
  strings: stringsFile,
  syntax: syntaxFile,
  patterns: patternsFile,
  typed: typedFile,
  limits: limitsFile,
};

/** Returns the generated files by path. */
export function conformanceFiles(): ReadonlyMap<string, string> {
  const folder = new URL("../test/conformance/", import.meta.url);
  const file = (name: string) => fileURLToPath(new URL(`${name}.json`, folder));
  const files = Object.entries(FILES).map(([name, make]) => [file(name), write(make())] as const);
  return new Map([...files, [file("catalogs"), `${JSON.stringify({ things: THINGS }, null, 2)}\n`]]);
}

/** Writes one case per line, for readable diffs. */
function write({ about, tables = {}, cases }: CaseFile): string {
  const rows = Object.entries(tables).map(
    ([name, list]) =>
      `    ${JSON.stringify(name)}: [\n${list.map((row) => `      ${ascii(row)}`).join(",\n")}\n    ]`,
  );
  const parts = [`  "about": ${JSON.stringify(about)}`];
  if (rows.length > 0) parts.push(`  "tables": {\n${rows.join(",\n")}\n  }`);
  parts.push(`  "cases": [\n${cases.map((each) => `    ${ascii(each)}`).join(",\n")}\n  ]`);
  return `{\n${parts.join(",\n")}\n}\n`;
}

/** Escapes all characters outside ASCII, so that no editor normalizes or hides them. */
function ascii(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

if (import.meta.main) {
  for (const [file, content] of conformanceFiles()) writeFileSync(file, content);
}
