import { describe, expect, it } from "vitest";
import { ReadingFault, readRows, type FileOptions, type FileSource } from "tamis/files";

/** Reads all rows, and what the handlers receive. */
async function read(source: FileSource, options: FileOptions = {}) {
  const seen: string[] = [];
  const rows: unknown[] = [];
  const handlers: FileOptions = {
    onFault: ({ position, reason }) => seen.push(`${position.line}: ${reason}`),
    onProblem: ({ kind }) => seen.push(kind),
  };
  for await (const row of readRows(source, { ...handlers, ...options })) rows.push(row);
  return { rows, seen };
}

const ROW = [{ id: 1, name: "é" }];

describe("readRows", () => {
  it.each<[name: string, source: () => FileSource, options?: FileOptions]>([
    ["a string of CSV", () => "id;name\n1;é\n"],
    ["TSV in UTF-16", () => Buffer.from("\uFEFFid\tname\n1\té\n", "utf16le")],
    ["CSV in a named encoding", () => Buffer.from("id,name\n1,é\n", "latin1"), { encoding: "windows-1252" }],
    [
      "chunks of NDJSON",
      () => [...'{"id":1,"name":"e\u0301"}\n'.normalize()].map((each) => Buffer.from(each)),
    ],
    ["a stream of JSON", () => new Blob(['[{"id":1,"name":"é"}]']).stream()],
    [
      "a stream that cannot be iterated",
      () => {
        const stream = new Blob(["id,name\n1,é\n"]).stream();
        return { getReader: () => stream.getReader() };
      },
    ],
    ["a place in JSON", () => '{"data":{"rows":[{"id":1,"name":"é"}]}}', { path: "data.rows" }],
    [
      "any dialect",
      () => "skipped\nid|name\n%\n1|'é'\n",
      { delimiter: "|", quote: "'", comment: "%", skip: 1 },
    ],
    ["declared types", () => 'id,name\n"1",é\n', { types: { id: "integer" }, inferTypes: false }],
  ])("reads %s", async (_, source, options) => {
    expect(await read(source(), options)).toEqual({ rows: ROW, seen: [] });
  });

  it("reports faults and problems as data, or throws the first if it is strict", async () => {
    const text = "id,name,name\n1,a,b\n2\nx,a,b\n";
    const types = { id: "integer" } as const;
    const { rows, seen } = await read(text, { types });
    expect(rows).toEqual([
      { id: 1, name: "a", name_2: "b" },
      { id: null, name: "a", name_2: "b" },
    ]);
    expect(seen.sort()).toEqual(["3: the row has 1 cell, but the header has 3 columns", "cell", "header"]);
    const strict = { types, strict: true };
    await expect(read(text, strict)).rejects.toThrow("both named 'name'");
    await expect(read("id\nx\n", strict)).rejects.toThrow(
      "line 2, row 1: 'x' in the column 'id' is not an integer",
    );
    await expect(read("id,a\n1\n", strict)).rejects.toMatchObject({
      option: "ragged",
      position: { line: 2, row: 1 },
    });
    expect((await read("id,a\n1\n", { ragged: true })).rows).toEqual([{ id: 1, a: null }]);
  });

  it("rejects other files, and replaces bytes that the encoding does not have", async () => {
    await expect(read("PAR1....")).rejects.toThrow(ReadingFault);
    const encoding = "shift_jis";
    const bytes = Buffer.from("id,name\n1,a\x81\n2,\x83e\n3,\x81", "latin1");
    const problems: unknown[] = [];
    const { rows } = await read(bytes, { encoding, onProblem: (problem) => problems.push(problem) });
    expect({ rows, problems }).toMatchObject({
      rows: [
        { id: 1, name: "a\uFFFD" },
        { id: 2, name: "テ" },
        { id: 3, name: "\uFFFD" },
      ],
      problems: [
        { kind: "bytes", count: 1, encoding, first: { line: 2 } },
        { kind: "bytes", count: 2, encoding, first: { line: 2 } },
      ],
    });
    await expect(read(bytes, { encoding, strict: true })).rejects.toMatchObject({
      option: "encoding",
      position: { line: 2, row: 1 },
      reason: "the text is not valid shift_jis",
    });
  });

  it.each<[options: FileOptions, message: string]>([
    [{ delimiter: "" }, "delimiter must be"],
    [{ quote: "ab" }, "quote must be"],
    [{ escape: "é" }, "escape must be"],
    [{ comment: "\n" }, "comment must be"],
    [{ skip: -1 }, "skip must be an integer >= 0, got -1."],
    [{ path: "a..b" }, "path must have no empty name, got 'a..b'."],
  ])("rejects the options %j", async (options, message) => {
    await expect(read("a\n1\n", options)).rejects.toThrow(message);
  });
});
