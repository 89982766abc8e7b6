import { cellText } from "tamis/catalog";
import type { DialectSql, GroupsAnswer } from "../contract/answers.ts";
import type {
  Answer,
  ExportRequest,
  GroupsRequest,
  QueryTexts,
  Requests,
  Row,
  RowsPage,
  RowsRequest,
  ShownRow,
  ValuesRequest,
} from "../contract/protocol.ts";
import type { Language } from "../contract/language.ts";
import type { EngineClient } from "./engine-client.ts";
import { ServiceError, type JsonObject, type ServiceClient } from "./service-client.ts";
import { columnsOf } from "./served-columns.ts";
import { linksOf, ServedEditing } from "./served-editing.ts";
import { statementsOf } from "./served-plan.ts";
import { servedValues } from "./served-values.ts";
import type { Column, Editing, Source } from "./source.ts";
import { writeQuery } from "./write-query.ts";

/** Requests that the worker answers: they need the catalog, and not the rows. */
const BY_CATALOG: ReadonlySet<string> = new Set(["words", "tree", "why", "translations"]);
const MAX_COMPLETIONS = 50;

/**
 * Opens a collection of a server.
 *
 * @param path path of the collection, percent-encoded
 * @param first the first request of rows, which is sent at the same time
 * @throws ServiceError
 */
export async function openServed(
  service: ServiceClient,
  engine: EngineClient,
  path: string,
  first: RowsRequest,
): Promise<Source> {
  const page = requestPage(service, path, first);
  // The request for the rows reports its error.
  page.content.catch(() => undefined);
  const schema = await service.json(`${path}/@catalog`, { headers: { accept: "application/schema+json" } });
  return new ServedCollection(service, engine, path, schema, page);
}

interface RequestedPage {
  readonly key: string;
  /** Time of the request, in milliseconds. */
  readonly begin: number;
  readonly content: Promise<JsonObject>;
}

function requestPage(
  service: ServiceClient,
  path: string,
  request: RowsRequest,
  signal?: AbortSignal,
): RequestedPage {
  const begin = performance.now();
  const content = service.page(path, queryOf(request), { signal, headers: localeFields(request) });
  return { key: keyOf(request), begin, content };
}

/** Differs for requests with another answer. */
function keyOf(request: RowsRequest): string {
  return `${request.locale} ${queryOf(request)}`;
}

function queryOf({ start, limit, count, ...texts }: RowsRequest): string {
  return writeQuery(texts, { start, limit, count });
}

class ServedCollection implements Source {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly notes = [];
  readonly hasClock = false;
  total: number | undefined;
  editing: Editing | undefined;
  onTotal: (() => void) | undefined;
  readonly #service: ServiceClient;
  readonly #engine: EngineClient;
  readonly #path: string;
  readonly #schema: JsonObject;
  readonly #key: string | undefined;
  #openedEngine: Promise<unknown> | undefined;
  #language: Language | undefined;
  #version: string | undefined;
  #first: RequestedPage | undefined;

  constructor(
    service: ServiceClient,
    engine: EngineClient,
    path: string,
    schema: JsonObject,
    first: RequestedPage,
  ) {
    this.#first = first;
    this.#service = service;
    this.#engine = engine;
    this.#path = path;
    this.#schema = schema;
    this.columns = columnsOf(schema);
    this.title = decodeURIComponent(path.slice(path.lastIndexOf("/") + 1));
    this.#key = typeof schema["x-key"] === "string" ? schema["x-key"] : undefined;
  }

