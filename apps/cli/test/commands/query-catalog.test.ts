import { describe, expect, it } from "vitest";
import { folder, lines } from "../files.ts";
import { failure } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

const file = folder();
const catalog = file(
  "things.catalog.json",
  JSON.stringify({
    name: "things",
    members: {
      id: { type: "string", nullable: false },
      n: "integer",
      when: "dateTime",
      tags: { type: "list", items: "integer" },
      inner: { type: "object", members: { day: "date" } },
      First_Name: { type: "string", property: "First Name" },
    },
    key: "id",
    defaultSort: ["n:descending"],
    defaultLimit: 2,
    maximumLimit: 3,
  }),
);
const things = file(
  "things.ndjson",
  lines([
    { id: "a", n: 1, when: "soon" },
    { id: "b", n: "x", when: "2020-01-01T00:00:00Z", tags: [1, "q"] },
    { id: "c", n: 2, other: 1, inner: { day: "never" } },
    { id: "d", n: 3, when: null },
  ]),
);

describe("--select with a catalog", () => {
  it("rejects a misspelled member of JSON rows before reading them", async () => {
    const broken = file("broken.ndjson", "not JSON");
    const read = async (path: string, names: string) =>
      tamis(["query", path, "-c", catalog, "--select", names]);
    const err = "tamis: --select: There is no member 'nm'. Did you mean n?\n";
    for (const path of [broken, things])
      expect(await read(path, "id,nm")).toMatchObject({ code: 2, out: "", err });
    expect((await read(broken, "id")).err).toContain("broken.ndjson");
    const piped = await tamis(["query", "-c", catalog, "--select", "nm"], { stdin: '{"id":1}\n' });
    expect(piped).toMatchObject({ code: 2, out: "" });
  });

  it("writes columns of CSV that the catalog lacks", async () => {
    const csv = file("more.csv", "id,other\n1,x\n");
    const { out, code } = await tamis(["query", csv, "-c", catalog, "--select", "id,other"]);
    expect({ out, code }).toEqual({ out: "id,other\n1,x\n", code: 0 });
  });
});

