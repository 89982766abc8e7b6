import { mkdirSync } from "node:fs";
import { totalmem } from "node:os";
import { Readable } from "node:stream";
import { createGunzip, gzipSync } from "node:zlib";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { defineCatalog, type Catalog } from "tamis";
import { countOf, isTried } from "../../../../test/effort.ts";
import { readArguments } from "../../src/command/arguments.ts";
import type { Scope } from "../../src/command/command.ts";
import { READ_OPTIONS, readSettings, STRICT_ROWS } from "../../src/command/read-options.ts";
import { loadFiles, loadObjects, type LoadedRows } from "../../src/memory/load-files.ts";
import { loadTextFile, whyObjects } from "../../src/memory/load-text-file.ts";
import { CELL_TEXTS, shownOf, type SourceRow } from "tamis/files";
import { findRepeatedKey } from "../../src/serve/sources/key-option.ts";
import { folder, lines } from "../files.ts";

const file = folder();
const Gunzip = createGunzip().constructor as { readonly prototype: ReturnType<typeof createGunzip> };

/** Returns what a command that loads rows knows and prints. */
async function outcomeOf(
  load: typeof loadFiles,
  paths: readonly string[],
  options: readonly string[],
  given?: Catalog,
) {
  let err = "";
  const failures = { skippedRows: 0 };
  const scope = scopeOf(options, failures, (text) => (err += text));
  const loaded = await load(scope, paths, given).then(describeRows, (error: unknown) => ({ error }));
  return { loaded, err, failures };
}

function scopeOf(
  options: readonly string[],
  failures = { skippedRows: 0 },
  write: (text: string) => unknown = () => undefined,
): Scope {
  const io = { stderr: { write }, stderrIsTTY: false, env: {}, now: () => 0 };
  const args = readArguments(options, [...READ_OPTIONS, STRICT_ROWS]);
  return { io, args, failures, signal: new AbortController().signal } as unknown as Scope;
}

function describeRows({ rows, catalog, columns, format }: LoadedRows) {
  const { members, definition } = catalog;
  const keys = [...members.byName.values()].map(({ property }) => findRepeatedKey(rows, property));
  // Vitest compares symbols of objects, but not those that are not enumerable.
  const texts = [...rows].map((each: SourceRow) => [each[CELL_TEXTS], shownOf(each)]);
  return { rows: [...rows], texts, length: rows.length, definition, columns, format, keys };
}

async function textOf(path: string, scope: Scope, given?: Catalog) {
  const settings = await readSettings(scope).catch(() => undefined);
  return settings && loadTextFile(scope, [path], given, settings);
}

/** Loads a file with both readers, whose outcomes must be the same. Returns whether the rows stayed text. */
async function compare(path: string, options: readonly string[] = [], given?: Catalog): Promise<boolean> {
  const [text, objects] = [
    await outcomeOf(loadFiles, [path], options, given),
    await outcomeOf(loadObjects, [path], options, given),
  ];
  expect(text).toEqual(objects);
  return (await textOf(path, scopeOf(options), given)) !== undefined;
}

const given = defineCatalog({
  name: "given",
  key: "id",
  members: {
    id: "integer",
    name: "string",
    size: "number",
    First_Name: "string",
    at: "dateTime",
    tags: { type: "list", items: "string" },
    x: { type: "object", members: { a: "integer" } },
  },
});

const row = (id: number) => ({ id, name: `name ${id}`, size: id / 4, tags: ["a", `${id % 3}`] });
const csv = [
  "id,name,size,open,due date",
  ...Array.from({ length: 20 }, (_, id) => `${id},name ${id},${id / 4},${id % 2 === 0},2026-01-${id + 10}`),
]
  .join("\n")
  .concat("\n");
const someRows = lines(Array.from({ length: 20 }, (_, id) => row(id)));

const RUNS = countOf("apps/cli/test/memory/load-text-file: runs");

