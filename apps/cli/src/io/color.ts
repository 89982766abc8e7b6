export const COLOR_CHOICES = ["auto", "always", "never"] as const;
export type ColorChoice = (typeof COLOR_CHOICES)[number];

export interface ColorSettings {
  readonly choice: ColorChoice;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTTY: boolean;
}

/**
 * Decides on colored output. Precedence as in Node: option, `FORCE_COLOR` (unless 0 or false), `NO_COLOR`,
 * terminal. Empty variables count as unset (https://no-color.org).
 */
export function wantsColor({ choice, env, isTTY }: ColorSettings): boolean {
  if (choice !== "auto") return choice === "always";
  const force = env["FORCE_COLOR"] ?? "";
  if (force !== "") return force !== "0" && force !== "false";
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  return isTTY && env["TERM"] !== "dumb";
}
