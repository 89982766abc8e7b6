import { describe, expect, it } from "vitest";
import { folder, lines } from "../files.ts";
import { failure, output } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

const file = folder();

/** Runs a query with NDJSON output. Returns the rows, the messages and the exit code. */
async function query(name: string, content: string | Uint8Array, ...args: string[]) {
  const { code, out, err } = await tamis(["query", file(name, content), "-o", "ndjson", ...args]);
  const rows = out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as unknown);
  return { code, rows, err };
}

describe("names of columns", () => {
  it.each([
    ["eq('Country Name','Peru')", "Country_Name"],
    ["eq('a.b',4)", "a.b"],
    ["and(isNull(empty),eq('Country Name','Peru'))", "Country_Name"],
    ["and(in('Country Name','Peru'),ne(n,'x'))", "Country_Name"],
  ])("can stand in quotes in %s", async (filter, name) => {
    const text = "Country Name,a.b,n,empty\nFrance,3,,\nPeru,4,y,\n";
    const { rows, err } = await query("names.csv", text, "-f", filter);
    expect(rows).toEqual([{ "Country Name": "Peru", "a.b": 4, n: "y", empty: null }]);
    expect(err).toContain(`help: Write ${name}`);
    const sorted = await query("names.csv", text, "-s", "'Country Name':descending", "--select", "a.b");
    expect(sorted.rows).toEqual([{ "a.b": 4 }, { "a.b": 3 }]);
    expect(sorted.err).toContain("help: Write Country_Name: Country_Name:descending");
  });

  it("with dots are the same in queries and in inferred catalogs, and renamed only if they are paths", async () => {
    const definition = async (path: string, note: string) => {
      const { out, err } = await tamis(["catalog", "infer", path]);
      expect(err).toContain(note);
      return file("inferred.json", out);
    };
    const dots = file("dots.csv", "First Name,a.b\nx,1\ny,2\n");
    const path = file("path.ndjson", '{"a":{"b":1},"a.b":2}\n{"a":{"b":2},"a.b":1}\n');
    for (const [data, note, one, two] of [
      [dots, "in expressions, 'First Name' is First_Name.", "a.b", "a.b"],
      [path, "in expressions, 'a.b' is a_b.", "a.b", "a_b"],
    ] as const) {
      const catalogOption = ["-c", await definition(data, note)];
      for (const args of [
        ["-f", `and(eq(${one},1),ne(${one},3))`, "--count"],
        ["-f", `eq(${two},2)`, "-o", "json"],
        ["-s", `${two}:descending`],
        ["--count-by", two],
      ])
        expect(await output(["query", data, ...args, ...catalogOption])).toBe(
          (await tamis(["query", data, ...args])).out,
        );
      expect((await tamis(["query", data, "-f", "eq(a.b,1)", "--count"])).out).toBe("1\n");
    }
    expect((await tamis(["query", path, "-f", "eq(a.b,1)"])).err).toContain("in expressions, 'a.b' is a_b.");
    for (const args of [
      ["-f", "eq(a_b,2)"],
      ["-f", "gt(a.b,1)"],
      ["-s", "a_b:descending", "-n", "1"],
    ])
      expect(await output(["query", dots, "-o", "ndjson", ...args])).toBe('{"First Name":"y","a.b":2}\n');
    expect(await output(["query", dots, "--select", "a_b", "-n", "1"])).toBe("a.b\n1\n");
    expect(await output(["query", dots, "--sum", "a_b"])).toBe("a.b_sum\n3\n");
  });

  it("are offered for constants, and other constants are reported", async () => {
    const text = "k,2020\nx,1\ny,3\n";
    const warning = async (...args: string[]) => (await query("years.csv", text, ...args)).err;
    expect(await warning("-f", "gt(2020,2)")).toContain("help: Write _2020: gt(_2020,2)");
    expect(await warning("-s", "2020:descending")).toContain("help: Write _2020: _2020:descending");
    expect(await warning("-f", "eq('a b','c')")).toMatch(/^warning\[constant-expression\]: eq has only/);
    expect(await warning("-f", "true")).toBe("");
  });

  it("of inner objects are found under their names in expressions", async () => {
    const text = [
      '{"id":1,"a":{"x y":2,"2020":5,"p.q":7},"t":{"$date":"2024-01-01"},"l":[{"x y":1},{"x y":9}]}',
      '{"id":2,"a":{"x y":1,"2020":6,"p.q":8},"t":{"$date":"2024-02-01"},"l":[]}',
      '{"id":3,"a":{"x_y":4,"x y":5},"t":null}',
    ].join("\n");
    for (const [part, expression, ids] of [
      ["-f", "gt(a.x_y,1)", [1, 3]],
      ["-f", "eq(a.x_y_2,5)", [3]],
      ["-f", "eq(a._2020,6)", [2]],
      ["-f", "eq(a.p.q,8)", [2]],
      ["-f", "eq(a.p_q,8)", [2]],
      ["-f", "gt(t.date,2024-01-15)", [2]],
      ["-f", "eq(l.x_y,9)", [1]],
      ["-s", "t.date:descending", [2, 1, 3]],
    ] as const) {
      const { rows } = await query("inner.ndjson", text, "--select", "id", part, expression);
      expect([expression, rows]).toEqual([expression, ids.map((id) => ({ id }))]);
    }
    for (const [part, expression, fix] of [
      ["-f", "and(gt(t.$date,2024-01-15),eq('a.2020','t.$date'))", "and(gt(t.date,2024-01-15),eq('a.2020'"],
      ["-f", "eq(a.2020,5)", "eq(a._2020,5)"],
      ["-s", "a.2020:descending", "a._2020:descending"],
    ] as const) {
      const { code, err } = await query("inner.ndjson", text, part, expression);
      expect(err).toContain(": " + fix);
      expect([code, err.split("error[").length]).toEqual([3, 2]);
    }
    const { rows } = await query("inner.ndjson", text, "--select", "a._2020,t.date", "-f", "eq(a._2020,5)");
    expect(rows).toEqual([{ a: { "2020": 5 }, t: { $date: "2024-01-01" } }]);
    const groups = await query("inner.ndjson", text, "--count-by", "a._2020", "-f", "not(isNull(a._2020))");
    expect(groups.rows).toEqual([5, 6].map((year) => ({ a: { "2020": year }, count: 1 })));
  });

  it("are found in rows after the first ones", async () => {
    const text = `${'{"id":1,"a":{"b":1}}\n'.repeat(5_000)}{"id":2,"late x":5,"a":{"z z":1}}\n`;
    for (const filter of ["eq(late_x,5)", "eq(a.z_z,1)"]) {
      const { rows, err } = await query("late.ndjson", text, "-f", filter);
      expect(rows).toEqual([{ id: 2, "late x": 5, a: { "z z": 1 } }]);
      expect(err).toContain("in the rows seen so far");
    }
  });
});

