import { createHash } from "node:crypto";
import { namedIn } from "./changelog.ts";

/*
 * Compares the surface with that of the last release, which `surface/released.json` has as one hash for each export.
 *
 * A hash of the whole surface would not show which line of the changelog is missing.
 */

/** Hashes of the exports of each entry point, by its specifier, such as `tamis/url`, and by the name of the export. */
export type Exports = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Content of `surface/released.json`. */
export interface Released {
  /** Undefined before the first release. */
  readonly version?: string;
  readonly exports: Exports;
}

/** Returns the hashes of the exports in files of the surface. */
export function exportsIn(files: Iterable<string>): Exports {
  return Object.fromEntries(
    [...files].flatMap((text) => {
      const [title, ...declarations] = text.replaceAll("\r\n", "\n").trimEnd().split("\n\n");
      const specifier = /^\/\/ (tamis\S*)$/.exec(title!)?.[1];
      // The file of unexported types has another title.
      if (specifier === undefined) return [];
      const hashes = declarations.map((declaration) => [nameOf(declaration), hashOf(declaration)] as const);
      return [[specifier, Object.fromEntries(hashes)]];
    }),
  );
}

/** Returns the name of an export from its text, such as `export function check(…): …;` or `export { check } from "tamis";`. */
function nameOf(declaration: string): string {
  const match =
    /^export \{ (?:[\w$]+ as )?([\w$]+) \}/.exec(declaration) ??
    /^export (?:abstract )?\w+ ([\w$]+)/.exec(declaration);
  if (match === null) throw new Error(`expected a declaration with a name, got ${declaration}`);
  return match[1]!;
}

function hashOf(declaration: string): string {
  return createHash("sha256").update(declaration.replaceAll(/\s+/g, " ")).digest("hex").slice(0, 12);
}

/**
 * Returns the changes of the surface since the last release that the changelog does not name in code spans, as sentences.
 *
 * - A changed or removed export, and a removed entry point, must be named.
 * - An added export must be named, or its entry point.
 *
 * @param unreleased section of the changelog with the changes since the last release
 */
export function unnamedChanges(current: Exports, released: Exports, unreleased: string): readonly string[] {
  const named = namedIn(unreleased);
  const changes: string[] = [];
  for (const [specifier, before] of Object.entries(released)) {
    const after = current[specifier];
    if (after === undefined) {
      if (!named.has(specifier)) changes.push(`The entry point ${specifier} was removed.`);
      continue;
    }
    for (const [name, hash] of Object.entries(before)) {
      if (after[name] === hash || named.has(name)) continue;
      changes.push(`${specifier}: ${name} was ${after[name] === undefined ? "removed" : "changed"}.`);
    }
  }
  for (const [specifier, after] of Object.entries(current)) {
    if (named.has(specifier)) continue;
    const before = released[specifier];
    if (before === undefined) changes.push(`The entry point ${specifier} was added.`);
    else
      for (const name of Object.keys(after))
        if (before[name] === undefined && !named.has(name)) changes.push(`${specifier}: ${name} was added.`);
  }
  return changes;
}
