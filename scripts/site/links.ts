import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { fileOf, type MarkdownIt } from "./markdown.ts";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const REPOSITORY = "https://github.com/tamis-lang/tamis";

/** Files outside of `docs` that are pages. */
const PAGES: ReadonlyMap<string, string> = new Map([
  ["grammar.md", "grammar.md"],
  ["CHANGELOG.md", "changelog.md"],
  ["CONTRIBUTING.md", "contributing.md"],
  ["SECURITY.md", "security.md"],
]);

/**
 * Returns the path of a page in the site, or undefined for a file that is no page.
 *
 * @example pageOf("docs/sql.md") // "sql.md"
 */
export function pageOf(file: string): string | undefined {
  return PAGES.get(file) ?? /^docs\/(.+\.md)$/.exec(file)?.[1];
}

/**
 * Makes the links of the Markdown files work in the site: links to pages lead to pages, and links to other files of the repository
 * lead to the repository.
 */
export function rewriteLinks(markdown: MarkdownIt): void {
  markdown.core.ruler.push("repository-links", ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === "link_open" ? token.attrGet("href") : null;
      if (href !== null) token.attrSet("href", siteLink(href, fileOf(env)));
    }
  });
}

function siteLink(href: string, from: string): string {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return href;
  const [path = "", ...anchor] = href.split(/(?=#)/);
  const file = relative(ROOT, join(dirname(from), decodeURIComponent(path))).replaceAll(sep, "/");
  const page = pageOf(file);
  if (page !== undefined) return `/${page}${anchor.join("")}`;
  // Other links are dead, and fail the build.
  return existsSync(join(ROOT, file)) ? `${REPOSITORY}/blob/main/${file}${anchor.join("")}` : href;
}
