import type { Catalog } from "../../catalog/types.ts";
import { resolveLimits, type Limits } from "../../diagnostics/limits.ts";
import type { FunctionTable } from "../../functions/definition/function-table.ts";
import type { FunctionDefinition } from "../../functions/definition/types.ts";
import { functionTable } from "../../functions/list.ts";
import type { Mode } from "../../parser/parse.ts";
import { ownProperties } from "../../values/own-properties.ts";
import type { ForeignLanguage, LanguageServiceOptions, Understanding } from "./types.ts";

/** Options of a service, with their defaults. All documents of a service share it. */
export interface Environment {
  readonly catalog: Catalog | undefined;
  /** Functions of the language and of the service, whether or not the catalog allows them. */
  readonly functions: FunctionTable;
  readonly added: readonly FunctionDefinition[];
  readonly locale: string;
  readonly timeZone: string;
  readonly limits: Limits;
  readonly mode: Mode;
  readonly languages: readonly ForeignLanguage[];
  readonly understanding: Understanding;
}

/** @throws RangeError for an invalid limit, locale or time zone */
export function readOptions(options: LanguageServiceOptions): Environment {
  const own = ownProperties(options);
  const { catalog, functions: added = [], locale = "en", timeZone = "UTC", limits, mode = "lenient" } = own;
  // Throws for an invalid locale or time zone now, and not in a hover.
  new Intl.DateTimeFormat(locale, ownProperties({ timeZone }));
  return {
    catalog,
    functions: functionTable(added),
    added,
    locale,
    timeZone,
    limits: resolveLimits(limits),
    mode,
    languages: own.languages ?? [],
    understanding: ownProperties(own.understanding ?? {}),
  };
}

/** Returns the functions that filters of the collection can call. */
export function allowedFunctions({ catalog, functions }: Environment): readonly FunctionDefinition[] {
  const all = [...functions.values()];
  return catalog?.functions === undefined ? all : all.filter(({ name }) => catalog.functions!.has(name));
}
