/** Exit codes of the program. */
export const EXIT = {
  ran: 0,
  /** With `--exit-status`: no row matched. */
  noMatch: 1,
  /** Wrong arguments, or a file that cannot be read or written. */
  usage: 2,
  /** Invalid filter or sort expression. */
  expression: 3,
  /** Invalid data in an input file. */
  data: 4,
  /** Internal error of tamis. */
  internal: 70,
  /** Interrupted with Ctrl-C. */
  interrupted: 130,
} as const;

/** Exit codes with their meanings, for the help and the documentation. */
export const EXIT_CODE_MEANINGS: readonly (readonly [code: number, meaning: string])[] = [
  [EXIT.ran, "success"],
  [EXIT.noMatch, "no row matched, and -e was given"],
  [EXIT.usage, "wrong arguments, a file that cannot be read or written, or an invalid catalog"],
  [EXIT.expression, "an invalid filter or sort expression"],
  [EXIT.data, "invalid data in an input file"],
  [EXIT.interrupted, "interrupted (Ctrl-C)"],
];