describe("types of columns", () => {
  const cells = `qty,code\n${"12,007\n".repeat(99)}twelve,008\n`;

  it("can be declared, and unreadable cells are null and counted", async () => {
    const inferred = await query("qty.csv", cells, "-n", "1");
    expect(inferred.rows).toEqual([{ qty: "12", code: "007" }]);
    const integers = ["--type", "qty=integer"];
    const { code, rows, err } = await query("qty.csv", cells, ...integers, "-f", "gt(qty,10)", "--count");
    expect({ code, rows }).toEqual({ code: 0, rows: [99] });
    expect(err).toContain(
      "1 row has values that do not match the types of their columns; they count as null",
    );
    expect(err).toContain("row 100 (qty)");
    const strict = await query("qty.csv", cells, ...integers, "--count", "--strict");
    expect(strict).toMatchObject({ code: 4, rows: [] });
    expect(strict.err).toContain("line 101, row 100: 'twelve' in the column 'qty' is not an integer");
  });

  it("can be read from a file, as lines or JSON, and --type takes precedence", async () => {
    for (const types of ["# types\nqty=number\n\ncode=integer\n", '{"qty":"number","code":"integer"}']) {
      const options = ["--types", file("types.txt", types), "--type", "code=string"];
      const { rows } = await query("t.csv", "qty,code\n1.50,7\n", ...options);
      expect(rows).toEqual([{ qty: 1.5, code: "7" }]);
    }
  });

  it("must name a column and a type", async () => {
    const unknown = await query("t.csv", "qty\n1\n", "--type", "qyt=integer");
    expect(unknown).toMatchObject({ code: 2, rows: [] });
    expect(unknown.err).toContain("has no column 'qyt'. Did you mean qty?");
    expect((await query("t.csv", "qty\n1\n", "--type", "qty=int")).err).toContain(
      "must be one of boolean, integer",
    );
    expect((await query("t.csv", "qty\n1\n", "--type", "qty")).err).toContain("must be NAME=TYPE");
  });

  it("apply when rows are saved, and when a catalog is inferred", async () => {
    const path = file("code.csv", "code,at\n1,05.01.2024\n2,31.12.2024\n");
    const { out } = await tamis(["catalog", "infer", path, "--type", "code=string", "--dates", "day-first"]);
    expect(JSON.parse(out)).toMatchObject({ members: { code: { type: "string" }, at: { type: "date" } } });
    const saved = file("code.tamis", "");
    await tamis(["save", path, "--dates", "day-first", "-o", saved, "--force"]);
    expect((await tamis(["query", saved, "-f", "lt(at,2024-02-01)", "--count"])).out).toBe("1\n");
    expect(await tamis(["query", saved, "--no-header"])).toMatchObject({ code: 2 });
  });
});

