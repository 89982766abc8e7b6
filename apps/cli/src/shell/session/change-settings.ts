import { requireChoice } from "../../command/arguments.ts";
import { OUTPUT_FORMATS, type OutputFormat } from "../../formats/formats.ts";
import { requireMember } from "./current-view.ts";
import type { ShellSession } from "./session.ts";
import type { PageView } from "./settings.ts";
import { showPage } from "./show-page.ts";

export const UNSET = "-";

export const ON_OFF = ["on", "off"] as const;

export const SHELL_FORMATS: readonly OutputFormat[] = OUTPUT_FORMATS.filter(
  (format) => format !== "envelope",
);

/**
 * Returns the selected names without duplicates.
 * @throws UsageError for names that are neither members nor columns
 */
export function readSelection(session: ShellSession, names: readonly string[]): readonly string[] {
  const members = names
    .map((name) => name.trim())
    .map((name) => (session.source.columns.includes(name) ? name : requireMember(session, name)));
  return [...new Set(members)];
}

export function readSwitch(command: string, text: string): boolean {
  requireChoice(command, text, ON_OFF);
  return text === "on";
}

export async function refreshPage(
  session: ShellSession,
  change: Partial<PageView>,
  signal: AbortSignal,
): Promise<void> {
  if (session.view !== undefined) await showPage(session, { ...session.view, ...change }, signal);
}

/** Returns the current settings, each as the argument of the command that sets it. */
export function settingTexts({ settings }: ShellSession): Readonly<Record<string, string>> {
  const { sort, limit, select, locale, strict, timing, output } = settings;
  return {
    sort: sort.text || UNSET,
    limit: limit === undefined ? UNSET : String(limit),
    select: select?.join(",") ?? UNSET,
    locale: "locale" in locale ? locale.locale : UNSET,
    strict: strict ? "on" : "off",
    timing: timing ? "on" : "off",
    output,
  };
}

export async function printSetting(session: ShellSession, name: string): Promise<void> {
  await session.scope.out.write(`.${name} ${settingTexts(session)[name]!}\n`);
}