describe("tamis query with a catalog", () => {
  it("uses its default sort and, for an envelope, its default limit", async () => {
    const sorted = await tamis(["query", things, "-c", catalog, "--select", "id"]);
    expect(sorted.out).toBe('{"id":"d"}\n{"id":"c"}\n{"id":"a"}\n{"id":"b"}\n');
    const { out } = await tamis(["query", things, "-c", catalog, "-o", "envelope"]);
    const page = { name: "things", limit: 2, count: 4, items: [{ id: "d" }, { id: "c" }] };
    expect(JSON.parse(out)).toMatchObject(page);
    const unsorted = await tamis(["query", things, "-c", catalog, "-s", "", "--select", "id", "-n", "1"]);
    expect(unsorted.out).toBe('{"id":"a"}\n');
  });

  it("reads basic filters by the types of members, and lowers the limit of a query", async () => {
    const basic = await tamis(["query", things, "-c", catalog, "-q", "n=1|3", "--select", "id"]);
    expect(basic.out).toBe('{"id":"d"}\n{"id":"a"}\n');
    const limited = await tamis(["query", things, "-c", catalog, "-q", "limit=1000", "--count"]);
    expect(limited.err).toContain("lowered");
    await failure(3, ["query", things, "-c", catalog, "-q", "nn=1"]);
  });

  it("reports rows whose values do not match its types, once, by number", async () => {
    const { code, err } = await tamis(["query", things, "-c", catalog, "--count"]);
    expect(code).toBe(0);
    expect(err.match(/rows have values/g)).toHaveLength(1);
    expect(err).toContain("3 rows have values that do not match the catalog's types");
    expect(err).toContain("row 1 (when), row 2 (n, tags), row 3 (inner.day).");
    const many = file("many.ndjson", lines(Array.from({ length: 12 }, () => ({ id: "x", n: "no" }))));
    expect((await tamis(["query", many, "-c", catalog, "--count"])).err).toContain("row 5 (n) and 7 more.");
  });

  it("applies its types to the columns of CSV, by their original names", async () => {
    const csv = file("things.csv", "id,n,First Name\n007,1,7\n12345,x,8\n");
    const filter = "and(in(id,'007','12345'),in(First_Name,'7','8'))";
    const { out, err } = await tamis(["query", csv, "-c", catalog, "-f", filter, "-o", "ndjson"]);
    expect(out).toBe('{"id":"007","n":1,"First Name":"7"}\n{"id":"12345","n":"x","First Name":"8"}\n');
    expect(err).toContain("row 2 (n)");
  });

  it("maps columns with invalid names to its members", async () => {
    const people = JSON.stringify({ name: "people", members: { First_Name: "string" } });
    const csv = file("people.csv", "First Name\n12\n");
    const args = ["query", csv, "-c", file("plain.catalog.json", people), "-f", "eq(First_Name,'12')"];
    expect((await tamis(args)).out).toBe("First Name\n12\n");
  });

  it("reports type errors before a row is read", async () => {
    expect(await failure(3, ["query", things, "-c", catalog, "-f", "gt(n,'many')"])).toMatch(/^error\[/);
  });

  it.each([
    ["no file", "nosuch.json", undefined, "There is no such file"],
    ["no JSON", "bad.json", '{"name":"x",\n "members":}', "line 2, column 12: a value is expected"],
    ["no UTF-8", "bytes.json", Buffer.from([0xff, 0xfe, 0x7b]), "is not UTF-8"],
    ["no catalog", "wrong.json", '{"name":"x","members":{"a":"text"}}', "/members/a"],
    ["a list", "list.json", "[]", "is not a valid catalog"],
  ])("exits with 2 for a catalog that is %s", async (_, name, content, words) => {
    const path = content === undefined ? name : file(name, content);
    const lines = [
      ["query", things, "-c", path],
      ["check", "-c", path, "eq(a,1)"],
      ["catalog", "show", path],
    ];
    for (const args of lines) expect(await failure(2, args)).toContain(words);
  });

  it("exits with 2 for a family that does not exist, and for a catalog and a family together", async () => {
    const err = await failure(2, ["query", things, "-F", "report"]);
    expect(err).toMatch(/no family 'report'.*Did you mean reports/);
    await failure(2, ["query", things, "-F", "reports", "-c", catalog]);
  });
});

describe("tamis query of a long file with a catalog", () => {
  const count = 5_000;
  const long = file(
    "long.catalog.json",
    JSON.stringify({
      name: "long",
      members: {
        id: { type: "integer", property: "Row No" },
        state: "string",
        day: "date",
        inner: { type: "object", members: { n: "integer" } },
      },
    }),
  );
  const isBadDay = (i: number) => i % 1_250 === 1_249;
  const rows = Array.from({ length: count }, (_, i) => ({
    "Row No": i + 1,
    state: i % 7 === 0 ? "failed" : "ready",
    day: isBadDay(i) ? "soon" : `2024-01-${String((i % 28) + 1).padStart(2, "0")}`,
    text: `padding so that the file has several chunks ${i}`,
  }));
  const csv = ["Row No,state,day,text", ...rows.map((row) => Object.values(row).join(","))].join("\n");
  const expected = rows.filter(
    ({ state, day }, i) => state === "failed" && !isBadDay(i) && day >= "2024-01-10",
  ).length;
  const filter = "and(eq(state,'failed'),ge(day,2024-01-10))";

  it.each([
    ["long.csv", csv],
    ["long.ndjson", lines(rows)],
    ["inner.ndjson", lines(rows.map((row, i) => ({ ...row, inner: { n: i } })))],
  ])("counts the matching rows of %s and reports unreadable values of all rows", async (name, text) => {
    const path = file(name, text);
    const args = ["query", path, "-c", long, "--filter", filter];
    const counted = await tamis([...args, "--count"]);
    expect(counted.out).toBe(`${expected}\n`);
    // Unreadable values are reported for rows that match and for others.
    expect(counted.err).toContain(
      "4 rows have values that do not match the catalog's types; they count as null: row 1250 (day), row 2500 (day), row 3750 (day), row 5000 (day).",
    );
    expect((await tamis([...args, "-o", "ndjson"])).out.trimEnd().split("\n")).toHaveLength(expected);
    expect(await failure(4, [...args, "--count", "--strict"])).toContain("row 1250");
  });

  it("finds the rows by a renamed member and by a member of an object", async () => {
    const nested = file("nested.ndjson", lines(rows.map((row, i) => ({ ...row, inner: { n: i } }))));
    for (const [path, filter] of [
      [file("renamed.csv", csv), "gt(id,4900)"],
      [nested, "ge(inner.n,4900)"],
    ] as const)
      expect((await tamis(["query", path, "-c", long, "--filter", filter, "--count"])).out).toBe("100\n");
  });
});
