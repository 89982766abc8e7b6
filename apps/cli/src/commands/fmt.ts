/** `tamis fmt`: writes expressions the way people read them, or the shortest way. */
import { format, hasErrors, parseFilter, parseSortBy, print } from "tamis";
import { COLOR, EXIT, STRICT, type Command } from "../command.ts";
import { inputs, placeOf } from "../inputs.ts";
import { UsageError } from "../options.ts";
import { report } from "../report.ts";

export const fmtCommand: Command = {
  name: "fmt",
  summary: "Lay expressions out for people, or print their canonical form",
  usage: "fmt [--width N] [EXPRESSION…]",
  options: [
    {
      name: "kind",
      short: "k",
      value: "KIND",
      help: "filter (default) or sortBy",
      choices: ["filter", "sortBy"],
    },
    { name: "width", short: "w", value: "N", help: "columns of a line (default 80)" },
    { name: "indent", value: "N", help: "spaces of one step inwards (default 2)" },
    { name: "compact", short: "C", help: "the canonical form: one line, no white space" },
    STRICT,
    COLOR,
  ],
  notes: [
    "Without an EXPRESSION, or for -, expressions are read from standard input, one a line. What is wrong is told on standard error and left out.",
  ],
  examples: [
    `tamis fmt "and(contains(\\$primary,name,'straße'),gt(modifiedTimeStamp,2026-01-01T00:00:00Z))" --width 40`,
    `printf "and( eq(a,1), eq(b,2) )\\nnot( isNull(c) )\\n" | tamis fmt --compact`,
  ],
  run: async (scope) => {
    const { out, args } = scope;
    const width = args.count("width", 1) ?? 80;
    const indent = args.count("indent") ?? 2;
    if (indent > 16) throw new UsageError("--indent is at most 16.");
    const parse = args.text("kind") === "sortBy" ? parseSortBy : parseFilter;
    let worst: number = EXIT.ran;
    for await (const input of inputs(scope)) {
      const { expression, diagnostics } = parse(input.text, {
        mode: args.flag("strict") ? "strict" : "lenient",
      });
      const told = diagnostics.filter(({ severity }) => severity !== "hint");
      report(input.text, told, scope, placeOf(input));
      if (expression === undefined || hasErrors(diagnostics)) worst = EXIT.expression;
      else
        await out.write(
          `${args.flag("compact") ? print(expression) : format(expression, { width, indent })}\n`,
        );
      await out.end();
    }
    return worst;
  },
};
