import { fromChdb } from "../../../../src/engine/databases/adapters/clickhouse/chdb.ts";
import {
  FORMAT,
  TabSeparatedReader,
} from "../../../../src/engine/databases/adapters/clickhouse/tab-separated.ts";
import { quoteClickhouse } from "../../../../src/sql/dialects/clickhouse/quote.ts";
import { openChdb } from "../../engines/clickhouse/open-chdb.ts";
import {
  createTable,
  IDENTITY,
  rawRows,
  statementsOf,
  type NativeConnection,
  type NativeDatabase,
  type NativeTable,
  type OpenTable,
} from "../native-type.ts";
import { sessionOf, type Setting } from "../random.ts";
import { CLICKHOUSE_TYPES } from "./types.ts";

/** ClickHouse in the process. Tables are of several engines, and the session has other settings than by default. */
export const TABLES: NativeDatabase = {
  name: "clickhouse",
  types: CLICKHOUSE_TYPES,
  speed: 1,
  session: (random) => sessionOf(SETTINGS, random),
  layout: (random) => ({
    options: random.pick([
      ...[" ENGINE = MergeTree ORDER BY tuple()", ` ENGINE = MergeTree ORDER BY ${IDENTITY}`],
      ...[" ENGINE = Memory", " ENGINE = Log"],
    ]),
    requiresKey: false,
    canHave: () => true,
  }),
  open,
};

const SETTINGS: readonly Setting[] = [
  [0.4, "session_timezone", ["'America/New_York'", "'Asia/Kolkata'", "'Pacific/Apia'"]],
  [0.3, "transform_null_in", ["1"]],
  [0.3, "cast_keep_nullable", ["1"]],
  [0.3, "aggregate_functions_null_for_empty", ["1"]],
  [0.3, "short_circuit_function_evaluation", ["'disable'", "'force_enable'"]],
  [0.3, "prefer_column_name_to_alias", ["1"]],
  [0.3, "date_time_output_format", ["'iso'", "'unix_timestamp'"]],
  [0.3, "bool_true_representation", ["'yes'"]],
  [0.3, "precise_float_parsing", ["0"]],
  [0.3, "allow_simdjson", ["0"]],
  [0.2, "format_tsv_null_representation", ["'NULL'"]],
  [0.2, "output_format_json_quote_64bit_integers", ["1"]],
  [0.2, "compile_expressions", ["0"]],
  [0.2, "max_block_size", ["3"]],
  [0.2, "max_threads", ["1", "2"]],
  [0.2, "optimize_move_to_prewhere", ["0"]],
];

const NAME = "things";

function open(): Promise<NativeConnection | undefined> {
  const session = openChdb();
  if (session === undefined) return Promise.resolve(undefined);
  const run = async (statement: string) =>
    new TabSeparatedReader().rows((await session.queryBindAsync(statement, {}, { format: FORMAT })).text());
  const source = fromChdb(session);
  return Promise.resolve({
    create: async (table: NativeTable): Promise<OpenTable> => {
      const close = async () => {
        for (const statement of table.session)
          await run(statement.replace(/^SET (\w+) = .*$/s, "SET $1 = DEFAULT"));
        await run(`DROP TABLE IF EXISTS ${NAME} SYNC`);
      };
      try {
        // Neither keys nor indexes of ClickHouse change results.
        await createTable(
          { ...table, key: [], indexes: [] },
          (of) => statementsOf(of, NAME, quoteClickhouse),
          run,
        );
        const values = table.columns.map(({ name, type }) => {
          const raw = type.raw?.(quoteClickhouse(name)) ?? `toString(${quoteClickhouse(name)})`;
          return `CAST(${raw} AS Nullable(String))`;
        });
        const raw = await rawRows(run, NAME, values);
        for (const statement of table.session) await run(statement);
        return { source, path: [NAME], raw, close };
      } catch (error) {
        await close();
        throw error;
      }
    },
    close: () => Promise.resolve(session.close()),
  });
}
