import { namesInOrder } from "tamis/catalog";
import { describe, expect, it } from "vitest";
import type { FilePosition } from "../../src/files/rows/reading-fault.ts";
import type { FileFormat, ReplacedBytes } from "../../src/files/cells/file-options.ts";
import type { ReadOptions } from "../../src/files/reading/read-batches.ts";
import { collect, cut, sourceOf } from "./streams.ts";

/** Reads with handlers for all problems. Returns the rows, and what was reported. */
async function lenient(chunks: readonly Uint8Array[], options: ReadOptions) {
  const seen = new Set<string>();
  let numbers: { count: number; text: string; position: FilePosition } | undefined;
  let replaced: ReplacedBytes | undefined;
  const { rows, error } = await collect(sourceOf(chunks), {
    ...options,
    onFault: ({ message }) => seen.add(message),
    onNote: ({ text }) => seen.add(text),
    onProblem: (problem) => {
      if (problem.kind === "header") seen.add(problem.newName);
      if (problem.kind === "bytes") {
        const { count, encoding, first } = problem;
        replaced = { count, encoding, first };
      }
      if (problem.kind !== "numbers") return;
      const { count, text, position } = problem;
      if (numbers === undefined) numbers = { count, text, position: position() };
      else numbers.count += count;
    },
  });
  const places = [numbers, replaced].filter((each) => each !== undefined).map((each) => JSON.stringify(each));
  return {
    rows: JSON.stringify(rows.map((row) => namesInOrder(row).map((name) => [name, row[name]]))),
    seen: [...seen, ...places, ...(error === undefined ? [] : [`error: ${error.message}`])],
  };
}

const bytesOf = (text: string) => Buffer.from(text, "latin1");

