import { describe, expect, it } from "vitest";
import { detectFormat, foreignFile } from "tamis/files";
import { formatOfName } from "../../src/formats/formats.ts";

const detect = (name: string, head: string, complete = true) =>
  detectFormat(name, Buffer.from(head), complete);

describe("the format of an input", () => {
  it.each([
    ["a.json", "json"],
    ["a.ndjson", "ndjson"],
    ["a.jsonl", "ndjson"],
    ["dir.csv/a.TSV", "tsv"],
    ["a.tab", "tsv"],
    ["a.csv.gz", "csv"],
    ["a.jsonl.GZ", "ndjson"],
    ["a.ndjson.zst", "ndjson"],
    ["a.csv.zstd", "csv"],
    ["a.gz", undefined],
    ["csv", undefined],
    ["a.csv.bak", undefined],
  ])("of the file name %s is %s", (name, format) => {
    expect(formatOfName(name)).toBe(format);
  });

  it.each([
    ["an array", ' \n[{"a":1}]', "json"],
    ["an envelope", '{"count":1,\n"items":[]}', "json"],
    ["an envelope on one line", '{"items":[{"a":1}]}\n', "json"],
    ["one object on several lines", '{\n"a": 1\n}', "json"],
    ["one object on one line", '{"a":1}', "json"],
    ["an object a line", '{"a":1}\n{"a":2}\n', "ndjson"],
    ["an object a line, with items in each", '{"items":[1]}\n{"items":[2]}\n', "ndjson"],
    ["an object a line after a byte order mark", '\uFEFF{"a":1}\r\n{"a":2}', "ndjson"],
    ["a header with commas", "a,b\n1,2\n", "csv"],
    ["a header with tabs", "a\tb, c\td\n", "tsv"],
    ["a header whose commas are quoted", '"a,b,c"\td\n', "tsv"],
    ["one column", "name\nx\n", "csv"],
    ["nothing", " \n", "ndjson"],
  ])("is detected by the first bytes: %s", (_what, head, format) => {
    expect(detect("standard input", head)).toBe(format);
  });

  it("is NDJSON for a .json file with one object per line", () => {
    expect(detect("a.json", '{"a":1}\n{"a":2}')).toBe("ndjson");
    expect(detect("a.json", '{"a":1}')).toBe("json");
    expect(detect("a.json", "a,b")).toBe("json");
  });

  it.each([
    ["a.jsonl", '[{"a":1},\n{"a":2}]', "json"],
    ["a.ndjson", "[\n  {}", "json"],
    ["a.jsonl", '{\n  "a": 1\n}\n', "json"],
    ["a.jsonl", '{"a": [\n  1', "ndjson"],
    ["a.jsonl", '{"items":[{}],"count":1}\n', "json"],
    ["a.jsonl", '{"items":[{}]}\n{"items":[{}]}\n', "ndjson"],
    ["a.jsonl", '{"a":\n{"a":2}\n', "ndjson"],
    ["a.jsonl", '["a","b"]\n[1,2]\n', "ndjson"],
    ["a.json", '["a","b"]\n[1,2]\n', "ndjson"],
    ["x", '["a","b"]\n', "json"],
    ["a.jsonl", "[1]", "ndjson"],
    ["a.geojson", '{"type":"FeatureCollection","features":[]}\n', "json"],
    ["a.geojsons", '\u001e{"type":"Feature"}\n', "ndjson"],
    ["x", '\u001e{"a":1}\n\u001e{"a":2}\n', "ndjson"],
  ])("is detected by the content of JSON, also against its name: %s %j", (name, head, format) => {
    expect(detect(name, head)).toBe(format);
  });

  it("is not decided while more bytes could change it", () => {
    for (const head of ['{"a":1}', '{"items":[]}\n', "a,b", "", "[", "[1]\n"])
      expect([head, detect("x", head, false)]).toEqual([head, undefined]);
    expect(detect("x", '{"a":1}\n', false)).toBe("ndjson");
    expect(detect("x", "[[", false)).toBe("json");
    expect(detect("a.jsonl", "{\n", false)).toBeUndefined();
  });

  it.each([
    ["Parquet", "PAR1…"],
    ["SQLite", "SQLite format 3\0"],
    ["DuckDB", "checksumDUCK\0"],
    ["image", "\x89PNG\r\n\x1a\n"],
    ["image", "\xff\xd8\xff\xe0"],
    ["image", "RIFF\x10\0\0\0WEBP"],
    ["PDF", "%PDF-1.7\n"],
    ["tar", `${"a.csv".padEnd(257, "\0")}ustar`],
    ["UTF-32", "\xff\xfe\0\0a\0\0\0"],
    ["binary", "a,b\n\x81\0,1\n"],
  ])("is rejected for files that are not rows: %s %j", (word, head) => {
    for (const encoding of ["utf-8", "windows-1252"])
      expect(foreignFile(Buffer.from(head, "latin1"), encoding)).toContain(word);
  });

  it("is not rejected for texts, also in UTF-16", () => {
    for (const text of ['{"a":1}', "é,b\n\0,1\n"]) expect(foreignFile(Buffer.from(text))).toBeUndefined();
    expect(foreignFile(Buffer.from("a,\0é").subarray(0, -1))).toBeUndefined();
    for (const encoding of ["utf-16le", "UTF-16"])
      expect(foreignFile(Buffer.from("é,b\n", "utf16le"), encoding)).toBeUndefined();
  });
});