describe("cells after the first 1,000 rows", () => {
  it.each([
    ["2024-01-01", "2024-02-01T00:00:00", "a date"],
    ["2024-01-01", "2024-02-30", "a date"],
    ["2024-01-01T00:00:00Z", "2024-02-30T00:00:00Z", "a date-time"],
    ["10:00:00", "2024-02-01", "a time"],
    ["10000", "00501", "a number"],
    ["true", "1", "true or false"],
    ["2024-01-01", "soon", "a date"],
  ])("that do not match the type of %s are null with a note: %s", async (usual, late, type) => {
    const text = `id,d\n${`1,${usual}\n`.repeat(1_000)}2,${late}\n`;
    for (const request of [
      ["-f", "isNull(d)"],
      ["-f", "eq(id,2)"],
      ["-s", "d:descending", "-f", "eq(id,2)"],
    ]) {
      const outcome = await query("late.csv", text, ...request);
      expect(outcome).toEqual({
        code: 0,
        rows: [{ id: 2, d: late }],
        err: expect.stringMatching(
          /they count as null \(--text reads all cells as strings\): row 1001 \(d\)\.\n$/,
        ) as string,
      });
    }
    const others = await query("late.csv", text, "-f", "eq(id,1)", "--count");
    expect(others).toMatchObject({ rows: [1_000], err: expect.stringContaining("row 1001 (d)") as string });
    const strict = await query("late.csv", text, "--count", "--strict");
    expect(strict).toMatchObject({ code: 4, rows: [] });
    expect(strict.err).toContain(`line 1002, row 1001: '${late}' in the column 'd' is not ${type}`);
    const strings = await query("late.csv", text, "--text", "-f", "eq(d,'".concat(late, "')"));
    expect(strings).toEqual({ code: 0, rows: [{ id: "2", d: late }], err: "" });
    expect(await query("late.csv", text, "--text", "-f", "isNull(d)")).toEqual({
      code: 0,
      rows: [],
      err: "",
    });
  });

  it("that --dates reads have a note that names the option", async () => {
    const text = `d\n${"2024-01-01\n".repeat(1_000)}31.12.2024\n`;
    expect((await query("late.csv", text, "--count")).err).toContain("(--dates day-first reads them)");
  });

  it("that do not match --type have no advice to give --text", async () => {
    const { err } = await query("t.csv", "size\nx\n", "--type", "size=date", "--text", "-f", "isNull(size)");
    expect(err).toContain("they count as null: row 1 (size).");
  });
});

describe("values of JSON after 1,000 dates", () => {
  const rows = (late: unknown, member: string, count = 1_000) => {
    const row = (id: number, d: unknown) =>
      ({ d: { id, d }, "d e": { id, "d e": d }, "o.b": { id, o: { b: d } } })[member] ?? {
        id,
        o: { "a b": d },
      };
    return lines([...Array.from({ length: count }, () => row(1, "2024-01-01")), row(2, late)]);
  };

  it.each([
    ["d", "soon", "d"],
    ["d", "2024-02-01T00:00:00Z", "d"],
    ["d", 5, "d"],
    ["o.b", "soon", "o.b"],
  ])("that are no dates are null for what reads %s, with a note: %s", async (member, late, path) => {
    const text = rows(late, member);
    const note = `tamis: .*: 1 row has values that are no dates or times, .* The first is '${late}' of ${path}\\.\n$`;
    const requests = [
      ["-f", `isNull(${member})`, "--count"],
      ["-f", `gt(${member},2023-12-31)`, "--count"],
      ["-s", `${member}:descending`, "-f", "eq(id,2)"],
      ["--max", member],
      ["--count-by", member],
    ];
    for (const request of requests) {
      const { code, err } = await query("late.ndjson", text, ...request);
      expect({ request, code, err }).toEqual({
        request,
        code: 0,
        err: expect.stringMatching(note.replace(".*: ", "")) as string,
      });
      const strict = await query("late.ndjson", text, ...request, "--strict");
      expect([strict.code, strict.err]).toEqual([
        4,
        expect.stringContaining(`row 1001: '${late}' of the member`),
      ]);
    }
    const printed = await query("late.ndjson", text, "-f", `isNull(${member})`);
    expect(lines(printed.rows as object[])).toBe(rows(late, member, 0));
    const unrelated = ["-f", "eq(id,2)", "--count"];
    expect(await query("late.ndjson", text, ...unrelated)).toEqual({ code: 0, rows: [1], err: "" });
    expect(await query("late.ndjson", text, ...unrelated, "--strict")).toMatchObject({ code: 4, rows: [] });
    const typed = await query("late.ndjson", text, "--type", `${path}=string`, "--count", "--strict");
    expect(typed).toEqual({ code: 0, rows: [1_001], err: "" });
  });

  it.each([
    ["d", "d"],
    ["d_e", "d e"],
    ["o.b", "o.b"],
    ["o.a_b", "o.a b"],
  ])("are dates of %s in any certain form, and are printed as they are written", async (member, path) => {
    // The reader filters rows of the second file before it builds them.
    for (const count of [1_000, 20_000]) {
      const text = rows("2024/02/03", path, count);
      const row = JSON.parse(text.trimEnd().split("\n").at(-1)!) as unknown;
      for (const request of [
        ["-f", `gt(${member},2024-02-02)`],
        ["-s", `${member}:descending`, "-n", "1"],
      ])
        for (const strict of [[], ["--strict"]])
          expect(await query("late.ndjson", text, ...request, ...strict)).toEqual({
            code: 0,
            rows: [row],
            err: "",
          });
    }
  });

  it("can be empty, also with --strict", async () => {
    const {
      code,
      rows: found,
      err,
    } = await query("late.ndjson", rows("", "d"), "-f", "eq(id,2)", "--strict");
    expect({ code, found, err }).toEqual({ code: 0, found: [{ id: 2, d: "" }], err: "" });
  });
});

