/** Tests of types. The compiler reports failures. */
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
  it("a report always has an id; its other fields can be missing", () => {
    type Report = RowOf<typeof reports.collections.reports.catalog>;
    expectTypeOf<Report["id"]>().toEqualTypeOf<string>();
    expectTypeOf<Report["name"]>().toEqualTypeOf<Maybe<string>>();
    expectTypeOf<Report["version"]>().toEqualTypeOf<Maybe<number | bigint>>();
    expectTypeOf<Report["modifiedTimeStamp"]>().toEqualTypeOf<Maybe<string>>();
    expectTypeOf<NonNullable<Report["imageUris"]>[string]>().toEqualTypeOf<Maybe<string>>();
    expectTypeOf<NonNullable<Report["links"]>[number]["rel"]>().toEqualTypeOf<Maybe<string>>();
    expectTypeOf<keyof Report>().toEqualTypeOf<keyof ResourceOf<typeof reports, "report">>();
  });

  it("the field primary of a report state is a boolean", () => {
    expectTypeOf<ResourceOf<typeof reports, "reportState">["primary"]>().toEqualTypeOf<Maybe<boolean>>();
  });

  it("a row of QKBs has the field names of the resource, not those of filters", () => {
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

  it("members with an enum have a union type", () => {
    type Request = ResourceOf<typeof tokenService, "tokenRequest">;
    expectTypeOf<Request["grant_type"]>().toEqualTypeOf<
      "client_credentials" | "password" | "authorization_code" | "refresh_token"
    >();
    expectTypeOf<ResourceOf<typeof tokenService, "token">["token_type"]>().toEqualTypeOf<"bearer">();
  });

  it("fields of nested objects and names with a digit keep their types", () => {
    type Result = ResourceOf<typeof analyticServer, "actionResult">;
    type Table = NonNullable<NonNullable<Result["results"]>["table"]>;
    expectTypeOf<Table["_ctb"]>().toEqualTypeOf<Maybe<boolean>>();
    expectTypeOf<ResourceOf<typeof detection, "timelineEntry">["3_Count"]>().toEqualTypeOf<Maybe<number>>();
  });

  it("a resource without published fields has the type unknown", () => {
    expectTypeOf<ResourceOf<typeof reports, "reportSummary">>().toEqualTypeOf<unknown>();
  });
});

describe("families", () => {
  it("have literal names", () => {
    expectTypeOf<"reports">().toExtend<FamilyName>();
    expectTypeOf<string>().not.toExtend<FamilyName>();
    expectTypeOf<typeof reports>().toExtend<Family>();
  });

  it("cannot refer to an unknown resource, collection or member", () => {
    const book = defineCatalog({ name: "book", members: { id: "string" } });
    const rest = { name: "shelves", prefix: "/s", purpose: "Keeps books.", roots: [], errors: [] } as const;
    const resources = { book: { fields: "all", description: "A book.", catalog: book } } as const;
    const collections = { books: { path: "/s/books", items: "book" } } as const;
    const endpoint = { method: "GET", path: "/s/books", does: "Lists." } as const;

    defineFamily({ ...rest, resources, collections, endpoints: [], primary: "books" });
    defineFamily({
      ...rest,
      resources,
      // @ts-expect-error unknown resource
      collections: { books: { path: "/s/books", items: "boook" } },
      endpoints: [],
    });
    // @ts-expect-error unknown collection
    defineFamily({ ...rest, resources, collections, endpoints: [], primary: "boks" });
    defineFamily({
      ...rest,
      resources,
      collections,
      // @ts-expect-error unknown collection
      endpoints: [{ ...endpoint, responses: [{ collection: "book" }] }],
    });
    defineFamily({
      ...rest,
      resources,
      collections,
      // @ts-expect-error unknown resource
      endpoints: [{ ...endpoint, responses: [{ resource: "books" }] }],
    });
    // @ts-expect-error unknown member
    restrict({ id: "string" }, { filter: ["title"] });
  });
});
