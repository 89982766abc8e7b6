/** Reads the reference tables of the published facts. */
import { readFileSync } from "node:fs";
import { FAMILIES } from "../../src/families/list.ts";
import type { Family, Resource } from "../../src/families/define-family.ts";
import { SHARED_RESOURCES } from "../../src/families/shared-resources.ts";

export type Row<C extends string> = { readonly [K in C]: string };

/** Returns the lines of a table. Throws if its columns differ from `columns`. */
export function table<const C extends string>(name: string, columns: readonly C[]): readonly Row<C>[] {
  const text = readFileSync(new URL(`reference/${name}.tsv`, import.meta.url), "utf8");
  const [head, ...lines] = text
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
  if (head!.join() !== columns.join()) throw new Error(`${name} has the columns ${head!.join()}.`);
  return lines.map((cells) => {
    if (cells.length !== columns.length)
      throw new Error(`${name} has a line of ${cells.length}: ${cells.join()}.`);
    return Object.fromEntries(columns.map((column, i) => [column, cells[i]!])) as Row<C>;
  });
}

/** Returns the values of a cell. `-` is an empty cell. */
export function cell(text: string): string[] {
  return text === "-" ? [] : text.split(" ");
}

export const families: readonly Family[] = FAMILIES;

export function familyByName(name: string): Family {
  const family = families.find((family) => family.name === name);
  if (family === undefined) throw new Error(`no family ${name}`);
  return family;
}

/** Returns the resources of a family, or those of all families for the name `shared`. */
export function resourcesOf(name: string): { readonly [name: string]: Resource } {
  return name === "shared" ? SHARED_RESOURCES : familyByName(name).resources;
}