it("--text reads dates as strings, also for types and catalogs", async () => {
  const text = "d,t\n2024-01-05,10:00\n2024-01-06,11:00\n";
  expect(await query("d.csv", text, "--text", "-f", "and(contains(d,'-05'),startsWith(t,'1'))")).toEqual({
    code: 0,
    rows: [{ d: "2024-01-05", t: "10:00" }],
    err: "",
  });
  const { out } = await tamis(["catalog", "infer", file("d.csv", text), "--text"]);
  expect(JSON.parse(out)).toMatchObject({ members: { d: { type: "string" }, t: { type: "string" } } });
  const typed = await query("d.csv", text, "--text", "--type", "d=date", "-f", "gt(d,2024-01-05)");
  expect(typed).toEqual({ code: 0, rows: [{ d: "2024-01-06", t: "11:00" }], err: "" });
});

describe("dates", () => {
  const content = "at,when\n05.01.2024,2024-01-05 13:00:00\n31.12.2024,2024-12-31 08:30:00\n";

  it("with the day or the month first are read in the given order, and printed unchanged", async () => {
    const { rows, err } = await query("d.csv", content, "--dates", "day-first", "-f", "gt(at,2024-06-01)");
    expect({ rows, err }).toEqual({ rows: [{ at: "31.12.2024", when: "2024-12-31 08:30:00" }], err: "" });
    const us = "at\n1/5/2024\n12/31/2024\n";
    const monthFirst = ["--dates", "month-first"];
    const early = await query("us.csv", us, ...monthFirst, "-f", "lt(at,2024-02-01)");
    expect(early.rows).toEqual([{ at: "1/5/2024" }]);
    const { out } = await tamis(["query", file("us.csv", us), ...monthFirst, "-s", "at:descending"]);
    expect(out).toBe("at\n12/31/2024\n1/5/2024\n");
    for (const [rest, advice] of [
      ["12/31/2024\n", "(--dates month-first reads them)"],
      ["31/12/2024\n", "(--dates day-first reads them)"],
      ["", "(--dates day-first or --dates month-first reads them)"],
      ["12/31/2024\n31/12/2024\n", "they count as null: row"],
    ])
      expect((await query("us.csv", `at\n1/5/2024\n${rest}`, "--type", "at=date")).err).toContain(advice);
    expect((await query("n.csv", "n;m\n1,5;2\n", "--type", "n=number")).err).toContain(
      "(--decimal-comma reads them)",
    );
  });

  it("in the other order are strings, or null in a declared column", async () => {
    const us = "at\n1/5/2024\n12/31/2024\n";
    const rows = [{ at: "1/5/2024" }, { at: "12/31/2024" }];
    expect((await query("us.csv", us, "--dates", "day-first")).rows).toEqual(rows);
    const declared = await query("us.csv", us, "--dates", "day-first", "--type", "at=date");
    expect(declared).toMatchObject({ rows, err: expect.stringContaining("row 2 (at)") as string });
  });
});

