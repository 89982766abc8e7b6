/** Where a command's catalog comes from: a file, or a built-in family. */
import { readFile } from "node:fs/promises";
import { readCatalog, type Catalog } from "tamis";
import { isSupportedLocale, negotiateLocale } from "tamis/collation";
import { show } from "tamis/diagnostics";
import { findCatalog } from "tamis/families";
import type { Scope } from "./command.ts";
import { InputError, messageOf, systemCode } from "./io/errors.ts";
import { UsageError } from "./options.ts";

/** The catalog that the options name, if any. */
export async function chosenCatalog({ args }: Scope): Promise<Catalog | undefined> {
  const file = args.text("catalog");
  const family = args.text("family");
  if (file !== undefined && family !== undefined) throw new UsageError("Give --catalog or --family, not both.");
  if (file !== undefined) return catalogOfFile(file);
  return family === undefined ? undefined : catalogOfFamily(family);
}

function catalogOfFamily(name: string): Catalog {
  const found = findCatalog(name);
  if (found.found) return found.catalog;
  const why = {
    "no-family": `There is no family ${show(name)}.`,
    "no-collection": `${show(name)} is no collection.`,
    ambiguous: `The family ${show(name)} has no main collection.`,
    "not-published": `Nothing is published of the members of ${show(name)}.`,
  }[found.reason];
  const near = found.suggestions.length > 0 ? ` Did you mean ${found.suggestions[0]!}?` : "";
  const choices = found.choices.length > 0 ? ` There is ${found.choices.join(", ")}.` : "";
  throw new UsageError(why + near + choices);
}

async function catalogOfFile(path: string): Promise<Catalog> {
  const { catalog, problems } = readCatalog(await readJson(path));
  if (catalog !== undefined) return catalog;
  const list = problems.slice(0, 20).map(({ pointer, message }) => `  ${pointer === "" ? "/" : pointer}: ${message}`);
  throw new InputError(`${show(path)} is no catalog:\n${list.join("\n")}`);
}

/** A JSON file as it stands. */
export async function readJson(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const code = systemCode(error);
    const why =
      code === "ENOENT" ? "there is no such file" : code === "EISDIR" ? "it is a directory" : code === "EACCES" ? "permission denied" : messageOf(error);
    throw new InputError(`${show(path)}: ${why}`);
  }
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw new InputError(`${show(path)} is no JSON: ${messageOf(error)}`);
  }
}

/** The locale that `--locale` names: one tag, or a list as browsers send it. */
export function chosenLocale({ args }: Scope): { locale: string } | Record<string, never> {
  const text = args.text("locale");
  if (text === undefined) return {};
  if (!text.includes(",") && !text.includes(";")) {
    if (isSupportedLocale(text)) return { locale: text };
    throw new UsageError(`--locale ${show(text)} is no language tag that is known here, such as de, sv-SE or zh-Hant.`);
  }
  const tags = text.split(",").map((part) => part.split(";")[0]!.trim());
  const known = tags.filter((tag) => tag !== "*" && isSupportedLocale(tag));
  if (known.length === 0) throw new UsageError(`--locale ${show(text)} names no language that is known here.`);
  return { locale: negotiateLocale(text, known) };
}
