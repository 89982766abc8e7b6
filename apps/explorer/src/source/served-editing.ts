import { formatJson, parseJson } from "tamis/catalog";
import type { Row } from "../contract/protocol.ts";
import { ServiceError, type JsonObject, type ServiceClient } from "./service-client.ts";
import { ConflictError, type EditedRow, type Editing } from "./source.ts";

/** Status of a change of a row that has another version by now. */
const PRECONDITION_FAILED = 412;

/** Changes the rows of a collection of a server. Each change has the version on which it is based. */
export class ServedEditing implements Editing {
  readonly key: string;
  readonly #service: ServiceClient;
  readonly #path: string;

  constructor(service: ServiceClient, path: string, key: string) {
    this.#service = service;
    this.#path = path;
    this.key = key;
  }

  async read(row: Row): Promise<EditedRow> {
    const response = await this.#service.send(pathOf(row), { headers: { accept: "application/json" } });
    const item = parseJson(await response.text()) as JsonObject;
    const methods = linksOf(item).map(({ method }) => method);
    return {
      row: item,
      tag: response.headers.get("etag") ?? "*",
      canChange: methods.includes("PATCH"),
      canDelete: methods.includes("DELETE"),
    };
  }

  async create(values: Row): Promise<void> {
    await this.#send(this.#path, { method: "POST", type: "application/json", values });
  }

  async change(row: Row, values: Row, tag: string): Promise<void> {
    await this.#send(pathOf(row), { method: "PATCH", type: "application/merge-patch+json", values, tag });
  }

  async remove(row: Row, tag: string): Promise<void> {
    await this.#send(pathOf(row), { method: "DELETE", tag });
  }

  async #send(
    path: string,
    { method, type, values, tag }: { method: string; type?: string; values?: Row; tag?: string },
  ): Promise<void> {
    try {
      await this.#service.send(path, {
        method,
        headers: {
          accept: "application/json",
          ...(type === undefined ? {} : { "content-type": type }),
          ...(tag === undefined ? {} : { "if-match": tag }),
        },
        ...(values === undefined ? {} : { body: formatJson(values) }),
      });
    } catch (error) {
      if (error instanceof ServiceError && error.status === PRECONDITION_FAILED)
        throw new ConflictError(error.message, { cause: error });
      throw error;
    }
  }
}

interface Link {
  readonly method: string;
  readonly rel: string;
  readonly uri: string;
}

export function linksOf(item: JsonObject): readonly Link[] {
  return Array.isArray(item["links"]) ? (item["links"] as readonly Link[]) : [];
}

/** @throws Error for a row without a path */
function pathOf(row: Row): string {
  const self = linksOf(row).find(({ rel }) => rel === "self");
  if (self === undefined) throw new Error("The row has no key, so it cannot be changed.");
  return self.uri;
}
