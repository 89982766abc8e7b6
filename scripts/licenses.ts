/**
 * Generates THIRD-PARTY-LICENSES.txt, the licenses of the libraries in the bundles of the program, of the explorer and of the
 * custom element, and of the Unicode data in the package. Run it after a change of these libraries. A test compares the file with
 * the installed libraries.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** Bundled libraries, without their dependencies. */
export const BUNDLED = [
  "re2js",
  "luxon",
  "negotiator",
  "@formatjs/intl-localematcher",
  "yaml",
  "js-tokens",
  "string-width",
  "@codemirror/autocomplete",
  "@codemirror/commands",
  "@codemirror/language",
  "@codemirror/state",
  "@codemirror/view",
  "hyparquet",
  "hyparquet-compressors",
  "vscode-languageserver",
  "vscode-languageserver-textdocument",
  "picomatch",
];

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Collects a library and its dependencies. */
function collect(name: string, found: Map<string, Manifest>): void {
  if (found.has(name)) return;
  const folder = `${ROOT}node_modules/${name}`;
  const manifest = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as Manifest;
  found.set(name, manifest);
  for (const dependency of Object.keys(manifest.dependencies ?? {})) collect(dependency, found);
}

/**
 * @param names bundled libraries; their dependencies are added
 * @param title begins the first line
 */
export function licensesText(
  names: readonly string[] = BUNDLED,
  title = "Libraries in the bundles of the program tamis, of its explorer and of the element tamis-filter",
): string {
  const found = new Map<string, Manifest>();
  for (const name of names) collect(name, found);
  const parts = [...found.values()]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, version, license }) => {
      const folder = `${ROOT}node_modules/${name}`;
      const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
      const text =
        file === undefined || !existsSync(`${folder}/${file}`)
          ? `License: ${license ?? "unknown"}`
          : readFileSync(`${folder}/${file}`, "utf8").trim();
      return `${name} ${version} (${license ?? "see below"})\n\n${text}\n`;
    });
  const data = readFileSync(`${ROOT}src/collation/uca/data/LICENSE.txt`, "utf8").trim();
  parts.push(`Collation data of Unicode CLDR, in the package tamis (Unicode-3.0)\n\n${data}\n`);
  return `${title}, data in the package, and their licenses.\n\n${parts.join(`\n${"-".repeat(80)}\n\n`)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(`${ROOT}THIRD-PARTY-LICENSES.txt`, licensesText());
}
