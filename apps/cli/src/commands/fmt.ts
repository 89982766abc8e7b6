import { format, hasErrors, parseFilter, parseSortBy, print } from "tamis";
import { UsageError } from "../command/arguments.ts";
import type { Command } from "../command/command.ts";
import { EXIT } from "../command/exit-codes.ts";
import { inputPrefix, readExpressions } from "../command/expression-inputs.ts";
import { reportProblems } from "../command/report.ts";
import { COLOR, KIND, STRICT } from "../command/shared-options.ts";

export const fmtCommand: Command = {
  name: "fmt",
  summary: "Format expressions with line breaks, or print their canonical form",
  usage: "fmt [--width N] [EXPRESSION…]",
  options: [
    KIND,
    { name: "width", short: "w", value: "N", help: "maximum line length (default 80)" },
    { name: "indent", value: "N", help: "spaces per indentation level (default 2)" },
    { name: "compact", short: "C", help: "print the canonical form: one line without white space" },
    STRICT,
    COLOR,
  ],
  notes: [
    "Without an EXPRESSION, or for -, expressions are read from standard input, one per line. Invalid expressions are reported on standard error and skipped.",
  ],
  examples: [
    `tamis fmt "and(contains(\\$primary,name,'straße'),gt(modifiedTimeStamp,2026-01-01T00:00:00Z))" --width 40`,
    `printf "and( eq(a,1), eq(b,2) )\\nnot( isNull(c) )\\n" | tamis fmt --compact`,
  ],
  run: async (scope) => {
    const { out, args } = scope;
    const width = args.count("width", 1) ?? 80;
    const indent = args.count("indent") ?? 2;
    if (indent > 16) throw new UsageError(`--indent must be at most 16, not '${indent}'.`);
    const parse = args.text("kind") === "sortBy" ? parseSortBy : parseFilter;
    let code: number = EXIT.ran;
    for await (const input of readExpressions(scope)) {
      const { expression, diagnostics } = parse(input.text, {
        mode: args.flag("strict") ? "strict" : "lenient",
      });
      reportProblems(input.text, diagnostics, scope, inputPrefix(input));
      if (expression === undefined || hasErrors(diagnostics)) code = EXIT.expression;
      else
        await out.write(
          `${args.flag("compact") ? print(expression) : format(expression, { width, indent })}\n`,
        );
      await out.end();
    }
    return code;
  },
};
