/** Whether an output gets colors. */

export const COLOR_CHOICES = ["auto", "always", "never"] as const;
export type ColorChoice = (typeof COLOR_CHOICES)[number];

export interface ColorFacts {
  /** `--color`. */
  readonly choice: ColorChoice;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether the stream is a terminal. */
  readonly isTTY: boolean;
}

/**
 * Decides on colors: the option first, then `FORCE_COLOR` (unless it says 0 or false), then `NO_COLOR`, then whether
 * there is a terminal that knows colors. `FORCE_COLOR` goes before `NO_COLOR`, as it does in Node; an empty variable
 * counts as not set (https://no-color.org).
 */
export function wantsColor({ choice, env, isTTY }: ColorFacts): boolean {
  if (choice !== "auto") return choice === "always";
  const force = env["FORCE_COLOR"] ?? "";
  if (force !== "") return force !== "0" && force !== "false";
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  return isTTY && env["TERM"] !== "dumb";
}
