export const COLOR_CHOICES = ["auto", "always", "never"] as const;
export type ColorChoice = (typeof COLOR_CHOICES)[number];

export interface ColorSettings {
  /** Value of `--color`. */
  readonly choice: ColorChoice;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTTY: boolean;
}

/**
 * Decides whether to use colors. In order of precedence: the option; `FORCE_COLOR` (any value but 0 and false);
 * `NO_COLOR`; whether the output is a terminal with colors. `FORCE_COLOR` precedes `NO_COLOR` as in Node. Empty
 * variables count as unset (https://no-color.org).
 */
export function wantsColor({ choice, env, isTTY }: ColorSettings): boolean {
  if (choice !== "auto") return choice === "always";
  const force = env["FORCE_COLOR"] ?? "";
  if (force !== "") return force !== "0" && force !== "false";
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  return isTTY && env["TERM"] !== "dumb";
}
