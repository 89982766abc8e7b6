import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { alternatives, isBeginning, show, suggest } from "tamis/diagnostics";
import { withoutPrototype } from "../formats/own-members.ts";
import type { Option } from "./option.ts";

/** Error in the command line. Ends the program with exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly exitCode = 2;
}

export interface Arguments {
  /** All arguments after the name of the command, as they were given. */
  readonly given: readonly string[];
  readonly positionals: readonly string[];
  readonly text: (name: string) => string | undefined;
  /** Returns all values of a repeatable option, in the given order. */
  readonly texts: (name: string) => readonly string[];
  /** Returns the names and values of some repeatable options, in the given order of all of them. */
  readonly inOrder: (names: readonly string[]) => readonly (readonly [name: string, value: string])[];
  readonly isGiven: (name: string) => boolean;
  readonly flag: (name: string) => boolean;
  readonly count: (name: string, min?: number) => number | undefined;
  /** Returns the spelling by which an option was given: `--head` for `--limit`. */
  readonly spelling: (name: string) => string;
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
  const spellings = new Map<string, string>();
  const { values, positionals, tokens } = parse(joinValues(args, options, spellings), config);
  const spelling = (name: string) => spellings.get(name) ?? `--${name}`;
  const single = new Map<string, string | true>();
  const lists = new Map<string, readonly string[]>();
  for (const option of options) {
    const occurrences = values[option.name] as readonly (string | true)[] | undefined;
    if (occurrences === undefined) continue;
    if (option.repeatable === true) lists.set(option.name, occurrences as readonly string[]);
    else single.set(option.name, singleValue(option, occurrences, spelling(option.name)));
  }
  return {
    given: args,
    positionals,
    text: (name) => single.get(name) as string | undefined,
    texts: (name) => lists.get(name) ?? [],
    inOrder: (names) =>
      tokens.flatMap((token): (readonly [string, string])[] =>
        token.kind === "option" && names.includes(token.name) ? [[token.name, token.value ?? ""]] : [],
      ),
    isGiven: (name) => single.has(name) || lists.has(name),
    flag: (name) => single.get(name) === true,
    count: (name, min = 0) => readCount(spelling(name), single.get(name) as string | undefined, min),
    spelling,
  };
}

/**
 * Rewrites `--name value` as `--name=value`, so that values can begin with a dash.
 * @param spellings receives the other spellings that were used, by the name of the option
 */
function joinValues(
  args: readonly string[],
  options: readonly Option[],
  spellings: Map<string, string>,
): string[] {
  const joined: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const argument = args[i]!;
    if (argument === "--") return [...joined, ...args.slice(i)];
    const option = findOption(argument, options);
    const aliasSpelling = option?.alias === undefined ? undefined : `--${option.alias}`;
    if (aliasSpelling !== undefined && argument.replace(/=.*$/s, "") === aliasSpelling)
      spellings.set(option!.name, aliasSpelling);
    if (option?.value === undefined || argument.includes("=")) {
      joined.push(withoutAlias(argument, option));
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

/** @example withoutAlias("--sort-by=name", options) // "--sortBy=name" */
function withoutAlias(argument: string, option: Option | undefined): string {
  return option?.alias === undefined ? argument : argument.replace(`--${option.alias}`, `--${option.name}`);
}

/** @throws UsageError for an unknown long option. `parseArgs` handles combined short options (`-ec`). */
function findOption(argument: string, options: readonly Option[]): Option | undefined {
  if (!argument.startsWith("-") || argument === "-") return undefined;
  const name = /^--([^=]+)/.exec(argument)?.[1];
  if (name === undefined) return options.find(({ short }) => argument === `-${short}`);
  const option = options.find((candidate) => candidate.name === name || candidate.alias === name);
  if (option !== undefined) return option;
  // Two spellings of one option are one suggestion.
  const translated = options.find(({ foreign }) => foreign?.includes(name) === true);
  if (translated !== undefined)
    throw new UsageError(`There is no option --${name}. Use --${translated.name} instead.`);
  const names = options.flatMap((candidate) =>
    isBeginning(name, candidate.name) ? [candidate.name] : namesOf(candidate),
  );
  const suggestion = didYouMean(name, names, "--");
  throw new UsageError(`There is no option --${show(name)}.${suggestion}`);
}

function isOption(argument: string, options: readonly Option[]): boolean {
  const name = argument.replace(/=.*$/s, "");
  return options.some(
    (option) =>
      argument === `-${option.short}` || namesOf(option).some((optionName) => name === `--${optionName}`),
  );
}

export function namesOf(option: Option): readonly string[] {
  const { name, alias } = withoutPrototype(option);
  return alias === undefined ? [name] : [name, alias];
}

function parse(args: string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true, tokens: true });
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

function singleValue(
  option: Option,
  occurrences: readonly (string | true)[],
  spelling: string,
): string | true {
  const { choices, spellings } = withoutPrototype(option);
  const [value, ...others] = occurrences.map(
    (occurrence) => spellings?.get(String(occurrence)) ?? occurrence,
  );
  if (others.some((other) => other !== value)) {
    throw new UsageError(
      `${spelling} is given twice: '${show(String(value))}' and '${show(String(others[0]))}'.`,
    );
  }
  if (choices !== undefined && typeof value === "string") requireChoice(spelling, value, choices);
  return value!;
}

/** @param subject option or command that the message names: `--output` */
export function requireChoice(subject: string, value: string, choices: readonly string[]): void {
  if (choices.includes(value)) return;
  throw new UsageError(
    `${subject} must be one of ${choices.join(", ")}, not '${show(value)}'.${didYouMean(value, choices)}`,
  );
}

/**
 * Returns a question for the closest word, or for all that begin with the given one.
 * @example didYouMean("qurey", ["query"]) // " Did you mean query?"
 * @example didYouMean("pop", ["pop_est", "pop_max"]) // " Did you mean pop_est or pop_max?"
 */
export function didYouMean(word: string, words: readonly string[], prefix = ""): string {
  const near = suggest(word, words);
  const [closest] = near;
  if (closest === undefined) return "";
  const suggestions = isBeginning(word, closest)
    ? near.filter((nearWord) => isBeginning(word, nearWord))
    : [closest];
  return ` Did you mean ${alternatives(suggestions.map((suggestion) => prefix + suggestion))}?`;
}

function readCount(spelling: string, text: string | undefined, min: number): number | undefined {
  return text === undefined ? undefined : parseCount(spelling, text, min);
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