describe("messy CSV", () => {
  it("of pandas has a first column without a name", async () => {
    const { code, rows, err } = await query("pandas.csv", ",name,name\n0,a,b\n1,c,d\n");
    expect({ code, rows: rows[1] }).toEqual({ code: 0, rows: { column1: 1, name: "c", name_2: "d" } });
    expect(err).toContain("column 1 of the header has no name; it is read as 'column1'");
    expect(err).toContain("columns 2 and 3 of the header are both named 'name'; it is read as 'name_2'");
    expect(await query("pandas.csv", ",name\n0,a\n", "--strict")).toMatchObject({ code: 4, rows: [] });
  });

  it("of a spreadsheet with semicolons and decimal commas is read, and a note names the option for the commas", async () => {
    const content = "Artikel;Preis;Anzahl\nStuhl;1.249,90;5\nTisch;0,5;\n";
    const plain = await query("excel.csv", content);
    expect(plain.rows[0]).toEqual({ Artikel: "Stuhl", Preis: "1.249,90", Anzahl: 5 });
    expect(plain.err).toContain(
      "such as 1.249,90 in the column 'Preis', are read as strings. --decimal-comma",
    );
    expect(await query("excel.csv", content, "--decimal-comma", "-f", "gt(Preis,1)")).toEqual({
      code: 0,
      rows: [{ Artikel: "Stuhl", Preis: 1249.9, Anzahl: 5 }],
      err: "",
    });
    expect((await query("sep.csv", "sep=;\r\na;b,c\r\n1;2\r\n")).rows).toEqual([{ a: 1, "b,c": 2 }]);
  });

  it("can have any delimiter and no header", async () => {
    expect((await query("a.txt", "1|x|y\n2|z|\n", "--no-header")).rows).toEqual([
      { column1: 1, column2: "x", column3: "y" },
      { column1: 2, column2: "z", column3: null },
    ]);
    expect((await query("a.csv", "a~b,c\n1~2\n", "--delimiter", "~")).rows).toEqual([{ a: 1, "b,c": 2 }]);
    expect((await query("a.csv", "a\tb\n1\t2\n", "--delimiter", "tab")).rows).toEqual([{ a: 1, b: 2 }]);
    for (const option of ['--delimiter=a"b', "--quote=ab", "--escape=é", "--comment=", "--skip=-1"])
      expect([option, (await query("a.csv", "a\n", option)).code]).toEqual([option, 2]);
    expect((await query("a.csv", "a\n1\n", "--skip", "9")).err).toContain(
      "line 3: no line follows the 9 lines that are skipped",
    );
    const dialect = ["--delimiter", "||", "--quote", "'", "--escape", "\\", "--comment", "%", "--skip", "1"];
    const read = await query("a.csv", "x\n%y\na||b\n1||'it\\'s || x'\n", ...dialect);
    expect(read).toEqual({ code: 0, rows: [{ a: 1, b: "it's || x" }], err: "" });
    const outcome = await query("a.csv", 'Report\nid,name,n\n1,a,5\n2,b,\n3,5" pipe,\n');
    expect(outcome.rows.map((row) => Object.values(row as object))).toEqual([
      [1, "a", 5],
      [2, "b", null],
      [3, '5" pipe', null],
    ]);
    expect(outcome.err).toContain(
      "a.csv: the first line is before the header, and skipped; --skip sets the number of such lines.",
    );
    expect(outcome.err).toContain(
      "1 row has a quote inside an unquoted cell, which is read as a part of the cell.",
    );
    expect(await query("a.csv", 'a\n5" x\n', "--strict")).toMatchObject({ code: 4 });
    expect((await query("a.json", "[]", "--delimiter", ";")).err).toContain(
      "--delimiter is only for csv and tsv",
    );
    expect((await query("a.ndjson", "{}", "--dates", "day-first")).err).toContain(
      "Give --type NAME=date too, for each member that it applies to.",
    );
  });

  it.each(["ndjson", "json"])("can have strings in %s that --type reads as other types", async (format) => {
    const rows = [
      { id: 1, qty: "5", day: "05.01.2024", ok: "true", owner: { age: "12" } },
      { id: 2, qty: "twelve", day: "06.01.2024", ok: "no", owner: { age: 13 } },
      { id: 3, qty: 20, day: "2024-02-30", ok: null, owner: null },
      { id: 4, qty: "1.000,5", day: "", ok: false, owner: [] },
    ];
    const content = format === "json" ? JSON.stringify(rows) : lines(rows);
    const read = (...args: string[]) => query(`a.${format}`, content, ...args);
    const numbers = ["--type", "qty=number", "--decimal-comma"];
    const outcome = await read(...numbers, "-f", "gt(qty,10)", "--select", "id,qty");
    expect(outcome.rows).toEqual([
      { id: 3, qty: 20 },
      { id: 4, qty: 1000.5 },
    ]);
    expect(outcome.err).toContain(
      "1 row has values that do not match the types of --type; they count as null: row 2 (qty).",
    );
    expect((await read("--type", "qty=integer", "--sum", "qty")).rows).toEqual([{ qty_sum: 25 }]);
    const dates = ["--type", "day=date", "--dates", "day-first"];
    expect((await read(...dates, "-f", "ge(day,2024-01-06)", "--select", "id,day")).rows).toEqual([
      { id: 2, day: "06.01.2024" },
    ]);
    expect((await read("--type", "ok=boolean", "-f", "ok", "--select", "id")).rows).toEqual([{ id: 1 }]);
    const young = await read("--type", "owner.age=integer", "-f", "lt(owner.age,13)");
    expect(young.rows).toEqual([{ ...rows[0], owner: { age: 12 } }]);
    const three = await read("--type", "id=string", "-f", "contains(id,'3')", "--select", "id");
    expect(three.rows).toEqual([{ id: "3" }]);
    expect(await read("--type", "qyt=integer")).toMatchObject({
      code: 2,
      err: "tamis: --type: no row has the member 'qyt'. Did you mean qty?\n",
      rows: [],
    });
    const strict = await read("--type", "qty=integer", "--strict");
    expect(strict.code).toBe(4);
    expect(strict.err).toContain("row 2: 'twelve' of the member 'qty' is not an integer");
    // CSV output keeps the string that could not be read.
    const args = ["--type", "qty=integer", "--select", "id,qty", "-o", "csv", "--head", "2"];
    const csv = await tamis(["query", file(`a.${format}`, content), ...args]);
    expect(csv.out).toBe("id,qty\n1,5\n2,twelve\n");
  });

  it("can have numbers with a decimal comma, which messages explain", async () => {
    const rows = Array.from({ length: 9 }, (_, i) => ({ price: `${i},5` }));
    const help =
      "help: Give --type price=number --decimal-comma: other values are then null, and are counted";
    expect((await query("a.ndjson", lines(rows), "-f", "gt(price,3)")).err).toContain(help);
    const csv = `id;price\n${rows.map(({ price }, i) => `${i};${price}\n`).join("")}`;
    expect((await query("a.csv", csv, "-f", "gt(price,3)")).err).toContain(help);
    const args = ["-f", "gt(price,6)", "--type", "price=number", "--decimal-comma"];
    expect((await query("a.csv", csv, ...args)).rows).toEqual(
      [6, 7, 8].map((id) => ({ id, price: id + 0.5 })),
    );
  });

  it("can have ragged rows, which are counted", async () => {
    const content = "a,b\n1\n2,3,4\n5,6\n";
    const skipped = await query("r.csv", content);
    expect(skipped).toMatchObject({ code: 4, rows: [{ a: 5, b: 6 }] });
    expect(skipped.err).toContain(
      "2 invalid rows were skipped, the first (line 2, row 1): the row has 1 cell",
    );
    const { code, rows, err } = await query("r.csv", content, "--ragged");
    const all = [{ a: 1, b: null }, { a: 2, b: 3, column3: "4" }, ...skipped.rows];
    expect({ code, rows }).toEqual({ code: 0, rows: all });
    expect(err).toContain(
      "1 row has fewer cells than the header; the missing cells are null; 1 row has more cells",
    );
    expect(err).toContain("The first is row 1 on line 2.");
  });
});

