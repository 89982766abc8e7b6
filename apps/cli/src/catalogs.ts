/** Where a command's catalog comes from: a file, or a built-in family. */
import { readCatalog, type Catalog, type CatalogProblem } from "tamis";
import { isSupportedLocale, negotiateLocale } from "tamis/collation";
import { escapeControls, show } from "tamis/diagnostics";
import { findCatalog } from "tamis/families";
import type { Scope } from "./command.ts";
import { DataError, InputError } from "./io/errors.ts";
import { findJsonFault } from "./io/json-fault.ts";
import { openInput } from "./io/open-input.ts";
import { UsageError } from "./options.ts";

/** The catalog that the options name, if any. */
export async function chosenCatalog(scope: Scope): Promise<Catalog | undefined> {
  const file = scope.args.text("catalog");
  const family = scope.args.text("family");
  if (file !== undefined && family !== undefined)
    throw new UsageError("Give --catalog or --family, not both.");
  if (file !== undefined) return catalogOfFile(file, scope);
  return family === undefined ? undefined : catalogOfFamily(family);
}

function catalogOfFamily(name: string): Catalog {
  const found = findCatalog(name);
  if (found.found) return found.catalog;
  const why = {
    "no-family": `There is no family '${show(name)}'.`,
    "no-collection": `There is no collection '${show(name)}'.`,
    ambiguous: `The family '${show(name)}' has no main collection: name one.`,
    "not-published": `Nothing is published of the members of '${show(name)}'.`,
  }[found.reason];
  const near = found.suggestions.length > 0 ? ` Did you mean ${found.suggestions[0]!}?` : "";
  const choices = found.choices.length > 0 ? ` There is ${found.choices.join(", ")}.` : "";
  throw new UsageError(why + near + choices);
}

/** @throws InputError for a file that cannot be read, is no JSON or is no catalog: exit code 2, as for every wrong option */
export async function catalogOfFile(path: string, scope: Scope): Promise<Catalog> {
  const { catalog, problems } = readCatalog(await readJson(path, scope));
  if (catalog === undefined)
    throw new InputError(`${escapeControls(path)} is no catalog:\n${problemList(problems)}`);
  return catalog;
}

/** A line for each problem, with its place. */
export function problemList(problems: readonly CatalogProblem[]): string {
  const lines = problems.slice(0, 20).map(({ pointer, message }) => `  ${at(pointer)}${message}`);
  return [...lines, ...(problems.length > 20 ? [`  … and ${problems.length - 20} more`] : [])].join("\n");
}

/** A JSON Pointer in front of a message; the whole document needs no place. */
export function at(pointer: string): string {
  return pointer === "" ? "" : `${escapeControls(pointer)}: `;
}

/** A JSON file as it stands. */
export async function readJson(path: string, { io, signal }: Scope): Promise<unknown> {
  const input = await openInput(path, { stdin: io.stdin, signal });
  const chunks: Uint8Array[] = [];
  for await (const chunk of input.bytes) chunks.push(chunk);
  const text = decode(Buffer.concat(chunks), input.name);
  try {
    return JSON.parse(text);
  } catch {
    const { offset, reason } = findJsonFault(text) ?? { offset: 0, reason: "this is no JSON" };
    const lines = text.slice(0, offset).split("\n");
    const place = { line: lines.length, column: Array.from(lines.at(-1)!).length + 1 };
    const yaml = /\.ya?ml$/i.test(path) ? "; YAML is not read here, convert it to JSON" : "";
    throw new InputError(new DataError(input.name, place, `${reason}${yaml}`).message);
  }
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new InputError(`${escapeControls(name)} is no UTF-8 text.`);
  }
}

/** What a locale is given as: nothing where texts are compared in root order. */
export type ChosenLocale = { readonly locale: string } | Record<string, never>;

/** The locale that `--locale` names. */
export function chosenLocale({ args }: Scope): ChosenLocale {
  const text = args.text("locale");
  return text === undefined ? {} : readLocale(text, "--locale ");
}

/**
 * One tag, or a list as browsers send it.
 *
 * @param said what stands in front of the text in a message
 */
export function readLocale(text: string, said = ""): ChosenLocale {
  const tags = text.split(",").map((part) => part.split(";")[0]!.trim());
  // Whoever takes any language gets the one that needs no locale.
  if (tags.every((tag) => tag === "*")) return {};
  const known = tags.filter((tag) => tag !== "*" && isSupportedLocale(tag));
  if (known.length === 0) {
    throw new UsageError(
      `${said}'${show(text)}' names no language that is known here. Examples: de, sv-SE, zh-Hant.`,
    );
  }
  return { locale: known.length === 1 ? known[0]! : negotiateLocale(text, known) };
}
