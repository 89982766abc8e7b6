import { mkdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { defineCatalog, type Catalog } from "tamis";
import { byEffort } from "../../../../test/effort.ts";
import { readArguments } from "../../src/command/arguments.ts";
import type { Scope } from "../../src/command/command.ts";
import { READ_OPTIONS, STRICT_ROWS } from "../../src/command/read-options.ts";
import { loadFiles, loadObjects, type LoadedRows } from "../../src/memory/load-files.ts";
import { loadTextFile, whyObjects } from "../../src/memory/load-text-file.ts";
import { findRepeatedKey } from "../../src/serve/sources/key-option.ts";
import { folder, lines } from "../files.ts";

const file = folder();

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
  const keys = [...catalog.members.byName.values()].map(({ property }) => findRepeatedKey(rows, property));
  return { rows: [...rows], length: rows.length, definition: catalog.definition, columns, format, keys };
}

/** Loads a file with both readers, whose outcomes must be the same. Returns whether the rows stayed text. */
async function compare(path: string, options: readonly string[] = [], given?: Catalog): Promise<boolean> {
  const [text, objects] = [
    await outcomeOf(loadFiles, [path], options, given),
    await outcomeOf(loadObjects, [path], options, given),
  ];
  expect(text).toEqual(objects);
  return (await loadTextFile(scopeOf(options), [path], given)) !== undefined;
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
const someRows = lines(Array.from({ length: 20 }, (_, id) => row(id)));

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
    ["too many digits", `{"id":1}\n{"id":${"9".repeat(1_001)}}\n{"id":2}\n`, true],
    [
      "numbers beyond doubles",
      '{"id":1}\n{"id":1e999}\n{"id":[-1e400]}\n{"id":1e-999}\n{"id":1e308}\n',
      true,
    ],
    ["NaN and Infinity", '{"id":1}\n{"id":NaN}\n{"id":-Infinity}\n{"id":2}\n', true],
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
    ["CSV", "id,name\n1,a\n2,b\n", false],
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
    expect(
      await compare(file("repeated.ndjson", lines(rows.map((each) => ({ ...each, id: each.id >> 1 }))))),
    ).toBe(true);
  });

  it("uses objects if most rows would be parsed to read their values", async () => {
    const large = Array.from({ length: 5_000 }, (_, id) => `{"id":${id},"n":9007199254740993${id}}\n`);
    expect(await compare(file("large.ndjson", large.join("")))).toBe(false);
    const few = large.map((line, i) => (i % 5 === 0 ? line : line.replace("9007199254740993", "")));
    expect(await compare(file("few.ndjson", few.join("")))).toBe(true);
  });

  it("reports the values that a given catalog cannot read, and renames members as objects", async () => {
    const content = [
      ...[
        '{"id":1}',
        '{"id":"x","size":"2"}',
        "{",
        "",
        '{"id":1.5,"at":"soon","name":7}',
        '{"id":2,"x":{"a":"b"}}',
      ],
      ...[
        '{"id":3,"tags":["a",1]}',
        "[",
        '{"id":4,"x":3}',
        '{"id":5,"size":true}',
        '{"id":6,"name":[]}',
        '{"id":7}',
      ],
    ].join("\n");
    const path = file("unreadable.ndjson", content);
    expect(await compare(path, [], given)).toBe(true);
    expect(await compare(path, ["--strict"], given)).toBe(false);
    const { err } = await outcomeOf(loadFiles, [path], [], given);
    expect(err).toContain(
      "7 rows have values that do not match the catalog's types; they count as null: row 2 (id, size), row 4 (id, name, at), row 5 (x.a), row 6 (tags), row 8 (x) and 2 more.",
    );
    expect(await compare(file("readable.ndjson", someRows), ["--strict"], given)).toBe(true);
    const renamed = lines([
      { id: 1, "First Name": "a" },
      { id: 2, "First Name": "b" },
    ]);
    expect(await compare(file("renamed.ndjson", renamed), [], given)).toBe(false);
    const both = lines([{ id: 1, "First Name": "a" }, ...Array.from({ length: 40 }, (_, id) => row(id))]);
    expect(await compare(file("both.ndjson", `${both}{"id":50,"First_Name":"b"}\n`), [], given)).toBe(false);
  });

  it("uses objects if options or other inputs require them", async () => {
    const path = file("required.ndjson", someRows);
    for (const [options, paths, reason] of [
      [["--type", "id=string"], [path], "--type changes the rows"],
      [["--path", "tags"], [path], "--path changes the rows"],
      [["--no-header"], [path], "--no-header changes the rows"],
      [[], [path, path], "rows of several files are numbered for each file"],
      [[], [], "rows of several files are numbered for each file"],
      [[], [join(path, "..")], "only a file can be read again"],
      [[], [`${path}.missing`], "only a file can be read again"],
    ] as const) {
      expect(whyObjects(scopeOf(options), paths)).toBe(reason);
      if (paths.length === 0) continue;
      const text = await outcomeOf(loadFiles, paths, options);
      expect(text).toEqual(await outcomeOf(loadObjects, paths, options));
    }
    expect(whyObjects(scopeOf(["--input", "ndjson", "--encoding", "utf-8"]), [path])).toBeUndefined();
    const before = process.cwd();
    process.chdir(dirname(file("-", someRows)));
    const reason = whyObjects(scopeOf([]), ["-"]);
    process.chdir(before);
    expect(reason).toBe("only a file can be read again");
    mkdirSync(`${path}.folder`, { recursive: true });
    expect(whyObjects(scopeOf([]), [`${path}.folder`])).toBe("only a file can be read again");
  });

  it("ends with the reason of the signal", async () => {
    const controller = new AbortController();
    const path = file("aborted.ndjson", someRows);
    controller.abort(new Error("stop"));
    const scope = { ...scopeOf([]), signal: controller.signal };
    await expect(loadFiles(scope, [path], undefined)).rejects.toThrow("stop");
  });

  it("shows the progress on a terminal", async () => {
    const path = file("progress.ndjson", someRows.repeat(100));
    let written = "";
    let now = 0;
    const scope = scopeOf([], undefined, (text) => (written += text));
    Object.assign(scope.io, { stderrIsTTY: true, now: () => (now += 1_000) });
    expect(await loadTextFile(scope, [path], undefined)).toBeDefined();
    expect(written).toContain("2,000 rows  100 %");
    expect(written.endsWith("\r\u{1b}[K")).toBe(true);
  });

  it("loads randomly damaged files like the reader of objects", async () => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }).map((each) => JSON.stringify(each)),
      fc.constantFrom("1e400", "9007199254740993", "-0", "1.50", '"\\u0041"', "NaN", "01", "tru", '"é'),
    );
    const name = fc.constantFrom('"id"', '"id"', '"name"', '"a b"', '"n\\u0061me"', '"__proto__"', '"x"');
    const line = fc.oneof(
      {
        weight: 8,
        arbitrary: fc
          .array(fc.tuple(name, value), { maxLength: 4 })
          .map((members) => `{${members.map(([key, each]) => `${key}:${each}`).join(",")}}`),
      },
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
      { numRuns: byEffort({ sample: 300, full: 2_000, proof: 20_000 }) },
    );
    expect(texts).toBeGreaterThan(30);
  });
});
