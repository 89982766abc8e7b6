/** Commands that set how questions are read and answers are shown. Without an argument they tell how it is set. */
import { show } from "tamis/diagnostics";
import { readLocale } from "../catalogs.ts";
import { isOutputFormat, OUTPUT_FORMATS, type OutputFormat } from "../io/formats.ts";
import { didYouMean, UsageError } from "../options.ts";
import { readOrder } from "./ask.ts";
import type { Session } from "./session.ts";
import type { View } from "./settings.ts";
import type { ShellCommand } from "./shell-command.ts";
import { knownMember, wholeNumber } from "./view-commands.ts";

/** What unsets a setting. */
const NONE = "-";
const SWITCH = ["on", "off"] as const;
/** A page has more to it than rows. */
export const SHELL_FORMATS: readonly OutputFormat[] = OUTPUT_FORMATS.filter((each) => each !== "envelope");

export const SETTING_COMMANDS: readonly ShellCommand[] = [
  {
    name: "sort",
    argument: { label: "[S|-]", kind: "sortBy" },
    summary: "set the order",
    run: async (session, text, signal) => {
      const { settings } = session;
      if (text === "") return told(session, "sort");
      settings.order = text === NONE ? { text: "", sortBy: undefined } : readOrder(text, session.reading);
      await again(session, { order: settings.order, start: 0 }, signal);
    },
  },
  {
    name: "limit",
    argument: { label: "[N|-]", kind: "text" },
    summary: "set the rows of a page, - for all rows",
    run: async (session, text, signal) => {
      const { settings } = session;
      if (text === "") return told(session, "limit");
      settings.limit = text === NONE ? undefined : wholeNumber(".limit", text);
      await again(session, { limit: settings.limit }, signal);
    },
  },
  {
    name: "select",
    argument: { label: "[A,B|-]", kind: "members" },
    summary: "set the members that are shown, - for all",
    run: async (session, text, signal) => {
      if (text === "") return told(session, "select");
      session.settings.select = text === NONE ? undefined : readSelection(session, text.split(","));
      await again(session, {}, signal);
    },
  },
  {
    name: "locale",
    argument: { label: "[TAG|-]", kind: "text" },
    summary: "set the language of comparisons, - for none",
    run: async (session, text, signal) => {
      if (text === "") return told(session, "locale");
      session.settings.locale = text === NONE ? {} : readLocale(text);
      await again(session, {}, signal);
    },
  },
  {
    name: "strict",
    argument: { label: "[on|off]", kind: { choices: SWITCH } },
    summary: "accept the published grammar alone, or also what can be mended",
    run: async (session, text) => {
      if (text === "") return told(session, "strict");
      session.settings.strict = isOn(".strict", text);
    },
  },
  {
    name: "timing",
    argument: { label: "[on|off]", kind: { choices: SWITCH } },
    summary: "tell how long a question took",
    run: async (session, text) => {
      if (text === "") return told(session, "timing");
      session.settings.timing = isOn(".timing", text);
    },
  },
  {
    name: "output",
    argument: { label: "[FMT]", kind: { choices: SHELL_FORMATS } },
    summary: `set the format: ${SHELL_FORMATS.join(", ")}`,
    run: async (session, text) => {
      if (text === "") return told(session, "output");
      const format = requireOneOf(".output", text, SHELL_FORMATS);
      if (isOutputFormat(format)) session.settings.output = format;
    },
  },
  {
    name: "settings",
    summary: "tell how all of these are set",
    run: async (session) => {
      for (const [name, value] of Object.entries(shownSettings(session)))
        await session.scope.out.write(`.${name} ${value}\n`);
    },
  },
];

/** @throws UsageError for what is neither a member nor a column */
export function readSelection(session: Session, names: readonly string[]): readonly string[] {
  const found = names
    .map((name) => name.trim())
    .map((name) => (session.source.columns.includes(name) ? name : knownMember(session, name)));
  return [...new Set(found)];
}

/** What changes the page shows it again, once there is one. */
async function again(session: Session, change: Partial<View>, signal: AbortSignal): Promise<void> {
  if (session.view !== undefined) await session.turnTo({ ...session.view, ...change }, signal);
}

function shownSettings({ settings }: Session): Readonly<Record<string, string>> {
  const { order, limit, select, locale, strict, timing, output } = settings;
  return {
    sort: order.text || NONE,
    limit: limit === undefined ? NONE : String(limit),
    select: select?.join(",") ?? NONE,
    locale: "locale" in locale ? locale.locale : NONE,
    strict: strict ? "on" : "off",
    timing: timing ? "on" : "off",
    output,
  };
}

async function told(session: Session, name: string): Promise<void> {
  await session.scope.out.write(`.${name} ${shownSettings(session)[name]!}\n`);
}

function isOn(command: string, text: string): boolean {
  return requireOneOf(command, text, SWITCH) === "on";
}

function requireOneOf(command: string, text: string, choices: readonly string[]): string {
  if (choices.includes(text)) return text;
  throw new UsageError(
    `${command} is one of ${choices.join(", ")}, not '${show(text)}'.${didYouMean(text, choices)}`,
  );
}
