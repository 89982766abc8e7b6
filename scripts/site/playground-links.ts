import { execFileSync } from "node:child_process";
import { check, checkSortBy, parseFilter, parseSortBy, type Catalog, type Expression } from "tamis";
import { not } from "tamis/builder";
import { defineCatalog, type CatalogDefinition } from "tamis/catalog";
import { FUNCTIONS } from "tamis/functions";
import { neverMatches } from "tamis/understand";
import { ROOT } from "./links.ts";
import type { MarkdownIt, Token } from "./markdown.ts";

/** Folder of the playground in the site. */
export const PLAYGROUND = "playground";

/** Example sets of the playground, and their files. */
const DATA: Readonly<Record<string, string>> = {
  places: "places.ndjson",
  countries: "countries.ndjson",
  languages: "languages.ndjson",
  rivers: "rivers.ndjson",
  "time-zones": "time-zones.csv",
};
const MAX_LINKS_OF_BLOCK = 6;
const MAX_LINK_CHARACTERS = 1_500;

/**
 * Links each valid filter of the pages to the playground. A filter in running text becomes a link itself. Below a block of code
 * follow links to its filters.
 */
export function linkExamples(markdown: MarkdownIt, base: string): void {
  const { escapeHtml } = markdown.utils;
  const anchor = (hash: string, content: string) =>
    `<a class="try" href="${escapeHtml(`${base}${PLAYGROUND}/index.html${hash}`)}" target="_blank" title="Open in the playground">${content}</a>`;
  const { code_inline: inline, fence } = markdown.renderer.rules;
  markdown.renderer.rules["code_inline"] = (tokens, index, ...rest) => {
    const html = inline!(tokens, index, ...rest);
    const [first] = isInLink(tokens, index) ? [] : queriesOf(tokens[index]!.content);
    return first === undefined ? html : anchor(first.hash, html);
  };
  markdown.renderer.rules["fence"] = (tokens, index, ...rest) => {
    const html = fence!(tokens, index, ...rest);
    const links = new Map(queriesOf(tokens[index]!.content).map(({ filter, hash }) => [hash, filter]));
    if (links.size === 0) return html;
    const items = [...links].slice(0, MAX_LINKS_OF_BLOCK);
    const list = items.map(([hash, filter]) => anchor(hash, `<code v-pre>${escapeHtml(filter)}</code>`));
    return `${html}<p class="try">Open in the playground: ${list.join(" ")}</p>`;
  };
}

function isInLink(tokens: readonly Token[], index: number): boolean {
  const before = tokens.slice(0, index).map(({ type }) => type);
  return before.lastIndexOf("link_open") > before.lastIndexOf("link_close");
}

interface LinkedQuery {
  readonly filter: string;
  readonly hash: string;
}

const CALL = new RegExp(`(?<![\\w.$])(?:${FUNCTIONS.map(({ name }) => name).join("|")})\\(`, "g");
/** A string of the language, or a parenthesis. */
const PART = /'(?:[^']|'')*'|[()]/g;

/** Returns the valid filters in a text, such as a command or a program. */
function queriesOf(code: string): readonly LinkedQuery[] {
  // Shells escape the dollar sign.
  const text = code.replaceAll(String.raw`\$`, "$");
  const queries: LinkedQuery[] = [];
  let end = 0;
  for (const { index } of text.matchAll(CALL)) {
    if (index < end) continue;
    const filter = callAt(text, index);
    const sortBy = /^[^\n]*?sort-?by[= ]"?([\w.:,-]+)/i.exec(text.slice(index + (filter?.length ?? 0)))?.[1];
    const hash = filter === undefined ? undefined : hashOf(filter, sortBy ?? "");
    if (filter === undefined || hash === undefined) continue;
    end = index + filter.length;
    queries.push({ filter, hash });
  }
  return queries;
}

function callAt(text: string, start: number): string | undefined {
  let depth = 0;
  PART.lastIndex = start;
  for (let part = PART.exec(text); part !== null; part = PART.exec(text)) {
    if (part[0] === "(") depth++;
    else if (part[0] === ")" && --depth === 0) return text.slice(start, PART.lastIndex);
  }
  return undefined;
}

const hashes = new Map<string, string | undefined>();

function hashOf(filter: string, sortBy: string): string | undefined {
  const key = `${filter}\n${sortBy}`;
  if (!hashes.has(key)) hashes.set(key, newHash(filter, sortBy));
  return hashes.get(key);
}

function newHash(filter: string, sortBy: string): string | undefined {
  const { expression, diagnostics } = parseFilter(filter);
  if (expression === undefined || diagnostics.length > 0) return undefined;
  const data = [...CATALOGS].find(([, catalog]) => check(expression, catalog).ok);
  const parameters = new URLSearchParams({ filter });
  if (data !== undefined) {
    parameters.set("data", data[0]);
    if (sortBy !== "" && isSortOf(sortBy, data[1])) parameters.set("sortBy", sortBy);
  } else {
    const rows = EXAMPLE_ROWS.get(filter)?.map(({ row }) => row) ?? sampleRows(expression);
    if (rows.length === 0) return undefined;
    parameters.set("rows", JSON.stringify(rows));
  }
  const hash = `#${parameters.toString()}`;
  return hash.length > MAX_LINK_CHARACTERS ? undefined : hash;
}

function isSortOf(text: string, catalog: Catalog): boolean {
  const { expression } = parseSortBy(text);
  return expression !== undefined && checkSortBy(expression, catalog).ok;
}

/** Rows of the examples of functions, by their filters. */
const EXAMPLE_ROWS = Map.groupBy(
  FUNCTIONS.flatMap(({ examples }) => examples),
  ({ expression }) => expression,
);

/** Returns a row that the filter keeps and one that it excludes, if they are known. */
function sampleRows(filter: Expression): readonly unknown[] {
  const rows = [neverMatches(filter), neverMatches(not(filter))].map(({ counterexample }) => counterexample);
  return rows.filter((row) => row !== undefined);
}

/** Catalogs of the example sets, as the playground infers them. */
const CATALOGS: ReadonlyMap<string, Catalog> = new Map(
  Object.entries(DATA).map(([name, file]) => {
    const command = [`${ROOT}bin/tamis.cjs`, "catalog", "infer", `${ROOT}examples/data/${file}`];
    const definition = execFileSync(process.execPath, command, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return [name, defineCatalog(JSON.parse(definition) as CatalogDefinition)];
  }),
);
