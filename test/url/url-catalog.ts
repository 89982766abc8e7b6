import { expect } from "vitest";
import { print } from "../../src/ast/print.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { hasErrors } from "../../src/diagnostics/diagnostic.ts";
import type { DecodeQueryOptions } from "../../src/url/collection-query.ts";
import { decodeQuery } from "../../src/url/decode-query.ts";

/** A catalog with members of every type, and some that requests cannot use. */
export const items = defineCatalog({
  name: "items",
  members: {
    id: { type: "string", nullable: false },
    name: { type: "string", strength: "primary" },
    contentType: { type: "string", enum: ["report", "folder", "it's"] },
    size: "integer",
    score: "number",
    enabled: "boolean",
    day: "date",
    at: "time",
    modified: "dateTime",
    tags: { type: "list", items: "string" },
    imageUris: { type: "map", values: "string" },
    owner: { type: "object", members: { name: "string", secret: { type: "string", filterable: false } } },
    secret: { type: "string", filterable: false },
    label: { type: "string", functions: ["contains"] },
    rank: { type: "integer", filterable: false },
  },
  key: "id",
  defaultSort: ["rank:descending", "name"],
  defaultLimit: 20,
  maximumLimit: 100,
  parameters: ["level", "access_token"],
});

export const withItems = { catalog: items };
export const decode = (raw: string, options: DecodeQueryOptions = withItems) => decodeQuery(raw, options);

/** The printed filter of a valid query. */
export function filterOf(raw: string, options: DecodeQueryOptions = withItems): string {
  const { query, diagnostics } = decode(raw, options);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return print(query!.checkedFilter.expression);
}

/** The codes of the diagnostics, with the raw text of their spans. */
export function wrong(raw: string, options: DecodeQueryOptions = withItems): string[][] {
  const { query, diagnostics } = decode(raw, options);
  expect(query === undefined).toBe(hasErrors(diagnostics));
  return diagnostics.map(({ code, span }) => [code, raw.slice(span.start, span.end)]);
}
