/**
 * Record form of a table: one member a line, for terminals that are too narrow for the columns. Long values are wrapped,
 * never cut.
 */
import { cutToWidth, displayWidth, wrapToWidth } from "../io/display-width.ts";
import { GAP } from "./table-layout.ts";

/** Width below which names and values have lines of their own. */
const MIN_WIDTH = 24;
const RULE_WIDTH = 24;

export interface RecordCell {
  readonly name: string;
  /** Escaped text of the value. */
  readonly text: string;
  readonly isNull: boolean;
}

export interface RecordPainter {
  readonly name: (text: string) => string;
  readonly rule: (text: string) => string;
  readonly null: (text: string) => string;
}

/**
 * Returns the lines of a record, each at most as wide as the terminal.
 * @param number number of the row, from 1
 */
export function recordLines(
  number: number,
  cells: readonly RecordCell[],
  room: number,
  paint: RecordPainter,
): string[] {
  const title = `── row ${number} `;
  const lines = [paint.rule(cutToWidth(title.padEnd(RULE_WIDTH, "─"), room))];
  const widest = Math.max(0, ...cells.map(({ name }) => displayWidth(name)));
  const nameWidth = Math.min(widest, Math.floor(room / 2) - GAP.length);
  for (const { name, text, isNull } of cells) {
    const valueLines = (width: number) => {
      const wrapped = wrapToWidth(text, width);
      return isNull ? wrapped.map(paint.null) : wrapped;
    };
    if (room < MIN_WIDTH) {
      lines.push(...wrapToWidth(name, room).map(paint.name), ...valueLines(room));
      continue;
    }
    const shown = cutToWidth(name, nameWidth);
    const space = " ".repeat(nameWidth - displayWidth(shown)) + GAP;
    const indent = " ".repeat(nameWidth) + GAP;
    const [first = "", ...otherLines] = valueLines(room - nameWidth - GAP.length);
    lines.push(paint.name(shown) + space + first, ...otherLines.map((line) => indent + line));
  }
  return lines;
}
