import { styleText } from "node:util";
import { codeFrame, type Diagnostic } from "tamis";
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
export function report(
  text: string,
  diagnostics: readonly Diagnostic[],
  { io, args }: Scope,
  prefix = "",
): void {
  const color = wantsColor({ choice: colorChoice(args.text("color")), env: io.env, isTTY: io.stderrIsTTY });
  const width = io.stderrColumns ?? 100;
  for (const diagnostic of diagnostics) {
    const frame = codeFrame(text, diagnostic, {
      width,
      paint: (part, plain) =>
        color ? styleText([...STYLES[part]], plain, { validateStream: false }) : plain,
    });
    io.stderr.write(`${prefix}${frame}\n${typeAdvice(diagnostic)}`);
  }
}

/** Advises the option that reads a column of strings with the type that nearly all of its cells look like. */
function typeAdvice({ inferred }: Diagnostic): string {
  if (inferred === undefined) return "";
  const { member, type } = inferred;
  const order = type === "date" ? ", and --dates day-first or month-first for dates such as 05.01.2024" : "";
  return `  help: Give --type ${escapeControls(member)}=${type}${order}: other cells are then null, and are counted\n`;
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
