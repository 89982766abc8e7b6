import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DialectOptions } from "../../src/files/cells/file-options.ts";
import { DELIMITERS, detectDialect } from "../../src/files/csv/detect-dialect.ts";
import type { ReadOptions } from "../../src/files/reading/read-batches.ts";
import { collect, cut, sourceOf } from "./streams.ts";

const detectDelimiter = (text: string, ended: boolean) =>
  detectDialect(Buffer.from(text), {}, ended)?.dialect.delimiter;

describe("detecting the delimiter", () => {
  it.each([
    ["name\tsize\n", "\t"],
    ["name;price;size\nA;1,50;2\nB;2,75;3\n", ";"],
    ["name|note\nA|b, c; d\n", "|"],
    ["id,comment\n1,a; b; c\n", ","],
    ["one column\n1,5\n", ","],
    ["", ","],
    ['"Last, First";born\n"Doe, Jane";1970\n', ";"],
    ["Last, First;born;died\nDoe, Jane;1970;\nRoe;1980;\n", ";"],
    ["city, state\tzip\tarea\nBoise, ID\t83702\t1\n", "\t"],
    ['a|"b\nc;d"|e\n1|2|3\n', "|"],
    ["a;b,c\n1;2,3\n", ","],
    ["name,path\nBob,a|b|c\nZoe,d|e|f\n", ","],
    ["id,tags\n1,red;blue;x\n2,green;yellow;y\n", ","],
    ["name\tlist\nBob\ta,b,c\nZoe\td,e,f\n", "\t"],
  ])("finds it in %j", (text, delimiter) => {
    expect(detectDelimiter(text, true)).toBe(delimiter);
  });

  const cell = fc.string({ unit: fc.constantFrom(...'a1,;\t|"\n é'), maxLength: 6 });
  const table = fc
    .integer({ min: 2, max: 5 })
    .chain((columns) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 12 }),
    );
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

  it("never takes a character within quoted cells for the delimiter", () => {
    fc.assert(
      fc.property(table, fc.constantFrom(...DELIMITERS), (rows, delimiter) => {
        const text = rows.map((cells) => `${cells.map(quoted).join(delimiter)}\n`).join("");
        expect(detectDelimiter(text, true)).toBe(delimiter);
      }),
    );
  });

  it("never takes characters within cells for the delimiter, if all lines have as many cells as the header", () => {
    const lists = fc
      .record({
        delimiter: fc.constantFrom(...DELIMITERS),
        inner: fc.constantFrom(...DELIMITERS),
        names: fc.array(fc.string({ unit: fc.constantFrom(..."ab"), minLength: 1 }), {
          minLength: 2,
          maxLength: 4,
        }),
        parts: fc.integer({ min: 2, max: 5 }),
        rows: fc.integer({ min: 1, max: 8 }),
      })
      .filter(({ delimiter, inner }) => delimiter !== inner);
    fc.assert(
      fc.property(lists, fc.nat(3), ({ delimiter, inner, names, parts, rows }, at) => {
        const list = Array.from({ length: parts }, (_, i) => `x${i}`).join(inner);
        const cells = names.map((_, i) => (i === at % names.length ? list : "y"));
        const lines = [names, ...Array.from({ length: rows }, () => cells)];
        const text = lines.map((line) => `${line.join(delimiter)}\n`).join("");
        const found = detectDialect(Buffer.from(text), {}, true)!;
        expect([found.dialect.delimiter, found.start.line]).toEqual([delimiter, 1]);
      }),
    );
  });

  it("does not depend on the amount of text, once it is decided", () => {
    fc.assert(
      fc.property(table, fc.constantFrom(...DELIMITERS), fc.boolean(), (rows, delimiter, quotes) => {
        const text = rows
          .map((cells) => `${cells.map((c) => (quotes ? quoted(c) : c)).join(delimiter)}\n`)
          .join("");
        for (let length = 0; length <= text.length; length++) {
          const found = detectDelimiter(text.slice(0, length), false);
          if (found !== undefined) expect(found).toBe(detectDelimiter(text, true));
        }
      }),
    );
  });
});

