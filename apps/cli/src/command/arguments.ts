import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { show, suggest } from "tamis/diagnostics";
import type { Option } from "./option.ts";

/** Error in the command line. Ends the program with exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly exitCode = 2;
}

export interface Arguments {
  readonly positionals: readonly string[];
  readonly text: (name: string) => string | undefined;
  /** Returns all values of a repeatable option, in the given order. */
  readonly texts: (name: string) => readonly string[];
  readonly flag: (name: string) => boolean;
  readonly count: (name: string, min?: number) => number | undefined;
}

/** @throws UsageError for unknown options, bad values, and options given twice with different values */
export function readArguments(args: readonly string[], options: readonly Option[]): Arguments {
  const config: ParseArgsOptionsConfig = {};
  for (const { name, short, value } of options) {
    config[name] = {
      type: value === undefined ? "boolean" : "string",
      // Collects repeated values to reject differing ones. Otherwise the last value would win silently.
      multiple: true,
      ...(short === undefined ? {} : { short }),
    };
  }
  const { values, positionals } = parse(joinValues(args, options), config);
  const given = new Map<string, string | true>();
  const lists = new Map<string, readonly string[]>();
  for (const option of options) {
    const all = values[option.name] as readonly (string | true)[] | undefined;
    if (all === undefined) continue;
    if (option.repeatable === true) lists.set(option.name, all as readonly string[]);
    else given.set(option.name, singleValue(option, all));
  }
  return {
    positionals,
    text: (name) => given.get(name) as string | undefined,
    texts: (name) => lists.get(name) ?? [],
    flag: (name) => given.get(name) === true,
    count: (name, min = 0) => readCount(name, given.get(name) as string | undefined, min),
  };
}

/** Rewrites `--name value` as `--name=value`, so that values can begin with a dash. */
function joinValues(args: readonly string[], options: readonly Option[]): string[] {
  const joined: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const argument = args[i]!;
    if (argument === "--") return [...joined, ...args.slice(i)];
    const option = findOption(argument, options);
    if (option?.value === undefined || argument.includes("=")) {
      joined.push(argument);
      continue;
    }
    const value = args[++i];
    if (value === undefined || value === "--" || (value.startsWith("-") && isOption(value, options))) {
      throw new UsageError(`${argument} needs a value: ${argument} ${option.value}`);
    }
    joined.push(`--${option.name}=${value}`);
  }
  return joined;
}

/** @throws UsageError for an unknown long option. `parseArgs` handles combined short options (`-ec`). */
function findOption(argument: string, options: readonly Option[]): Option | undefined {
  if (!argument.startsWith("-") || argument === "-") return undefined;
  const name = /^--([^=]+)/.exec(argument)?.[1];
  if (name === undefined) return options.find(({ short }) => argument === `-${short}`);
  const option = options.find((each) => each.name === name);
  if (option !== undefined) return option;
  const suggestion = didYouMean(
    name,
    options.map((each) => each.name),
    "--",
  );
  throw new UsageError(`There is no option --${show(name)}.${suggestion}`);
}

function isOption(argument: string, options: readonly Option[]): boolean {
  return options.some(
    ({ name, short }) => argument.replace(/=.*$/s, "") === `--${name}` || argument === `-${short}`,
  );
}

function parse(args: string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    const { message } = error as Error;
    const option = /^[^']*'([^']*)'/.exec(message)?.[1];
    if (option === undefined) throw new UsageError(message);
    const name = show(option.replace(/ <value>$/, ""));
    if (message.includes("does not take an argument"))
      throw new UsageError(`${name} is a switch and takes no value.`);
    if (message.includes("Unknown option")) throw new UsageError(`There is no option ${name}.`);
    throw new UsageError(`${name} needs a value.`);
  }
}

function singleValue({ name, choices }: Option, values: readonly (string | true)[]): string | true {
  const [value, ...others] = values;
  if (others.some((other) => other !== value)) {
    throw new UsageError(
      `--${name} is given twice: '${show(String(value))}' and '${show(String(others[0]))}'.`,
    );
  }
  if (choices !== undefined && typeof value === "string") requireChoice(`--${name}`, value, choices);
  return value!;
}

/** @param subject option or command that the message names: `--output` */
export function requireChoice(subject: string, value: string, choices: readonly string[]): void {
  if (choices.includes(value)) return;
  throw new UsageError(
    `${subject} must be one of ${choices.join(", ")}, not '${show(value)}'.${didYouMean(value, choices)}`,
  );
}

/** @example didYouMean("qurey", ["query"]) // " Did you mean query?" */
export function didYouMean(word: string, words: readonly string[], prefix = ""): string {
  const closest = suggest(word, words, 1)[0];
  return closest === undefined ? "" : ` Did you mean ${prefix}${closest}?`;
}

function readCount(name: string, text: string | undefined, min: number): number | undefined {
  return text === undefined ? undefined : parseCount(`--${name}`, text, min);
}

/**
 * @param subject as in {@link requireChoice}
 * @throws UsageError unless `text` is a safe integer >= `min`
 */
export function parseCount(subject: string, text: string, min = 0): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= min && Number.isSafeInteger(count)) return count;
  throw new UsageError(`${subject} must be an integer >= ${min}, not '${show(text)}'.`);
}
