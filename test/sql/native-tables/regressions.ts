import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { print } from "../../../src/ast/print.ts";
import { parseFilter, parseSortBy } from "../../../src/parser/parse.ts";
import type { NativeFound, NativeTrial } from "./fuzz.ts";
import type { NativeDatabase, NativeTable } from "./native-type.ts";

/** Former disagreements, shrunk and saved as files that are replayed. */

export const NATIVE_REGRESSIONS = fileURLToPath(new URL("./regressions/", import.meta.url));

interface RegressionFile {
  readonly database: string;
  readonly what: string;
  readonly session: readonly string[];
  /** Declared types by column name. */
  readonly columns: Readonly<Record<string, string>>;
  readonly key: readonly string[];
  readonly options: string;
  readonly indexes: readonly (readonly string[])[];
  readonly rows: readonly (readonly string[])[];
  /** Undefined if the table itself was read wrongly. */
  readonly query?: {
    readonly filter: string;
    readonly sortBy: string;
    readonly locale: string | null;
    readonly start: number;
    readonly limit: number;
  };
}

/** Saves a shrunk disagreement and returns the file name. */
export function keepNative({ disagreement, table, trial }: NativeFound): string {
  const { columns, ...rest } = table;
  const file: RegressionFile = {
    database: disagreement.engine,
    what: disagreement.what,
    ...rest,
    columns: Object.fromEntries(columns.map(({ name, type }) => [name, type.ddl])),
    ...(trial === undefined
      ? {}
      : {
          query: {
            filter: print(trial.expression),
            sortBy: print(trial.order),
            locale: trial.locale ?? null,
            start: trial.start,
            limit: trial.limit,
          },
        }),
  };
  const text = `${JSON.stringify(file, undefined, 2)}\n`;
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 10);
  const name = `${disagreement.engine}-${hash}.json`;
  mkdirSync(NATIVE_REGRESSIONS, { recursive: true });
  writeFileSync(NATIVE_REGRESSIONS + name, text);
  return name;
}

export interface NativeRegression {
  readonly name: string;
  readonly table: NativeTable;
  readonly trial: NativeTrial | undefined;
}

/** Reads the saved disagreements of a database. */
export function keptNative(database: NativeDatabase): readonly NativeRegression[] {
  const names = existsSync(NATIVE_REGRESSIONS) ? readdirSync(NATIVE_REGRESSIONS).sort() : [];
  return names
    .filter((name) => name.startsWith(`${database.name}-`) && name.endsWith(".json"))
    .map((name) => {
      const file = JSON.parse(readFileSync(NATIVE_REGRESSIONS + name, "utf8")) as RegressionFile;
      const table = tableOf(file, database, name);
      return { name, table, trial: trialOf(file, table) };
    });
}

function tableOf(file: RegressionFile, { types }: NativeDatabase, file_name: string): NativeTable {
  const { session, key, options, indexes, rows } = file;
  const columns = Object.entries(file.columns).map(([name, ddl]) => {
    const type = types.find((each) => each.ddl === ddl);
    if (type === undefined)
      throw new Error(`${file_name}: the type ${ddl} is not in the list of native types`);
    return { name, type };
  });
  return { session, key, options, indexes, rows, columns };
}

function trialOf({ query }: RegressionFile, table: NativeTable): NativeTrial | undefined {
  if (query === undefined) return undefined;
  const expression = parseFilter(query.filter).expression;
  const order = parseSortBy(query.sortBy).expression;
  if (expression === undefined || order === undefined)
    throw new Error(`cannot parse the recorded query: filter=${query.filter}&sortBy=${query.sortBy}`);
  const { start, limit, locale } = query;
  return { table, expression, order, start, limit, locale: locale ?? undefined };
}