  readCatalog(language: Language) {
    this.#language = language;
    return language.readSchema(this.#schema);
  }

  async ask<K extends keyof Requests>(
    kind: K,
    input: Requests[K][0],
    signal?: AbortSignal,
  ): Promise<Requests[K][1]> {
    if (BY_CATALOG.has(kind)) {
      await (this.#openedEngine ??= this.#openEngine());
      return this.#engine.ask(kind, input);
    }
    switch (kind) {
      case "rows":
        return await answerOf(() => this.#rows(input as RowsRequest, signal));
      case "values":
        return await answerOf(() =>
          servedValues(this.#service, this.#path, this.#key, input as ValuesRequest, {
            signal,
            headers: localeFields(input as ValuesRequest),
          }),
        );
      case "groups":
        return await answerOf(() => this.#groups(input as GroupsRequest, signal));
      case "sql":
        return await answerOf(() => this.#sql(input as QueryTexts, signal));
      case "complete":
        return await this.#complete(input as Requests["complete"][0], signal);
      default:
        return { ok: false, reason: "failed", message: "The server does not offer this." } as never;
    }
  }

  #openEngine(): Promise<unknown> {
    const { definition } = this.readCatalog(this.#language!);
    return this.#engine.ask("open", { catalog: definition });
  }

  async #rows(request: RowsRequest, signal?: AbortSignal): Promise<RowsPage> {
    const { start, count, filter } = request;
    const first = this.#first;
    this.#first = undefined;
    const isFirst = first?.key === keyOf(request);
    const { begin, content } = isFirst ? first : requestPage(this.#service, this.#path, request, signal);
    const page = await content;
    const matching = count ? Number(page["count"]) : undefined;
    const canCreate = linksOf(page).some(({ rel }) => rel === "create");
    if (canCreate && this.#key !== undefined)
      this.editing ??= new ServedEditing(this.#service, this.#path, this.#key);
    if (filter.trim() === "" && matching !== undefined) this.total = matching;
    else if (this.total === undefined) void this.#countAll();
    return {
      count: matching,
      start,
      milliseconds: performance.now() - begin,
      rows: (page["items"] as readonly Row[]).map((row, i) => ({ name: this.#nameOf(row, start + i), row })),
    };
  }

  async #groups(
    { by, measures, limit, ...texts }: GroupsRequest,
    signal?: AbortSignal,
  ): Promise<GroupsAnswer> {
    const figures: Record<string, string> = {};
    for (const { function: aggregate, member } of measures)
      figures[aggregate] = figures[aggregate] === undefined ? member : `${figures[aggregate]},${member}`;
    const query = writeQuery({ filter: texts.filter }, { by: by.join(","), ...figures, limit });
    const page = await this.#service.json(`${this.#path}/@groups?${query}`, {
      signal,
      headers: localeFields(texts),
    });
    return {
      total: Number(page["count"]),
      groups: (page["items"] as readonly JsonObject[]).map((item) => ({
        key: by.map((name) => valueIn(item, name)),
        count: Number(item["count"]),
        values: measures.map(({ function: aggregate, member }) => valueIn(item, `${member}_${aggregate}`)),
      })),
    };
  }

  /** Returns the statements of a database. Rows in memory have none: those are compiled for each kind of database. */
  async #sql(texts: QueryTexts, signal?: AbortSignal): Promise<readonly DialectSql[]> {
    const plan = await this.#service.json(`${this.#path}/@explain?${writeQuery(texts)}`, {
      signal,
      headers: localeFields(texts),
    });
    const statements = statementsOf(plan);
    if (statements.length > 0) return statements;
    await (this.#openedEngine ??= this.#openEngine());
    const answer = await this.#engine.ask("sql", texts);
    return answer.ok ? answer.value : [];
  }

  #export({ format, columns, ...texts }: ExportRequest, signal?: AbortSignal): Promise<Response> {
    const select = columns.length === this.columns.length ? {} : { select: columns.join(",") };
    const accept = format === "csv" ? "text/csv" : "application/x-ndjson";
    return this.#service.send(`${this.#path}/@rows?${writeQuery(texts, select)}`, {
      headers: { accept, ...localeFields(texts) },
      signal,
    });
  }

  /** Counts all rows after the matching ones: a database can take long for it. */
  async #countAll(): Promise<void> {
    try {
      this.total = Number((await this.#service.json(`${this.#path}?limit=0&count=true`))["count"]);
      this.onTotal?.();
    } catch {
      // The page then shows the number of matching rows only.
    }
  }

  async find(name: string): Promise<ShownRow | undefined> {
    try {
      return { name, row: await this.#service.json(`${this.#path}/${encodeURIComponent(name)}`) };
    } catch {
      return undefined;
    }
  }

  save(request: ExportRequest, signal?: AbortSignal): Promise<Answer<Response>> {
    return answerOf(() => this.#export(request, signal));
  }

  async version(): Promise<string | undefined> {
    const response = await this.#service.send(`${this.#path}?limit=0`, { method: "HEAD" });
    const version = response.headers.get("etag") ?? undefined;
    if (this.#version !== undefined && version !== this.#version) void this.#countAll();
    this.#version = version;
    return version;
  }

  #nameOf(row: Row, index: number): string {
    const key = this.#key === undefined ? undefined : row[this.#key];
    return key === undefined ? String(index + 1) : cellText(key);
  }

  /** Returns strings of the member, the most frequent first. */
  async #complete({ member, prefix }: Requests["complete"][0], signal?: AbortSignal) {
    const filter = prefix === "" ? "" : `startsWith($primary,${member},'${prefix.replaceAll("'", "''")}')`;
    try {
      const query = writeQuery({ filter }, { limit: MAX_COMPLETIONS });
      const body = await this.#service.json(`${this.#path}/@facets/${encodeURIComponent(member)}?${query}`, {
        signal,
      });
      return (body["values"] as readonly { readonly value: unknown }[]).flatMap(({ value }) =>
        typeof value === "string" ? [value] : [],
      );
    } catch {
      // The server does not count the values of each member, such as those of a key.
      return [];
    }
  }
}

/** Returns the header fields of the language in which a request compares strings. */
function localeFields({ locale }: Pick<QueryTexts, "locale">): Readonly<Record<string, string>> {
  return locale === "" ? {} : { "accept-language": locale };
}

/** Reads a member of a group. Members of objects are inside of objects. */
function valueIn(item: JsonObject, name: string): unknown {
  if (Object.hasOwn(item, name)) return item[name];
  const dot = name.indexOf(".");
  const inner = dot < 0 ? undefined : item[name.slice(0, dot)];
  return typeof inner === "object" && inner !== null
    ? valueIn(inner as JsonObject, name.slice(dot + 1))
    : null;
}

/** Turns errors into answers. The texts of a rejected query have errors, which the editors show. */
async function answerOf<T>(work: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.status === 400
      ? { ok: false, reason: "invalid" }
      : { ok: false, reason: "failed", message: error.message };
  }
}
