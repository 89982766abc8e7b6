import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PLAIN_CSV } from "../../src/files/csv/csv-record.ts";
import { CsvRecords } from "../../src/files/csv/csv-records.ts";
import { cut } from "./streams.ts";

interface Split {
  readonly records: { readonly cells: string[]; readonly line: number }[];
  /** Lines with a quote inside a cell without quotes. */
  readonly stray: number[];
  readonly invalid: { readonly reason: string; readonly line: number }[];
}

/** Splits a text into records, in chunks that end at some offsets. */
function split(text: string, delimiter = ",", places: readonly number[] = []): Split {
  const result: Split = { records: [], stray: [], invalid: [] };
  const records = new CsvRecords({ ...PLAIN_CSV, delimiter }, 0, {
    record: (cells, line, hasStrayQuote) => {
      result.records.push({ cells, line });
      if (hasStrayQuote) result.stray.push(line);
    },
    invalid: (reason, line) => result.invalid.push({ reason, line }),
    fatal: (reason) => {
      throw new Error(reason);
    },
  });
  for (const chunk of cut(Buffer.from(text), places)) records.push(Buffer.from(chunk));
  records.end();
  return result;
}

const cellsOf = ({ records }: Split) => records.map(({ cells }) => cells);

const unit = fc.constantFrom("a", '"', ",", ";", "\n", "\r\n", "\r", "1", "é", "😀", " ", "\t");
const texts = fc.array(fc.array(fc.string({ unit, maxLength: 4 }), { minLength: 1, maxLength: 3 }), {
  maxLength: 6,
});

describe("splitting CSV into records", () => {
  it("returns the same records as csv-parse for valid CSV", () => {
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom(",", ";", "\t", "|"),
        fc.constantFrom("\n", "\r\n"),
        (rows, delimiter, end) => {
          const text = rows
            .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter))
            .join(end);
          const expected: string[][] = parse(text, {
            delimiter,
            relax_column_count: true,
            skip_empty_lines: true,
          });
          expect(cellsOf(split(text, delimiter))).toEqual(expected);
          expect(split(text, delimiter).invalid).toEqual([]);
        },
      ),
    );
  });

  it("returns the same records as csv-parse for any text that csv-parse accepts", () => {
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
        let expected: string[][];
        try {
          expected = parse(text, {
            relax_column_count: true,
            skip_empty_lines: true,
            record_delimiter: ["\r\n", "\n", "\r"],
          });
        } catch {
          const { invalid, stray } = split(text);
          // csv-parse rejects white space after a quoted cell.
          if (!/"[ \t]/.test(text)) expect([...invalid, ...stray]).not.toEqual([]);
          return;
        }
        expect(split(text)).toMatchObject({ invalid: [], stray: [] });
        expect(cellsOf(split(text))).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it("does not depend on the chunks, also for invalid CSV", () => {
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), fc.array(fc.nat(60)), (text, places) => {
        expect(split(text, ",", places)).toEqual(split(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it("continues with the next line after an invalid record", () => {
    const { records, stray, invalid } = split('a,b\n"x"y,1\n2,3\n5" pipe,4\n"never closed\n6,7\r\n8,9');
    expect(records.map(({ cells }) => cells.join("|"))).toEqual(["a|b", "2|3", '5" pipe|4', "6|7", "8|9"]);
    expect(records.map(({ line }) => line)).toEqual([1, 3, 4, 6, 7]);
    expect(stray).toEqual([4]);
    expect(invalid.map(({ line }) => line)).toEqual([2, 5]);
  });

  it("takes linear time for many quotes that are not closed, and for large cells in small chunks", () => {
    const start = performance.now();
    split(`a\n${'"x\n'.repeat(200_000)}`);
    const cell = "x\n".repeat(500_000);
    const places = Array.from({ length: 2_000 }, (_, i) => i * 500);
    expect(split(`a\n"${cell}"\n`, ",", places).records[1]!.cells).toEqual([cell]);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
