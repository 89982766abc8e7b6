/** `tamis check`: reads expressions and says what is wrong with them. */
import { chosenCatalog } from "../catalogs.ts";
import { CATALOG_OPTIONS, COLOR, EXIT, STRICT, type Command } from "../command.ts";
import { toExactJson } from "../exact-json.ts";
import { inputs, placeOf } from "../inputs.ts";
import { judge, type Kind, type Verdict } from "../judge.ts";
import { report } from "../report.ts";

export const checkCommand: Command = {
  name: "check",
  summary: "Say what is wrong with expressions, and what would mend them",
  usage: "check [--kind filter|sortBy|query] [EXPRESSION…]",
  options: [
    {
      name: "kind",
      short: "k",
      value: "KIND",
      help: "filter (default), sortBy or query",
      choices: ["filter", "sortBy", "query"],
    },
    ...CATALOG_OPTIONS,
    STRICT,
    { name: "json", help: "one JSON object per expression, for programs" },
    { name: "quiet", short: "q", help: "the exit code alone, no words for people" },
    COLOR,
  ],
  notes: [
    "Without an EXPRESSION, or for -, expressions are read from standard input, one a line; an empty line is the empty filter, which keeps everything. The canonical form of what is right goes to standard output, what is wrong to standard error.",
    "With --json each expression is answered by one line: input, ok, diagnostics (code, severity, message, start, end, fixes) and canonical, which is null where the expression is wrong. Places count UTF-16 units from 0; an edit of a fix replaces what is from start to end by text.",
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
    const kind = (args.text("kind") ?? "filter") as Kind;
    let worst: number = EXIT.ran;
    for await (const input of inputs(scope)) {
      const verdict = judge(input.text, kind, catalog, args.flag("strict"));
      if (!verdict.ok) worst = EXIT.expression;
      if (args.flag("json")) await out.write(`${toExactJson(machineForm(input.text, verdict))}\n`);
      else if (!args.flag("quiet")) {
        report(input.text, verdict.diagnostics, scope, placeOf(input));
        if (verdict.ok) await out.write(`${verdict.canonical}\n`);
      }
      // A program that asks line by line waits for the answer.
      await out.end();
    }
    return worst;
  },
};

function machineForm(input: string, { ok, diagnostics, canonical }: Verdict): object {
  return {
    input,
    ok,
    diagnostics: diagnostics.map(({ code, severity, message, span, fixes }) => ({
      code,
      severity,
      message,
      start: span.start,
      end: span.end,
      fixes: fixes.map(({ title, edits }) => ({
        title,
        edits: edits.map((edit) => ({ start: edit.span.start, end: edit.span.end, text: edit.text })),
      })),
    })),
    canonical: ok ? canonical : null,
  };
}
