/** Choice of the pager, with the defaults of git: `PAGER`, otherwise less, with `LESS=FRX` and `LV=-c`. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

type Env = Readonly<Record<string, string | undefined>>;

export interface PagerCommand {
  /** Program and arguments. */
  readonly words: readonly [string, ...string[]];
  readonly env: Env;
}

export interface PagerChoice {
  readonly command: PagerCommand | undefined;
  /** Name of the program in `PAGER` if it does not exist. */
  readonly missing?: string;
}

/** Characters with a meaning for the shell. */
const SHELL_SYNTAX = /[|&;<>()$`\\"'*?[\]#~=%\n{}!]/;

const DEFAULT_PAGERS = ["less", "more"] as const;

/**
 * @param isProgram whether a program can be run
 * @example choosePager({ PAGER: "less -S" }).command?.words // ["less", "-S"]
 */
export function choosePager(env: Env, isProgram = (name: string) => findProgram(name, env)): PagerChoice {
  if (env["TERM"] === "dumb" || process.platform === "win32") return { command: undefined };
  const withDefaults = { ...env, LESS: env["LESS"] ?? "FRX", LV: env["LV"] ?? "-c" };
  const command = env["PAGER"];
  if (command === undefined) {
    const defaultPager = DEFAULT_PAGERS.find(isProgram);
    return { command: defaultPager === undefined ? undefined : { words: [defaultPager], env: withDefaults } };
  }
  const [program, ...args] = command.trim().split(/\s+/);
  if (program === undefined || program === "" || command.trim() === "cat") return { command: undefined };
  if (SHELL_SYNTAX.test(command)) return { command: { words: ["sh", "-c", command], env: withDefaults } };
  if (!isProgram(program)) return { command: undefined, missing: program };
  return { command: { words: [program, ...args], env: withDefaults } };
}

function findProgram(name: string, env: Env): boolean {
  if (name.includes("/")) return isExecutable(name);
  return (env["PATH"] ?? "").split(delimiter).some((folder) => isExecutable(join(folder, name)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
