/** What a link contains: never rows of the user, and never the name of a file of one's own. */
export interface ViewState {
  /** Name of the example; undefined for a file, and for a collection of a server. */
  readonly data: string | undefined;
  /** Rows of an example in the documentation, as a JSON list. */
  readonly rows: string | undefined;
  readonly filter: string;
  readonly sortBy: string;
  /** Language tag for comparing strings; empty for the default. */
  readonly locale: string;
  /** Columns of the table; empty for those of the data. */
  readonly columns: string;
  /** Members and figures of groups, such as `by=state&sum=price`; empty without groups. */
  readonly groups: string;
  /** Name of the open row; empty without one. */
  readonly row: string;
}

/** View of all rows. */
export const NO_VIEW: ViewState = {
  data: undefined,
  rows: undefined,
  filter: "",
  sortBy: "",
  locale: "",
  columns: "",
  groups: "",
  row: "",
};

const IN_QUERY = ["filter", "sortBy"] as const;
const NAMES = ["data", "rows", ...IN_QUERY, "locale", "columns", "groups", "row"] as const;

/**
 * Returns the address of a view. The page of a collection has the filter and the order in its query string, as requests of programs
 * have them. The rest comes after `#`, which is not sent to a server.
 *
 * @example addressOf({ …, filter: "gt(pop_max,1)" }, "/places") // "/places?filter=gt(pop_max%2C1)"
 */
export function addressOf(view: ViewState, path: string | undefined): string {
  const query = new URLSearchParams();
  const fragment = new URLSearchParams();
  for (const name of NAMES) {
    const value = view[name] ?? "";
    if (value === "") continue;
    const isInQuery = path !== undefined && IN_QUERY.some((queryName) => queryName === name);
    (isInQuery ? query : fragment).set(name, value);
  }
  const search = query.size === 0 ? "" : `?${query.toString()}`;
  // A fragment without state keeps the page from being reloaded by its own links.
  const hash = fragment.size === 0 && path !== undefined ? "" : `#${fragment.toString()}`;
  return `${path ?? ""}${search}${hash}`;
}

/** Parameters of a query string that select a page, which the table does itself. */
const PAGING = ["start", "limit", "count", "cursor"];

/**
 * Returns the filter and the conditions of the form `member=value` in the query string of an address. Undefined if it has no such
 * condition.
 *
 * @example basicFiltersOf({ search: "?state=open&filter=gt(size,1)&limit=5" }) // "state=open&filter=gt%28size%2C1%29"
 */
export function basicFiltersOf({ search }: Pick<Location, "search">): string | undefined {
  const query = new URLSearchParams(search);
  for (const name of ["sortBy", ...PAGING]) query.delete(name);
  return [...query.keys()].some((name) => name !== "filter") ? query.toString() : undefined;
}

/** Reads the view of an address. Returns undefined for one without state. */
export function viewOf({ search, hash }: Pick<Location, "search" | "hash">): ViewState | undefined {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  const valueOf = (name: string) =>
    (IN_QUERY.some((queryName) => queryName === name) ? query.get(name) : null) ?? fragment.get(name);
  if (!NAMES.some((name) => valueOf(name) !== null)) return undefined;
  const text = (name: string) => valueOf(name) ?? "";
  return {
    data: valueOf("data") ?? undefined,
    rows: valueOf("rows") ?? undefined,
    filter: text("filter"),
    sortBy: text("sortBy"),
    locale: text("locale"),
    columns: text("columns"),
    groups: text("groups"),
    row: text("row"),
  };
}
