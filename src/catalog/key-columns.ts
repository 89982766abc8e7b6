/** What is wrong with the stored sort keys that a document says a member has. No data of any collation are needed for it. */
import { STRENGTHS } from "../collation/order/strength.ts";
import { checkOptions, OPTION_VALUES } from "../collation/uca/options/collation-options.ts";
import { alternatives } from "../diagnostics/suggest.ts";
import { show } from "../diagnostics/show.ts";
import { isPlainObject, own, type PlainObject } from "./plain-data.ts";

export interface KeyColumnProblem {
  /** Where it is within the list: property names and indexes. */
  readonly place: readonly string[];
  readonly message: string;
}

/** Tells what is wrong with a list of key columns; nothing if it is right. */
export function keyColumnProblems(value: unknown): readonly KeyColumnProblem[] {
  if (!Array.isArray(value)) return [{ place: [], message: "Expected a list of key columns." }];
  const columns = new Set<unknown>();
  return value.flatMap((item: unknown, i) => {
    if (!isPlainObject(item)) return [{ place: [String(i)], message: "Expected an object." }];
    const problems = problemsOf(item);
    const column = own(item, "column");
    if (columns.has(column) && typeof column === "string")
      problems.push({ place: ["column"], message: `'${show(column)}' stands twice in the list.` });
    columns.add(column);
    return problems.map(({ place, message }) => ({ place: [String(i), ...place], message }));
  });
}

const PROPERTIES = ["column", "locale", "strength", "version", "options"];

function problemsOf(item: PlainObject): KeyColumnProblem[] {
  const problems: KeyColumnProblem[] = [];
  const wrong = (name: string, message: string): void => void problems.push({ place: [name], message });
  for (const name of Object.keys(item)) {
    if (item[name] !== undefined && !PROPERTIES.includes(name))
      wrong(name, `A key column has no property '${show(name)}'. It has ${alternatives(PROPERTIES)}.`);
  }
  for (const name of ["column", "version"]) {
    const value = own(item, name);
    if (typeof value !== "string" || value === "") wrong(name, `A key column has a "${name}", a text.`);
  }
  if (!isLanguageTag(own(item, "locale"))) wrong("locale", 'A key column has a "locale", such as "sv".');
  if (!(STRENGTHS as readonly unknown[]).includes(own(item, "strength")))
    wrong("strength", `The strength of a key column is ${alternatives(STRENGTHS)}.`);
  const problem = problemOfOptions(own(item, "options"));
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
  if (!isPlainObject(options)) return "Expected an object.";
  const known = Object.keys(OPTION_VALUES).filter(
    (name) => !["locale", "strength", "maxLength"].includes(name),
  );
  const foreign = Object.keys(options).find((name) => !known.includes(name));
  if (foreign !== undefined)
    return `'${show(foreign)}' is no option of keys that are stored. Options are ${alternatives(known)}.`;
  try {
    checkOptions(options);
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}