/** Reads rows as texts, and the notes about the dialect. */
async function read(
  text: string | Uint8Array,
  options: Partial<ReadOptions> = {},
  places: readonly number[] = [],
) {
  const notes: string[] = [];
  const read = await collect(sourceOf(cut(Buffer.from(text), places)), {
    format: "csv",
    inferTypes: true,
    onProblem: (problem) => {
      if (problem.kind === "header") notes.push(problem.reason);
      if (problem.kind === "stray-quote") notes.push(`quote on line ${problem.line}`);
      if (problem.kind === "ragged") notes.push(`cut on line ${problem.line}`);
    },
    onColumns: (_, found) => notes.push(...found.map(({ text }) => text)),
    onNote: ({ text }) => notes.push(text),
    onFault: () => notes.push("row"),
    ...options,
  });
  return { ...read, notes };
}

const ROW_NAMES = "each row has one cell more than the header, so that the first column has no name";
const SKIPPED = "before the header, and skipped";

describe("files as people write them", () => {
  it.each<[text: string, rows: readonly string[], notes: readonly string[], dialect?: DialectOptions]>([
    [
      "a|b|\n1|2|\n3|4|\n",
      ["a=1 b=2", "a=3 b=4"],
      ["column 3 has neither a name nor a value, and is left out"],
    ],
    ["a,b,,,\n1,2,,,\n", ["a=1 b=2"], ["columns 3 to 5 have neither a name nor a value, and are left out"]],
    [
      "a,b,\n1,2,\n3,4,5\n",
      ["a=1 b=2 column3=null", "a=3 b=4 column3=5"],
      ["column 3 of the header has no name"],
    ],
    [
      "a,b,\n1,2\n3,4\n",
      ["a=1 b=2", "a=3 b=4"],
      ["column 3 has neither a name nor a value, and is left out"],
    ],
    ["a,b\n1,2,\n3,4,\n", ["a=1 b=2", "a=3 b=4"], []],
    ['n, note\n"a", "b, c"\n"d" , e \n', ["n=a note=b, c", "n=d note=e"], []],
    ["a | b\n1 | x y\n", ["a=1 b=x y"], []],
    [
      "# one\n# two\na,b\n1,2\n#3,4\n",
      ["a=1 b=2", "a=#3 b=4"],
      ["the first 2 lines are skipped as comments"],
    ],
    [
      "\n\r\n# one\n\na,b\n1,2\n# two\n",
      ["a=1 b=2"],
      ["the first 4 lines are skipped as comments", "line 7 is skipped as a comment"],
    ],
    ["#a\tb\n1\t2\n", ["#a=1 b=2"], []],
    [
      "##x=1\n#a\tb\n1\t2\n",
      ["a=1 b=2"],
      ["the first line is skipped as a comment, and the comment on line 2 is the header"],
    ],
    [
      `${"# text, more\n".repeat(40)}#\n#code\tb\t\tlong name\nA\t1\nB\t2\tx\nC\t3\n#@D\nE\t5\n`,
      [
        "code=A b=1 long name=null",
        "code=B b=2 long name=x",
        "code=C b=3 long name=null",
        "code=E b=5 long name=null",
      ],
      [
        ...["cut on line 43", "cut on line 45", "cut on line 47"],
        "the first 41 lines are skipped as comments, and the comment on line 42 is the header",
        "line 46 is skipped as a comment",
      ],
    ],
    [
      "# by me, today\nname,city\nAnn,Paris\n",
      ["name=Ann city=Paris"],
      ["the first line is skipped as a comment"],
    ],
    ["# by me,today\nname,n\nAnn,5\n", ["name=Ann n=5"], ["the first line is skipped as a comment"]],
    [
      "v,name,from,to\n1,a,2\n2,b\n3,c,4,5\n",
      ["v=1 name=a from=2 to=null", "v=2 name=b from=null to=null", "v=3 name=c from=4 to=5"],
      ["cut on line 2", "cut on line 3"],
    ],
    ["v,name,from\n1,a,2\n2,b\n3,c,4\n", ["v=1 name=a from=2", "v=3 name=c from=4"], ["row"]],
    [
      "root:x:0:/root\nbin:x:1:/bin\nsys:x:2:/dev\nlp:x:3:/var\nweb:x:4:/var\n",
      ["root", "bin", "sys", "lp", "web"].map(
        (name, i) =>
          `column1=${name} column2=x column3=${i} column4=${["/root", "/bin", "/dev", "/var", "/var"][i]!}`,
      ),
      ["cells are separated by colons", "the first line is a row, so that the columns have no names"],
    ],
    [
      '"mpg" "cyl"\n"Mazda RX4" 21 6\n"Datsun 710" 22 4\n',
      ["column1=Mazda RX4 mpg=21 cyl=6", "column1=Datsun 710 mpg=22 cyl=4"],
      ["column 1 of the header has no name", "cells are separated by spaces", ROW_NAMES],
    ],
    [
      "Filesystem  Use% Mounted on\ntmpfs         0% /dev/shm\n/dev/a      100% /my disk\n",
      ["Filesystem=tmpfs Use%=0% Mounted on=/dev/shm", "Filesystem=/dev/a Use%=100% Mounted on=/my disk"],
      ["cells are separated by white space"],
    ],
    [
      "USER PID COMMAND\na      1 sh -c x\nb 123456 vi\nc     12 top\n",
      ["USER=a PID=1 COMMAND=sh -c x", "USER=b PID=123456 COMMAND=vi", "USER=c PID=12 COMMAND=top"],
      ["cells are separated by white space"],
    ],
    [
      "time\n10:00:00\n10:00:01\n10:00:02\n10:00:03\n",
      ["10:00:00", "10:00:01", "10:00:02", "10:00:03"].map((t) => `time=${t}`),
      [],
    ],
    ["one two three four\na b c d\n", ["one two three four=a b c d"], []],
    [
      "Report\nof, today\n\nid,name,qty,x\n1,a,5,\n",
      ["id=1 name=a qty=5 x=null"],
      [`the first 3 lines are ${SKIPPED}`],
    ],
    [
      'Bank export 2024\nAccount;DE89\n\nDate;Text;Amount\n5.1.;"a; b";-1,5\n6.1.;c;2\n',
      ["Date=5.1. Text=a; b Amount=-1,5", "Date=6.1. Text=c Amount=2"],
      [`the first 3 lines are ${SKIPPED}`],
    ],
    [
      "Report\n\nname,qty\na,5\nb,6\n",
      ["name=a qty=5", "name=b qty=6"],
      [`the first 2 lines are ${SKIPPED}`],
    ],
    ["name\na,5\n", [], ["row"]],
    [
      "mpg\tcyl\nMazda\t21\t6\nDatsun\t22\t4\n",
      ["column1=Mazda mpg=21 cyl=6", "column1=Datsun mpg=22 cyl=4"],
      ["column 1 of the header has no name", ROW_NAMES],
    ],
    ["mpg\tcyl\nMazda\t21\t6\nMazda\t22\t4\n", [], ["row", "row"]],
    ["Report,,\n,,\nid,name,qty\n1,a,5\n", ["id=1 name=a qty=5"], [`the first 2 lines are ${SKIPPED}`]],
    [
      "name,,\nx,1,2\n",
      ["name=x column2=1 column3=2"],
      ["column 2 of the header has no name", "column 3 of the header has no name"],
    ],
    ["x,y\nid,name\n1,a\n", ["id=1 name=a"], [], { skip: 1 }],
    ["a,b\n1,2\n%3\n", ["a=1 b=2"], [], { comment: "%" }],
    ["a||b\n1||x|y\n", ["a=1 b=x|y"], [], { delimiter: "||" }],
    ['a§b\n1§"x§y"\n', ["a=1 b=x§y"], [], { delimiter: "§" }],
    [
      'id,text\n1,"say \\"hi\\", now"\n2,"C:\\temp\\\\"\n',
      ['id=1 text=say "hi", now', "id=2 text=C:\\temp\\"],
      ["quotes inside cells are escaped by backslashes"],
    ],
    ['id,text\n1,"C:\\"\n', ["id=1 text=C:\\"], []],
    ["a,b\n1,x\\,y\\\nz\n", ["a=1 b=x,y\nz"], [], { escape: "\\" }],
    ["a,b\n1,'x, y'\n2,'it''s'\n", ["a=1 b=x, y", "a=2 b=it's"], ["cells are quoted by apostrophes"]],
    ["a,b\n1,'tis\n", ["a=1 b='tis"], []],
    ['a,b\n1,"x\n', ['a=1 b="x'], [], { quote: "" }],
    [
      'a,b\n5" pipe,="00123"\n2,{"x":1}\n',
      ['a=5" pipe b=="00123"', 'a=2 b={"x":1}'],
      ["quote on line 2", "quote on line 3"],
    ],
    ["Name, Title\tCity\nA, B\tC\n", ["Name, Title=A, B City=C"], []],
  ])("are read: %j", async (text, rows, notes, dialect) => {
    for (const places of [[], [...text].map((_, i) => i)]) {
      const found = await read(text, { dialect }, places);
      expect(found.error).toBeUndefined();
      const cells = found.rows.map((row) => Object.entries(row).map((entry) => entry.map(String).join("=")));
      const shown = cells.map((row) => row.join(" "));
      expect([shown, found.notes]).toEqual([rows, notes]);
    }
  });

  it("round-trip in any dialect", async () => {
    const unit = fc.constantFrom(...`aB1 ,;\t|"'\\#\né😀`);
    const cell = fc.string({ unit, maxLength: 5 }).filter((text) => text.trim() === text && text !== "");
    const table = fc
      .integer({ min: 2, max: 4 })
      .chain((columns) =>
        fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 30 }),
      );
    const dialects = fc.record({
      delimiter: fc.constantFrom(",", ";", "\t", "|", "||", "\x01"),
      quote: fc.constantFrom('"', "'", "~"),
      escape: fc.constantFrom("", "\\"),
      space: fc.constantFrom("", " "),
      end: fc.constantFrom("\n", "\r\n"),
      isTrailing: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(table, dialects, fc.array(fc.nat(200)), async (cells, d, places) => {
        const { delimiter, quote, escape, space, end } = d;
        const written = (text: string) => {
          const escaped = escape === "" ? text : text.replaceAll(escape, escape + escape);
          return quote + escaped.replaceAll(quote, (escape === "" ? quote : escape) + quote) + quote;
        };
        const names = cells[0]!.map((_, i) => `c${i}`);
        const last = d.isTrailing ? delimiter : "";
        const text = [names, ...cells.map((row) => row.map(written))]
          .map((row) => row.join(delimiter + space) + last + end)
          .join("");
        const dialect = { delimiter, quote, escape };
        const { rows, error } = await read(text, { dialect, inferTypes: false }, places);
        expect(error).toBeUndefined();
        expect(rows.map((row) => Object.values(row))).toEqual(cells);
      }),
      { numRuns: 500 },
    );
  });
});

