import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePredicate } from "tamis/evaluator";
import { type Catalog, check, defineCatalog, parseFilter, readCatalog } from "tamis";
import { catalogFromOpenApi } from "tamis/catalog";
import { createService, defineResource, describeLanguage, openApiDocument } from "tamis/http";
import { createCollection } from "tamis/store";
import { plainCatalog } from "../../catalog/plain-catalog.ts";
import { randomCatalog } from "../../catalog/random-catalog.ts";
import { publishedCatalog } from "../../../src/http/contract/published-catalog.ts";
import { send } from "../request.ts";
import { bookResource, bookRows, books } from "./library.ts";
import { problemsOf } from "./validator.ts";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description: string;
  readonly examples?: Readonly<Record<string, { readonly value: string }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters: Parameter[] }>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

const documentOf = (...resources: Parameters<typeof openApiDocument>[0]) =>
  openApiDocument(resources, { title: "Library" }) as unknown as Document;
const document = documentOf(bookResource());

/** Returns the parameters of GET. Those that several operations have are references. */
function parametersOf(path: string): readonly Parameter[] {
  return document.paths[path]!["get"]!.parameters.map((each) => {
    const { $ref } = each as { readonly $ref?: string };
    return $ref === undefined ? each : document.components.parameters[$ref.split("/").at(-1)!]!;
  });
}

