/** `tamis url`: from expressions to a query string, and back. */
import { check, checkSortBy, hasErrors, parseFilter, parseSortBy, print, type Diagnostic } from "tamis";
import { decodeQuery, encodeQuery } from "tamis/url";
import { chosenCatalog } from "../catalogs.ts";
import { CATALOG_OPTIONS, COLOR, EXIT, STRICT, type Command, type Scope } from "../command.ts";
import { toExactJson } from "../exact-json.ts";
import { UsageError } from "../options.ts";
import { ExpressionError } from "../prepare.ts";
import { queryPart } from "../query-part.ts";
import { report } from "../report.ts";

const PARTS = ["filter", "sortBy", "start", "limit"] as const;

export const urlCommand: Command = {
  name: "url",
  summary: "Make a query string of expressions, or take one apart",
  usage: "url [--filter E] [--sortBy S] [--start N] [--limit N] [BASE] | url --decode QUERY",
  options: [
    { name: "filter", short: "f", value: "E", help: "the filter" },
    { name: "sortBy", short: "s", value: "S", help: "the order" },
    { name: "start", value: "N", help: "the first row" },
    { name: "limit", short: "n", value: "N", help: "rows of a page" },
    {
      name: "decode",
      short: "d",
      value: "QUERY",
      help: "take a query string or a URL apart, and print it as JSON",
    },
    ...CATALOG_OPTIONS,
    STRICT,
    COLOR,
  ],
  notes: [
    "The query is put behind BASE, in front of its fragment. What --decode prints: start, limit (lowered to the catalog's maximum), filter (basic filters such as name=a are joined to it), sortBy, and the parameters that the catalog declares.",
  ],
  examples: [
    `tamis url https://example.com/reports/reports -f "eq(name,'a&b c')" -s name:descending -n 20`,
    `tamis url --decode "filter=eq(name,'a%26b+c')&sortBy=name&limit=20"`,
    `tamis url --family reports --decode "https://example.com/reports/reports?name=a%7Cb&limit=5"`,
  ],
  run: async (scope) => {
    const text = scope.args.text("decode");
    return text === undefined ? encode(scope) : decode(text, scope);
  },
};

async function encode(scope: Scope): Promise<number> {
  const { out, args } = scope;
  const [base, ...rest] = args.positionals;
  if (rest.length > 0) throw new UsageError("One base at a time.");
  if (PARTS.every((name) => args.text(name) === undefined)) {
    throw new UsageError(
      "There is nothing to encode: give --filter, --sortBy, --start or --limit, or --decode.",
    );
  }
  const start = args.count("start") ?? 0;
  const limit = args.count("limit");
  const mode = args.flag("strict") ? "strict" : "lenient";
  const catalog = await chosenCatalog(scope);
  const filterText = args.text("filter") ?? "";
  const sortText = args.text("sortBy") ?? "";
  const filter = parseFilter(filterText, { mode });
  const sortBy = parseSortBy(sortText, { mode });
  const checkedFilter = filter.expression && check(filter.expression, catalog, { mode });
  const checkedSortBy = sortBy.expression && checkSortBy(sortBy.expression, catalog, { mode });
  tell(filterText, [...filter.diagnostics, ...(checkedFilter?.diagnostics ?? [])], scope);
  tell(sortText, [...sortBy.diagnostics, ...(checkedSortBy?.diagnostics ?? [])], scope);
  if (checkedFilter?.ok !== true || checkedSortBy?.ok !== true) throw new ExpressionError();
  const query = encodeQuery({
    filter: checkedFilter.filter.expression,
    sortBy: sortBy.expression!,
    start,
    ...(limit === undefined ? {} : { limit }),
  });
  await out.write(`${base === undefined ? query : joined(base, query)}\n`);
  return EXIT.ran;
}

function tell(text: string, diagnostics: readonly Diagnostic[], scope: Scope): void {
  report(
    text,
    diagnostics.filter(({ severity }) => severity !== "hint"),
    scope,
  );
}

function joined(base: string, query: string): string {
  const [, address = "", fragment = ""] = /^([^#]*)(.*)$/s.exec(base) ?? [];
  if (query === "") return base;
  const glue = !address.includes("?") ? "?" : /[?&]$/.test(address) ? "" : "&";
  return address + glue + query + fragment;
}

async function decode(text: string, scope: Scope): Promise<number> {
  const { out, args } = scope;
  const other = PARTS.find((name) => args.text(name) !== undefined);
  if (other !== undefined) throw new UsageError(`--${other} and --decode cannot be given together.`);
  if (args.positionals.length > 0)
    throw new UsageError("--decode takes the whole query; a base has no place beside it.");
  const raw = queryPart(text);
  const catalog = await chosenCatalog(scope);
  const mode = args.flag("strict") ? "strict" : "lenient";
  const { query, diagnostics } = decodeQuery(raw, { mode, ...(catalog === undefined ? {} : { catalog }) });
  report(raw, diagnostics, scope);
  if (query === undefined || hasErrors(diagnostics)) throw new ExpressionError();
  const parts = {
    start: query.start,
    ...(query.limit === undefined ? {} : { limit: query.pageLimit }),
    filter: print(query.filter),
    sortBy: query.sortBy === undefined ? "" : print(query.sortBy),
    ...(query.parameters.size === 0 ? {} : { parameters: Object.fromEntries(query.parameters) }),
  };
  await out.write(`${toExactJson(parts)}\n`);
  return EXIT.ran;
}
