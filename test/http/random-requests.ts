import fc from "fast-check";

/** A request of a client, as `wholeResponse` takes it. */
export interface RandomRequest {
  readonly target: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface RequestNames {
  readonly path: string;
  /** Members with literals of their types. */
  readonly members: Readonly<Record<string, readonly string[]>>;
  /** Names of members that do not exist, or that the caller cannot use. */
  readonly wrongMembers: readonly string[];
  /** Last segments of the paths of items, some of which do not exist. */
  readonly keys: readonly string[];
}

/** Literals of all types. */
export const LITERALS = {
  string: ["'a'", "'B'", "'é'", "''", "'x''y'"],
  number: ["0", "3", "-1.5", "9007199254740993"],
  boolean: ["true", "false"],
  date: ["2024-01-31", "2023-12-31"],
  dateTime: ["2024-01-31T12:30:00Z", "2022-01-01T00:00:00.5+01:00"],
} as const;

const COMPARISONS = ["eq", "ne", "lt", "le", "gt", "ge", "in"];
const SEARCHES = ["contains", "startsWith", "endsWith"];

/**
 * Returns random requests that clients could send. Most are valid. Others have unknown names, wrong types, wrong parameters, invalid
 * encodings and unusual header fields.
 */
export function randomRequests({
  path,
  members,
  wrongMembers,
  keys,
}: RequestNames): fc.Arbitrary<RandomRequest> {
  const rarely = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: rare });
  const names = Object.keys(members);
  const member = rarely(fc.constantFrom(...names), fc.constantFrom(...wrongMembers));
  const anyLiteral = fc.constantFrom(...Object.values(LITERALS).flat(), "null", "12:30:00");
  const literalOf = (name: string) => {
    const own = Object.hasOwn(members, name) ? members[name]! : [];
    return own.length === 0 ? anyLiteral : rarely(fc.constantFrom(...own), anyLiteral);
  };
  const strength = fc.constantFrom("", "", "", "$primary,", "$tertiary,", "$identical,");
  const comparison = member.chain((name) =>
    fc
      .tuple(fc.constantFrom(...COMPARISONS), strength, literalOf(name))
      .map(([callee, level, literal]) => `${callee}(${level}${name},${literal})`),
  );
  const strings = names.filter((name) => members[name]!.some((each) => each.startsWith("'")));
  const numbers = names.filter(
    (name) => /^-?\d/.test(members[name]![0]!) && !/\d-\d/.test(members[name]![0]!),
  );
  const search = fc
    .tuple(
      fc.constantFrom(...SEARCHES),
      strength,
      fc.constantFrom(...strings),
      fc.constantFrom(...LITERALS.string),
    )
    .map(([callee, level, name, literal]) => `${callee}(${level}${name},${literal})`);
  const pattern = fc
    .tuple(fc.constantFrom(...strings), rarely(fc.constantFrom("a.*", "(?i)b+", ".*"), fc.constant("[")))
    .map(([name, text]) => `match(${name},'${text}')`);
  const call = fc.oneof(
    { weight: 6, arbitrary: comparison },
    { weight: 2, arbitrary: search },
    { weight: 1, arbitrary: pattern },
    { weight: 1, arbitrary: member.map((name) => `isNull(${name})`) },
  );
  const { filter } = fc.letrec<{ filter: string }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 2, depthSize: "small" },
      call,
      fc
        .tuple(fc.constantFrom("and", "or"), tie("filter"), tie("filter"))
        .map(([f, a, b]) => `${f}(${a},${b})`),
      tie("filter").map((each) => `not(${each})`),
    ),
  }));
  const text = rarely(filter, fc.constantFrom("true", "", "eq(", "and()", "a = 'x'", "nope(name)"));
  const sortKey = fc
    .tuple(
      member,
      rarely(fc.constantFrom("", ":descending", ":primary", ":descending:secondary"), fc.constant(":down")),
    )
    .map((parts) => parts.join(""));
  const basic = member.chain((name) =>
    literalOf(name).map((literal) => `${name}=${encodeURIComponent(literal.replace(/^'|'$/g, ""))}`),
  );
  const parameter = fc.oneof(
    { weight: 6, arbitrary: text.map((each) => `filter=${encodeURIComponent(each)}`) },
    {
      weight: 3,
      arbitrary: fc.array(sortKey, { minLength: 1, maxLength: 3 }).map((all) => `sortBy=${all.join()}`),
    },
    {
      weight: 3,
      arbitrary: rarely(
        fc.constantFrom("limit=0", "limit=1", "limit=5", "limit=9999"),
        fc.constantFrom("limit=-1", "limit=x"),
      ),
    },
    {
      weight: 2,
      arbitrary: rarely(
        fc.constantFrom("start=0", "start=1", "start=7", "start=500"),
        fc.constant("start=x"),
      ),
    },
    { weight: 2, arbitrary: basic },
    {
      weight: 1,
      arbitrary: fc
        .array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
        .map((list) => `select=${list.join()}`),
    },
    {
      weight: 2,
      arbitrary: rarely(
        fc.constantFrom("count=false", "count=true"),
        fc.constantFrom(
          "count=x",
          "cursor=",
          "cursor=abc",
          "x=y",
          "=",
          "access_token=secret",
          "name=%FF",
          "name=%",
          "select=nmae",
        ),
      ),
    },
  );
  const nameOf = (pair: string) => pair.slice(0, pair.indexOf("="));
  const query = fc
    .uniqueArray(parameter, { maxLength: 4, selector: nameOf })
    .map((parameters) => parameters.join("&"));
  const rowsQuery = query.map((each) =>
    each
      .split("&")
      .filter((pair) => !/^(?:count|cursor|select|limit|start)=/.test(pair))
      .join("&"),
  );
  const below = fc.record({
    path: fc.oneof(
      member.map((name) => `${path}/@facets/${name}`),
      member.map((name) => `${path}/@ranges/${name}`),
      fc.constant(`${path}/@rows`),
    ),
    search: rarely(rowsQuery, query),
  });
  const some = fc.array(member, { minLength: 1, maxLength: 2 }).map((list) => list.join());
  const figure = (called: string) => fc.constantFrom(...numbers).map((name) => `${called}=${name}`);
  const figures = fc.oneof(
    { weight: 2, arbitrary: figure("sum") },
    { weight: 1, arbitrary: figure("avg") },
    { weight: 2, arbitrary: some.map((list) => `min=${list}`) },
    { weight: 2, arbitrary: some.map((list) => `max=${list}`) },
    { weight: 1, arbitrary: member.map((name) => `sum=${name}`) },
  );
  const groups = fc.record({
    path: fc.constant(`${path}/@groups`),
    search: fc
      .tuple(
        some.map((list) => `by=${list}`),
        fc.uniqueArray(figures, { maxLength: 2, selector: nameOf }),
        rowsQuery.map((each) => each.replace(/(?:^|&)sortBy=[^&]*/, "")),
        fc.constantFrom("", "", "limit=2", "start=1", "sortBy=count", "sortBy=count:descending,nmae"),
      )
      .map(([by, all, rows, page]) => [by, ...all, rows, page].filter((each) => each !== "").join("&")),
  });
  const fixed = fc.record({
    path: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...keys).map((key) => `${path}/${key}`) },
      { weight: 2, arbitrary: fc.constantFrom("/", `${path}/@facets`, `${path}/@catalog`, "/openapi.json") },
      {
        weight: 1,
        arbitrary: fc.constantFrom(`${path}/`, `${path}/@nope`, `${path}/%FF`, `${path}/a/b`, "", "//"),
      },
    ),
    search: rarely(fc.constant(""), query),
  });
  const target = fc.oneof(
    { weight: 8, arbitrary: fc.record({ path: fc.constant(path), search: query }) },
    { weight: 3, arbitrary: below },
    { weight: 3, arbitrary: groups },
    { weight: 2, arbitrary: fixed },
  );
  const headers = fc.record(
    {
      accept: rarely(
        fc.constantFrom("*/*", "application/json", "application/problem+json, */*;q=0.1"),
        fc.constantFrom("text/plain", "application/vnd.vendor.collection+json;version=x"),
      ),
      "accept-item": rarely(
        fc.constantFrom("application/vnd.vendor.summary+json", "*/*"),
        fc.constantFrom("application/json;version=9", "text/html"),
      ),
      "accept-language": fc.constantFrom("sv", "de-AT, en;q=0.5", "xx", "*"),
      "if-none-match": fc.constantFrom("*", '"x"', "x"),
    },
    { requiredKeys: [] },
  );
  const inUrl = fc
    .record({
      target,
      headers,
      method: rarely(fc.constantFrom("GET"), fc.constantFrom("HEAD", "OPTIONS", "PUT", "DELETE", "FOO")),
    })
    .map(({ target: { path, search }, ...others }) => ({
      ...others,
      target: search === "" ? path : `${path}?${search}`,
    }));
  const inBody = fc.record({ search: query, headers }).map(({ search, headers }) => ({
    target: `${path}/@query`,
    method: "POST",
    headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
    body: search,
  }));
  return fc.oneof({ weight: 12, arbitrary: inUrl }, { weight: 1, arbitrary: inBody });
}
