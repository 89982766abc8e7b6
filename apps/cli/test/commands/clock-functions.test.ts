import { describe, expect, it } from "vitest";
import { insertRows, sqliteFile } from "../databases/database-files.ts";
import { folder, lines } from "../files.ts";
import { failure, output } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

// Half an hour before midnight in UTC: the next day has begun in Berlin.
const date = new Date("2026-03-28T23:30:00Z");
const ROWS = [
  { id: 1, added: "2026-03-20T00:00:00Z", day: "2026-03-20" },
  { id: 2, added: "2026-03-27T12:00:00Z", day: "2026-03-28" },
  { id: 3, added: "2026-03-29T00:00:00Z", day: "2026-03-29" },
];

const write = folder();
const csv = write(
  "events.csv",
  ["id,added,day", ...ROWS.map(({ id, added, day }) => `${id},${added},${day}`)].join("\n"),
);
const ndjson = write("events.ndjson", lines(ROWS));
const members = { id: "integer", added: "dateTime", day: "date" };
const catalog = write("events.json", JSON.stringify({ name: "events", key: "id", members }));
const database = sqliteFile(
  write("events.db", ""),
  `CREATE TABLE events (id INTEGER PRIMARY KEY, added TEXT, day TEXT); ${insertRows("events", ROWS)}`,
);

const ids = async (...args: string[]) => {
  const { out, err, code } = await tamis(["query", ...args, "--select", "id", "-o", "ndjson"], { date });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return [...out.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id));
};

describe("tamis query", () => {
  const sources = [[[csv]], [[csv, "-c", catalog]], [[ndjson]], [[database]]] as const;
  it.each(sources)("evaluates now(), today() and ago(…) on %j", async (source) => {
    const utc = [...source, "--time-zone", "UTC", "-f"];
    for (const [filter, expected] of [
      ["ge(added,ago(7,'days'))", [2, 3]],
      ["lt(added,now())", [1, 2]],
      ["eq(day,today())", [2]],
    ] as const)
      expect([filter, await ids(...utc, filter)]).toEqual([filter, expected]);
    expect(await ids(...source, "--time-zone", "Europe/Berlin", "-f", "eq(day,today())")).toEqual([3]);
    expect(await ids(...source, "--time-zone", "UTC", "-q", "filter=eq(day,today())")).toEqual([2]);
  });

  it("uses the time zone of the computer by default", async () => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const filter = ["-f", "le(day,today())"];
    expect(await ids(csv, ...filter)).toEqual(await ids(csv, ...filter, "--time-zone", zone));
  });

  it("rejects an unknown time zone before reading rows", async () => {
    const err = await failure(2, ["query", csv, "--time-zone", "Berlin", "-f", "eq(day,today())"]);
    expect(err).toContain("--time-zone: There is no time zone 'Berlin'.");
  });

  it("reports a wrong unit with a fix", async () => {
    const err = await failure(3, ["query", csv, "-f", "ge(added,ago(7,'dayz'))"]);
    expect(err).toContain("invalid-argument");
    expect(err).toContain("'days'");
  });
});

describe("other commands", () => {
  it("explain shows the calls with their values", async () => {
    const filter = "and(ge(added,ago(7,'days')),lt(added,now()))";
    const out = await output(["explain", csv, "-f", filter, "--time-zone", "UTC"], { date });
    expect(out).toContain("excluded by: ge(added,ago(7,'days'))");
    expect(out).toContain("ago(7,'days') = \"2026-03-21T23:30:00.000Z\"");
    expect(out).toContain('now() = "2026-03-28T23:30:00.000Z"');
  });

  it("query --explain of a database has the instant as a parameter", async () => {
    const args = ["query", database, "--explain", "-f", "lt(added,now())", "--time-zone", "UTC"];
    const out = await output(args, { date });
    expect(out).toContain("The database alone executes the query.");
    // Seconds since 1970, as the index of the column has them.
    expect(out).toContain(String(date.getTime() / 1_000));
  });

  it("check, fmt and url keep what was written", async () => {
    const text = "ge(added,ago(7,'days'))";
    expect((await tamis(["check", "-c", catalog, text])).out).toBe(`${text}\n`);
    expect((await tamis(["fmt", text])).out).toBe("ge(added, ago(7, 'days'))\n");
    expect((await tamis(["url", "-c", catalog, "-f", text])).out).toBe(`filter=${text}\n`);
    const decoded = await tamis(["url", "-c", catalog, "-d", `filter=${text}`]);
    expect(JSON.parse(decoded.out)).toMatchObject({ filter: text });
  });

  it("sql infers the types of the members from the calls", async () => {
    const { out, err, code } = await tamis(
      ["sql", "-d", "postgres", "-f", "and(ge(added,ago(7,'days')),eq(day,today()))", "--time-zone", "UTC"],
      { date },
    );
    expect({ code }).toEqual({ code: 0 });
    expect(err).toContain("added dateTime, day date");
    expect(out).toContain("2026-03-21");
  });

  it("the shell resolves the present for each line", async () => {
    let time = date.getTime() - 2 * 86_400_000;
    const present = () => new Date((time += 86_400_000));
    const typed = ".count le(day,today())\n.count le(day,today())\n.functions ago\n";
    const { out, err } = await tamis(["shell", csv, "--time-zone", "UTC"], { stdin: typed, present });
    expect(err).toBe("");
    expect(out.split("\n").slice(0, 2)).toEqual(["2", "3"]);
    expect(out).toContain("ago(n, unit) -> dateTime");
  });
});