describe("encodings", () => {
  const text = "name,größe\nZoë €,5\n";

  it("other than UTF-8 are named by an option, which the error message suggests", async () => {
    const latin = Buffer.from("name\nZo\u00eb\n", "latin1");
    const { code, rows, err } = await query("latin.csv", latin);
    expect({ code, rows }).toEqual({ code: 0, rows: [{ name: "Zo\ufffd" }] });
    expect(err).toContain(
      "1 place is not valid UTF-8, and is read as U+FFFD. The first is byte 0xEB (line 2, byte 8 of the file). " +
        "If the file has another encoding, name it, for example --encoding windows-1252.",
    );
    const strict = await query("latin.csv", latin, "--strict");
    expect(strict.code).toBe(4);
    expect(strict.err).toContain(
      "line 2, byte 8, row 1: byte 0xEB is not valid UTF-8; --encoding names the encoding",
    );
    expect((await query("latin.csv", latin, "--encoding", "latin1")).rows).toEqual([{ name: "Zoë" }]);
    const euro = Buffer.from([...Buffer.from("name\n"), 0x80, 0x0a]);
    expect((await query("euro.csv", euro, "--encoding", "windows-1252")).rows).toEqual([{ name: "€" }]);
    expect(await query("latin.csv", latin, "--encoding", "latin-one")).toMatchObject({ code: 2 });
    const words = file("l.txt", Buffer.from("\u00eb\ne\n", "latin1"));
    expect((await tamis(["collate", words, "--encoding", "latin1"])).out).toBe("e\në\n");
  });

  it("of binary files are refused, whatever the options say", async () => {
    const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    for (const [name, content, reason] of [
      ["p.webp", png, "this is an image"],
      ["x.json", Buffer.from([0x81, 0, 0x32, 0x0a, 0xff]), "this is a binary file"],
      ["x.xlsx", Buffer.from("PK\x03\x04\x14\0", "latin1"), "this is a ZIP archive"],
    ] as const)
      for (const args of [
        ["-i", "csv"],
        ["-i", "ndjson", "--encoding", "windows-1252"],
      ]) {
        const { code, rows, err } = await query(name, content, ...args);
        expect([name, code, rows]).toEqual([name, 4, []]);
        expect(err).toContain(reason);
        expect(err).not.toContain("--encoding");
      }
    const sqlite = file("q.csv", Buffer.from("SQLite format 3\0\x10\0\x81", "latin1"));
    const saved = await tamis(["save", sqlite, "-o", file("q.tamis", ""), "--force"]);
    expect(saved).toMatchObject({ code: 4, err: expect.stringContaining("this is a SQLite") as string });
  });

  it("with a byte order mark are detected", async () => {
    const rows = [{ name: "Zoë €", größe: 5 }];
    const utf16 = (content: string) => Buffer.from(content, "utf16le");
    const little = utf16(`\ufeff${text}`);
    for (const [name, content, ...args] of [
      ["u8.csv", Buffer.from(`\ufeff${text}`)],
      ["u16le.csv", little],
      ["u16be.csv", utf16(`\ufeff${text}`).swap16()],
      ["u16.json", utf16(`\ufeff${JSON.stringify(rows)}`)],
      // Without the mark:
      ["bare.csv", utf16(text)],
      ["bare-be.csv", utf16(text).swap16()],
      ["bare.json", utf16(JSON.stringify(rows))],
      ["bare.csv", utf16(text), "--encoding", "utf-16le"],
    ] as const)
      expect([name, (await query(name, content, ...args)).rows]).toEqual([name, rows]);
    const odd = await query("odd.csv", little.subarray(0, -1));
    expect(odd).toMatchObject({ code: 0, rows: [{ name: "Zoë €", größe: "5\ufffd" }] });
    expect(odd.err).toContain(
      "1 place is not valid utf-16le, and is read as U+FFFD. The first is on line 2. " +
        "If the file has another encoding, name it",
    );
    expect((await query("odd.csv", little.subarray(0, -1), "--strict")).err).toContain(
      "row 1: the text is not valid utf-16le; --encoding names the encoding",
    );
  });
});

