/** Claims about types: the compiler is what fails here. */
import { describe, expectTypeOf, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import type { RowOf } from "../../src/catalog/row-type.ts";
import type { analyticServer } from "../../src/families/analytic-server.ts";
import type { annotations } from "../../src/families/annotations.ts";
import type { dataQuality } from "../../src/families/data-quality.ts";
import { defineFamily, type Family, type ResourceOf } from "../../src/families/define-family.ts";
import type { detection } from "../../src/families/detection.ts";
import type { FamilyName } from "../../src/families/list.ts";
import type { reports } from "../../src/families/reports.ts";
import { restrict } from "../../src/families/restrict.ts";
import type { tokenService } from "../../src/families/token-service.ts";

type Maybe<T> = T | null | undefined;

describe("row types", () => {
  it("a report has an id for sure and its other fields perhaps", () => {
    type Report = RowOf<typeof reports.collections.reports.catalog>;
    expectTypeOf<Report["id"]>().toEqualTypeOf<string>();
    expectTypeOf<Report["name"]>().toEqualTypeOf<Maybe<string>>();
    expectTypeOf<Report["version"]>().toEqualTypeOf<Maybe<number | bigint>>();
    expectTypeOf<Report["modifiedTimeStamp"]>().toEqualTypeOf<Maybe<string>>();
    expectTypeOf<NonNullable<Report["imageUris"]>[string]>().toEqualTypeOf<Maybe<string>>();
    expectTypeOf<NonNullable<Report["links"]>[number]["rel"]>().toEqualTypeOf<Maybe<string>>();
    expectTypeOf<keyof Report>().toEqualTypeOf<keyof ResourceOf<typeof reports, "report">>();
  });

  it("a state is primary or not", () => {
    expectTypeOf<ResourceOf<typeof reports, "reportState">["primary"]>().toEqualTypeOf<Maybe<boolean>>();
  });

  it("a QKB's row is called as the resource is, not as the filter's members are", () => {
    type Qkb = RowOf<typeof dataQuality.collections.qkbs.catalog>;
    expectTypeOf<Qkb["isDefault"]>().toEqualTypeOf<Maybe<boolean>>();
    expectTypeOf<Qkb["creationTimeStamp"]>().toEqualTypeOf<Maybe<string>>();
    expectTypeOf<Qkb["version"]>().toEqualTypeOf<Maybe<string>>();
    expectTypeOf<Qkb>().not.toHaveProperty("default");
    expectTypeOf<Qkb>().toEqualTypeOf<ResourceOf<typeof dataQuality, "qkb">>();
  });

  it("versions of annotations are numbers", () => {
    expectTypeOf<ResourceOf<typeof annotations, "annotation">["version"]>().toEqualTypeOf<Maybe<number>>();
  });

  it("closed lists of values are unions", () => {
    type Request = ResourceOf<typeof tokenService, "tokenRequest">;
    expectTypeOf<Request["grant_type"]>().toEqualTypeOf<
      "client_credentials" | "password" | "authorization_code" | "refresh_token"
    >();
    expectTypeOf<ResourceOf<typeof tokenService, "token">["token_type"]>().toEqualTypeOf<"bearer">();
  });

  it("nested objects and numbered fields keep their names", () => {
    type Result = ResourceOf<typeof analyticServer, "actionResult">;
    type Table = NonNullable<NonNullable<Result["results"]>["table"]>;
    expectTypeOf<Table["_ctb"]>().toEqualTypeOf<Maybe<boolean>>();
    expectTypeOf<ResourceOf<typeof detection, "timelineEntry">["3_Count"]>().toEqualTypeOf<Maybe<number>>();
  });

  it("a resource whose fields are not published is unknown", () => {
    expectTypeOf<ResourceOf<typeof reports, "reportSummary">>().toEqualTypeOf<unknown>();
  });
});

describe("families", () => {
  it("are known by name, and each is a family", () => {
    expectTypeOf<FamilyName>().toEqualTypeOf<
      | "token-service"
      | "model-management"
      | "reports"
      | "data-quality"
      | "annotations"
      | "authorization"
      | "detection"
      | "analytic-server"
    >();
    expectTypeOf<typeof reports>().toExtend<Family>();
  });

  it("cannot name a resource, collection, member or relation that is not there", () => {
    const book = defineCatalog({ name: "book", members: { id: "string" } });
    const rest = { name: "shelves", prefix: "/s", purpose: "Keeps books.", roots: [], errors: [] } as const;
    const resources = { book: { fields: "all", description: "A book.", catalog: book } } as const;
    const collections = { books: { path: "/s/books", items: "book" } } as const;
    const endpoint = { method: "GET", path: "/s/books", does: "Lists." } as const;

    defineFamily({ ...rest, resources, collections, endpoints: [], primary: "books" });
    defineFamily({
      ...rest,
      resources,
      // @ts-expect-error there is no resource 'boook'
      collections: { books: { path: "/s/books", items: "boook" } },
      endpoints: [],
    });
    // @ts-expect-error there is no collection 'boks'
    defineFamily({ ...rest, resources, collections, endpoints: [], primary: "boks" });
    defineFamily({
      ...rest,
      resources,
      collections,
      // @ts-expect-error there is no collection 'book'
      endpoints: [{ ...endpoint, responses: [{ collection: "book" }] }],
    });
    defineFamily({
      ...rest,
      resources,
      collections,
      // @ts-expect-error there is no resource 'books'
      endpoints: [{ ...endpoint, responses: [{ resource: "books" }] }],
    });
    // @ts-expect-error there is no member 'title'
    restrict({ id: "string" }, { filter: ["title"] });
  });
});
