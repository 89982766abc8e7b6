import { appendFileSync, writeFileSync } from "node:fs";

const LINES_PER_WRITE = 10_000;

/** Writes a line for each row, in blocks, because the text of a million rows can exceed the maximum length of a string. */
export function writeRows<T>(
  file: string,
  rows: Iterable<T>,
  line: (row: T) => string = JSON.stringify,
  head = "",
) {
  writeFileSync(file, head);
  let lines: string[] = [];
  for (const row of rows) {
    lines.push(`${line(row)}\n`);
    if (lines.length < LINES_PER_WRITE) continue;
    appendFileSync(file, lines.join(""));
    lines = [];
  }
  appendFileSync(file, lines.join(""));
}
