import { gzipSync } from "node:zlib";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { example, folder, lines } from "../files.ts";
import { failure, output } from "../outcomes.ts";
import { tamis } from "../run-command.ts";
import { rowOf, workbook } from "../workbook/workbook-file.ts";

const file = folder();
const rows = Array.from({ length: 30 }, (_, i) => ({
  id: i + 1,
  group: `g${(i + 1) % 3}`,
  name: `name ${i + 1}`,
}));
const thirty = file("thirty.ndjson", lines(rows));
const ids = (out: string) => [...out.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id));

describe("tamis query", () => {
  it("prints the matching rows in the input format", async () => {
    const rows = await output(["query", thirty, "--filter", "and(eq(group,'g0'),gt(id,20))"]);
    expect(ids(rows)).toEqual([21, 24, 27, 30]);
  });

  it("sorts and pages, with the same result with and without a limit", async () => {
    const sorted = ["query", thirty, "-s", "group:descending,id:descending"];
    const all = await tamis(sorted);
    const page = await tamis([...sorted, "--start", "4", "-n", "7"]);
    expect(ids(all.out).slice(0, 3)).toEqual([29, 26, 23]);
    expect(ids(page.out)).toEqual(ids(all.out).slice(4, 11));
  });

  it("returns an empty page beyond the end and for limit 0, with the correct count", async () => {
    expect((await tamis(["query", thirty, "--start", "100", "-o", "json"])).out).toBe("[]\n");
    expect((await tamis(["query", thirty, "--limit", "0"])).out).toBe("");
    expect((await tamis(["query", thirty, "--limit", "5", "--start", "28", "--count"])).out).toBe("30\n");
  });

  it("exits with 1 under -e exactly if no row matches", async () => {
    for (const args of [[], ["--count"], ["-o", "envelope"], ["-s", "id"]])
      expect([args, (await tamis(["query", thirty, "-e", "-f", "eq(id,99)", ...args])).code]).toEqual([
        args,
        1,
      ]);
    for (const page of ["--limit=0", "--start=5"])
      await output(["query", thirty, "-e", "-f", "eq(id,9)", page]);
    await output(["query", thirty, "-f", "eq(id,99)"]);
  });

  it("stops reading at the end of the page", async () => {
    const broken = file("late.ndjson", lines(Array.from({ length: 1_500 }, (_, id) => ({ id }))) + "{oops\n");
    expect((await tamis(["query", broken, "-n", "3"])).code).toBe(0);
    expect((await tamis(["query", broken, "-n", "3", "-s", "id"])).code).toBe(4);
  });

  it("reads several files, one of them twice, and standard input among them", async () => {
    const stdin = '{"id":1}\n';
    expect(await output(["query", thirty, "-", thirty, "-i", "ndjson", "--count"], { stdin })).toBe("61\n");
    const twice = await failure(2, ["query", "-", "-"], { stdin: "" });
    expect(twice).toContain("Standard input can be read only once");
  });

  it("reads gzip by its content, CSV with odd headers, semicolons and a byte order mark", async () => {
    const packed = file("packed.bin", gzipSync(lines(rows)));
    expect((await tamis(["query", packed, "--count"])).out).toBe("30\n");
    const odd = file("odd.csv", "\ufeffFirst Name;Größe;1st\nÄnne;1,5;007\n");
    const { code, out } = await tamis(["query", odd, "-f", "and(eq(First_Name,'Änne'),eq(_1st,'007'))"]);
    expect({ code, out }).toEqual({ code: 0, out: 'First Name,Größe,1st\nÄnne,"1,5",007\n' });
    const quoted = await tamis(["query", odd, "-f", "eq('First Name','Änne')", "--count"]);
    expect([quoted.out, quoted.err]).toEqual(["1\n", expect.stringContaining("Write First_Name")]);
    for (const name of ["First_Name", "First Name"])
      expect(await output(["query", odd, "-o", "ndjson", "--select", name])).toBe('{"First Name":"Änne"}\n');
  });

  it("reads a sheet of a workbook, and writes it as CSV by default", async () => {
    const sales = `${rowOf(1, ["Unit Price", "when"])}<row r="2"><c r="A2"><v>2</v></c><c r="B2" s="1"><v>45296</v></c></row><row r="3"><c r="A3" t="e"><v>#N/A</v></c></row>`;
    const sheets = [
      { name: "Info", rows: rowOf(1, ["a"]) + rowOf(2, [1]) },
      { name: "Sales", rows: sales },
    ];
    const book = file("book.xlsx", workbook(sheets));
    const plain = await tamis(["query", book]);
    expect([plain.out, plain.err]).toEqual(["a\n1\n", expect.stringContaining("the sheet 'Info' is read")]);
    const run = (...args: string[]) => tamis(["query", book, "--sheet", "sales", ...args]);
    const filtered = await run("-f", "and(eq(Unit_Price,2),lt(when,2025-01-01))");
    expect(filtered.out).toBe("Unit Price,when\n2,2024-01-05\n");
    expect(filtered.err).toContain("book.xlsx: 1 cell is an error, which is null: A3 (#N/A).");
    const strict = await run("--strict");
    expect([strict.code, strict.err]).toEqual([
      4,
      expect.stringContaining("the cell A3 has no value (#N/A)"),
    ]);
    expect(strict.err).toContain("row 2: ");
    expect((await run("--no-header", "--count")).out).toBe("3\n");
    const delimited = ["query", book, "--sheet", "sales", "--delimiter", ";"];
    expect(await failure(2, delimited)).toContain("--delimiter is only for csv and tsv");
    expect(await failure(2, ["query", thirty, "--sheet", "1"])).toContain("--sheet is only for xlsx");
  });

  it("lists renamed members after an unknown name, and on a terminal", async () => {
    const odd = file("odd2.csv", "First Name\nx\n");
    expect((await tamis(["query", odd])).err).toBe("");
    const note = "'First Name' is First_Name";
    expect((await tamis(["query", odd, "-f", "eq(FirstName,'x')"])).err).toContain(note);
    expect((await tamis(["query", odd], { columns: 80 })).err).toContain(note);
  });

  it("writes cells unchanged, whatever value a filter sees", async () => {
    const prices = file("prices.csv", "price,n\n1.50,1\n1e3,2\n0.5,3\n");
    expect((await tamis(["query", prices, "-f", "gt(price,1)"])).out).toBe("price,n\n1.50,1\n1e3,2\n");
    expect((await tamis(["query", prices, "-f", "gt(price,1)", "-o", "ndjson"])).out).toBe(
      '{"price":1.5,"n":1}\n{"price":1000,"n":2}\n',
    );
    const wide = file("wide.csv", `n,m\n${"1,2\n".repeat(1_200)}w,3\n`);
    const { out, err, code } = await tamis(["query", wide, "-f", "isNull(n)"]);
    expect({ out, code }).toEqual({ out: "n,m\nw,3\n", code: 0 });
    expect(err).toMatch(/1 row has values that do not match the types of their columns; .*row 1201 \(n\)/);
  });

  it("keeps all digits of integers", async () => {
    const stdin = '{"id":9007199254740993}\n{"id":9007199254740992}\n';
    const out = await output(["query", "-f", "eq(id,9007199254740993)"], { stdin });
    expect(out).toBe('{"id":9007199254740993}\n');
  });

  it.each([
    ["empty.csv", "", ""],
    ["empty.ndjson", "", ""],
    ["header.csv", "a,b\n", "a,b\n"],
    ["none.json", "[]", "[]\n"],
    ["none-envelope.json", '{"items":[]}', "[]\n"],
  ])("accepts %s, which has no rows", async (name, content, expected) => {
    expect(await output(["query", file(name, content)])).toBe(expected);
  });

  it.each([
    ["a header", "aa,b c\n"],
    ["a header and empty cells", "aa,b c\n,\n"],
  ])("knows the names of a file with only %s", async (_, stdin) => {
    const unknown = "There is no member 'aq'";
    for (const [code, ...args] of [
      [3, "-f", "eq(aq,1)"],
      [3, "-s", "aq"],
      [2, "--select", "aq"],
      [2, "--count-by", "aq"],
    ] as const)
      expect(await failure(code, ["query", ...args], { stdin })).toContain(unknown);
    for (const args of [
      ["-f", "and(eq(aa,1),gt(b_c,'x'))"],
      ["-s", "b_c"],
      ["--select", "aa"],
    ])
      expect(await tamis(["query", ...args, "-e"], { stdin })).toMatchObject({
        code: expect.any(Number) as number,
        err: "",
      });
  });

  it("writes the header if no row matches", async () => {
    const args = ["query", thirty, "-f", "eq(id,99)", "-o", "csv"];
    expect(await output(args)).toBe("id,group,name\n");
    expect(await output([...args, "--select", "name"])).toBe("name\n");
  });

  it("accepts a query string or a URL", async () => {
    const query = "filter=gt(id,10)&sortBy=id:descending&start=1&limit=2";
    for (const text of [query, `https://example.com/rows?${query}#top`])
      expect([text, ids(await output(["query", thirty, "-q", text]))]).toEqual([text, [29, 28]]);
    const basic = await tamis(["query", thirty, "-q", "id=3|4&group=g0"]);
    expect({ ids: ids(basic.out), err: basic.err }).toEqual({ ids: [3], err: "" });
    expect(await failure(2, ["query", thirty, "--query", query, "-n", "3"])).toBe(
      "tamis: --limit cannot be combined with --query. Write it into the query.\n",
    );
  });

  it("prints the collection representation with its links", async () => {
    const query = "filter=gt(id,5)&sortBy=id&start=10&limit=10";
    const out = await output(["query", thirty, "-q", query, "-o", "envelope"]);
    const envelope = JSON.parse(out) as { links: { rel: string; href: string }[]; items: unknown[] };
    expect(envelope).toMatchObject({ name: "rows", start: 10, limit: 10, count: 25, version: 1 });
    expect(envelope.items).toHaveLength(10);
    expect(Object.fromEntries(envelope.links.map(({ rel, href }) => [rel, href]))).toEqual({
      self: "/rows?filter=gt(id,5)&sortBy=id&start=10&limit=10",
      collection: "/rows",
      first: "/rows?filter=gt(id,5)&sortBy=id&start=0&limit=10",
      prev: "/rows?filter=gt(id,5)&sortBy=id&start=0&limit=10",
      next: "/rows?filter=gt(id,5)&sortBy=id&start=20&limit=10",
      last: "/rows?filter=gt(id,5)&sortBy=id&start=20&limit=10",
    });
  });

  it("compares in the language of --locale, which can be a list", async () => {
    const stdin = lines(["z", "ö", "o"].map((name) => ({ name })));
    const order = async (...args: string[]) => {
      const { out } = await tamis(["query", "-s", "name:tertiary", ...args], { stdin });
      return out.match(/z|ö|o(?=")/g)!.join("");
    };
    expect(await order("-l", "de")).toBe("oöz");
    expect(await order("-l", "sv")).toBe("ozö");
    expect(await order("-l", "xx-none, sv;q=0.9, de;q=0.1")).toBe("ozö");
    expect(await order("-l", "*")).toBe("oöz");
    await failure(2, ["query", thirty, "-l", "klingon"]);
  });

  it("reports selected members that no row has, with suggestions", async () => {
    const { code, out, err } = await tamis(["query", thirty, "-n", "1", "--select", "idd,name", "-o", "csv"]);
    expect({ code, out }).toEqual({ code: 0, out: "idd,name\n,name 1\n" });
    expect(err).toBe("tamis: --select: No row has a member 'idd'. Did you mean id?\n");
    expect((await tamis(["query", thirty, "--select", "id,,name"])).code).toBe(2);
  });

  it("reports members that have no column", async () => {
    const late = file("late-member.ndjson", '{"a":1}\n'.repeat(150) + '{"a":2,"extra":3}\n');
    const { out, err } = await tamis(["query", late, "-o", "csv"]);
    expect(out.split("\n")[0]).toBe("a");
    expect(err).toContain("'extra' has no column");
  });

  it("prints a table on a terminal, which fits its width, in color unless colors are off", async () => {
    const plain = await tamis(["query", thirty, "-n", "1"], { columns: 80, env: { NO_COLOR: "1" } });
    expect(plain.out).toBe("id  group  name\n──  ─────  ──────\n 1  g1     name 1\n");
    const colored = await tamis(["query", thirty, "-n", "1"], { columns: 80 });
    expect(colored.out).not.toBe(plain.out);
    expect(stripVTControlCharacters(colored.out).replace(/ +$/gm, "")).toBe(plain.out);
    const piped = ["query", thirty, "-n", "1", "-o", "table"];
    expect(await output(piped)).toBe(plain.out);
    expect(await output([...piped, "--color", "always"])).toBe(colored.out);
    const around = { columns: 40, env: { NO_COLOR: "1" } };
    const narrow = await tamis(["query", example("places.ndjson"), "-n", "20"], around);
    expect(narrow.out.split("\n").every((line) => Array.from(line).length <= 40)).toBe(true);
  });
});
