import {
  hasErrors,
  parseFilter,
  parseSortBy,
  print,
  type FramedProblem,
  type Span,
  type TextEdit,
} from "tamis";
import { formatJson } from "tamis/catalog";
import { BRIDGES, type Bridge, type BridgeNote, type BridgeOptions, type BridgeQuery } from "tamis/bridges";
import { chosenCatalog } from "../command/catalog-option.ts";
import type { Command, Scope } from "../command/command.ts";
import { EXIT } from "../command/exit-codes.ts";
import { inputPrefix, readExpressions } from "../command/expression-inputs.ts";
import { report, reportProblems } from "../command/report.ts";
import { CATALOG_OPTIONS, COLOR, KIND, STRICT } from "../command/shared-options.ts";
import { readRelaxedJson } from "../formats/relaxed-json.ts";

const LANGUAGES = ["tamis", ...BRIDGES.keys()];

type Part = BridgeNote["part"];

export const convertCommand: Command = {
  name: "convert",
  summary: "Translate filters and sort orders from and to other languages",
  usage: "convert [--from X] [--to Y] [EXPRESSION…]",
  options: [
    { name: "from", value: "X", help: "language of the expressions (default tamis)", choices: LANGUAGES },
    { name: "to", value: "Y", help: "language to translate to (default tamis)", choices: LANGUAGES },
    KIND,
    {
      name: "output",
      short: "o",
      value: "FMT",
      help: "output format: text (default), or json, with the differences",
      choices: ["text", "json"],
    },
    { name: "exact", help: "reject translations that do not keep the same rows in the same order" },
    ...CATALOG_OPTIONS,
    STRICT,
    COLOR,
  ],
  notes: [
    `The languages are ${LANGUAGES.join(", ")}. Differences between an expression and its translation are reported on standard error. docs/bridges.md describes them.`,
    "Languages in JSON can be written as in JavaScript: with single quotes, names without quotes, trailing commas and comments. --strict rejects this.",
    "Without an EXPRESSION, or for -, expressions are read from standard input, one per line. Invalid expressions are reported on standard error and skipped.",
  ],
  examples: [
    `tamis convert --from sql "size > 3 AND name LIKE 'a%'"`,
    `tamis convert --to sql "and(startsWith(name,'a'),not(isNull(parent)))" -o json`,
    `tamis convert --from sql -F reports --exact "createdBy IN ('ada', 'bob') AND description IS NOT NULL"`,
  ],
  run: async (scope) => {
    const { args, out } = scope;
    const part: Part = args.text("kind") === "sortBy" ? "sortBy" : "filter";
    const from = await bridgeOf(args.text("from"));
    const to = await bridgeOf(args.text("to"));
    const options: BridgeOptions = { catalog: await chosenCatalog(scope) };
    let code: number = EXIT.ran;
    for await (const input of readExpressions(scope)) {
      const prefix = inputPrefix(input);
      const reading =
        from === undefined
          ? readTamis(input.text, part, scope, prefix)
          : readForeign(from, input.text, part, options, args.flag("strict"));
      const translation =
        reading.query &&
        (to === undefined
          ? { value: print((reading.query.filter ?? reading.query.sortBy)!), report: [] }
          : write(to, reading.query, part, options));
      const notes = [...reading.report, ...(translation?.report ?? [])];
      const problems = [...(reading.problems ?? reading.report.map((note) => framed(note, reading.spanOf)))];
      problems.push(...(translation?.report ?? []).map((note) => framed(note)));
      report(input.text, problems, scope, prefix);
      const isRejected = args.flag("exact") && notes.length > 0;
      if (translation === undefined || isRejected) code = EXIT.expression;
      if (args.text("output") === "json") {
        const value = isRejected ? undefined : translation?.value;
        await out.write(
          `${formatJson({ ...(value === undefined ? {} : { [part]: value }), report: notes })}\n`,
          "json",
        );
      } else if (translation !== undefined && !isRejected) {
        await out.write(
          `${typeof translation.value === "string" ? translation.value : formatJson(translation.value)}\n`,
        );
      }
      await out.end();
    }
    return code;
  },
};

