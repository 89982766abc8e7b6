/** `tamis url`: from expressions to a query string, and back. */
import { hasErrors, parseFilter, parseSortBy, print } from "tamis";
import { decodeQuery, encodeQuery } from "tamis/url";
import { chosenCatalog } from "../catalogs.ts";
import { CATALOG_OPTIONS, COLOR, EXIT, STRICT, type Command, type Scope } from "../command.ts";
import { toExactJson } from "../exact-json.ts";
import { UsageError } from "../options.ts";
import { ExpressionError } from "../prepare.ts";
import { report } from "../report.ts";

export const urlCommand: Command = {
  name: "url",
  summary: "Make a query string of expressions, or take one apart",
  usage: "url [--filter E] [--sortBy S] [--start N] [--limit N] [BASE] | url --decode QUERY",
  options: [
    { name: "filter", short: "f", value: "E", help: "the filter" },
    { name: "sortBy", short: "s", value: "S", help: "the order" },
    { name: "start", value: "N", help: "the first row" },
    { name: "limit", short: "n", value: "N", help: "rows of a page" },
    { name: "decode", short: "d", value: "QUERY", help: "take a query string or a URL apart" },
    ...CATALOG_OPTIONS,
    STRICT,
    COLOR,
  ],
  examples: [
    `tamis url https://example.com/reports/reports -f "eq(name,'a&b c')" -s name:descending -n 20`,
    `tamis url --decode "filter=eq(name,'a%26b+c')&sortBy=name&limit=20"`,
  ],
  run: (scope) => (scope.args.text("decode") === undefined ? encode(scope) : decode(scope)),
};

async function encode(scope: Scope): Promise<number> {
  const { io, args } = scope;
  const [base, ...rest] = args.positionals;
  if (rest.length > 0) throw new UsageError("One base at a time.");
  const mode = args.flag("strict") ? "strict" : "lenient";
  const filterText = args.text("filter") ?? "";
  const sortText = args.text("sortBy") ?? "";
  const filter = parseFilter(filterText, { mode });
  const sortBy = parseSortBy(sortText, { mode });
  report(filterText, filter.diagnostics, scope);
  report(sortText, sortBy.diagnostics, scope);
  if (filter.expression === undefined || sortBy.expression === undefined) throw new ExpressionError();
  const limit = args.count("limit");
  const query = encodeQuery({
    filter: filter.expression,
    sortBy: sortBy.expression,
    start: args.count("start") ?? 0,
    ...(limit === undefined ? {} : { limit }),
  });
  io.stdout.write(`${base === undefined ? query : joined(base, query)}\n`);
  return Promise.resolve(EXIT.ran);
}

function joined(base: string, query: string): string {
  const url = base.replace(/#.*$/, "");
  if (query === "") return url;
  return `${url}${url.includes("?") ? (url.endsWith("?") || url.endsWith("&") ? "" : "&") : "?"}${query}`;
}

async function decode(scope: Scope): Promise<number> {
  const { io, args } = scope;
  const text = args.text("decode")!;
  // A whole URL: the query is behind its first question mark.
  const raw = /^[a-z][a-z0-9+.-]*:\/\/|^\//i.test(text) ? text.slice(text.indexOf("?") + 1 || text.length) : text;
  const catalog = await chosenCatalog(scope);
  const mode = args.flag("strict") ? "strict" : "lenient";
  const { query, diagnostics } = decodeQuery(raw, { mode, ...(catalog === undefined ? {} : { catalog }) });
  report(raw, diagnostics, scope);
  if (query === undefined || hasErrors(diagnostics)) throw new ExpressionError();
  io.stdout.write(
    `${toExactJson({
      start: query.start,
      ...(query.limit === undefined ? {} : { limit: query.limit }),
      filter: print(query.filter),
      sortBy: query.sortBy === undefined ? "" : print(query.sortBy),
    })}\n`,
  );
  return EXIT.ran;
}
