import { describe, expect, it } from "vitest";
import {
  COLLECTION_TYPE,
  createService,
  defineResource,
  openApiDocument,
  type ServiceOperation,
} from "tamis/http";
import { createCollection } from "tamis/store";
import { send } from "../request.ts";
import { books, bookResource } from "./library.ts";
import { problemsOf } from "./validator.ts";

const answer: ServiceOperation["answer"] = () => ({ status: 200, headers: {}, body: undefined });

const TEXT: ServiceOperation = {
  method: "GET",
  path: "/library/books/{bookId}/text",
  description: {
    summary: "The text of a book.",
    headers: ["If-None-Match"],
    codes: { notFound: 7 },
    errors: { 409: ["LENT"] },
    responses: [{ description: "The text.", content: [{ types: ["text/plain"] }], headers: ["ETag"] }],
  },
  answer,
};

const LOOK_UP: ServiceOperation = {
  method: "POST",
  path: "/library/books",
  bodyType: "application/selection+json",
  description: {
    summary: "A page of the selected books.",
    selects: "/library/books",
    body: { types: ["application/selection+json"], schema: { type: "array", items: { type: "string" } } },
    responses: [
      {
        description: "A page.",
        content: [{ types: [COLLECTION_TYPE], schema: { kind: "page", of: "/library/books" } }],
      },
    ],
  },
  answer,
};

/** Copies, below each book. */
const COPIES = {
  path: "/library/books/{bookId}/copies",
  resolve: () => undefined,
  describe: () =>
    defineResource({ path: "/copies", collection: createCollection([], { catalog: books }).asCollection() }),
};

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- reads any place of the document
type Document = any;

describe("descriptions of operations", () => {
  const resources = [bookResource()];
  const document = openApiDocument(resources, {
    title: "Library",
    nested: [COPIES],
    operations: [TEXT, LOOK_UP, { method: "GET", path: "/hidden" }],
    securitySchemes: {
      basic: { type: "http", scheme: "basic" },
      key: { type: "apiKey", in: "header", name: "k" },
    },
    security: ["basic"],
    errorCodes: { LENT: "Somebody has the book." },
  }) as Document;

  it("are in the document, with the errors that follow from them", async () => {
    expect(await problemsOf(document)).toBeUndefined();
    const { get, head, parameters } = document.paths["/library/books/{bookId}/text"];
    expect(parameters).toEqual([{ name: "bookId", in: "path", required: true, schema: { type: "string" } }]);
    expect(Object.keys(get.responses)).toEqual([
      "200",
      "304",
      "400",
      "401",
      "403",
      "404",
      "406",
      "409",
      "414",
      "500",
      "503",
    ]);
    expect(get.responses["409"].description).toContain("- `LENT`: Somebody has the book.");
    expect(get["x-error-codes"]).toMatchObject({ 404: [7], 409: ["LENT"], 406: [10712, 10743] });
    expect(get.security).toEqual([{ basic: [] }]);
    expect(get.responses["200"].content).toEqual({ "text/plain": { schema: { type: "string" } } });
    expect(head.responses["200"].content).toBeUndefined();
    expect(document.paths["/hidden"]).toBeUndefined();
  });

  it("join operations of one method and path, and name the parameters of one place alike", () => {
    const { get, post } = document.paths["/library/books"];
    expect(get.operationId).toBe("list.Books");
    expect(Object.keys(post.requestBody.content)).toEqual(["application/selection+json"]);
    expect(post.responses["200"].content[COLLECTION_TYPE].schema.$ref).toBe(
      "#/components/schemas/Books.Page",
    );
    expect(Object.keys(document.paths)).toContain("/library/books/{bookId}");
    expect(Object.keys(document.paths)).toContain("/library/books/{bookId}/copies/{id}");
  });

  it("must name collections of the document", () => {
    expect(() => openApiDocument([], { operations: [LOOK_UP] })).toThrow(
      "names the collection /library/books, which the document does not have",
    );
  });

  it("are in the document of a service", async () => {
    const service = createService({ openapi: true, resources, operations: [TEXT], nested: [COPIES] });
    const { paths } = (await send(service, "/openapi.json")).json;
    expect(Object.keys(paths)).toContain("/library/books/{bookId}/text");
    expect(Object.keys(paths)).toContain("/library/books/{bookId}/copies");
  });
});

describe("an operation for one media type", () => {
  const service = createService({ resources: [bookResource()], operations: [LOOK_UP] });

  it("answers other media types with 415, and bodies without one with 406", async () => {
    const of = (headers: Readonly<Record<string, string>>) =>
      send(service, "/library/books", { method: "POST", headers, body: "[]" });
    const other = await of({ "content-type": "application/json" });
    expect([other.status, other.headers["accept-post"]]).toEqual([415, "application/selection+json"]);
    expect((await of({})).status).toBe(406);
    expect((await of({ "content-type": "application/selection+json" })).status).toBe(200);
    const { headers } = await send(service, "/library/books", { method: "OPTIONS" });
    expect(headers["allow"]).toBe("GET, HEAD, QUERY, POST, OPTIONS");
  });
});
