import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Command } from "../apps/cli/src/command/command.ts";
import { EXIT_CODE_MEANINGS } from "../apps/cli/src/command/exit-codes.ts";
import { ENVIRONMENT } from "../apps/cli/src/command/environment.ts";
import { optionLines } from "../apps/cli/src/command/help.ts";
import { loadCommands } from "../apps/cli/src/commands/list.ts";

const COMMANDS = await loadCommands();

/**
 * Generates man/tamis.1 from the commands: `node scripts/man-page.ts`, after building the package. A test fails if the page
 * is out of date.
 */

/** Path of the page. */
export const MAN_PAGE = fileURLToPath(new URL("../man/tamis.1", import.meta.url));

/** Returns the page in the format man(7). */
export function manPage(): string {
  return `.\\" Generated from the commands by scripts/man-page.ts.
.TH TAMIS 1 "" "tamis" "User Commands"
.SH NAME
tamis \\- filter, sort and check data with the expression language of the platform
.SH SYNOPSIS
.nf
${COMMANDS.flatMap(usagesOf).map(usageLine).join("\n")}
.fi
.SH DESCRIPTION
.B tamis
filters, sorts and pages rows of files and databases, and checks, formats and translates the expressions.
.SH COMMANDS
${COMMANDS.map(commandSection).join("\n")}
.SH EXIT STATUS
${EXIT_CODE_MEANINGS.map(([code, meaning]) => tagged(String(code), meaning)).join("\n")}
.SH ENVIRONMENT
${ENVIRONMENT.map(([names, meaning]) => tagged(names, meaning)).join("\n")}
.SH EXAMPLES
${COMMANDS.map(({ examples }) => `.nf\n${examples.map((line) => text(line)).join("\n")}\n.fi`).join("\n.PP\n")}
`;
}

function usagesOf({ usage }: Command): readonly string[] {
  return usage.split(" | ");
}

function usageLine(usage: string): string {
  return `\\fBtamis\\fR ${text(usage)}`;
}

function commandSection(command: Command): string {
  const options = optionLines(command).map(({ left, help }) => tagged(left.trim(), help));
  const notes = (command.notes ?? []).map((note) => `.PP\n${text(note)}`);
  return [
    `.SS tamis ${text(command.name)}`,
    text(`${command.summary}.`),
    ".PP",
    ".nf",
    ...usagesOf(command).map(usageLine),
    ".fi",
    ...options,
    ...notes,
  ].join("\n");
}

function tagged(tag: string, meaning: string): string {
  return `.TP\n\\fB${text(tag)}\\fR\n${text(meaning)}`;
}

/** Escapes a line: a backslash begins an escape, `-` would become a hyphen, and `.` or `'` at the beginning a request. */
function text(line: string): string {
  return line
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("'", "\\(aq")
    .replaceAll("`", "\\(ga")
    .replaceAll("^", "\\(ha")
    .replaceAll("~", "\\(ti")
    .replace(/^\./, "\\&.");
}

if (import.meta.main) {
  mkdirSync(fileURLToPath(new URL("../man", import.meta.url)), { recursive: true });
  writeFileSync(MAN_PAGE, manPage());
}
