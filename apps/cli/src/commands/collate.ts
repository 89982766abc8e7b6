import {
  createCollation,
  explainOrder,
  loadCollations,
  supportedLocales,
  type CollationOptions,
  type KeyedCollation,
} from "tamis/collation/uca";
import type { Command, Scope } from "../command/command.ts";
import { EXIT } from "../command/exit-codes.ts";
import { chosenEncoding, ENCODING } from "../command/read-options.ts";
import { openInput, readText } from "../io/open-input.ts";
import { UsageError } from "../command/arguments.ts";

const STRENGTHS = ["primary", "secondary", "tertiary", "quaternary", "identical"] as const;

export const collateCommand: Command = {
  name: "collate",
  summary: "Sort lines by the collation of a language, print sort keys, or explain the order of two strings",
  usage: "collate [FILE…] | collate --explain LEFT RIGHT",
  options: [
    {
      name: "locale",
      short: "l",
      value: "TAG",
      help: "language, such as sv or de-u-co-phonebk (default: und, the root order)",
    },
    {
      name: "strength",
      short: "s",
      value: "NAME",
      help: "collation strength (default: tertiary)",
      choices: STRENGTHS,
    },
    { name: "numeric", short: "n", help: "compare digits as numbers: 2 before 10" },
    {
      name: "case-first",
      value: "CASE",
      help: "which case sorts first: upper, lower or off",
      choices: ["upper", "lower", "off"],
    },
    {
      name: "alternate",
      value: "HOW",
      help: "punctuation: shifted (ignored up to tertiary) or non-ignorable",
      choices: ["shifted", "non-ignorable"],
    },
    { name: "keys", short: "k", help: "print the sort key before each line, in hexadecimal" },
    { name: "unique", short: "u", help: "print only the first of several equal lines" },
    { name: "explain", short: "e", help: "compare two strings, and show each comparison level" },
    ENCODING,
    { name: "locales", help: "list all supported languages" },
  ],
  examples: [
    "printf '%s\\n' Örebro Zürich Älvsbyn | tamis collate --locale sv",
    "printf '%s\\n' cote côte | tamis collate --keys --strength identical",
    "tamis collate --explain --locale fr-CA côte coté",
  ],
  run: async (scope) => {
    const { out, args } = scope;
    if (args.flag("locales")) {
      await out.write(`${supportedLocales().join("\n")}\n`);
      return EXIT.ran;
    }
    const options = optionsOf(args);
    const collation = await collationOf(options);
    if (args.flag("explain")) {
      const [left, right, ...extraTexts] = args.positionals;
      if (left === undefined || right === undefined || extraTexts.length > 0) {
        throw new UsageError("tamis collate --explain needs two strings.");
      }
      await out.write(explain(options, left, right));
      return EXIT.ran;
    }
    const lines = (await linesOf(scope)).map((text) => ({ text, key: collation.sortKey(text) }));
    // `sort` is stable: lines with equal keys keep their input order.
    lines.sort((a, b) => Buffer.compare(a.key, b.key));
    const shownLines = args.flag("unique")
      ? lines.filter(({ key }, i) => i === 0 || Buffer.compare(lines[i - 1]!.key, key) !== 0)
      : lines;
    const show = args.flag("keys")
      ? ({ text, key }: (typeof lines)[number]) => `${Buffer.from(key).toString("hex")}\t${text}\n`
      : ({ text }: { text: string }) => `${text}\n`;
    await out.write(shownLines.map(show).join(""));
    return EXIT.ran;
  },
};

function optionsOf(args: Scope["args"]): CollationOptions {
  return {
    locale: args.text("locale") ?? "und",
    ...optionOf("strength", args.text("strength") as CollationOptions["strength"]),
    ...optionOf("caseFirst", args.text("case-first") as CollationOptions["caseFirst"]),
    ...optionOf("alternate", args.text("alternate") as CollationOptions["alternate"]),
    ...(args.flag("numeric") ? { numeric: true } : {}),
  };
}

function optionOf<K extends keyof CollationOptions>(
  name: K,
  value: CollationOptions[K] | undefined,
): CollationOptions {
  return value === undefined ? {} : { [name]: value };
}

async function collationOf(options: CollationOptions): Promise<KeyedCollation> {
  try {
    await loadCollations(options.locale ?? "und");
    return createCollation(options);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}

async function linesOf({ io, args, signal }: Scope): Promise<string[]> {
  const texts: string[] = [];
  const encoding = chosenEncoding(args);
  for (const file of args.positionals.length > 0 ? args.positionals : ["-"])
    texts.push(
      await readText(
        await openInput(file, { stdin: io.stdin, signal, encoding }),
        " --encoding names the encoding of the file, such as windows-1252.",
      ),
    );
  return texts
    .flatMap((text) => text.replace(/\r?\n$/, "").split(/\r?\n/))
    .filter((line, _, all) => all.length > 1 || line !== "");
}

function explain(options: CollationOptions, left: string, right: string): string {
  const { order, decidedBy, levels, elements } = explainOrder(options, left, right);
  const relation = order < 0 ? "is before" : order > 0 ? "is after" : "ties with";
  const lines = [
    `${left} ${relation} ${right}${decidedBy === undefined ? "" : `: the ${decidedBy} level decides`}`,
    ...elements.map((list, i) => `${i === 0 ? "left " : "right"} elements   ${list.join("")}`),
  ];
  for (const { level, left: a, right: b, order: sign } of levels) {
    const mark = sign < 0 ? "<" : sign > 0 ? ">" : "=";
    lines.push(`${level.padEnd(11)} ${mark} left   ${a}`, `${"".padEnd(13)} right  ${b}`);
  }
  return `${lines.join("\n")}\n`;
}