describe("--type", () => {
  const csv = file(
    "spaces.csv",
    `id,Order Qty\n${Array.from({ length: 20 }, (_, i) => `${i},${i === 7 ? "seven" : i}\n`).join("")}`,
  );
  const request = ["--filter", "gt(Order_Qty,10)", "--count"];

  it("takes the advised name of a column with a space, and the name in the header", async () => {
    const { err } = await tamis(["query", csv, ...request]);
    const advised = /Give --type (\S+):/.exec(err)![1]!;
    for (const type of [advised, "Order Qty=integer"])
      expect((await tamis(["query", csv, ...request, "--type", type])).out).toBe("9\n");
    const sum = await tamis(["query", csv, "--sum", "Order Qty"]);
    expect(sum.err).toContain("Give --type Order_Qty=integer:");
    const ndjson = file("spaces.ndjson", `{"Order Qty":"12"}\n{"Order Qty":"x"}\n`);
    const typed = ["query", ndjson, "--type", "Order_Qty=integer", "--filter", "gt(Order_Qty,10)"];
    expect((await tamis(typed)).out).toBe('{"Order Qty":12}\n');
  });

  it("prefers a column of exactly the given name", async () => {
    const both = file("both.csv", "Order Qty,Order_Qty\n1,x\n2,3\n");
    const { err } = await tamis(["query", both, "--type", "Order_Qty=integer"]);
    expect(err).toContain("row 1 (Order_Qty)");
  });

  it("warns after the first 1,000 rows about a name that none of them has, and is an error at the end", async () => {
    const row = '{"qty":1}\n';
    const long = file("long.ndjson", row.repeat(3_000));
    const first = await tamis(["query", long, "--type", "qyt=integer", "--head", "1"]);
    expect([first.code, first.out]).toEqual([0, row]);
    expect(first.err).toBe("tamis: --type: none of the first rows has the member 'qyt'. Did you mean qty?\n");
    const all = await tamis(["query", long, "--type", "qyt=integer", "--count"]);
    expect([all.code, all.out]).toEqual([2, ""]);
    expect(all.err).toContain("no row has the member 'qyt'");
    const late = file("late.ndjson", `${row.repeat(3_000)}{"other":"5"}\n`);
    expect((await tamis(["query", late, "--type", "other=integer", "--count"])).code).toBe(0);
  });
});

it.each(["n.json", "n.ndjson"])("numbers of %s keep their digits in outputs", async (name) => {
  const rows = [
    '{"id":1,"a":10.10,"b":[1.0,{"c":1e5}],"First Name":"1.0"}',
    '{"id":2,"a":9007199254740993.0,"b":-0}',
    '{"id":3,"a":1e1000,"b":{"y":1.0,"2020":[{"z":2.0,"1":1}]}}',
    '{"id":4,"a":5}',
  ];
  const path = file(name, name === "n.json" ? `[${rows.join(",\n")}]` : rows.join("\n"));
  expect((await tamis(["query", path, "-o", "ndjson"])).out.trim().split("\n")).toEqual(rows);
  const { out } = await tamis(["query", path, "-f", "eq(a,10.1)", "--select", "a,b", "-o", "csv"]);
  expect(out).toBe('a,b\n10.10,"[1.0,{""c"":1e5}]"\n');
});

