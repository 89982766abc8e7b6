import { isSupportedLocale, negotiateLocale } from "tamis/collation";
import { show } from "tamis/diagnostics";
import { UsageError } from "./arguments.ts";
import type { Scope } from "./command.ts";

/** Value of `--locale`. An empty object selects the root collation order. */
export type ChosenLocale = { readonly locale: string } | Record<string, never>;

export function chosenLocale({ args }: Scope): ChosenLocale {
  const text = args.text("locale");
  return text === undefined ? {} : readLocale(text, "--locale ");
}

/**
 * Parses a locale tag or an Accept-Language list.
 * @param subject prefix of error messages: `--locale `
 * @throws UsageError if no tag is supported
 */
export function readLocale(text: string, subject = ""): ChosenLocale {
  const tags = text.split(",").map((part) => part.split(";")[0]!.trim());
  // `*` alone accepts any language, so the root collation order applies.
  if (tags.every((tag) => tag === "*")) return {};
  const supported = tags.filter((tag) => tag !== "*" && isSupportedLocale(tag));
  if (supported.length === 0) throw unsupportedLocale(`${subject}'${show(text)}'`);
  return { locale: supported.length === 1 ? supported[0]! : negotiateLocale(text, supported) };
}

export function unsupportedLocale(subject: string): UsageError {
  return new UsageError(`${subject} is not a supported language. Examples: de, sv-SE, zh-Hant.`);
}
