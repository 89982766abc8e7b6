export const EXIT = {
  ran: 0,
  /** No row matched. Used only with `--exit-status`. */
  noMatch: 1,
  /** Wrong arguments, or an unreadable or unwritable file. */
  usage: 2,
  expression: 3,
  /** Invalid content of an input file, also if the invalid rows were skipped. */
  data: 4,
  /** An error of tamis itself. */
  internal: 70,
  interrupted: 130,
} as const;

export const EXIT_CODE_MEANINGS: readonly (readonly [code: number, meaning: string])[] = [
  [EXIT.ran, "success"],
  [EXIT.noMatch, "no row matched, and -e was given"],
  [EXIT.usage, "wrong arguments, a file that cannot be read or written, or an invalid catalog"],
  [EXIT.expression, "an invalid filter or sort expression"],
  [EXIT.data, "invalid data in an input file; invalid rows are skipped, and the other rows are processed"],
  [EXIT.internal, "an internal error of tamis; please report it"],
  [EXIT.interrupted, "interrupted (Ctrl-C)"],
];
