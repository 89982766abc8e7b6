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

/**
 * Prints diagnostics to standard error.
 * @param prefix location of the text: `line 3: `
 */
export function report(text: string, diagnostics: readonly FramedProblem[], scope: Scope, prefix = ""): void {
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
function typeAdvice(diagnostic: FramedProblem, { takesTypes }: Scope): string {
  const { inferred } = withoutPrototype(diagnostic);
  if (inferred === undefined || !takesTypes) return "";
  const { member, type, otherFormat, decimalComma } = withoutPrototype(inferred);
  // With --type, all these cells would be null. --dates and --decimal-comma read values in other formats.
  if (otherFormat && type === "number" && decimalComma !== true)
    return "  help: Such cells are numbers only without signs, units and separators of groups: 1234.5\n";
  if (otherFormat && type !== "date" && decimalComma !== true) return "";
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

export function colorChoice(text: string | undefined): ColorChoice {
  return (text as ColorChoice | undefined) ?? "auto";
}

export function note({ io }: Pick<Scope, "io">, text: string): void {
  io.stderr.write(`tamis: ${text}\n`);
}
