/** `tamis fmt`: writes expressions the way people read them, or the shortest way. */
import { format, hasErrors, parseFilter, parseSortBy, print } from "tamis";
import { COLOR, EXIT, STRICT, type Command } from "../command.ts";
import { UsageError } from "../options.ts";
import { report } from "../report.ts";
import { inputs } from "./check.ts";

export const fmtCommand: Command = {
  name: "fmt",
  summary: "Lay expressions out for people, or print their canonical form",
  usage: "fmt [--width N] [EXPRESSION…]",
  options: [
    { name: "kind", short: "k", value: "KIND", help: "filter (default) or sortBy", choices: ["filter", "sortBy"] },
    { name: "width", short: "w", value: "N", help: "columns of a line (default 80)" },
    { name: "indent", value: "N", help: "spaces of one step inwards (default 2)" },
    { name: "compact", short: "C", help: "the canonical form: one line, no white space" },
    STRICT,
    COLOR,
  ],
  examples: [
    `tamis fmt "and(contains(\\$primary,name,'straße'),gt(modifiedTimeStamp,2026-01-01T00:00:00Z))" --width 40`,
    `tamis fmt --compact < filters.txt`,
  ],
  run: async (scope) => {
    const { io, args } = scope;
    const width = args.count("width") ?? 80;
    const indent = args.count("indent") ?? 2;
    if (indent > 16) throw new UsageError("--indent is at most 16.");
    const parse = args.text("kind") === "sortBy" ? parseSortBy : parseFilter;
    let worst: number = EXIT.ran;
    for await (const input of inputs(scope)) {
      const { expression, diagnostics } = parse(input, { mode: args.flag("strict") ? "strict" : "lenient" });
      report(input, diagnostics.filter(({ severity }) => severity !== "hint"), scope);
      if (expression === undefined || hasErrors(diagnostics)) worst = EXIT.expression;
      else io.stdout.write(`${args.flag("compact") ? print(expression) : format(expression, { width, indent })}\n`);
    }
    return worst;
  },
};
