import { check, checkSortBy, hasErrors, parseFilter, parseSortBy, print } from "tamis";
import { decodeQuery, encodeQuery } from "tamis/url";
import { chosenCatalog } from "../command/catalog-option.ts";
import type { Command, Scope } from "../command/command.ts";
import { EXIT } from "../command/exit-codes.ts";
import { CATALOG_OPTIONS, COLOR, FILTER, LIMIT, SORT_BY, START, STRICT } from "../command/shared-options.ts";
import { clockOf, TIME_ZONE } from "../command/time-zone-option.ts";
import { formatJson } from "tamis/catalog";
import { UsageError } from "../command/arguments.ts";
import { ExpressionError } from "../query/expression-error.ts";
import { readFilter, reportFilter } from "../query/filter-option.ts";
import { report, reportProblems } from "../command/report.ts";

const PARTS = ["filter", "sortBy", "start", "limit"] as const;

export const urlCommand: Command = {
  name: "url",
  summary: "Encode expressions as a query string, or decode one",
  usage: "url [--filter E] [--sortBy S] [--start N] [--limit N] [BASE] | url --decode QUERY",
  options: [
    { ...FILTER, help: "filter to encode" },
    { ...SORT_BY, help: "sort order to encode" },
    { ...START, help: "number of rows to skip" },
    { ...LIMIT, help: "maximum number of rows" },
    {
      name: "decode",
      short: "d",
      value: "QUERY",
      help: "print the parts of a query string or URL as JSON",
    },
    ...CATALOG_OPTIONS,
    TIME_ZONE,
    STRICT,
    COLOR,
  ],
  notes: [
    "The query is appended to BASE, before its fragment. A filter, sortBy, start or limit of BASE is replaced if the option of that name is given; other parameters stay. --decode prints start, limit (lowered to the catalog's maximum), filter (including basic filters such as name=a), sortBy, and the parameters that the catalog declares.",
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
  const [base, ...extraWords] = args.positionals;
  if (extraWords.length > 0) throw new UsageError("Only one BASE can be given.");
  if (PARTS.every((name) => !args.isGiven(name))) {
    throw new UsageError("Nothing to encode. Give --filter, --sortBy, --start or --limit, or use --decode.");
  }
  const start = args.count("start") ?? 0;
  const limit = args.count("limit");
  const mode = args.flag("strict") ? "strict" : "lenient";
  const catalog = await chosenCatalog(scope);
  const filterText = readFilter(scope);
  const sortText = args.text("sortBy") ?? "";
  const checks = { mode, functions: clockOf(scope) } as const;
  const filter = parseFilter(filterText.filter, { mode, catalog });
  const sortBy = parseSortBy(sortText, { mode });
  const checkedFilter = filter.expression && check(filter.expression, catalog, checks);
  const checkedSortBy = sortBy.expression && checkSortBy(sortBy.expression, catalog, checks);
  reportFilter(filterText, [...filter.diagnostics, ...(checkedFilter?.diagnostics ?? [])], scope);
  reportProblems(sortText, [...sortBy.diagnostics, ...(checkedSortBy?.diagnostics ?? [])], scope);
  if (checkedFilter?.ok !== true || checkedSortBy?.ok !== true) throw new ExpressionError();
  const query = encodeQuery({
    filter: checkedFilter.filter.expression,
    sortBy: sortBy.expression!,
    start,
    ...(limit === undefined ? {} : { limit }),
  });
  await out.write(`${base === undefined ? query : appendQuery(base, query, PARTS.filter(args.isGiven))}\n`);
  return EXIT.ran;
}

/** @param replaced names of parameters that are removed from the base */
function appendQuery(base: string, query: string, replaced: readonly string[]): string {
  const [, path = "", oldQuery = "", fragment = ""] = /^([^?#]*)(?:\?([^#]*))?(.*)$/s.exec(base) ?? [];
  const kept = oldQuery
    .split("&")
    .filter((part) => ![...new URLSearchParams(part).keys()].some((name) => replaced.includes(name)));
  const parameters = [...kept, query].filter((part) => part !== "").join("&");
  return path + (parameters === "" ? "" : `?${parameters}`) + fragment;
}

async function decode(text: string, scope: Scope): Promise<number> {
  const { out, args } = scope;
  const part = PARTS.find((name) => args.isGiven(name));
  if (part !== undefined) throw new UsageError(`--${part} cannot be combined with --decode.`);
  if (args.positionals.length > 0)
    throw new UsageError("--decode takes the whole URL, without a separate BASE.");
  const catalog = await chosenCatalog(scope);
  const mode = args.flag("strict") ? "strict" : "lenient";
  const functions = clockOf(scope);
  const options = { mode, functions, ...(catalog === undefined ? {} : { catalog }) } as const;
  const { query, diagnostics } = decodeQuery(text, options);
  report(text, diagnostics, scope);
  if (query === undefined || hasErrors(diagnostics)) throw new ExpressionError();
  const parts = {
    start: query.start,
    ...(query.limit === undefined ? {} : { limit: query.pageLimit }),
    filter: print(query.filter),
    sortBy: query.sortBy === undefined ? "" : print(query.sortBy),
    ...(query.parameters.size === 0 ? {} : { parameters: Object.fromEntries(query.parameters) }),
  };
  await out.write(`${formatJson(parts)}\n`, "json");
  return EXIT.ran;
}
