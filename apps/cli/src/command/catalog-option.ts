import { readCatalog, type Catalog, type CatalogProblem } from "tamis";
import { escapeControls, show } from "tamis/diagnostics";
import { InputError } from "../io/errors.ts";
import { UsageError } from "./arguments.ts";
import type { Scope } from "./command.ts";
import { readJsonFile } from "./json-file.ts";

export async function chosenCatalog(scope: Scope): Promise<Catalog | undefined> {
  const file = scope.args.text("catalog");
  const family = scope.args.text("family");
  if (file !== undefined && family !== undefined)
    throw new UsageError("Give either --catalog or --family, not both.");
  if (file !== undefined) return readCatalogFile(file, scope);
  return family === undefined ? undefined : familyCatalog(family);
}

async function familyCatalog(name: string): Promise<Catalog> {
  const { findCatalog } = await import("tamis/families");
  const catalog = findCatalog(name);
  if (catalog.found) return catalog.catalog;
  const reason = {
    "no-family": `There is no family '${show(name)}'.`,
    "no-collection": `There is no collection '${show(name)}'.`,
    ambiguous: `The family '${show(name)}' has no main collection; name one.`,
    "not-published": `The members of '${show(name)}' are not published.`,
  }[catalog.reason];
  const suggestion = catalog.suggestions.length > 0 ? ` Did you mean ${catalog.suggestions[0]!}?` : "";
  const choices = catalog.choices.length > 0 ? ` Choose from ${catalog.choices.join(", ")}.` : "";
  throw new UsageError(reason + suggestion + choices);
}

/** @throws InputError if the file is unreadable or not a valid catalog */
export async function readCatalogFile(path: string, scope: Scope): Promise<Catalog> {
  const { catalog, problems } = readCatalog(await readJsonFile(path, scope));
  if (catalog === undefined)
    throw new InputError(`${escapeControls(path)} is not a valid catalog:\n${formatProblems(problems)}`);
  return catalog;
}

const SHOWN_PROBLEMS = 20;

export function formatProblems(problems: readonly CatalogProblem[]): string {
  const lines = problems
    .slice(0, SHOWN_PROBLEMS)
    .map(({ pointer, message }) => `  ${pointerPrefix(pointer)}${message}`);
  const hidden = problems.length - lines.length;
  return [...lines, ...(hidden > 0 ? [`  … and ${hidden} more`] : [])].join("\n");
}

/** @example pointerPrefix("/members/name") // "/members/name: " */
export function pointerPrefix(pointer: string): string {
  return pointer === "" ? "" : `${escapeControls(pointer)}: `;
}
