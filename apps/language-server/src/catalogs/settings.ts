import { fileURLToPath } from "node:url";
import { isAbsolute, join } from "node:path";
import picomatch from "picomatch";
import { isObject, own, ownString, type JsonObject } from "../messages/own.ts";

/** Where a catalog comes from: a URL, the path of a file, or a definition. */
export type CatalogReference =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "family"; readonly name: string }
  | { readonly kind: "definition"; readonly definition: JsonObject };

/** The catalog of some files. */
export interface CatalogRule {
  readonly matches: (path: string) => boolean;
  readonly reference: CatalogReference;
  /** Name of the collection. Undefined: the URL around an expression selects it. */
  readonly collection: string | undefined;
}

export interface Settings {
  /** The first rule that matches a file applies. */
  readonly rules: readonly CatalogRule[];
  readonly filterNames: readonly string[];
  readonly sortByNames: readonly string[];
  readonly locale: string;
  readonly timeZone: string;
  readonly mode: "strict" | "lenient";
  /** Sentences about settings that are ignored. */
  readonly problems: readonly string[];
}

const MAXIMUM_RULES = 100;
const MAXIMUM_PATTERN = 1_000;

/** Reads the settings of the section `tamis`. Wrong ones are ignored and reported. */
export function readSettings(value: unknown, root: string | undefined): Settings {
  const problems: string[] = [];
  const rules: CatalogRule[] = [];
  const list = own(value, "catalogs");
  if (list !== undefined && list !== null && !Array.isArray(list))
    problems.push("tamis.catalogs must be a list.");
  for (const entry of (Array.isArray(list) ? list : []).slice(0, MAXIMUM_RULES)) {
    const rule = readRule(entry, root);
    if (typeof rule === "string") problems.push(`tamis.catalogs: ${rule}`);
    else rules.push(rule);
  }
  const catalog = own(value, "catalog");
  if (catalog !== undefined && catalog !== null && catalog !== "") {
    const reference = readReference(catalog, root);
    if (reference === undefined) problems.push("tamis.catalog must be a path, a URL or a catalog.");
    else rules.push({ matches: () => true, reference, collection: ownString(value, "collection") });
  }
  return {
    rules,
    filterNames: readNames(value, "filterNames", "filter", problems),
    sortByNames: readNames(value, "sortByNames", "sortBy", problems),
    ...readReader(value, problems),
    mode: own(value, "strict") === true ? "strict" : "lenient",
    problems,
  };
}

function readRule(value: unknown, root: string | undefined): CatalogRule | string {
  const reference = readReference(own(value, "catalog"), root);
  if (reference === undefined) return "catalog must be a path, a URL or a catalog.";
  const files = own(value, "files") ?? "**";
  const patterns: readonly unknown[] = Array.isArray(files) ? files : [files];
  if (
    !patterns.every(
      (pattern): pattern is string => typeof pattern === "string" && pattern.length <= MAXIMUM_PATTERN,
    )
  )
    return "files must be a glob pattern or a list of them.";
  const matchers = patterns.map((pattern) => picomatch(pattern, { dot: true }));
  // A pattern without a slash matches the name of a file in each folder.
  const names = patterns.map((pattern) => !pattern.includes("/"));
  const matches = (path: string) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return matchers.some((matcher, i) => matcher(names[i] === true ? name : path));
  };
  return { matches, reference, collection: ownString(value, "collection") };
}

function readReference(value: unknown, root: string | undefined): CatalogReference | undefined {
  if (typeof value === "string") {
    if (/^https?:\/\//i.test(value)) return URL.canParse(value) ? { kind: "url", url: value } : undefined;
    if (value === "") return undefined;
    const path = pathOfUri(value) ?? value;
    return {
      kind: "file",
      path: withUpperDrive(isAbsolute(path) || root === undefined ? path : join(root, path)),
    };
  }
  if (!isObject(value)) return undefined;
  const family = ownString(value, "family");
  return family !== undefined && own(value, "members") === undefined
    ? { kind: "family", name: family }
    : { kind: "definition", definition: value };
}

function readNames(value: unknown, name: string, fallback: string, problems: string[]): readonly string[] {
  const names = own(value, name);
  if (names === undefined || names === null) return [fallback];
  if (Array.isArray(names) && names.every((entry): entry is string => typeof entry === "string"))
    return names.slice(0, MAXIMUM_RULES);
  problems.push(`tamis.${name} must be a list of names.`);
  return [fallback];
}

function readReader(value: unknown, problems: string[]): Pick<Settings, "locale" | "timeZone"> {
  let locale = ownString(value, "locale") || "en";
  let timeZone = ownString(value, "timeZone") || Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isValid = (options: readonly [string, object?]) => {
    try {
      new Intl.DateTimeFormat(...options);
      return true;
    } catch {
      return false;
    }
  };
  if (!isValid([locale])) {
    problems.push("tamis.locale must be a language tag, such as en or de-CH.");
    locale = "en";
  }
  if (!isValid(["en", Object.assign(Object.create(null) as object, { timeZone })])) {
    problems.push("tamis.timeZone must be a time zone, such as Europe/Berlin.");
    timeZone = "UTC";
  }
  return { locale, timeZone };
}

/**
 * Returns the path of a `file:` URI. Undefined for others.
 *
 * @example pathOfUri("file:///c%3A/a/b.json", true) // "C:\\a\\b.json"
 */
export function pathOfUri(uri: string, windows = process.platform === "win32"): string | undefined {
  try {
    return uri.startsWith("file:") ? withUpperDrive(fileURLToPath(uri, { windows })) : undefined;
  } catch {
    return undefined;
  }
}

/** Editors write the letter of a drive in either case. Paths are compared as strings. */
function withUpperDrive(path: string): string {
  return path.replace(/^[a-z](?=:\\)/, (letter) => letter.toUpperCase());
}
