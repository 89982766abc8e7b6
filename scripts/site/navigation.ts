/*
 * The pages of the site and their order. A page of `docs` that is missing here fails the build.
 */

interface Group {
  readonly text: string;
  /** Titles of pages by their paths in the site. */
  readonly pages: Readonly<Record<string, string>>;
}

export const GROUPS: readonly Group[] = [
  {
    text: "Start",
    pages: {
      "/": "Overview",
      "/start-serve": "Serve a collection",
      "/start-query": "Query a file",
      "/start-build": "Build a client",
      "/start-edit": "Add a filter box",
    },
  },
  {
    text: "Language",
    pages: {
      "/grammar": "The language",
      "/functions": "Functions",
      "/collation": "Collation and strengths",
      "/mistakes": "Typical mistakes",
      "/diagnostics": "Diagnostics",
    },
  },
  {
    text: "Guides",
    pages: {
      "/serve": "Serve files and databases",
      "/http": "Collections in your server",
      "/client": "HTTP client",
      "/guides": "Node, browsers and Deno",
      "/builder": "Typed queries",
      "/urls": "Query strings and errors",
      "/catalogs": "Catalogs",
      "/filter-schema": "JSON Schema of filters",
      "/custom-functions": "Functions of your service",
      "/sql": "SQL databases",
      "/orm": "Query builders and ORMs",
      "/memory": "Collections in memory",
      "/distributed": "A table on several servers",
      "/bridges": "Other filter languages",
      "/understanding": "Explain and compare filters",
      "/editor": "Language service",
      "/element": "Filter box for any page",
      "/language-server": "Language server",
      "/mcp": "Tools for language models",
      "/explorer": "Explorer",
    },
  },
  {
    text: "Reference",
    pages: {
      "/cli": "The program",
      "/sql-verdicts": "SQL verdicts",
      "/native-types": "Types of databases",
      "/api/": "API",
    },
  },
  {
    text: "Project",
    pages: {
      "/stability": "Stability",
      "/changelog": "Changelog",
      "/benchmarks": "Benchmarks",
      "/threats": "Threats",
      "/dependencies": "Dependencies",
      "/architecture": "Architecture",
      "/glossary": "Glossary",
      "/contributing": "Contributing",
      "/security": "Security",
    },
  },
];

export function sidebar(): readonly object[] {
  return GROUPS.map(({ text, pages }) => ({
    text,
    items: Object.entries(pages).map(([link, title]) => ({ text: title, link })),
  }));
}
