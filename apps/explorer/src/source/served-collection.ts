import type { Answer, QueryTexts, Requests, Row, RowsPage, RowsRequest } from "../contract/protocol.ts";
import type { Language } from "../contract/language.ts";
import { valueText } from "../table/cell.ts";
import type { EngineClient } from "./engine-client.ts";
import { ServiceError, type JsonObject, type ServiceClient } from "./service-client.ts";
import type { Column, Source } from "./source.ts";

/** Requests that the worker answers: they need the catalog, and not the rows. */
const BY_CATALOG: ReadonlySet<string> = new Set(["words", "tree", "why", "translations", "sql"]);
const MAX_COMPLETIONS = 50;

/**
 * Opens a collection of a server.
 *
 * @param path path of the collection, percent-encoded
 * @throws ServiceError
 */
export async function openServed(
  service: ServiceClient,
  engine: EngineClient,
  path: string,
): Promise<Source> {
  const schema = await service.json(`${path}/@catalog`, { headers: { accept: "application/schema+json" } });
  return new ServedCollection(service, engine, path, schema);
}

class ServedCollection implements Source {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly notes = [];
  readonly hasExcluded = false;
  readonly hasClock = false;
  total: number | undefined;
  readonly #service: ServiceClient;
  readonly #engine: EngineClient;
  readonly #path: string;
  readonly #schema: JsonObject;
  readonly #key: string | undefined;
  #openedEngine: Promise<unknown> | undefined;
  #language: Language | undefined;

  constructor(service: ServiceClient, engine: EngineClient, path: string, schema: JsonObject) {
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
        return (await answerOf(() => this.#rows(input as RowsRequest, signal)));
      case "complete":
        return (await this.#complete(input as Requests["complete"][0], signal));
      default:
        return { ok: false, reason: "failed", message: "The server does not offer this." } as never;
    }
  }

  #openEngine(): Promise<unknown> {
    const { definition } = this.readCatalog(this.#language!);
    return this.#engine.ask("open", { catalog: definition });
  }

  async #rows({ start, limit, count, ...texts }: RowsRequest, signal?: AbortSignal): Promise<RowsPage> {
    const begin = performance.now();
    const query = writeQuery(texts, { start, limit, count });
    const page = await this.#service.page(this.#path, query, signal);
    const kept = count ? Number(page["count"]) : undefined;
    if (texts.filter.trim() === "" && kept !== undefined) this.total = kept;
    return {
      kept,
      start,
      milliseconds: performance.now() - begin,
      rows: (page["items"] as readonly Row[]).map((row, i) => ({ name: this.#nameOf(row, start + i), row })),
    };
  }

  #nameOf(row: Row, index: number): string {
    const key = this.#key === undefined ? undefined : row[this.#key];
    return key === undefined ? String(index + 1) : valueText(key);
  }

  /** Returns strings of the member, the most frequent first. */
  async #complete({ member, prefix }: Requests["complete"][0], signal?: AbortSignal) {
    const filter = prefix === "" ? "" : `startsWith($primary,${member},'${prefix.replaceAll("'", "''")}')`;
    try {
      const query = writeQuery({ filter, sortBy: "" }, { limit: MAX_COMPLETIONS });
      const found = await this.#service.json(`${this.#path}/@facets/${encodeURIComponent(member)}?${query}`, {
        signal,
      });
      return (found["values"] as readonly { readonly value: unknown }[]).flatMap(({ value }) =>
        typeof value === "string" ? [value] : [],
      );
    } catch {
      // Some members have no values that can be counted.
      return [];
    }
  }
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

/** @example writeQuery({ filter: "gt(a,1)", sortBy: "" }, { limit: 5 }) // "filter=gt(a%2C1)&limit=5" */
export function writeQuery(
  { filter, sortBy }: QueryTexts,
  others: Readonly<Record<string, string | number | boolean>> = {},
): string {
  const parameters = new URLSearchParams();
  if (filter.trim() !== "") parameters.set("filter", filter);
  if (sortBy.trim() !== "") parameters.set("sortBy", sortBy);
  for (const [name, value] of Object.entries(others)) parameters.set(name, String(value));
  return parameters.toString();
}

const STRUCTURES: ReadonlySet<string> = new Set(["list", "map", "object"]);

function columnsOf(schema: JsonObject): readonly Column[] {
  return Object.entries(schema["properties"] as Readonly<Record<string, JsonObject>>).map(
    ([property, member]) => {
      const name = typeof member["x-name"] === "string" ? member["x-name"] : property;
      const type = typeOf(member);
      return {
        name,
        property,
        type,
        isSortable:
          !STRUCTURES.has(type) && member["x-sortable"] !== false && member["x-filterable"] !== false,
      };
    },
  );
}

const FORMATS: Readonly<Record<string, string>> = { date: "date", "date-time": "dateTime", time: "time" };

/** Returns the type of the member that a property of the schema describes. */
function typeOf({ type, format }: JsonObject): string {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const name = types.find((each) => each !== "null");
  if (name === "array") return "list";
  if (name === "string" && typeof format === "string" && Object.hasOwn(FORMATS, format))
    return FORMATS[format]!;
  return typeof name === "string" ? name : "string";
}
