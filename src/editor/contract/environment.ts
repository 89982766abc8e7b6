import type { Catalog } from "../../catalog/types.ts";
import { resolveLimits, type Limits } from "../../diagnostics/limits.ts";
import { declarationTable } from "../../functions/declarations.ts";
import type { DeclarationTable } from "../../functions/definition/function-table.ts";
import type { FunctionDeclaration, FunctionDefinition } from "../../functions/definition/types.ts";
import type { ForeignSyntax } from "../../parser/foreign/broken-text.ts";
import type { ParseMode } from "../../parser/read.ts";
import { ownProperties } from "../../values/own-properties.ts";
import type { ForeignLanguage, LanguageServiceOptions, Understanding } from "./types.ts";

/** Options of a service, with their defaults. All documents of a service share it. */
export interface Environment {
  readonly catalog: Catalog | undefined;
  /** Functions of the language and of the service, whether or not the catalog allows them. */
  readonly functions: DeclarationTable;
  readonly added: readonly FunctionDefinition[];
  readonly locale: string;
  readonly timeZone: string;
  readonly limits: Limits;
  readonly mode: ParseMode;
  readonly languages: readonly ForeignLanguage[];
  readonly foreignSyntax: ForeignSyntax | undefined;
  readonly understanding: Understanding;
}

/** @throws RangeError for an invalid limit, locale or time zone */
export function readOptions(options: LanguageServiceOptions): Environment {
  const input = ownProperties(options);
  const { catalog, functions: added = [], locale = "en", timeZone = "UTC", limits, mode = "lenient" } = input;
  // Throws for an invalid locale or time zone now, and not in a hover.
  new Intl.DateTimeFormat(locale, ownProperties({ timeZone }));
  return {
    catalog,
    functions: declarationTable(added),
    added,
    locale,
    timeZone,
    limits: resolveLimits(limits),
    mode,
    languages: input.languages ?? [],
    foreignSyntax: input.foreignSyntax && ownProperties(input.foreignSyntax),
    understanding: ownProperties(input.understanding ?? {}),
  };
}

/** Returns the functions that filters of the collection can call. */
export function allowedFunctions({ catalog, functions }: Environment): readonly FunctionDeclaration[] {
  const list = [...functions.values()];
  return catalog?.functions === undefined ? list : list.filter(({ name }) => catalog.functions!.has(name));
}
