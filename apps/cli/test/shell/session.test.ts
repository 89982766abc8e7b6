import { unknownMember } from "../../../../test/diagnostics/sentences.ts";
import { gzipSync } from "node:zlib";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { example, folder, lines } from "../files.ts";
import { failure } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

const file = folder();
const ROWS = [
  { id: 1, name: "anna", size: 3, tags: ["a", "b"], at: "2024-01-01" },
  { id: 2, name: "Bert", size: 1, tags: ["b"], at: "2024-02-01" },
  { id: 3, name: "O'Hara", size: 2, tags: [], at: null },
  { id: 4, name: "zoë", size: 5, tags: ["c"], at: "2023-05-05" },
];
const rows = file("rows.ndjson", lines(ROWS));

function shell(input: string | readonly string[], ...args: string[]) {
  const stdin = typeof input === "string" ? input : `${input.join("\n")}\n`;
  return tamis(["shell", ...(args.length === 0 ? [rows, "-o", "ndjson", "--select", "id"] : args)], {
    stdin,
  });
}

const ids = (out: string) => [...out.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id));

describe("a piped session", () => {
  it("runs each line, and prints only rows", async () => {
    const { code, out, err } = await shell(["gt(size,1)", "eq(name,'Bert')"]);
    expect({ code, ids: ids(out), err }).toEqual({ code: 0, ids: [1, 3, 4, 2], err: "" });
  });

  it("skips empty lines, comments and a byte order mark", async () => {
    const outcome = await shell("\ufeff\n\n  # sizes\n   eq(size,5)  \r\n");
    expect(outcome).toEqual({ code: 0, out: '{"id":4}\n', err: "" });
  });

  it("warns about a filter that no row can match, and runs it", async () => {
    const text = "and(gt(size,4),lt(size,2))";
    const { code, out, err } = await shell([text, `.count ${text}`, "gt(size,4)"]);
    expect({ code, ids: ids(out) }).toEqual({ code: 0, ids: [4] });
    expect(err.match(/warning\[never-matches\]/g)).toHaveLength(2);
    expect(err).toContain(`line 1: warning[never-matches]: No row can match ${text}.`);
  });

  it("warns about a query string that no row can match, at the filter", async () => {
    const { code, out, err } = await shell([
      "limit=2&filter=and(gt(size,4)%2Clt(size,2))",
      "size=1&filter=gt(size,2)",
      "filter=or(isNull(size),not(isNull(size)))&limit=1",
    ]);
    expect({ code, ids: ids(out).length }).toEqual({ code: 0, ids: 1 });
    expect(err).toContain("line 1: warning[never-matches]: No row can match and(gt(size,4),lt(size,2)).");
    expect(err).toContain("           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^");
    expect(err).toContain("line 2: warning[never-matches]");
    expect(err).toContain("line 3: warning[always-matches]");
  });

  it("accepts query strings and URLs", async () => {
    const { code, out } = await shell([
      "filter=gt(size,1)&sortBy=size:descending&limit=2",
      "https://example.com/rows?name=Bert%7Canna#top",
      "/rows?size=5",
      "?limit=1&start=2",
    ]);
    expect({ code, ids: ids(out) }).toEqual({ code: 0, ids: [4, 1, 1, 2, 4, 3] });
  });

  it("explains how rows in memory are found", async () => {
    const { code, out } = await shell(["eq(name,'Bert')", ".explain", ".explain gt(size,2)"]);
    expect(code).toBe(0);
    expect(out).toContain("1 of 4 rows match.\n  eq(name,'Bert'):");
    expect(out).toContain("2 of 4 rows match.\n  gt(size,2):");
  });

  it("shows the next, previous, first and last page", async () => {
    const pages = [".next", ".previous", ".last", ".first", ".start 1"];
    const { code, out, err } = await shell([".limit 2", ".sort size", "true", ...pages]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(ids(out)).toEqual([2, 3, 1, 4, 2, 3, 1, 4, 2, 3, 3, 1]);
  });

  it("reports the first and last page", async () => {
    const { code, err } = await shell([".limit 3", "true", ".next", ".next", ".first", ".previous"]);
    expect(code).toBe(2);
    expect(err).toBe("tamis: line 4: This is the last page.\ntamis: line 6: This is the first page.\n");
    expect((await shell(["true", ".next"])).err).toContain("Pages need a size");
  });

  it("shows the current page again after a change of its sort order, limit or language", async () => {
    expect(ids((await shell([".sort size:descending", ".limit 1"])).out)).toEqual([]);
    const { out } = await shell(["true", ".sort size:descending", ".limit 1", ".sort -"]);
    expect(ids(out)).toEqual([1, 2, 3, 4, 4, 1, 3, 2, 4, 1]);
  });

  it("counts rows and values, and shows min and max", async () => {
    const counts = [".count", ".count eq(size,1)", ".facets tags", ".minmax size", ".minmax at"];
    const { code, out } = await shell(["gt(size,1)", ...counts], rows, "--select", "id");
    expect(code).toBe(0);
    expect(out.split("\n").slice(3, -1)).toEqual([
      "3",
      "1",
      '{"value":"a","count":1}',
      '{"value":"b","count":1}',
      '{"value":"c","count":1}',
      '{"min":2,"max":5}',
      '{"min":"2023-05-05","max":"2024-01-01"}',
    ]);
  });

  it("has no facets and no minimum of objects, whose values cannot be compared", async () => {
    const objects = file("objects.ndjson", lines([{ a: { b: 1 } }, { a: { b: 2 } }]));
    const { err, out } = await shell([".facets a", ".minmax a", ".minmax a.b"], objects, "-o", "ndjson");
    const reason = /The values of a cannot be compared\. \.members lists the members in it\./g;
    expect(err.match(reason)).toHaveLength(2);
    expect(out).toContain('{"min":1,"max":2}');
  });

  it("lists members, functions and settings in the chosen format", async () => {
    const { out } = await shell([".members si", ".functions length", ".settings", ".output"], rows);
    expect(out).toContain('{"member":"size","type":"integer","nullable":false,"key":null}');
    expect(out).toContain("length(member) -> integer");
    expect(out).toContain(".limit -\n");
    expect(out.endsWith(".output ndjson\n")).toBe(true);
    expect((await shell([".help"])).out).toContain(".facets MEMBER");
    expect((await shell([".help sort", "help", "?"])).out).toContain(
      ".sort [S|-]\nset the sort order, - for the default\n",
    );
  });

  it("prints the current page as a query string", async () => {
    const { out } = await shell([
      "filter=gt(size,1)&sortBy=name:primary&limit=1",
      ".url",
      ".limit -",
      ".url",
    ]);
    expect(out).toContain("\nfilter=gt(size,1)&sortBy=name:primary&limit=1\n");
    expect(out.endsWith("\nfilter=gt(size,1)&sortBy=name:primary\n")).toBe(true);
  });

  it("ends with .exit, with an abbreviation of it, and with the word exit unless a member has that name", async () => {
    for (const last of [".exit", ".exi", "exit", "quit"])
      expect(ids((await shell(["eq(id,1)", last, "eq(id,2)"])).out)).toEqual([1]);
    const named = file("exit.ndjson", '{"exit":true,"id":1}\n{"exit":false,"id":2}\n');
    expect(ids((await shell(["exit", "eq(id,2)"], named)).out)).toEqual([1, 2]);
  });

  it("applies options and settings to parsing and comparing", async () => {
    const options = ["--sortBy", "name:descending", "--limit", "1", "--select", "id"];
    expect(ids((await shell(["true"], rows, ...options)).out)).toEqual([4]);
    const strict = await shell(["eq('size',1)", ".strict on", "eq('size',1)"]);
    expect({ code: strict.code, ids: ids(strict.out) }).toEqual({ code: 3, ids: [2] });
    const turkish = file("turkish.ndjson", '{"id":1,"n":"I"}\n{"id":2,"n":"i"}\n{"id":3,"n":"ı"}\n');
    const input = ["eq($primary,n,'i')", ".locale tr", ".locale", ".locale -"];
    const { out } = await shell(input, turkish, "--select", "id");
    expect(out.split("\n").filter((line) => !line.startsWith("{"))).toEqual([".locale tr", ""]);
    expect(ids(out)).toEqual([1, 2, 2, 1, 2]);
  });

  it("shows all columns of a table in the same order on all pages", async () => {
    const { out } = await shell(["eq(id,3)", "eq(id,2)"], rows, "-o", "csv");
    expect(out).toBe(
      'id,name,size,tags,at\n3,O\'Hara,2,[],\nid,name,size,tags,at\n2,Bert,1,"[""b""]",2024-02-01\n',
    );
  });

  it("shows the elapsed time if .timing is on", async () => {
    const { err } = await shell([".timing on", "gt(size,1)", ".count", ".timing off", "gt(size,1)"]);
    expect(err).toMatch(/^3 rows \([\d.,]+ ms\)\ncounted \([\d.,]+ ms\)\n$/);
  });
});

describe("an invalid line", () => {
  it("is reported with its number in the format of tamis check, and the next line runs", async () => {
    const { code, out, err } = await shell(["eq(nmae,'x')", "eq(id,1)", "in(id,1,2"]);
    expect({ code, ids: ids(out) }).toEqual({ code: 3, ids: [1] });
    const check = await tamis(["check", "in(id,1,2"]);
    expect(err).toContain(`line 1: error[unknown-member]: ${unknownMember("nmae", "name")}`);
    expect(err.endsWith(`line 3: ${check.err}`)).toBe(true);
  });

  it.each([
    ["eq(nmae,'Bert')", [2]],
    ["filter=eq(nmae,'Bert')&limit=1", [2]],
    ["/rows?filter=eq(nmae,'Bert')", [2]],
    ["eq(name,'O'Hara')", [3]],
    [".count eq(nmae,'Bert')", []],
    [".sort siez", []],
  ])("is corrected by .fix: %s", async (line, found) => {
    const { out, err } = await shell([line, ".fix", ".sort"]);
    expect(ids(out)).toEqual(found);
    expect(err).toMatch(/help: /);
    expect(err).not.toMatch(/line [23]: /);
    if (line.startsWith(".count")) expect(out).toContain("1\n");
    if (line.startsWith(".sort")) expect(out).toBe(".sort size\n");
  });

  it.each([
    [".fix", "There is no line to fix."],
    [".nosuch", "There is no command .nosuch. .help lists them."],
    [".limt 3", "There is no command .limt. Did you mean .limit?"],
    [".", "There is no command .. .help lists them."],
    [".s", ".s is ambiguous: .start, .sort, .select, .strict, .settings, .save."],
    [".limit x", ".limit must be an integer >= 0, not 'x'."],
    [".start", ".start needs N: skip the first N rows."],
    [".next 3", ".next takes no argument."],
    [".facets nmae", "There is no member 'nmae'. Did you mean name?"],
    [".select id,nmae", "There is no member 'nmae'. Did you mean name?"],
    [".members zzz", "No member name contains 'zzz'."],
    [".functions sort", "There is no function 'sort'."],
    [".locale xx-nowhere-at-all", "is not a supported language."],
    [".output envelope", ".output must be one of json, ndjson, csv, tsv, table, markdown, not 'envelope'."],
    [".strict maybe", ".strict must be one of on, off, not 'maybe'."],
    [".write rows.xlsx", "rows.xlsx does not end with .json, .ndjson, .csv, .tsv."],
    [".write rows.ndjson.gz", "does not end with"],
    [".write rows.ndjson.zst", "does not end with"],
  ])("is reported: %s", async (line, words) => {
    const { code, out, err } = await shell([line, "eq(id,1)"]);
    expect({ code, ids: ids(out) }).toEqual({ code: 2, ids: [1] });
    expect(err).toContain("tamis: line 1: ");
    expect(err).toContain(words);
  });

  it("is shown with control characters escaped", async () => {
    const { err, out } = await shell([".\u001b[2J", "eq(\u001b[2J,1)", "\u009b31m", ".facets \u202e"]);
    expect(err + out).not.toMatch(/[\u001b\u009b\u202e]/);
  });
});

describe("the files of a session", () => {
  const csv = "First Name,Größe,empty,code\nAnna,3,,007\nBert,1.50,,008\n";

  it.each([
    ["csv", csv],
    ["tsv", csv.replaceAll(",", "\t")],
    ["csv", gzipSync(csv)],
    ["json", '[{"First Name":"Anna","Größe":3},{"First Name":"Bert","Größe":1.5}]'],
    ["json", '{"items":[{"First Name":"Bert","Größe":1.5}]}'],
  ])(
    "can be %s, with a column that is renamed in expressions and keeps its name in the output",
    async (kind, content) => {
      const path = file(`people.${kind}`, content);
      const { code, out, err } = await shell(["lt(Größe,2)", ".members first"], path, "-o", "ndjson");
      expect(code).toBe(0);
      expect(err.replace(/tamis: empty: .*\n/, "")).toBe(
        "tamis: in expressions, 'First Name' is First_Name.\n",
      );
      expect(out).toContain('"First Name":"Bert"');
      expect(out).toContain('"member":"First_Name"');
    },
  );

  it("are written with unchanged cells", async () => {
    const path = file("cells.csv", csv);
    expect((await shell(["lt(Größe,2)"], path)).out).toBe("First Name,Größe,empty,code\nBert,1.50,,008\n");
  });

  it("are read with a catalog, and a note lists values that do not match it", async () => {
    const definition = { name: "rows", members: { id: "integer", at: "date" } };
    const catalog = file("catalog.json", JSON.stringify(definition));
    const path = file("wrong.ndjson", '{"id":1,"at":"soon"}\n{"id":2,"at":"2024-01-01"}\n');
    const { code, out, err } = await shell(["isNull(at)"], path, "--catalog", catalog);
    expect({ code, ids: ids(out) }).toEqual({ code: 0, ids: [1] });
    expect(err).toContain(
      "1 row has values that do not match the catalog's types; they count as null: row 1 (at).",
    );
  });

  it.each([
    ["empty.ndjson", "", 4, "there are no rows to infer members from"],
    ["head.csv", "a,b\n", 4, "there are no rows to infer members from"],
    ["broken.json", '[{"id":1},{"id":', 4, "line 1"],
    ["mixed.ndjson", '{"a":1}\n{"a":"x"}\n', 2, "No member has values of a single type."],
  ])("end the session before the first line if they are invalid: %s", async (name, content, code, words) => {
    const stdin = "true\n";
    expect(await failure(code, ["shell", file(name, content)], { stdin })).toContain(words);
  });

  it("can have invalid rows, which are skipped: the exit code says so", async () => {
    const path = file("broken.ndjson", '{"id":1}\n{"id":\n{"id":3}\n');
    const { code, out, err } = await shell(["gt(id,0)"], path);
    expect({ code, ids: ids(out) }).toEqual({ code: 4, ids: [1, 3] });
    expect(err).toContain("1 invalid row was skipped (line 2, column 7, row 2)");
    expect(await shell(["gt(id,0)"], path, "--strict")).toMatchObject({ code: 4, out: "" });
  });

  it("can be several, and errors name the file", async () => {
    const more = file("more.ndjson", '{"id":9,"name":"more"}\n');
    expect(ids((await shell(["isNull(size)"], rows, more)).out)).toEqual([9]);
    await failure(2, ["shell", "nosuch.ndjson"]);
    expect((await tamis(["shell"])).err).toContain("needs a FILE or a DATABASE");
    expect((await tamis(["shell", "-"])).err).toContain("tamis shell reads queries from standard input");
    await failure(2, ["shell", rows, "--select", "nosuch"]);
    await failure(3, ["shell", rows, "--sortBy", "nosuch"]);
    await failure(2, ["shell", rows, "--table", "t"]);
  });

  it("can contain a member that only one of thousands of rows has", async () => {
    const many = Array.from({ length: 30_000 }, (_, id) => (id === 23_457 ? { id, rare: "x" } : { id }));
    const { out } = await shell(["eq(rare,'x')"], file("many.ndjson", lines(many)));
    expect(out).toBe('{"id":23457,"rare":"x"}\n');
  });
});

describe(".write", () => {
  it("writes all matching rows in their order, not only the page", async () => {
    const target = join(dirname(rows), "out.csv");
    const { code, err } = await shell([".sort size", ".limit 1", "gt(size,1)", `.write ${target}`]);
    expect({ code, err }).toEqual({ code: 0, err: `3 rows written to ${target}\n` });
    expect(readFileSync(target, "utf8")).toBe("id\n3\n1\n4\n");
  });

  it("neither overwrites the input files nor leaves incomplete files", async () => {
    expect((await shell([`.write ${rows}`])).err).toContain("The rows were read from");
    expect(readFileSync(rows, "utf8")).toBe(lines(ROWS));
    const { code, err } = await shell([".write /nosuch/place/out.json"]);
    expect(code).toBe(2);
    expect(err).toContain("/nosuch/place/out.json cannot be written. There is no such folder.\n");
  });

  it.skipIf(process.getuid?.() === 0)("reports missing permissions", async () => {
    const locked = dirname(file("locked/x", ""));
    chmodSync(locked, 0o500);
    expect((await shell([`.write ${join(locked, "out.json")}`])).err).toContain("Permission denied.");
  });

  it("replaces a file atomically", async () => {
    const target = file("old.json", "old");
    writeFileSync(target, "old");
    await shell(["eq(id,2)", `.write --force ${target}`]);
    expect(JSON.parse(readFileSync(target, "utf8"))).toEqual([{ id: 2 }]);
    expect(existsSync(`${target}.${process.pid}.part`)).toBe(false);
  });
});

describe("the example data", () => {
  it("can be queried", async () => {
    const args = [example("places.ndjson"), "--select", "name", "-o", "csv"] as const;
    const { code, out } = await shell(["gt(pop_max,20000000)", ".facets featurecla"], ...args);
    expect({ code, out }).toEqual({ code: 0, out: "name\nTokyo\nvalue,count\nAdmin-0 capital,1\n" });
  });
});
