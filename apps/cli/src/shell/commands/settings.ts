import { parseCount, requireChoice } from "../../command/arguments.ts";
import { readLocale } from "../../command/locale-option.ts";
import { isOutputFormat, OUTPUT_FORMATS, type OutputFormat } from "../../formats/formats.ts";
import type { CommandSignature } from "../session/command-signature.ts";
import { requireMember } from "../session/current-view.ts";
import { readSortBy } from "../session/read-input.ts";
import type { ShellSession } from "../session/session.ts";
import type { PageView } from "../session/settings.ts";
import type { ShellCommand } from "../session/shell-command.ts";
import { showPage } from "../session/show-page.ts";

export const SHELL_FORMATS: readonly OutputFormat[] = OUTPUT_FORMATS.filter(
  (format) => format !== "envelope",
);

const UNSET = "-";
const ON_OFF = ["on", "off"] as const;
const SWITCH = { label: "[on|off]", kind: { choices: ON_OFF } } as const;

/** A command that changes a setting, or prints it if there is no argument. */
interface SettingCommand extends CommandSignature {
  /** Changes the setting. Returns the changes of the page, which is then shown again. Undefined if it is not affected. */
  readonly set: (session: ShellSession, text: string) => Partial<PageView> | undefined;
}

const CHANGES: readonly SettingCommand[] = [
  {
    name: "sort",
    argument: { label: "[S|-]", kind: "sortBy" },
    summary: "set the sort order, - for the default",
    set: ({ settings, inputContext }, text) => {
      settings.sort = text === UNSET ? { text: "", sortBy: undefined } : readSortBy(text, inputContext);
      return { sort: settings.sort, start: 0 };
    },
  },
  {
    name: "limit",
    argument: { label: "[N|-]", kind: "text" },
    summary: "set the rows per page, - for all rows",
    set: ({ settings }, text) => {
      settings.limit = text === UNSET ? undefined : parseCount(".limit", text);
      return { limit: settings.limit };
    },
  },
  {
    name: "select",
    argument: { label: "[A,B|-]", kind: "members" },
    summary: "set the members to show, - for all members",
    set: (session, text) => {
      session.settings.select = text === UNSET ? undefined : readSelection(session, text.split(","));
      return {};
    },
  },
  {
    name: "locale",
    argument: { label: "[TAG|-]", kind: "text" },
    summary: "set the language for comparing strings, - for none",
    set: ({ settings }, text) => {
      settings.locale = text === UNSET ? {} : readLocale(text);
      return {};
    },
  },
  {
    name: "strict",
    argument: SWITCH,
    summary: "accept only the published grammar, without lenient corrections",
    set: ({ settings }, text) => void (settings.strict = readSwitch(".strict", text)),
  },
  {
    name: "timing",
    argument: SWITCH,
    summary: "show the elapsed time",
    set: ({ settings }, text) => void (settings.timing = readSwitch(".timing", text)),
  },
  {
    name: "output",
    argument: { label: "[FMT]", kind: { choices: SHELL_FORMATS } },
    summary: `set the output format: ${SHELL_FORMATS.join(", ")}`,
    set: ({ settings }, text) => {
      requireChoice(".output", text, SHELL_FORMATS);
      if (isOutputFormat(text)) settings.output = text;
      return undefined;
    },
  },
];

export const SETTING_COMMANDS: readonly ShellCommand[] = [
  ...CHANGES.map(({ set, ...signature }) => ({
    ...signature,
    run: async (session: ShellSession, text: string, signal: AbortSignal) => {
      if (text === "") return printSettings(session, [signature.name]);
      const change = set(session, text);
      if (change !== undefined && session.view !== undefined)
        await showPage(session, { ...session.view, ...change }, signal);
    },
  })),
  {
    name: "settings",
    summary: "show all settings",
    run: (session) =>
      printSettings(
        session,
        CHANGES.map(({ name }) => name),
      ),
  },
];

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

function readSwitch(command: string, text: string): boolean {
  requireChoice(command, text, ON_OFF);
  return text === "on";
}

/** Prints settings, each as the command that sets it. */
async function printSettings({ settings, scope }: ShellSession, names: readonly string[]): Promise<void> {
  const { sort, limit, select, locale, strict, timing, output } = settings;
  const texts: Readonly<Record<string, string>> = {
    sort: sort.text || UNSET,
    limit: limit === undefined ? UNSET : String(limit),
    select: select?.join(",") ?? UNSET,
    locale: "locale" in locale ? locale.locale : UNSET,
    strict: strict ? "on" : "off",
    timing: timing ? "on" : "off",
    output,
  };
  for (const name of names) await scope.out.write(`.${name} ${texts[name]!}\n`);
}
