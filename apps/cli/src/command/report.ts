import { withoutPrototype } from "../formats/own-members.ts";
import { styleText } from "node:util";
import { codeFrame, type Diagnostic, type FramedProblem } from "tamis";
import { escapeControls } from "tamis/diagnostics";
import { wantsColor, type ColorChoice } from "../io/color.ts";
import type { Scope } from "./command.ts";

const STYLES = {
  error: ["bold", "red"],
  warning: ["bold", "yellow"],
  hint: ["bold", "cyan"],
  help: ["green"],
  code: ["dim"],
} as const;

export interface AdvisedProblem {
  /** Options that solve the problem, and their effect. Empty if there are none. Undefined if options were not tried. */
  readonly advice?: string;
}

/**
 * Prints diagnostics to standard error.
 * @param prefix location of the text: `line 3: `
 */
export function report(
  text: string,
  diagnostics: readonly (FramedProblem & AdvisedProblem)[],
  scope: Scope,
  prefix = "",
): void {
  const { io, args } = scope;
  const color = wantsColor({ choice: colorChoice(args.text("color")), env: io.env, isTTY: io.stderrIsTTY });
  const width = io.stderrColumns ?? 100;
  for (const diagnostic of diagnostics) {
    const frame = codeFrame(text, diagnostic, {
      width,
      paint: (part, plain) =>
        color ? styleText([...STYLES[part]], plain, { validateStream: false }) : plain,
    });
    io.stderr.write(`${prefix}${frame}\n${typeAdvice(diagnostic, scope)}`);
  }
}

/** Advises how to read a column of strings with the type that most of its values look like. */
function typeAdvice(problem: FramedProblem & AdvisedProblem, { takesTypes }: Scope): string {
  const { inferred, advice } = withoutPrototype(problem);
  if (advice !== undefined) return advice === "" ? "" : `  help: ${advice}\n`;
  if (inferred === undefined || !takesTypes) return "";
  const { member, type, decimalComma } = withoutPrototype(inferred);
  const typed = `--type ${escapeControls(member)}=${type}`;
  const option = decimalComma === true ? `${typed} --decimal-comma` : typed;
  const dates = type === "date" ? ", and --dates day-first or month-first for dates such as 05.01.2024" : "";
  return `  help: Give ${option}${dates}: other values are then null, and are counted\n`;
}

/** Prints diagnostics like {@link report}, except hints. */
export function reportProblems(
  text: string,
  diagnostics: readonly Diagnostic[],
  scope: Scope,
  prefix = "",
): void {
  const problems = diagnostics.filter(({ severity }) => severity !== "hint");
  report(text, problems, scope, prefix);
}

/** Returns a diagnostic for JSON output, with offsets in UTF-16 code units from 0. */
export function jsonDiagnostic({ code, severity, message, span, fixes }: Diagnostic): object {
  return {
    code,
    severity,
    message,
    start: span.start,
    end: span.end,
    fixes: fixes.map(({ title, edits }) => ({
      title,
      edits: edits.map((edit) => ({ start: edit.span.start, end: edit.span.end, text: edit.text })),
    })),
  };
}

export function colorChoice(text: string | undefined): ColorChoice {
  return (text as ColorChoice | undefined) ?? "auto";
}

export function note({ io }: Pick<Scope, "io">, text: string): void {
  io.stderr.write(`tamis: ${text}\n`);
}
