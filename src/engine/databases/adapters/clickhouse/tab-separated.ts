/** Format of results. Unlike ClickHouse's JSON formats it returns each integer exactly; null and strings are never the same. */
export const FORMAT = "TabSeparatedWithNamesAndTypes";

type Row = (number | string | null)[];

/** Reads the lines of a result, of which the first two are the names and types of its columns. */
export class TabSeparatedReader {
  #hasNames = false;
  #isDouble: readonly boolean[] | undefined;

  /** Reads whole lines. Returns the rows among them. */
  rows(text: string): Row[] {
    const rows: Row[] = [];
    for (let start = 0; start < text.length;) {
      const lineFeed = text.indexOf("\n", start);
      const end = lineFeed < 0 ? text.length : lineFeed;
      const row = this.#line(text, start, end);
      if (row !== undefined) rows.push(row);
      start = end + 1;
    }
    return rows;
  }

  /** Reads a line without its line feed. Undefined if it is not a row. */
  row(line: string): Row | undefined {
    return this.#line(line, 0, line.length);
  }

  /** Reads the line of a text from `start` to before `end`. Lines are not copied, which halves the time. */
  #line(text: string, start: number, lineEnd: number): Row | undefined {
    // A setting of the user can end lines with CR LF. A CR in a value is escaped, so that this one is never part of a value.
    const end = lineEnd > start && text.charCodeAt(lineEnd - 1) === CARRIAGE_RETURN ? lineEnd - 1 : lineEnd;
    if (!this.#hasNames) {
      this.#hasNames = true;
      return undefined;
    }
    if (this.#isDouble === undefined) {
      const types = text.slice(start, end).split("\t");
      this.#isDouble = types.map((type) => type.includes("Float64"));
      return undefined;
    }
    const columns = this.#isDouble.length;
    const row: Row = [];
    let from = start;
    while (row.length < columns && from <= end) {
      const isLast = row.length === columns - 1;
      const tab = isLast ? end : text.indexOf("\t", from);
      const to = tab < 0 || tab > end ? end : tab;
      const value = valueOf(text.slice(from, to));
      // Doubles become numbers: the digits of 2^63 that ClickHouse writes are those of another integer.
      row.push(this.#isDouble[row.length] === true && value !== null ? Number(value) : value);
      from = to + 1;
    }
    if (row.length < columns)
      throw new Error(
        `ClickHouse sent a row of ${row.length} instead of ${columns} columns: ${text.slice(start, end)}`,
      );
    return row;
  }
}

const CARRIAGE_RETURN = 0x0d;

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
