import { afterAll, expect, it } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import { fromChdb, sqlCollection } from "tamis/databases";
import { openChdb } from "../../../sql/engines/clickhouse/open-chdb.ts";
import { filterOf } from "../../../sql/checked-query.ts";
import { words } from "../../../words.ts";

/** Settings of a session that change results of statements which do not set them. */
const HOSTILE: Readonly<Record<string, string>> = {
  aggregate_functions_null_for_empty: "1",
  bool_false_representation: "'no'",
  bool_true_representation: "'yes'",
  cast_keep_nullable: "1",
  data_type_default_nullable: "1",
  date_time_output_format: "'unix_timestamp'",
  format_tsv_null_representation: "'null'",
  limit: "1",
  offset: "1",
  output_format_tsv_crlf_end_of_line: "1",
  prefer_column_name_to_alias: "1",
  session_timezone: "'Asia/Tokyo'",
  transform_null_in: "1",
};

const session = openChdb();
const set = (valueOf: (name: string) => string) =>
  session?.query(
    `SET ${Object.keys(HOSTILE)
      .map((name) => `${name} = ${valueOf(name)}`)
      .join(", ")}`,
  );
afterAll(() => {
  set(() => "DEFAULT");
  session?.close();
});

const catalog = defineCatalog({
  name: "things",
  members: {
    id: { type: "integer", nullable: false },
    n: "integer",
    s: "string",
    b: "boolean",
    at: "dateTime",
    tags: { type: "list", items: "string" },
    flags: { type: "list", items: "boolean" },
  },
  key: "id",
});

it("settings of a session change no result", async ({ skip }) => {
  if (session === undefined) return skip("chDB is not installed");
  session.query(
    "CREATE TABLE things (id Int64, n Nullable(Int64), s Nullable(String), b Nullable(Bool), at Nullable(DateTime64(6)), tags Array(Nullable(String)), flags Array(Nullable(Bool))) ENGINE = MergeTree ORDER BY id",
  );
  session.query(
    "INSERT INTO things SELECT number, if(number % 3 = 0, NULL, number), ['a\\r', 'null', NULL, ''][number % 4 + 1], [true, false, NULL][number % 3 + 1], toDateTime64(number * 86400, 6, 'UTC'), ['x', NULL], [true, NULL, false] FROM numbers(12)",
  );
  const things = sqlCollection({
    source: fromChdb(session),
    catalog,
    table: { table: "things", members: { tags: { array: "tags" }, flags: { array: "flags" } } },
  });
  const results = async () => {
    const filters = words(
      "ge(id,0) in(n,1,2,9) not(in(n,1,2,9)) gt(at,1970-01-05) eq($identical,s,'null') eq(id,99)",
    );
    const found = [];
    for (const text of filters) {
      const filter = filterOf(text, catalog);
      const by = {
        by: ["b"],
        measures: [
          { function: "sum", member: "n" },
          { function: "min", member: "n" },
        ],
      } as const;
      found.push(await things.page({ filter }), await things.count({ filter }));
      found.push(
        await things.aggregate({ filter }, by),
        await things.aggregate({ filter }, { measures: by.measures }),
      );
    }
    return found;
  };
  const usual = await results();
  expect(usual[0]).toMatchObject({
    ok: true,
    count: 12,
    items: [{ id: 0, s: "a\r", b: true, flags: [true, null, false] }, {}, {}, {}, {}, {}, {}, {}, {}, {}],
  });
  set((name) => HOSTILE[name]!);
  expect(await results()).toEqual(usual);
});