async function bridgeOf(name: string | undefined): Promise<Bridge | undefined> {
  return name === undefined ? undefined : BRIDGES.get(name)?.();
}

interface Reading {
  /** Undefined if there is no expression. */
  readonly query: BridgeQuery | undefined;
  readonly report: readonly BridgeNote[];
  /** Place of a JSON Pointer in the text of the expression. */
  readonly spanOf?: (pointer: string) => Span;
  /** Problems with fixes. Default: the notes. */
  readonly problems?: readonly FramedProblem[];
}

function readTamis(text: string, part: Part, scope: Scope, prefix: string): Reading {
  const parse = part === "sortBy" ? parseSortBy : parseFilter;
  const { expression, diagnostics } = parse(text, { mode: scope.args.flag("strict") ? "strict" : "lenient" });
  reportProblems(text, diagnostics, scope, prefix);
  const isValid = expression !== undefined && !hasErrors(diagnostics);
  return { query: isValid ? { [part]: expression } : undefined, report: [] };
}

function readForeign(
  bridge: Bridge,
  text: string,
  part: Part,
  options: BridgeOptions,
  isStrict: boolean,
): Reading {
  if (bridge.form === "text") return imported(bridge, text, part, options);
  const json = readRelaxedJson(text);
  if ("reason" in json) return notJson(`This is not JSON: ${json.reason}.`, json.span, part, []);
  if (json.edits.length === 0) return { ...imported(bridge, json.value, part, options), spanOf: json.spanOf };
  const { span } = json.edits[0]!;
  if (isStrict) return notJson("This is not JSON.", span, part, json.edits);
  const reading = imported(bridge, json.value, part, options);
  const warning = syntaxProblem("warning", "This is not JSON, but can be read as JSON.", span, json.edits);
  return { ...reading, problems: [warning, ...reading.report.map((note) => framed(note, json.spanOf))] };
}

function imported(bridge: Bridge, source: unknown, part: Part, options: BridgeOptions): Reading {
  const result = bridge.importQuery({ [part]: source }, options);
  return { query: result[part] && { [part]: result[part] }, report: result.report };
}

function notJson(message: string, span: Span, part: Part, edits: readonly TextEdit[]): Reading {
  const note = { code: "syntax", effect: "failed", message, part, source: span, result: undefined } as const;
  return { query: undefined, report: [note], problems: [syntaxProblem("error", message, span, edits)] };
}

function syntaxProblem(
  severity: "error" | "warning",
  message: string,
  span: Span,
  edits: readonly TextEdit[],
): FramedProblem {
  const fixes = edits.length === 0 ? [] : [{ title: "Write JSON", edits }];
  return { code: "syntax", severity, message, span, fixes };
}

function write(bridge: Bridge, query: BridgeQuery, part: Part, options: BridgeOptions) {
  const { report: notes, ...parts } = bridge.exportQuery(query, options);
  return { value: parts[part] ?? "", report: notes };
}

/** A note as a problem with a code frame. Notes on JSON begin with their pointer. */
function framed(
  { code, effect, message, source }: BridgeNote,
  spanOf: (pointer: string) => Span = () => ({ start: 0, end: 0 }),
): FramedProblem {
  const pointer = "pointer" in source ? source.pointer : "";
  const span = "pointer" in source ? spanOf(source.pointer) : source;
  const severity = effect === "failed" ? "error" : "warning";
  const place = pointer === "" ? "" : `${pointer}: `;
  return { code, severity, message: `${place}${message}${EFFECTS[effect]}`, span, fixes: [] };
}

const EFFECTS: Readonly<Record<BridgeNote["effect"], string>> = {
  more: " The result can keep more rows.",
  fewer: " The result can keep fewer rows.",
  other: " The result can keep other rows.",
  order: " The order of the result can differ.",
  failed: "",
};