it("a changed byte never loses a later row without a report", async () => {
  const cell = fc.string({ unit: fc.constantFrom("a", "1", " ", "é"), maxLength: 4 });
  const rows = fc.array(fc.tuple(cell, fc.boolean()), { minLength: 5, maxLength: 40 });
  const damage = fc.record({
    at: fc.nat(400),
    kind: fc.constantFrom("replace", "insert", "delete"),
    byte: fc.constantFrom(...Buffer.from("\"',;\t|\n\r\\# a0\x00\xff", "latin1")),
  });
  await fc.assert(
    fc.asyncProperty(rows, damage, async (cells, { at, kind, byte }) => {
      const lines = cells.map(([text, isQuoted], i) => `${i},${isQuoted ? `"${text}"` : text},x\n`);
      const bytes = Buffer.from(`id,text,last\n${lines.join("")}`);
      const place = at % bytes.length;
      const damaged = Buffer.concat([
        bytes.subarray(0, place),
        Buffer.from(kind === "delete" ? [] : [byte]),
        bytes.subarray(kind === "insert" ? place : place + 1),
      ]);
      let reported = 0;
      const found = await read(damaged, { onFault: () => reported++, onProblem: () => reported++ });
      const ids = new Set(found.rows.map((row) => String(Object.values(row)[0])));
      const lost = cells.filter((_, i) => !ids.has(String(i)));
      // The changed row itself can have another id, or be cut into two.
      if (lost.length > 1)
        expect([found.error !== undefined, reported > 0, found.notes.length > 0]).toContain(true);
    }),
    { numRuns: 1_000 },
  );
});