describe("a location inside JSON", () => {
  const rows = [{ a: 1 }, { a: 2 }];
  const json = JSON.stringify({ items: [9], data: { n: "]}", x: { items: 1 }, items: rows }, more: [{}] });

  it("is selected by names or a JSON Pointer", async () => {
    for (const path of ["data.items", "/data/items"])
      expect(await query("p.json", json, "--path", path)).toEqual({ code: 0, rows, err: "" });
    expect((await query("p.json", json, "--path", "data.x")).rows).toEqual([{ items: 1 }]);
    const dots = JSON.stringify({ "a.b": { "c/d": rows } });
    expect((await query("dots.json", dots, "--path", "/a.b/c~1d")).rows).toEqual(rows);
    const ndjson = lines([{ data: { items: rows } }, { data: { items: [] } }, { data: 1 }]);
    expect(await query("p.ndjson", ndjson, "--path", "data.items")).toMatchObject({ code: 4, rows });
  });

  it("that does not exist is an error with a suggestion", async () => {
    for (const [path, words] of [
      ["data.itms", "there is no value at 'data.itms'; did you mean 'data.items'?"],
      ["data.n", "the value at 'data.n' is a string, not a list"],
      ["items.x", "the value at 'items' is a list, not an object"],
    ] as const)
      expect((await query("p.json", json, "--path", path)).err).toContain(words);
    expect(await query("p.json", json.slice(0, -3), "--path", "data.items")).toMatchObject({ code: 4 });
    expect(await query("p.csv", "a\n", "--path", "x")).toMatchObject({ code: 2 });
  });
});

describe("a misspelled name", () => {
  const csv = `name,size\n${"a,1\n".repeat(3_000)}`;

  it("is an error before any row is written if a header, a catalog or a collection file lists all names", async () => {
    const path = file("n.csv", csv);
    for (const args of [
      ["-f", "gt(sise,0)"],
      ["-s", "sise"],
    ])
      expect(await failure(3, ["query", path, ...args])).toContain("Did you mean 'size'?");
    const words = "There is no member 'sise'. Did you mean size?";
    expect(await failure(2, ["query", path, "--select", "sise"])).toContain(words);
    const saved = file("n.tamis", "");
    await tamis(["save", path, "-o", saved, "--force"]);
    await failure(2, ["query", saved, "--select", "sise"]);
  });

  it("is a note for rows whose members are not listed anywhere", async () => {
    const { code, err } = await query("n.ndjson", lines([{ name: "a" }]), "--select", "nmae");
    expect(code).toBe(0);
    expect(err).toContain("Did you mean name?");
  });
});

describe("a note names the option that a file probably needs:", () => {
  const HEADER = "looks like a row";

  it("--no-header if the first line has the types of the columns", async () => {
    const { err } = await query("people.csv", "1,Anna,2024-01-05\n2,Bob,2024-01-06\n");
    expect(err).toContain(
      "people.csv: the first line looks like a row: '1', 'Anna', '2024-01-05'. If it is one, give --no-header.",
    );
    const { err: silent, rows } = await query("people.csv", "1,Anna\n2,Bob\n", "--no-header");
    expect(silent).not.toContain(HEADER);
    expect(rows).toHaveLength(2);
  });

  it.each([
    ["names", "id,name\n1,a\n"],
    ["years", "name,2019,2020\na,1,2\n"],
    ["a column of numbers with a name", "id,5\n1,2\n"],
    ["no rows", "1,2\n"],
  ])("none for a header with %s", async (_, content) => {
    expect((await query("header.csv", content)).err).not.toContain(HEADER);
  });

  it.each([
    ["results", '{"status":"ok","results":[{"a":1},{"a":2}]}'],
    ["data.rows", '{"data":\n{"rows":[{"a":1}],"tags":["x"]},"meta":{}}'],
  ])("--path %s if the file is one object with one list of objects", async (path, content) => {
    const { err, rows } = await query("object.json", content);
    expect(rows).toHaveLength(1);
    expect(err).toContain(
      `object.json is one object, which is one row. If its rows are the list '${path}', give --path ${path}.`,
    );
    const outcome = await query("object.json", content, "--path", path, "-n", "1");
    expect(outcome).toMatchObject({ rows: [{ a: 1 }], err: "" });
  });

  it.each([
    ["two lists", "two.json", '{"a":[{}],"b":[{}]}'],
    ["a list of strings", "strings.json", '{"a":["x"]}'],
    ["a row in a list", "list.json", '[{"a":[{}]}]'],
    ["a line of NDJSON", "line.ndjson", '{"a":[{}]}\n'],
  ])("none for %s", async (_, name, content) => {
    expect((await query(name, content)).err).not.toContain("--path");
  });

  it("the file that a misspelled name means", async () => {
    const path = file("customers.csv", "a\n1\n");
    const { err, code } = await tamis(["query", path.replace("customers.csv", "custmers.csv")]);
    expect(code).toBe(2);
    expect(err).toContain(`There is no such file. Did you mean ${path}?`);
  });
});
