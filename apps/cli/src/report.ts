/** Diagnostics on the terminal: the sentence, the place, what mends it. */
import { styleText } from "node:util";
import { codeFrame, type Diagnostic } from "tamis";
import type { Scope } from "./command.ts";
import { wantsColor, type ColorChoice } from "./io/color.ts";

const STYLES = {
  error: ["bold", "red"],
  warning: ["bold", "yellow"],
  hint: ["bold", "cyan"],
  help: ["green"],
  code: ["dim"],
} as const;

/**
 * Prints each diagnostic of a text to standard error.
 *
 * @param place in front of each, where there are several texts: `line 3: `
 */
export function report(
  text: string,
  diagnostics: readonly Diagnostic[],
  { io, args }: Scope,
  place = "",
): void {
  const color = wantsColor({ choice: colorChoice(args.text("color")), env: io.env, isTTY: io.stderrIsTTY });
  const width = io.stderrColumns ?? 100;
  for (const found of diagnostics) {
    const frame = codeFrame(text, found, {
      width,
      paint: (part, plain) =>
        color ? styleText([...STYLES[part]], plain, { validateStream: false }) : plain,
    });
    io.stderr.write(`${place}${frame}\n`);
  }
}

export function colorChoice(text: string | undefined): ColorChoice {
  return (text as ColorChoice | undefined) ?? "auto";
}

/** A line for people beside the data, on standard error. */
export function note({ io }: Pick<Scope, "io">, text: string): void {
  io.stderr.write(`tamis: ${text}\n`);
}
