import { chosenCatalog } from "../command/catalog-option.ts";
import type { Command } from "../command/command.ts";
import { EXIT } from "../command/exit-codes.ts";
import { inputPrefix, readExpressions } from "../command/expression-inputs.ts";
import { jsonDiagnostic, report } from "../command/report.ts";
import { CATALOG_OPTIONS, COLOR, KIND, STRICT } from "../command/shared-options.ts";
import { clockOf, TIME_ZONE } from "../command/time-zone-option.ts";
import { formatJson } from "tamis/catalog";
import { checkText, type TextCheck, type TextKind } from "../query/check-text.ts";
import { reviewed } from "../query/review-text.ts";

export const checkCommand: Command = {
  name: "check",
  summary: "Check expressions, and suggest fixes for errors",
  usage: "check [--kind filter|sortBy|query] [EXPRESSION…]",
  options: [
    {
      ...KIND,
      help: "kind of expression: filter (default), sortBy or query",
      choices: ["filter", "sortBy", "query"],
    },
    ...CATALOG_OPTIONS,
    TIME_ZONE,
    STRICT,
    { name: "json", help: "print one JSON object per expression" },
    { name: "quiet", short: "q", help: "print nothing; only set the exit code" },
    COLOR,
  ],
  notes: [
    "Warns about filters without errors that no row can match or that every row matches, and about branches of an or that no row can match. Each member counts as possibly null, also with nullable: false in the catalog, because rows can lack it: or(gt(a,5),le(a,5)) does not match a row without a.",
    "Without an EXPRESSION, or for -, expressions are read from standard input, one per line. An empty line is the empty filter, which matches all rows. The canonical form of a valid expression is printed to standard output, diagnostics to standard error.",
    "With --json each line is an object with the members input, ok, diagnostics (code, severity, message, start, end, fixes) and canonical, which is null for an invalid expression. Offsets are UTF-16 code units from 0. Each edit of a fix replaces the input from start to end by text.",
  ],
  examples: [
    `tamis check "eq(name,'O'Brien')"`,
    `tamis check --family reports "eq(nmae,'Sales')" "and(x)"`,
    `tamis check --kind sortBy --json "name:descending:primary,id"`,
    `printf "eq(a,1)\\nin(b,1,2\\n" | tamis check`,
  ],
  run: async (scope) => {
    const { out, args } = scope;
    const catalog = await chosenCatalog(scope);
    const kind = (args.text("kind") ?? "filter") as TextKind;
    const options = { mode: args.flag("strict") ? "strict" : "lenient", functions: clockOf(scope) } as const;
    let code: number = EXIT.ran;
    for await (const input of readExpressions(scope)) {
      const result = await reviewed(checkText(input.text, kind, catalog, options), catalog, scope);
      if (!result.ok) code = EXIT.expression;
      if (args.flag("json")) await out.write(`${formatJson(jsonResult(input.text, result))}\n`, "json");
      else if (!args.flag("quiet")) {
        report(input.text, result.diagnostics, scope, inputPrefix(input));
        if (result.ok) await out.write(`${result.canonical}\n`);
      }
      // Flushes each result, because the caller may wait for it before sending the next line.
      await out.end();
    }
    return code;
  },
};

function jsonResult(input: string, { ok, diagnostics, canonical }: TextCheck): object {
  return {
    input,
    ok,
    diagnostics: diagnostics.map(jsonDiagnostic),
    canonical: ok ? canonical : null,
  };
}
