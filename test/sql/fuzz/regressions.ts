import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { decode, encode } from "../../../scripts/conformance/case.ts";
import { print } from "../../../src/ast/print.ts";
import { check, checkSortBy } from "../../../src/checker/check.ts";
import { parseFilter, parseSortBy } from "../../../src/parser/parse.ts";
import { typedCatalog } from "../../properties/typed-catalog.ts";
import type { StoredRow } from "../engines/engine-under-test.ts";
import type { Found } from "./fuzz.ts";
import { shrink } from "./shrink.ts";
import { retry, type Trial } from "./trial.ts";

/** Former disagreements, shrunk and saved as files that are replayed on every engine. */

export const REGRESSIONS = fileURLToPath(new URL("../regressions/", import.meta.url));

interface RegressionFile {
  /** The engine with the disagreement, and its kind. */
  readonly engine: string;
  readonly what: string;
  readonly filter: string;
  readonly sortBy: string;
  readonly start: number;
  readonly limit: number;
  readonly locale: string | null;
  /** Rows of the catalog `things`, encoded as in the conformance suite. */
  readonly rows: readonly unknown[];
}

/** Shrinks a disagreement, saves it and returns the file name. */
export async function keep({ engine, disagreement, trial }: Found): Promise<string> {
  const small = await shrink(trial, async (smaller) => (await retry(engine, smaller)) !== undefined);
  const again = (await retry(engine, small)) ?? disagreement;
  const file: RegressionFile = {
    engine: engine.name,
    what: again.what,
    filter: print(small.expression),
    sortBy: print(small.order),
    start: small.start,
    limit: small.limit,
    locale: small.locale ?? null,
    rows: small.rows.map((row) => encode(thin(row))),
  };
  const text = `${JSON.stringify(file, undefined, 2)}\n`;
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 10);
  const name = `${engine.name.replaceAll(/[^a-z0-9]+/gi, "-")}-${hash}.json`;
  if (!existsSync(REGRESSIONS + name)) writeFileSync(REGRESSIONS + name, text);
  return name;
}

const thin = (row: StoredRow) =>
  Object.fromEntries(Object.entries(row).filter(([key, value]) => key !== "id" && value !== null));

/** Reads all saved disagreements. */
export function kept(): readonly (readonly [string, Trial])[] {
  const names = existsSync(REGRESSIONS) ? readdirSync(REGRESSIONS) : [];
  return names
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => [name, trialOf(JSON.parse(readFileSync(REGRESSIONS + name, "utf8")) as RegressionFile)]);
}

function trialOf(file: RegressionFile): Trial {
  const { expression } = parseFilter(file.filter);
  const order = parseSortBy(file.sortBy).expression;
  if (expression === undefined || order === undefined)
    throw new Error(`cannot parse the recorded query: filter=${file.filter}&sortBy=${file.sortBy}`);
  const { filter } = check(expression, typedCatalog);
  const { sortBy } = checkSortBy(order, typedCatalog);
  if (filter === undefined || sortBy === undefined)
    throw new Error(`the recorded query fails the check: filter=${file.filter}&sortBy=${file.sortBy}`);
  return {
    expression,
    filter,
    order,
    sortBy,
    rows: file.rows.map(decode) as StoredRow[],
    locale: file.locale ?? undefined,
    start: file.start,
    limit: file.limit,
  };
}