describe("openApiDocument", () => {
  it("passes a published validator", async () => {
    const twice = documentOf(
      bookResource({ access: () => ({ kind: "allowed" }), locales: ["en", "sv"] }),
      bookResource({ path: "/more", paging: "cursor" }),
    );
    for (const each of [document, twice, documentOf()]) expect(await problemsOf(each)).toBeUndefined();
  });

  it("lists the members whose values or ranges a request may learn: scalars with functions that test them", () => {
    const membersOf = (path: string) => {
      const [member] = parametersOf(`/library/books/${path}/{member}`) as unknown as readonly [
        { readonly schema: { readonly enum: readonly string[] } },
      ];
      return member.schema.enum;
    };
    const scalars = ["id", "title", "kind", "folios", "rating", "lent", "published", "opens", "changed"];
    const ordered = [...scalars, "author.name", "author.born.in", "rank"];
    expect(membersOf("@ranges")).toEqual(ordered);
    expect(membersOf("@facets")).toEqual(ordered.toSpliced(-1, 0, "notes"));
  });

  it("describes each path of the service", () => {
    expect(Object.keys(document.paths)).toEqual([
      "/",
      "/library/books",
      "/library/books/@query",
      "/library/books/@catalog",
      "/library/books/@facets",
      "/library/books/@facets/{member}",
      "/library/books/@ranges/{member}",
      "/library/books/@groups",
      "/library/books/@rows",
      "/library/books/{id}",
    ]);
  });

  it("describes each query parameter of a page", () => {
    const names = parametersOf("/library/books").map((each) => each.name);
    expect(names.slice(0, 7)).toEqual(["start", "limit", "count", "select", "filter", "sortBy", "expand"]);
    expect(names).toEqual(expect.arrayContaining(["id", "title", "author.name"]));
    for (const name of ["secret", "author.email", "notes", "cover"]) expect(names).not.toContain(name);
  });

  it("catalogFromOpenApi reads the members, orders, limits and functions that clients can use", () => {
    const { catalog, problems } = catalogFromOpenApi(document, { path: "/library/books" });
    expect(problems).toEqual([]);
    const expected = publishedCatalog(books);
    const parameters = new Set(["expand", "count", "select"]);
    expect(plainCatalog(catalog!)).toEqual(plainCatalog({ ...expected, parameters }));
  });

  it("omits a default order by a member without a name for clients, also if a path has its spelling", () => {
    const catalog = defineCatalog({
      name: "rows",
      key: "id",
      defaultSort: ["a.b", "id"],
      members: {
        id: "string",
        "a.b": { type: "string", filterable: false, selectable: false },
        a: { type: "object", members: { b: "string" } },
      },
    });
    const read = catalogFromOpenApi(documentOf(resourceOf(catalog)), { path: "/rows" });
    expect([read.problems, read.catalog?.defaultSort]).toEqual([[], ["id"]]);
  });

  it("describes any catalog: the document is valid, and its catalog is read back", async () => {
    await fc.assert(
      fc.asyncProperty(randomCatalog, async (definition) => {
        const { catalog } = readCatalog(definition);
        if (catalog === undefined) return;
        const described = documentOf(resourceOf(catalog));
        expect(await problemsOf(described)).toBeUndefined();
        const { catalog: read, problems } = catalogFromOpenApi(described, { path: "/rows" });
        expect(problems).toEqual([]);
        const { members } = publishedCatalog(catalog);
        expect(plainCatalog({ ...catalog, members: read!.members })).toEqual(
          plainCatalog({ ...catalog, members }),
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe("examples of the document", () => {
  const service = createService({ resources: [bookResource()] });
  const parameter = parametersOf("/library/books").find(({ name }) => name === "filter")!;
  const examples = describeLanguage(books).members.flatMap((each) => each.examples);

  it("cover each function that a member allows", () => {
    const names = new Set(describeLanguage(books).members.flatMap((each) => each.functions));
    expect(names.size).toBe(19);
    expect(describeLanguage(books).members.find(({ name }) => name === "notes")?.functions).toEqual([
      "isNull",
      "contains",
    ]);
    expect(Object.values(parameter.examples!).length).toBe(Math.min(examples.length, 200));
  });

  it("run against rows", async () => {
    let matches = 0;
    for (const text of examples) {
      const { expression, diagnostics } = parseFilter(text, { mode: "strict" });
      expect(diagnostics, text).toEqual([]);
      const checked = check(expression!, books, { mode: "strict" });
      expect(checked.diagnostics, text).toEqual([]);
      const expected = bookRows.filter(compilePredicate(checked.filter!));
      const { status, json } = await send(service, `/library/books?filter=${encodeURIComponent(text)}`);
      expect([status, json.count], text).toEqual([200, expected.length]);
      matches += expected.length;
    }
    expect(matches).toBeGreaterThan(examples.length);
  });

  it("are in the description of their member", () => {
    for (const { name, examples } of describeLanguage(books).members) {
      expect(parameter.description).toContain(`\`${name}\`: `);
      expect(parameter.description).toContain(`Example: \`${examples[1] ?? examples[0]!}\``);
    }
  });
});

describe("/openapi.json", () => {
  const closed = { kind: "allowed", closed: ["author.name", "folios", "rank"] } as const;
  const service = createService({
    title: "Library",
    openapi: true,
    resources: [
      bookResource({ access: ({ identity }) => (identity === "guest" ? closed : { kind: "allowed" }) }),
      bookResource({
        path: "/hidden",
        access: ({ identity }) => ({ kind: identity === "guest" ? "forbidden" : "allowed" }),
      }),
    ],
  });

  it("is linked from the root, with GET, HEAD and OPTIONS", async () => {
    const root = await send(service, "/");
    expect(root.json.links).toContainEqual(
      expect.objectContaining({ rel: "service-desc", uri: "/openapi.json" }),
    );
    const get = await send(service, "/openapi.json");
    expect(get.headers["content-type"]).toBe("application/json");
    expect(await problemsOf(get.json)).toBeUndefined();
    const head = await send(service, "/openapi.json", { method: "HEAD" });
    expect(head.headers).toMatchObject(get.headers);
    const options = await send(service, "/openapi.json", { method: "OPTIONS" });
    expect(options.headers["allow"]).toBe("GET, HEAD, OPTIONS");
    expect((await send(createService({ resources: [] }), "/openapi.json")).status).toBe(404);
  });

  it("contains no closed member and no forbidden operation", async () => {
    const guest = await send(service, "/openapi.json", { identity: "guest" });
    expect(await problemsOf(guest.json)).toBeUndefined();
    const text = JSON.stringify(guest.json);
    for (const word of ["folios", "rank", "author.name", "/hidden", "secret", "email", "book_title"])
      expect(text.includes(word), word).toBe(false);
    expect(text).toContain("author.born.in");
    const all = await send(service, "/openapi.json", { identity: "librarian" });
    for (const word of ["folios", "rank", "author.name", "/hidden"])
      expect(JSON.stringify(all.json).includes(word), word).toBe(true);
  });

  it("cannot have the path of a resource", () => {
    expect(() =>
      createService({ openapi: true, resources: [bookResource({ path: "/openapi.json" })] }),
    ).toThrow("/openapi.json");
  });
});

function resourceOf(catalog: Catalog) {
  return defineResource({ path: "/rows", collection: createCollection([], { catalog }).asCollection() });
}
