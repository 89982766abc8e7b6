import { requireText } from "../../diagnostics/require-argument.ts";
import { ownProperties } from "../../values/own-properties.ts";
import { findInHttp } from "./find-http.ts";
import { findInJson } from "./find-json.ts";
import { findInMarkdown } from "./find-markdown.ts";
import { findInScript } from "./find-script.ts";
import { findInShell } from "./find-shell.ts";
import { findUrls } from "./find-urls.ts";
import { findInYaml } from "./find-yaml.ts";
import {
  Collector,
  MAXIMUM_TEXT,
  wholeText,
  type Embedded,
  type EmbeddedOptions,
  type Source,
} from "./source.ts";

/**
 * Finds filters and sorts in a text of another language, in the order of the text and in linear time. Never throws because
 * of the text. Finds nothing in texts of more than 4,194,304 UTF-16 code units, and at most 10,000 expressions.
 *
 * @param languageId of LSP, such as `json`, `yaml`, `http`, `typescript`, `shellscript` or `markdown`. In other languages, it
 *   finds the parameters of URLs. `tamis-filter` is a text that is one filter.
 * @example
 * findEmbedded('{"filter":"eq(name,\\"x\\")"}', "json").map(({ text, span }) => [text, span.start])
 * // [['eq(name,"x")', 11]]
 */
export function findEmbedded(
  text: string,
  languageId: string,
  options: EmbeddedOptions = {},
): readonly Embedded[] {
  requireText(text, "text");
  if (text.length > MAXIMUM_TEXT) return [];
  const ownOptions = ownProperties(options);
  const filterNames = new Set(ownOptions.filterNames ?? ["filter"]);
  const sortByNames = new Set(ownOptions.sortByNames ?? ["sortBy"]);
  const collector = new Collector((name) => {
    if (filterNames.has(name)) return "filter";
    return sortByNames.has(name) ? "sortBy" : undefined;
  }, ownOptions.includeEmpty);
  findIn(wholeText(text), languageId, collector);
  return collector.found.toSorted((a, b) => a.span.start - b.span.start);
}

function findIn(source: Source, languageId: string, collector: Collector): void {
  switch (languageId) {
    case "tamis-filter":
      return collector.add("filter", source, { isMultiline: true, isCertain: true });
    case "json":
    case "jsonc":
    case "json5":
    case "jsonl":
    case "ndjson":
      return findInJson(source, collector);
    case "yaml":
    case "yml":
    case "dockercompose":
      return findInYaml(source, collector);
    case "http":
    case "rest":
      return findInHttp(source, collector);
    case "javascript":
    case "typescript":
    case "js":
    case "ts":
    case "mjs":
      return findInScript(source, false, collector);
    case "javascriptreact":
    case "typescriptreact":
    case "jsx":
    case "tsx":
      return findInScript(source, true, collector);
    case "shellscript":
    case "shell":
    case "sh":
    case "bash":
    case "zsh":
    case "console":
      return findInShell(source, collector);
    case "markdown":
    case "md":
      return findInMarkdown(source, collector, findIn);
    default:
      return findUrls(source, collector);
  }
}

const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ["tamis-filter", "tamis-filter"],
  ["json", "json"],
  ["jsonc", "json"],
  ["json5", "json"],
  ["ndjson", "json"],
  ["jsonl", "json"],
  ["yaml", "yaml"],
  ["yml", "yaml"],
  ["http", "http"],
  ["rest", "http"],
  ["ts", "typescript"],
  ["mts", "typescript"],
  ["cts", "typescript"],
  ["tsx", "typescriptreact"],
  ["js", "javascript"],
  ["mjs", "javascript"],
  ["cjs", "javascript"],
  ["jsx", "javascriptreact"],
  ["sh", "shellscript"],
  ["bash", "shellscript"],
  ["zsh", "shellscript"],
  ["md", "markdown"],
  ["markdown", "markdown"],
]);

/**
 * Returns the language of a file for `findEmbedded`, by its extension. `plaintext` for unknown ones.
 * @example languageOfFile("requests/list.http") // "http"
 */
export function languageOfFile(path: string): string {
  const extension = /\.([\w-]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return LANGUAGES.get(extension) ?? "plaintext";
}
