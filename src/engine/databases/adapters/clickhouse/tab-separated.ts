/** Format of results. Unlike ClickHouse's JSON formats it returns each integer exactly; null and strings are never the same. */
export const FORMAT = "TabSeparatedWithNamesAndTypes";

type Row = (number | string | null)[];

/** Reads the lines of a result, of which the first two are the names and types of its columns. */
export class TabSeparatedReader {
  #hasNames = false;
  #isDouble: readonly boolean[] | undefined;

  /** Reads whole lines. Returns the rows among them. */
  rows(text: string): Row[] {
    const lines = text.split("\n");
    if (lines.at(-1) === "") lines.pop();
    return lines.flatMap((line) => this.row(line) ?? []);
  }

  /** Reads a line without its line feed. Undefined if it is not a row. */
  row(line: string): readonly [Row] | undefined {
    if (!this.#hasNames) {
      this.#hasNames = true;
      return undefined;
    }
    if (this.#isDouble === undefined) {
      this.#isDouble = line.split("\t").map((type) => type.includes("Float64"));
      return undefined;
    }
    const fields = line.split("\t");
    if (fields.length !== this.#isDouble.length)
      throw new Error(
        `ClickHouse sent a row of ${fields.length} instead of ${this.#isDouble.length} columns: ${line}`,
      );
    const row: Row = fields.map(valueOf);
    // Doubles become numbers: the digits of 2^63 that ClickHouse writes are those of another integer.
    for (let i = 0; i < row.length; i++)
      if (this.#isDouble[i] === true && row[i] !== null) row[i] = Number(row[i]);
    return [row];
  }
}

function valueOf(field: string): string | null {
  if (!field.includes("\\")) return field;
  return field === "\\N"
    ? null
    : field.replaceAll(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter);
}

const ESCAPES: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  0: "\0",
};
