/** Reading a command's arguments: `node:util` splits them, this file says in words what is wrong with them. */
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { show, suggest } from "tamis/diagnostics";

/** The arguments cannot be understood. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly exitCode = 2;
}

/** An option as help, parsing and shell completion know it. */
export interface Option {
  readonly name: string;
  readonly short?: string;
  /** What stands for its value in help; without one it is a switch. */
  readonly value?: string;
  readonly help: string;
  /** The values that it takes, if there are but a few. */
  readonly choices?: readonly string[];
  /** Values that shell completion offers. Others are as good. */
  readonly suggestions?: readonly string[];
}

export interface Arguments {
  readonly positionals: readonly string[];
  readonly text: (name: string) => string | undefined;
  readonly flag: (name: string) => boolean;
  /** A whole number from 0 on, or from `least` on. */
  readonly count: (name: string, least?: number) => number | undefined;
}

/**
 * Reads arguments by the options that a command knows.
 *
 * @throws UsageError for what it does not know, for missing values, for wrong ones and for those given twice
 */
export function readArguments(args: readonly string[], options: readonly Option[]): Arguments {
  const config: ParseArgsOptionsConfig = {};
  for (const { name, short, value } of options) {
    config[name] = {
      type: value === undefined ? "boolean" : "string",
      // All are asked for, so that the second of two is not silently the one that counts.
      multiple: true,
      ...(short === undefined ? {} : { short }),
    };
  }
  const { values, positionals } = parse(withValuesJoined(args, options), config);
  const given = new Map<string, string | true>();
  for (const option of options) {
    const all = values[option.name] as readonly (string | true)[] | undefined;
    if (all !== undefined) given.set(option.name, theOne(option, all));
  }
  return {
    positionals,
    text: (name) => given.get(name) as string | undefined,
    flag: (name) => given.get(name) === true,
    count: (name, least = 0) => countOf(name, given.get(name) as string | undefined, least),
  };
}

/** Joins `--name value` to `--name=value`, so that a value may begin with a dash, and refuses what is no option. */
function withValuesJoined(args: readonly string[], options: readonly Option[]): string[] {
  const joined: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const argument = args[i]!;
    if (argument === "--") return [...joined, ...args.slice(i)];
    const option = optionOf(argument, options);
    if (option?.value === undefined || argument.includes("=")) {
      joined.push(argument);
      continue;
    }
    const value = args[++i];
    if (value === undefined || value === "--" || (value.startsWith("-") && isOption(value, options))) {
      throw new UsageError(`${argument} wants a value: ${argument} ${option.value}`);
    }
    joined.push(`--${option.name}=${value}`);
  }
  return joined;
}

/** The option that an argument is, if it is a single one. Several short ones together are left to `parseArgs`. */
function optionOf(argument: string, options: readonly Option[]): Option | undefined {
  if (!argument.startsWith("-") || argument === "-") return undefined;
  const name = /^--([^=]+)/.exec(argument)?.[1];
  if (name === undefined) return options.find(({ short }) => argument === `-${short}`);
  const option = options.find((each) => each.name === name);
  if (option !== undefined) return option;
  const near = didYouMean(
    name,
    options.map((each) => each.name),
    "--",
  );
  throw new UsageError(`There is no option --${show(name)}.${near}`);
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
    // Node's messages name the option and then explain at length.
    const option = /^[^']*'([^']*)'/.exec(message)?.[1];
    if (option === undefined) throw new UsageError(message);
    const name = show(option.replace(/ <value>$/, ""));
    if (message.includes("does not take an argument"))
      throw new UsageError(`${name} is a switch: it takes no value.`);
    if (message.includes("Unknown option")) throw new UsageError(`There is no option ${name}.`);
    throw new UsageError(`${name} wants a value.`);
  }
}

function theOne({ name, choices }: Option, values: readonly (string | true)[]): string | true {
  const [value, ...others] = values;
  if (others.some((other) => other !== value)) {
    throw new UsageError(
      `--${name} is given twice: '${show(String(value))}' and '${show(String(others[0]))}'.`,
    );
  }
  if (choices !== undefined && typeof value === "string" && !choices.includes(value)) {
    throw new UsageError(
      `--${name} is one of ${choices.join(", ")}, not '${show(value)}'.${didYouMean(value, choices)}`,
    );
  }
  return value!;
}

/** ` Did you mean …?`, or nothing. */
export function didYouMean(word: string, words: readonly string[], prefix = ""): string {
  const near = suggest(word, words, 1)[0];
  return near === undefined ? "" : ` Did you mean ${prefix}${near}?`;
}

function countOf(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= least && Number.isSafeInteger(count)) return count;
  throw new UsageError(`--${name} is a whole number from ${least} on, not '${show(text)}'.`);
}
