import { cpSync, globSync, readdirSync } from "node:fs";
import { pageOf, REPOSITORY, rewriteLinks, ROOT } from "../links.ts";
import { writeEmptyHeadsAsCells, type MarkdownIt } from "../markdown.ts";
import { GROUPS, sidebar } from "../navigation.ts";
import { PLAYGROUND, linkExamples } from "../playground-links.ts";

/* The documentation site. Its pages are the Markdown files of the repository. */

const pages = globSync(["*.md", "docs/**/*.md"], { cwd: ROOT }).filter((file) => pageOf(file) !== undefined);
const listed = new Set(GROUPS.flatMap((group) => Object.keys(group.pages)));
const unlisted = pages
  .map((file) => `/${pageOf(file)!.replace(/(?:index)?\.md$/, "")}`)
  .filter((path) => !path.startsWith("/api/") && !listed.has(path));
if (unlisted.length > 0) throw new Error(`navigation.ts lacks these pages: ${unlisted.join(", ")}`);

const base = process.env["SITE_BASE"] ?? "/";

export default {
  title: "tamis",
  description: "The filter and sort language of a REST platform: query, serve, build and edit.",
  base,
  srcDir: ROOT,
  srcExclude: readdirSync(ROOT, { withFileTypes: true })
    .filter(({ name }) => name !== "docs" && pageOf(name) === undefined)
    .map((entry) => (entry.isDirectory() ? `${entry.name}/**` : entry.name)),
  rewrites: (file: string) => pageOf(file) ?? file,
  cleanUrls: true,
  ignoreDeadLinks: [new RegExp(`^/${PLAYGROUND}/`)],
  markdown: {
    // Anchors as GitHub makes them, so that links work in both places.
    anchor: { slugify: anchorOf },
    // The default themes have too little contrast for some tokens.
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config(markdown: MarkdownIt) {
      rewriteLinks(markdown);
      writeEmptyHeadsAsCells(markdown);
      linkExamples(markdown, base);
    },
  },
  // Pages load what readers open, and nothing ahead of it.
  router: { prefetchLinks: false },
  themeConfig: {
    nav: [
      { text: "Language", link: "/grammar" },
      { text: "Program", link: "/cli" },
      { text: "API", link: "/api/" },
      { text: "Playground", link: `/${PLAYGROUND}/index.html`, target: "_self" },
    ],
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    search: { provider: "local" },
    socialLinks: [{ icon: "github", link: REPOSITORY }],
    externalLinkIcon: false,
  },
  buildEnd({ outDir }: { readonly outDir: string }) {
    cpSync(`${ROOT}dist/explorer`, `${outDir}/${PLAYGROUND}`, { recursive: true });
  },
};

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}