describe("loadFiles", () => {
  afterEach(() => void vi.restoreAllMocks());

  it.each<[name: string, content: string | Uint8Array, isText: boolean]>([
    ["rows", someRows, true],
    ["rows without a last line end", someRows.trimEnd(), true],
    ["a byte order mark", `\u{feff}${someRows}`, true],
    ["two byte order marks", `\u{feff}\u{feff}${someRows}`, true],
    ["CRLF and blank lines", `\r\n${someRows.replaceAll("\n", "\r\n \t\r\n\n")}`, true],
    [
      "lines of white space that JSON does not have",
      `\u{a0}\n${someRows}\u{2028}\n{"id":\n\v\n{"id":}\n`,
      true,
    ],
    ["compressed rows", gzipSync(someRows), true],
    ["damaged compressed rows", gzipSync(someRows).subarray(0, -20), false],
    ["UTF-16", Buffer.from(`\u{feff}${someRows}`, "utf16le"), true],
    ["invalid rows", `{"id":1}\n{"id":\n\n{"id":3}\n[1]\n"x"\n{"é":é}\n{"id":5}\n{`, true],
    ["an invalid first row", `nonsense\n${someRows}`, true],
    ["a truncated last row", someRows.slice(0, -9), true],
    ["only invalid rows", "{\n[\n", false],
    ["invalid UTF-8", Buffer.concat([Buffer.from(someRows), Buffer.from([0x7b, 0xff, 0x0a])]), false],
    ["invalid UTF-8 in a string", Buffer.from(`${someRows}{"name":"\u{e9}"}\n{}`, "latin1"), false],
    ["a truncated character", Buffer.from(`${someRows}{"id":"é`).subarray(0, -1), false],
    ["integers of any size", '{"id":9007199254740993}\n{"id":-123456789012345678901}\n{"id":3}\n', true],
    ["too many digits", `{"id":1}\n{"id":${"9".repeat(1_001)}}\n{"id":2}\n`, false],
    [
      "numbers beyond doubles",
      '{"id":1}\n{"id":1e999}\n{"id":[-1e400]}\n{"id":1e-999}\n{"id":1e308}\n',
      false,
    ],
    ["NaN and Infinity", '{"id":1}\n{"id":NaN}\n{"id":-Infinity}\n{"id":2}\n', false],
    ["a header and lists", '["id","x"]\n[1,2]\n{"id":3}\n{"id":4}\n[5]\n', false],
    ["lists among objects", '{"id":3}\n["id","x"]\n[1,2]\n{"id":4}\n', true],
    ["record separators", '\u001e{"id":1}\n\u001e{"id":2}\n{"id":3}\n{"id":4}\n', true],
    ["repeated keys", '{"id":1,"x":1}\n{"id":1,"x":2}\n{"id":2,"x":3}\n', true],
    ["missing and null keys", '{"id":1}\n{}\n{"id":null}\n', true],
    ["repeated names", '{"id":1,"id":2}\n{"id":3,"x":{"a":1,"a":"b"}}\n', true],
    [
      "names that objects inherit",
      '{"__proto__":1,"id":1}\n{"constructor":"c","id":2}\n{"__proto__":{"a":1},"toString":3}\n',
      true,
    ],
    ["names with escapes", '{"na\\u006de":1,"id":1}\n{"name":2,"id":2}\n{"a\\\\b":3}\n', true],
    ["invalid member names", '{"First Name":"a","1":2}\n{"First Name":"b","ä.b":3}\n', true],
    ["an empty file", "", false],
    ["only blank lines", "\n \n", false],
    ["one row", '{"id":1}\n', false],
    ["one row with a list", '{"items":[{"id":1}]}\n', false],
    ["empty rows", "{}\n{}\n{}\n", true],
    ["a long row", `{"id":1,"note":"${"é".repeat(400_000)}"}\n{"id":2,"note":"x"}\n`, true],
    [
      "rows with 1,000 and 1,001 nested lists",
      [999, 1_000].map((n) => `{"x":${"[".repeat(n)}${"]".repeat(n)}}\n`).join("") + '{"x":1}\n',
      true,
    ],
    ["deep brackets in strings", `{"x":"${"[".repeat(3_000)}"}\n{"x":"\\"${"{".repeat(3_000)}"}\n`, true],
    ["200,000 nested lists", `{"id":1}\n{"x":${"[".repeat(200_000)}\n{"id":2}\n`, true],
    ["lone surrogates", '{"id":"\\ud800"}\n{"id":"\\udc00x"}\n{"id":"\\ud83d\\ude00"}\n', true],
    [
      "control characters",
      '{"id":"\u{1}"}\n{"id":"a\tb"}\n{"id":"\u{7f}"}\n{"id":"\u{0}"}\n{"id":1}\n',
      true,
    ],
    ["a JSON list", "[{}, {}]", false],
  ])("loads %s like the reader of objects", async (name, content, isText) => {
    const path = file(`${name.replaceAll(/\W/g, "-")}.ndjson`, content);
    expect(await compare(path)).toBe(isText);
    await compare(path, ["--strict"]);
    await compare(path, ["--input", "ndjson"]);
    await compare(path, ["--encoding", "windows-1252"]);
    expect(await compare(path, [], given)).toBe(isText && name !== "invalid member names");
    await compare(path, ["--strict"], given);
    // The name decides nothing: the format is detected.
    await compare(file(`${name.replaceAll(/\W/g, "-")}.json`, content));
    await compare(file(name.replaceAll(/\W/g, "-"), content));
  });

  it("samples rows of the whole file, and rows with further members", async () => {
    const rows = Array.from({ length: 50_001 }, (_, id) => ({
      id,
      ...(id % 7 === 3 ? { odd: id % 2 === 0 ? "x" : id } : {}),
      ...(id === 4_001 ? { rare: 1, "rare \\ too": true } : {}),
      ...(id === 40_001 ? { rare: "x", late: 2 } : {}),
    }));
    const content = lines(rows).replace(/\n/, '\n{"late":"only in an invalid row","never":}\n');
    expect(await compare(file("sample.ndjson", content))).toBe(true);
    const repeated = rows.map((each) => ({ ...each, id: each.id >> 1 }));
    expect(await compare(file("repeated.ndjson", lines(repeated)))).toBe(true);
  });

  it("uses objects if most rows would be parsed to read their values", async () => {
    const large = Array.from({ length: 5_000 }, (_, id) => `{"id":${id},"n":9007199254740993${id}}\n`);
    expect(await compare(file("large.ndjson", large.join("")))).toBe(false);
    const few = large.map((line, i) => (i % 5 === 0 ? line : line.replace("9007199254740993", "")));
    expect(await compare(file("few.ndjson", few.join("")))).toBe(true);
  });

  it("reports the values that a given catalog cannot read, and renames members as objects", async () => {
    const content = [
      ...['{"id":1}', '{"id":"x","size":"2"}', "{", "", '{"id":1.5,"at":"soon","name":7}'],
      ...['{"id":2,"x":{"a":"b"}}', '{"id":3,"tags":["a",1]}', "[", '{"id":4,"x":3}'],
      ...['{"id":5,"size":true}', '{"id":6,"name":[]}', '{"id":7}'],
    ].join("\n");
    const path = file("unreadable.ndjson", content);
    expect(await compare(path, [], given)).toBe(true);
    expect(await compare(path, ["--strict"], given)).toBe(false);
    const { err } = await outcomeOf(loadFiles, [path], [], given);
    expect(err).toContain(
      "7 rows have values that do not match the catalog's types; they count as null: row 2 (id, size), row 4 (id, name, at), row 5 (x.a), row 6 (tags), row 8 (x) and 2 more.",
    );
    expect(await compare(file("readable.ndjson", someRows), ["--strict"], given)).toBe(true);
    const renamed = lines(["a", "b"].map((name, i) => ({ id: i + 1, "First Name": name })));
    expect(await compare(file("renamed.ndjson", renamed), [], given)).toBe(false);
    const both = lines([{ id: 1, "First Name": "a" }, ...Array.from({ length: 40 }, (_, id) => row(id))]);
    expect(await compare(file("both.ndjson", `${both}{"id":50,"First_Name":"b"}\n`), [], given)).toBe(false);
  });

  it("uses objects if options or other inputs require them", async () => {
    const path = file("required.ndjson", someRows);
    for (const option of ["--type=id=string", "--path=tags", "--no-header", "--delimiter=;"])
      expect([option, await compare(path, [option])]).toEqual([option, false]);
    for (const [paths, reason] of [
      [[path, path], "rows of several files are numbered for each file"],
      [[], "rows of several files are numbered for each file"],
      [[join(path, "..")], "only a file can be read again"],
      [[`${path}.missing`], "only a file can be read again"],
    ] as const) {
      expect(whyObjects(paths)).toBe(reason);
      if (paths.length === 0) continue;
      const text = await outcomeOf(loadFiles, paths, []);
      expect(text).toEqual(await outcomeOf(loadObjects, paths, []));
    }
    expect(whyObjects([path])).toBeUndefined();
    const before = process.cwd();
    process.chdir(dirname(file("-", someRows)));
    const reason = whyObjects(["-"]);
    process.chdir(before);
    expect(reason).toBe("only a file can be read again");
    mkdirSync(`${path}.folder`, { recursive: true });
    expect(whyObjects([`${path}.folder`])).toBe("only a file can be read again");
  });

  it("ends with the reason of the signal", async () => {
    const controller = new AbortController();
    const path = file("aborted.ndjson", someRows);
    controller.abort(new Error("stop"));
    const scope = { ...scopeOf([]), signal: controller.signal };
    await expect(loadFiles(scope, [path], undefined)).rejects.toThrow("stop");
  });

  it("ends with advice before the memory is full, if the rows take a part of it", async () => {
    const path = file("full.ndjson", someRows);
    const megabytes = (count: number) => count * 1_048_576;
    const platform = vi.spyOn(process, "platform", "get").mockReturnValue("linux");
    const limit = vi.spyOn(process, "constrainedMemory").mockReturnValue(megabytes(1_000));
    const available = vi.spyOn(process, "availableMemory").mockReturnValue(0);
    const used = vi.spyOn(process.memoryUsage, "rss").mockReturnValue(megabytes(937));
    const load = () => loadFiles(scopeOf([]), [path], undefined);
    await expect(load()).rejects.toThrow(
      "The rows do not fit into memory: 20 rows take 937 MB of 1,000 MB. tamis query reads files of any size",
    );
    used.mockReturnValue(megabytes(936));
    expect(await textOf(path, scopeOf([]))).toBeDefined();
    for (const unlimited of [0, 2 ** 64]) {
      limit.mockReturnValue(unlimited);
      used.mockReturnValue(totalmem() / 4);
      available.mockReturnValue(megabytes(64) - 1);
      await expect(load()).rejects.toThrow("The rows do not fit into memory");
      used.mockReturnValue(totalmem() / 4 - 1);
      expect(await textOf(path, scopeOf([]))).toBeDefined();
      used.mockReturnValue(totalmem() / 2);
      available.mockReturnValue(megabytes(64));
      expect(await textOf(path, scopeOf([]))).toBeDefined();
    }
    available.mockReturnValue(0);
    platform.mockReturnValue("darwin");
    expect(await textOf(path, scopeOf([]))).toBeDefined();
  });

  it("reads the types of a pipe once", async () => {
    const path = file("types.csv", "id, b\n1, 2\n");
    const scope = scopeOf(["--types", "-"]);
    Object.assign(scope.io, { stdin: Readable.from([Buffer.from("id=string")]) });
    expect((await loadFiles(scope, [path], undefined)).rows).toEqual([{ id: "1", b: 2 }]);
  });

  it("knows from the header that columns are renamed", async () => {
    const path = file("names.csv", `First Name,id\n${"a,1\n".repeat(200_000)}`);
    const scope = scopeOf([]);
    let bytes = 0;
    Object.assign(scope.io, { stderrIsTTY: true, now: () => bytes++ });
    expect(await textOf(path, scope, given)).toBeUndefined();
    // Nothing has shown a progress, because no row was read as text.
    expect(bytes).toBeLessThan(3);
  });

  it("closes a compressed file whose rows must be objects", async () => {
    const path = file("closed.csv.gz", gzipSync(`First Name,id\n${"a,1\n".repeat(500_000)}`));
    const destroy = vi.spyOn(Gunzip.prototype, "destroy");
    expect(await textOf(path, scopeOf([]), given)).toBeUndefined();
    expect(destroy).toHaveBeenCalled();
  });

  it("shows the progress on a terminal", async () => {
    const path = file("progress.ndjson", someRows.repeat(100));
    let written = "";
    let now = 0;
    const scope = scopeOf([], undefined, (text) => (written += text));
    Object.assign(scope.io, { stderrIsTTY: true, now: () => (now += 1_000) });
    expect(await textOf(path, scope)).toBeDefined();
    expect(written).toContain("2,000 rows  100 %");
    expect(written.endsWith("\r\u{1b}[K")).toBe(true);
  });

  it.each<[name: string, content: string | Uint8Array, isText: boolean]>([
    ["rows", csv, true],
    ["rows without a last line end", csv.trimEnd(), true],
    ["a byte order mark", `\u{feff}${csv}`, true],
    ["two byte order marks", `\u{feff}\u{feff}${csv}`, true],
    ["CRLF and blank lines", `\r\n${csv.replaceAll("\n", "\r\n\r\n")}`, true],
    ["lines that end with CR", csv.replaceAll("\n", "\r"), true],
    ["a line that ends with CR", `${csv}1,a,,,\r2,b,,,\n`, true],
    ["a cell that ends with CR", `${csv}1,a,,,\r`, true],
    ["CR in quotes", `${csv}1,"a\rb",,,\n`, true],
    ["lines of white space", `${csv} \n\t\n,\n,,,,\n`, true],
    ["a declared delimiter", `sep=;\r\n${csv.replaceAll(",", ";")}`, true],
    ["cells between tabs", csv.replaceAll(",", "\t"), true],
    ["cells between bars", csv.replaceAll(",", "|"), true],
    ["compressed rows", gzipSync(csv), true],
    ["damaged compressed rows", gzipSync(csv).subarray(0, -20), false],
    ["UTF-16", Buffer.from(`\u{feff}${csv}`, "utf16le"), true],
    ["invalid UTF-8", Buffer.concat([Buffer.from(csv), Buffer.from([0x7b, 0xff, 0x0a])]), false],
    ["invalid UTF-8 in the header", Buffer.concat([Buffer.from([0xff]), Buffer.from(csv)]), false],
    ["a truncated character", Buffer.from(`${csv}1,é`).subarray(0, -1), false],
    ["too few and too many cells", `${csv}1\n2,b\n3,c,1,true,2026-01-01,x\n4,d,1,,\n"5\n6"\n`, true],
    ["text after quotes", `${csv}1,"a"b,1,,\n2,"a"c,1,,\n3,b,1,,\n`, true],
    ["a quote in a cell", `${csv}1,a"b,1,,\n2,5",1,,\n3,b,1,,\n`, false],
    ["a space after quotes", `${csv}1,"a" ,1,,\n3,b,1,,\n`, true],
    ["comments and lines before the header", `# x\n${csv}1,a,1,,\n3,b,1,,\n`, true],
    ["spaces around cells", "id, name\n1, a\n2, b\n", false],
    ["delimiters at the end of lines", "id,name,\n1,a,\n2,b,\n", true],
    ["a quote that a later line closes", `${csv}1,"a,1,,\n2,"b",1,,\n3,b,1,,\n`, true],
    ["a quote that is never closed", `${csv}1,"a,1,,\n2,b,1,,\n3,b,1,,\n`, true],
    ["a last quote that is never closed", `${csv}1,"a,1,,\n\n`, true],
    ["a quote in a cell after quoted line ends", `${csv}1,"a\nb",c"d,,\n3,b,1,,\n`, false],
    ["a quote that is not closed after quoted line ends", `${csv}1,"a\nb","c,,\n3,b,1,,\n`, true],
    ["line ends in quotes", `${csv}1,"a\nb\r\nc",1,,\n2\n3,"\n"\n`, true],
    [
      "quoted cells",
      `"id","name","size","open","due date"\n"1","a ""b""","1.5","true",""\n"2","","","",""\n`,
      true,
    ],
    [
      "numbers",
      `n\n${["0", "-0", "1.50", "1e3", "1e999", "007", "+1", "9007199254740993", "1E-7"].join("\n")}\n`,
      true,
    ],
    ["integers", `n\n${["1", "-2", "1.0", "12345678901234567890", "x", "1e3"].join("\n")}\n`, true],
    ["booleans", `b\ntrue\nfalse\nTRUE\nFalse\n\n"True"\n`, true],
    ["later cells of other types", `id,n,b\n${"1,2,true\n".repeat(1_500)}x,y,z\n1.5,1.5,1\n,,\n`, true],
    ["decimal commas", 'n\n"1,5"\n"2.000,25"\n', true],
    ["dates", "at;day\n05.01.2024;1/5/2024\n2024-01-05;13/1/2024\nx;y\n", true],
    ["nested values", 'tags,x\n"[""a"",""b""]","{""a"":1}"\n[],{}\n[1],x\n[,\n', true],
    ["blank and repeated names", 'id,,id,"a,b"\n1,2,3,4\n5,6,7,8\n', true],
    ["names of every object", "__proto__,constructor,toString\n1,2,3\n4,x,y\n", true],
    ["invalid member names", "First Name,1,ä.b\na,2,3\nb,4,5\n", true],
    ["a header that looks like a row", "1,2,x\n3,4,y\n", true],
    ["a header only", "id,name\n", true],
    ["one column", "id\n1\n\n2\n", true],
    ["an empty file", "", false],
    ["only blank lines", "\n\r\n", false],
    ["an invalid header", 'id,"na"me\n1,2\n', false],
    ["a long row", `id,note\n1,"${"é".repeat(400_000)}"\n2,x\n`, true],
    ["cells beyond 64 KB", `id,note,n\n1,${"x".repeat(70_000)},2\n2,${"x".repeat(70_000)},y\n`, true],
    [
      "many columns",
      `${Array.from({ length: 1_000 }, (_, i) => `c${i}`).join(",")}\n${"1,".repeat(999)}x\n`,
      true,
    ],
    [
      "too many columns",
      `${Array.from({ length: 1_001 }, (_, i) => `c${i}`).join(",")}\n${"1,".repeat(1_000)}\n`,
      false,
    ],
    ["NUL and other controls", "id,name\n1,a\u{0}b\n2,\u{1}\u{7f}\n", true],
  ])("loads CSV with %s like the reader of objects", async (name, content, isText) => {
    const path = file(`${name.replaceAll(/\W/g, "-")}.csv`, content);
    expect(await compare(path)).toBe(isText);
    for (const options of [
      ...["--strict", "--text", "--no-header", "--ragged", "--input=csv", "--input=tsv", "--delimiter=;"],
      ...["--delimiter=e", "--encoding=windows-1252", "--decimal-comma", "--dates=day-first"],
      ...["--type=id=integer", "--type=n=integer --type=day=date --dates=month-first"],
      ...["--type=tags=json", "--path=x"],
    ])
      await compare(path, options.split(" "));
    await compare(path, [], given);
    await compare(path, ["--strict"], given);
    await compare(path, ["--text"], given);
  });

  it.runIf(isTried("apps/cli/test/memory/load-text-file: long rows"))(
    "loads CSV with long rows, and with a row that ends in the next megabyte",
    async () => {
      const next = `a,b\n${"1,2\n".repeat(262_140)}1,2,"x\n5,6\n7,8\n9"\n3,4\n`;
      expect(await compare(file("next.csv", next))).toBe(true);
      // The types are inferred from a thousand rows, which may take up to 16 MB.
      const long = (count: number) => `a,b\n${`1,${"x".repeat(1 << 20)}\n`.repeat(count)}`;
      expect(await compare(file("long.csv", long(15)))).toBe(true);
      expect(await compare(file("longer.csv", long(16)))).toBe(false);
    },
  );

  it("loads random CSV like the reader of objects", async () => {
    const usual = fc.constantFrom("", "1", "2.50", "true", "x", "é y", '"a,b"', '"a ""b"""', '""');
    const cell = fc.oneof(
      { weight: 6, arbitrary: usual },
      fc.constantFrom('"\n"', ...'-0 1e3 007 1,5 [1] "{}" 9007199254740993 2024-01-05 05.01.2024'.split(" ")),
      fc.constantFrom('a"', '"a"b', '"', " ", "\t", ";", "\r", "\u{feff}"),
    );
    const record = fc.oneof(
      { weight: 5, arbitrary: fc.array(cell, { minLength: 3, maxLength: 3 }) },
      fc.array(cell, { maxLength: 5 }),
    );
    const types = ["--type=id=integer", "--type=name=date", "--type=name=json --type=size=boolean"];
    const options = fc
      .constantFrom(
        "",
        "",
        "--strict",
        "--text",
        "--no-header",
        "--dates=day-first",
        "--decimal-comma",
        ...types,
      )
      .map((line) => line.split(" ").filter((option) => option !== ""));
    let texts = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { maxLength: 12 }),
        fc.constantFrom("\n", "\n", "\r\n", "\r"),
        fc.constantFrom(",", ",", ";", "\t"),
        options,
        fc.nat(3),
        async (records, end, delimiter, chosen, catalogs) => {
          const rows = [["id", "name", "size"], ...records].map((cells) => cells.join(delimiter));
          const path = file("random.csv", rows.join(end));
          if (await compare(path, chosen)) texts++;
          if (catalogs === 0) await compare(path, chosen, given);
        },
      ),
      { numRuns: RUNS },
    );
    expect(texts).toBeGreaterThan(RUNS / 5);
  });

  it("reports all cells that their columns cannot have, with the rows of the catalog", async () => {
    const rows = Array.from({ length: 3_000 }, (_, i) => {
      const size = i > 1_000 && i % 500 === 7 ? "large" : i / 4;
      return `${i},name ${i},${size},${i % 2 === 0},${i % 700 === 307 ? "soon" : "2026-01-01T00:00:00Z"}`;
    });
    const path = file("cells.csv", `id,name,size,open,at\n1,2\n${rows.join("\n")}\n`);
    expect(await compare(path)).toBe(true);
    expect((await outcomeOf(loadFiles, [path], [])).err).toContain(
      "4 rows have values that do not match the types of their columns; they count as null (--text reads all cells as strings): row 1009 (size), row 1509 (size), row 2009 (size), row 2509 (size).",
    );
    expect(await compare(path, [], given)).toBe(true);
    expect((await outcomeOf(loadFiles, [path], [], given)).err).toContain(
      "7 rows have values that do not match the catalog's types; they count as null: row 309 (at), row 1009 (size, at), row 1509 (size), row 1709 (at), row 2009 (size) and 2 more.",
    );
  });

  it("keeps the original texts of cells", async () => {
    const path = file("texts.csv", "id,size\n1,1.50\n2,x\n3,2\n");
    const { rows } = await loadFiles(scopeOf(["--type", "size=number"]), [path], undefined);
    const texts = [...rows].map((each) => (each as SourceRow)[CELL_TEXTS]?.get("size"));
    expect(texts).toEqual(["1.50", undefined, undefined]);
    expect([...rows].map(({ size }) => size)).toEqual([1.5, null, 2]);
    expect([...rows].map((each) => shownOf(each)["size"])).toEqual([1.5, "x", 2]);
  });

  it("loads randomly damaged files like the reader of objects", async () => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }).map((each) => JSON.stringify(each)),
      fc.constantFrom("1e400", "9007199254740993", "-0", "1.50", '"\\u0041"', "NaN", "01", "tru", '"é'),
    );
    const name = fc.constantFrom('"id"', '"id"', '"name"', '"a b"', '"n\\u0061me"', '"__proto__"', '"x"');
    const row = fc
      .array(fc.tuple(name, value), { maxLength: 4 })
      .map((members) => `{${members.map((member) => member.join(":")).join(",")}}`);
    const line = fc.oneof(
      { weight: 8, arbitrary: row },
      fc.constantFrom("", " ", "\r", "\u{a0}", "[1]", "{", "null", "\u{feff}{}"),
    );
    const damage = fc.record({
      at: fc.nat(),
      byte: fc.constantFrom(0x0a, 0x22, 0x5c, 0x7b, 0x7d, 0xc3, 0xff, 0x20),
    });
    let texts = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 12 }),
        fc.constantFrom("\n", "\r\n"),
        fc.array(damage, { maxLength: 2 }),
        fc.boolean(),
        fc.nat(3),
        async (rows, end, damages, isStrict, catalogs) => {
          const bytes = Buffer.from(rows.join(end));
          for (const { at, byte } of damages) if (bytes.length > 0) bytes[at % bytes.length] = byte;
          const path = file("random.ndjson", bytes);
          const options = isStrict ? ["--strict"] : [];
          if (await compare(path, options)) texts++;
          // A quarter of the files, because each comparison reads a file three times.
          if (catalogs === 0) await compare(path, options, given);
        },
      ),
      { numRuns: RUNS },
    );
    expect(texts).toBeGreaterThan(RUNS / 10);
  });
});
