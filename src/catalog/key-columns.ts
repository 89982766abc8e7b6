/** Validates key columns without loading collation data. */
import { STRENGTHS } from "../collation/order/strength.ts";
import { checkOptions, OPTION_VALUES } from "../collation/uca/options/collation-options.ts";
import { alternatives } from "../diagnostics/suggest.ts";
import { show } from "../diagnostics/show.ts";
import { isRecord } from "../values/is-object.ts";
import { ownProperty } from "../values/own-properties.ts";
import { type JsonObject } from "./json-data.ts";

export interface KeyColumnProblem {
  readonly path: readonly string[];
  readonly message: string;
}

export function keyColumnProblems(value: unknown): readonly KeyColumnProblem[] {
  if (!Array.isArray(value)) return [{ path: [], message: "Expected a list of key columns." }];
  const columns = new Set<unknown>();
  return value.flatMap((item: unknown, i) => {
    if (!isRecord(item)) return [{ path: [String(i)], message: "Expected an object." }];
    const problems = problemsOf(item);
    const column = ownProperty(item, "column");
    if (columns.has(column) && typeof column === "string")
      problems.push({ path: ["column"], message: `'${show(column)}' is listed twice.` });
    columns.add(column);
    return problems.map(({ path, message }) => ({ path: [String(i), ...path], message }));
  });
}

const PROPERTIES = ["column", "locale", "strength", "version", "options"];

function problemsOf(item: JsonObject): KeyColumnProblem[] {
  const problems: KeyColumnProblem[] = [];
  const wrong = (name: string, message: string): void => void problems.push({ path: [name], message });
  for (const name of Object.keys(item)) {
    if (item[name] !== undefined && !PROPERTIES.includes(name))
      wrong(name, `A key column has no property '${show(name)}'. It has ${alternatives(PROPERTIES)}.`);
  }
  for (const name of ["column", "version"]) {
    const value = ownProperty(item, name);
    if (typeof value !== "string" || value === "")
      wrong(name, `A key column must have a "${name}" that is a non-empty string.`);
  }
  if (!isLanguageTag(ownProperty(item, "locale")))
    wrong("locale", 'A key column must have a "locale", such as "sv".');
  if (!(STRENGTHS as readonly unknown[]).includes(ownProperty(item, "strength")))
    wrong("strength", `The strength of a key column must be ${alternatives(STRENGTHS)}.`);
  const problem = problemOfOptions(ownProperty(item, "options"));
  if (problem !== undefined) wrong("options", problem);
  return problems;
}

function isLanguageTag(value: unknown): boolean {
  if (typeof value !== "string") return false;
  try {
    return Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
}

function problemOfOptions(options: unknown): string | undefined {
  if (options === undefined) return undefined;
  if (!isRecord(options)) return "Expected an object.";
  const optionNames = Object.keys(OPTION_VALUES).filter(
    (name) => !["locale", "strength", "maxLength"].includes(name),
  );
  const unknownOption = Object.keys(options).find((name) => !optionNames.includes(name));
  if (unknownOption !== undefined)
    return `'${show(unknownOption)}' is not an option of stored sort keys. The options are ${alternatives(optionNames)}.`;
  try {
    checkOptions(options);
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}
