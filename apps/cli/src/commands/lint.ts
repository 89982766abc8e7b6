import { formatJson } from "tamis/catalog";
import { escapeControls } from "tamis/diagnostics";
import type { Diagnostic } from "tamis";
import { chosenCatalog } from "../command/catalog-option.ts";
import type { Command, Scope } from "../command/command.ts";
import { EXIT } from "../command/exit-codes.ts";
import { jsonDiagnostic, report } from "../command/report.ts";
import { CATALOG_OPTIONS, COLOR, requireInput, STRICT } from "../command/shared-options.ts";
import { clockOf, TIME_ZONE } from "../command/time-zone-option.ts";
import { openInput, readText } from "../io/open-input.ts";

/** Languages that `--language` accepts, as in LSP. */
const LANGUAGES = [
  "http",
  "json",
  "yaml",
  "typescript",
  "typescriptreact",
  "javascript",
  "javascriptreact",
  "shellscript",
  "markdown",
  "tamis-filter",
  "plaintext",
];

/** A problem with its position in a file. */
interface Finding {
  readonly diagnostic: Diagnostic;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in code points. */
  readonly column: number;
}

export const lintCommand: Command = {
  name: "lint",
  summary: "Check the filters and sorts inside of files: requests, JSON, YAML, scripts, Markdown",
  usage: "lint [--language LANG] [--output text|json] [FILE…]",
  options: [
    {
      name: "language",
      value: "LANG",
      help: "language of the files (default: by the extension)",
      choices: LANGUAGES,
    },
    {
      name: "filter-key",
      value: "NAME",
      help: "key whose strings are filters in JSON and YAML, and tag of templates (default: filter)",
      repeatable: true,
    },
    {
      name: "sort-key",
      value: "NAME",
      help: "key whose strings are sorts in JSON and YAML (default: sortBy)",
      repeatable: true,
    },
    {
      name: "output",
      short: "o",
      value: "FMT",
      help: "output format: text (default) or json, one JSON object per problem",
      choices: ["text", "json"],
    },
    ...CATALOG_OPTIONS,
    TIME_ZONE,
    STRICT,
    COLOR,
  ],
  notes: [
    "Checked are the parameters filter and sortBy of URLs in all files, query strings of request files (.http, .rest), strings of the keys in JSON and YAML, templates with the tag filter in JavaScript and TypeScript, data of curl in scripts of a shell, code blocks in Markdown by their language, and files .tamis-filter as a whole. Values that a program inserts, such as ${…}, are not checked. Without a catalog, neither are texts that other programs can write, such as filter: blob:none: only files .tamis-filter, filters that begin with a comparison such as eq(…), and sorts with an option such as :descending are.",
    "Problems are printed to standard error, and nothing is printed for a correct file. With --output json, they are printed to standard output, as objects with the members file, line, column, code, severity, message, start, end and fixes. Lines and columns are counted from 1, offsets from 0 in UTF-16 code units of the file. For -, or without a FILE, standard input is read. The exit code is 3 if there is an error.",
  ],
  examples: [
    `printf 'GET /reports?filter=eq(nmae,1)&sortBy=name\\n' | tamis lint --family reports --language http`,
    `printf '{"filter":"and(eq(a,1),eq(b,2)"}' | tamis lint --language json --output json`,
  ],
  run: async (scope) => {
    const { args, out, io, signal } = scope;
    requireInput("lint", scope);
    const catalog = await chosenCatalog(scope);
    const { createLanguageService } = await import("tamis/editor");
    const { findEmbedded, languageOfFile, openEmbedded } = await import("tamis/editor/embedded");
    const { foreignSyntax } = await import("tamis/editor/foreign-syntax");
    const service = createLanguageService({
      foreignSyntax,
      catalog,
      functions: clockOf(scope),
      mode: args.flag("strict") ? "strict" : "lenient",
    });
    const filterNames = args.texts("filter-key");
    const sortByNames = args.texts("sort-key");
    let code: number = EXIT.ran;
    for (const path of args.positionals.length === 0 ? ["-"] : args.positionals) {
      const input = await openInput(path, { stdin: io.stdin, signal });
      const text = await readText(input);
      const language = args.text("language") ?? languageOfFile(path);
      const embedded = findEmbedded(text, language, {
        ...(filterNames.length === 0 ? {} : { filterNames }),
        ...(sortByNames.length === 0 ? {} : { sortByNames }),
      });
      const diagnostics = embedded.flatMap((expression) => openEmbedded(service, expression).diagnostics());
      if (diagnostics.some(({ severity }) => severity === "error")) code = EXIT.expression;
      for (const finding of located(text, diagnostics)) {
        if (args.text("output") === "json") {
          const { diagnostic, ...place } = finding;
          const printed = { file: input.name, ...place, ...jsonDiagnostic(diagnostic) };
          await out.write(`${formatJson(printed)}\n`, "json");
        } else reportFinding(input.name, text, finding, scope);
      }
      await out.end();
    }
    return code;
  },
};

/** Adds lines and columns to diagnostics in the order of the text, in one pass over the text. */
function located(text: string, diagnostics: readonly Diagnostic[]): readonly Finding[] {
  let line = 1;
  let lineStart = 0;
  return diagnostics
    .toSorted((a, b) => a.span.start - b.span.start)
    .map((diagnostic) => {
      const { start } = diagnostic.span;
      for (
        let at = text.indexOf("\n", lineStart);
        at >= 0 && at < start;
        at = text.indexOf("\n", lineStart)
      ) {
        line++;
        lineStart = at + 1;
      }
      return { diagnostic, line, column: Array.from(text.slice(lineStart, start)).length + 1 };
    });
}

/** Prints a problem with the line of the file that contains it. */
function reportFinding(
  name: string,
  text: string,
  { diagnostic, line, column }: Finding,
  scope: Scope,
): void {
  const { start, end } = diagnostic.span;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const index = text.indexOf("\n", start);
  const lineEnd = index < 0 ? text.length : index;
  const shift = (offset: number) => Math.max(0, Math.min(offset, lineEnd) - lineStart);
  // A fix that changes other lines has no short example.
  const fixes = diagnostic.fixes.filter(({ edits }) =>
    edits.every(({ span }) => span.start >= lineStart && span.end <= lineEnd),
  );
  const framed: Diagnostic = {
    ...diagnostic,
    span: { start: shift(start), end: shift(end) },
    fixes: fixes.map(({ title, edits }) => ({
      title,
      edits: edits.map((edit) => ({
        text: edit.text,
        span: { start: shift(edit.span.start), end: shift(edit.span.end) },
      })),
    })),
  };
  const excerpt = text.slice(lineStart, lineEnd).replace(/\r$/, "");
  report(excerpt, [framed], scope, `${escapeControls(name)}:${line}:${column}: `);
}