describe("files as people have them", () => {
  it.each([
    [
      "NaN",
      "json",
      '[{"a":NaN,"s":"NaN"},\n{"a":[-Infinity,1e999]},{"a":x,"b":NaN},{"a":1}]',
      '[[["a",null],["s","NaN"]],[["a",[null,null]]],[["a",1]]]',
      [
        "line 2, byte 52, row 3: a value is expected, not 'x'",
        '{"count":3,"text":"NaN","position":{"line":1,"column":7,"byte":7,"row":1}}',
      ],
    ],
    [
      "NaN on lines",
      "ndjson",
      '{"a":NaN,"s":"\\"NaN"}\n{"a":1e999}\n{"b":NaN,"a":x}\n{"a":1}',
      '[[["a",null],["s","\\"NaN"]],[["a",null]],[["a",1]]]',
      [
        "line 3, column 14, row 3: a value is expected, not 'x'",
        '{"count":2,"text":"NaN","position":{"line":1,"column":6,"byte":6,"row":1}}',
      ],
    ],
    [
      "a single object with NaN",
      "json",
      '{"a":NaN}',
      '[[["a",null]]]',
      ['{"count":1,"text":"NaN","position":{"line":1,"column":6,"byte":6,"row":1}}'],
    ],
    [
      "values in a sequence",
      "json",
      '{"a":1}\n{"a":\n2} [{"a":3},4]{"items":[5]}\n\x1e{"a":x}\n[]{"a":6}',
      '[[["a",1]],[["a",2]],[["a",3]],[["items",[5]]],[["a",6]]]',
      [
        "line 3, byte 27, row 4: a row must be a JSON object, but this is a number",
        "line 4, column 7, row 6: a value is expected, not 'x'",
      ],
    ],
    [
      "envelopes in a sequence",
      "json",
      '{"count":1,"items":[{"a":1}]}\n{"items":[{"a":2}],\n"count":2}{"a":3}',
      '[[["a",1]],[["a",2]],[["a",3]]]',
      [],
    ],
    [
      "a first object that is broken",
      "json",
      '{"a":x}\n{"a":2}',
      '[[["a",2]]]',
      ["line 1, column 6, row 1: a value is expected, not 'x'"],
    ],
    [
      "a broken object",
      "json",
      '{"a":x}\n',
      "[]",
      ["error: line 1, column 6, row 1: a value is expected, not 'x'"],
    ],
    [
      "a table",
      "json",
      '[["id","2020",""],\n[1,2,"x"],[1],[NaN,"]",[3]],{"id":5},7]',
      '[[["id",1],["2020",2],["column3","x"]],[["id",null],["2020","]"],["column3",[3]]],[["id",5]]]',
      [
        "column3",
        "the first list is the header, and each further list is a row",
        "line 2, byte 30, row 2: the row has 1 cell, but the header has 3 columns",
        "line 2, byte 57, row 5: a row must be a JSON object, but this is a number",
        '{"count":1,"text":"NaN","position":{"line":2,"byte":35,"row":3}}',
      ],
    ],
    [
      "two tables",
      "json",
      '[["a"],[1]]\n[["b"],[2]][[3]]',
      '[[["a",1]],[["b",2]],[["b",3]]]',
      ["the first list is the header, and each further list is a row"],
    ],
    [
      "lists without a header",
      "json",
      '[[1,"a"],{"a":1},["a"]]',
      '[[["a",1]]]',
      [
        "line 1, column 2, row 1: a row must be a JSON object, but this is a list",
        "line 1, byte 18, row 3: a row must be a JSON object, but this is a list",
      ],
    ],
    [
      "lists on lines",
      "ndjson",
      '\n["id","2020"]\n[1,2]\n[1]\n["id","x"]\n{"id":3}',
      '[[["id",1],["2020",2]],[["id","id"],["2020","x"]],[["id",3]]]',
      [
        "the first list is the header, and each further list is a row",
        "line 4, column 1, row 2: the row has 1 cell, but the header has 2 columns",
      ],
    ],
    [
      "a list without brackets",
      "ndjson",
      '{"a":1},\n{"a":2},\r\n{"a":x},\n',
      '[[["a",1]],[["a",2]]]',
      ["superfluous commas after rows are skipped", "line 3, column 6, row 3: a value is expected, not 'x'"],
    ],
    [
      "a comma at the end of a list",
      "json",
      '{"items":[{"a":1},{"a":2} ,\n]}',
      '[[["a",1]],[["a",2]]]',
      ["superfluous commas after rows are skipped"],
    ],
    [
      "GeoJSON",
      "json",
      '{"type":"FeatureCollection","features":[{"id":1},\n{"id":2}],"x":[1]}',
      '[[["id",1]],[["id",2]]]',
      ["the rows are the member features of the FeatureCollection"],
    ],
    [
      "GeoJSON with a late type",
      "json",
      '{"features":[{"id":1}],\n"type":"FeatureCollection"}',
      '[[["id",1]]]',
      ["the rows are the member features of the FeatureCollection"],
    ],
    [
      "features of another type",
      "json",
      '{"type":"Topology","features":[{"id":1}]}',
      '[[["type","Topology"],["features",[{"id":1}]]]]',
      [],
    ],
    [
      "bytes that are not UTF-8",
      "json",
      '[{"a":"\xe9"},\n{"b":"\xf0\x9f","\xe9":x},{"c":"\xc3\xa9"}, {"d":',
      '[[["a","\ufffd"]],[["c","\u00e9"]]]',
      [
        "line 2, column 14, row 2: a value is expected, not 'x'",
        '{"count":3,"encoding":"utf-8","first":{"value":233,"byte":8,"line":1}}',
        "error: line 2, byte 47, row 4: the input ends within this row, which begins on line 2",
      ],
    ],
    [
      "such bytes on lines",
      "ndjson",
      '{"a":"\xc3"}\n{"a":"\xe9"x}\n{"a":1}\xe2\x82',
      '[[["a","\ufffd"]]]',
      [
        "line 2, column 9, row 2: ',' or '}' is expected, not 'x'",
        "line 3, column 8, row 3: the value is complete, and '\ufffd' follows",
        '{"count":3,"encoding":"utf-8","first":{"value":195,"byte":7,"line":1}}',
      ],
    ],
    [
      "such bytes in CSV",
      "csv",
      'a,\xe9\n"\n\xff",x\n1\n\xed\xa0\x80,2\n',
      '[[["a","\\n\ufffd"],["\ufffd","x"]],[["a","\ufffd\ufffd\ufffd"],["\ufffd","2"]]]',
      [
        "line 4, row 2: the row has 1 cell, but the header has 2 columns",
        '{"count":5,"encoding":"utf-8","first":{"value":233,"byte":3,"line":1}}',
      ],
    ],
    [
      "binary data",
      "csv",
      "a\xe9,b\n1,\x00\n2,3\n\xe9,4\n",
      '[[["a\ufffd","1"],["b","\\u0000"]],[["a\ufffd","2"],["b","3"]]]',
      [
        '{"count":1,"encoding":"utf-8","first":{"value":233,"byte":2,"line":1}}',
        "error: line 4, byte 14, row 3: this is a binary file, not a text with rows",
      ],
    ],
  ] as readonly [string, FileFormat, string, string, string[]][])(
    "are read the same for every split into chunks: %s",
    async (_what, format, text, rows, seen) => {
      const whole = await lenient([bytesOf(text)], { format });
      expect(whole).toEqual({ rows, seen });
      for (let i = 0; i <= text.length; i++)
        expect(await lenient(cut(bytesOf(text), [i, i + 1, i + 4]), { format })).toEqual(whole);
      expect(await lenient(cut(bytesOf(text), [...bytesOf(text).keys()]), { format })).toEqual(whole);
    },
  );

  it.each([
    [
      ["*"],
      '{"fr":{"n":1},\n"2":{"key":"x","key_2":3},"l":[{"n":2},4],"s":"]","1":{"n":5}}',
      '[[["key","fr"],["n",1]],[["key_3","2"],["key","x"],["key_2",3]],[["key_3","l"],["n",2]],[["key_3","1"],["n",5]]]',
      [
        "rows have a member 'key' of their own, so '*' of the path is the member 'key_3'",
        "line 2, byte 55, row 4: a row must be a JSON object, but this is a number",
        "line 2, byte 62, row 5: a row must be a JSON object, but this is a string",
      ],
    ],
    [
      ["data", "*"],
      '{"x":{"*":[]},"data":[{"n":1},[{"n":2}],3]}',
      '[[["n",1]],[["n",2]]]',
      ["line 1, byte 41, row 3: a row must be a JSON object, but this is a number"],
    ],
    [
      ["*", "rows"],
      '{"a":{"x":[],"rows":[{"n":1}]},"b":{"x":[{}]},"c":7,"d":{"rows":{"n":3}}}',
      '[[["key","a"],["n",1]],[["key","d"],["n",3]]]',
      [],
    ],
    [
      ["r", "1", "rows"],
      '{"r":[{"rows":[{"n":1}]},{"z":[[]],"rows":[{"n":2}]},{}],"r":[]}\n{"r":[1,{"rows":{"n":3}}]}',
      '[[["n",2]],[["n",3]]]',
      [],
    ],
    [["1"], '[{"n":1},{"n":2},{"n":3}]', '[[["n",2]]]', []],
    [["7"], '[{"n":1}]', "[]", ["error: there is no value at '7'; did you mean '0'?"]],
    [
      ["*"],
      '{"a":{"n":1}',
      '[[["key","a"],["n",1]]]',
      ["error: byte 13: the input ends before '}' closes the object"],
    ],
    [["*"], "{}", "[]", []],
    [["x", "*"], '{"y":1}', "[]", ["error: there is no value at 'x'; did you mean 'y'?"]],
  ] as readonly [string[], string, string, string[]][])(
    "at a path are the same for every split into chunks, and on lines: %j %s",
    async (path, text, rows, seen) => {
      const whole = await lenient([bytesOf(text)], { format: "json", path });
      expect(whole).toEqual({ rows, seen });
      for (let i = 0; i <= text.length; i++)
        expect(await lenient(cut(bytesOf(text), [i, i + 1, i + 4]), { format: "json", path })).toEqual(whole);
      const onLines = await lenient([bytesOf(text)], { format: "ndjson", path });
      if (!text.includes("\n") && !seen.some((each) => each.startsWith("error")))
        expect(onLines.rows).toBe(rows);
    },
  );
});
