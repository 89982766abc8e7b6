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
  readonly multiple?: boolean;
}

export interface Arguments {
  readonly positionals: readonly string[];
  readonly text: (name: string) => string | undefined;
  readonly texts: (name: string) => readonly string[];
  readonly flag: (name: string) => boolean;
  /** A whole number from 0 on. */
  readonly count: (name: string) => number | undefined;
}

/**
 * Reads arguments by the options that a command knows.
 *
 * @throws UsageError for what it does not know, for missing values and for wrong ones
 */
export function readArguments(args: readonly string[], options: readonly Option[]): Arguments {
  const config: ParseArgsOptionsConfig = {};
  for (const { name, short, value, multiple } of options) {
    config[name] = {
      type: value === undefined ? "boolean" : "string",
      multiple: multiple ?? false,
      ...(short === undefined ? {} : { short }),
    };
  }
  checkKnown(args, options);
  const { values, positionals } = parse([...args], config);
  const given = new Map(Object.entries(values));
  for (const { name, choices } of options) {
    const value = given.get(name);
    if (choices !== undefined && typeof value === "string" && !choices.includes(value)) {
      throw new UsageError(`--${name} is one of ${choices.join(", ")}, not ${show(value)}.${didYouMean(value, choices)}`);
    }
  }
  return {
    positionals,
    text: (name) => given.get(name) as string | undefined,
    texts: (name) => (given.get(name) as string[] | undefined) ?? [],
    flag: (name) => given.get(name) === true,
    count: (name) => countOf(name, given.get(name) as string | undefined),
  };
}

function parse(args: string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(plainReason((error as Error).message));
  }
}

/** Node's messages name the option and then explain at length. */
function plainReason(message: string): string {
  return (/^[^.]*(?:\.(?! )[^.]*)*/.exec(message)?.[0] ?? message).replace(/\.$/, "") + ".";
}

function checkKnown(args: readonly string[], options: readonly Option[]): void {
  const names = options.map(({ name }) => name);
  for (const argument of args) {
    if (argument === "--") return;
    const name = /^--([^=]+)/.exec(argument)?.[1];
    if (name !== undefined && !names.includes(name) && isOption(args, argument, options)) {
      throw new UsageError(`There is no option --${show(name)}.${didYouMean(name, names, "--")}`);
    }
  }
}

/** An argument behind an option that wants a value is that value, whatever it looks like. */
function isOption(args: readonly string[], argument: string, options: readonly Option[]): boolean {
  const before = args[args.indexOf(argument) - 1];
  return !options.some(({ name, short, value }) => value !== undefined && (before === `--${name}` || before === `-${short}`));
}

function didYouMean(word: string, words: readonly string[], prefix = ""): string {
  const near = suggest(word, words, 1)[0];
  return near === undefined ? "" : ` Did you mean ${prefix}${near}?`;
}

function countOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${name} is a whole number from 0 on, not ${show(text)}.`);
  return Number(text);
}
