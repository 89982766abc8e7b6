import type { Catalog } from "../../catalog/types.ts";
import { formatJson } from "../../values/json/exact-json.ts";
import { objectNumber } from "../contract/object-numbers.ts";
import type { Operation } from "../contract/operations.ts";
import type { ServiceResource } from "../contract/resource.ts";
import { COLLECTION_JSON } from "./paging-links.ts";
import { itemPath } from "./item-path.ts";
import { makeLink, type Link } from "./links.ts";
import { representer } from "./represent-row.ts";
import { getOrInsert } from "../../values/caches/get-or-insert.ts";

/** Returns the JSON text of a row's representation. */
export type ItemPrinter = (row: object) => string;

interface PrinterOptions {
  readonly resource: ServiceResource;
  readonly catalog: Catalog;
  /** Operations that the caller may use. */
  readonly operations: ReadonlySet<Operation>;
  /** Top-level members; undefined for all selectable ones. */
  readonly names: readonly string[] | undefined;
  /** `all`: links to each allowed operation. `self`: only the link to the item. */
  readonly links: "all" | "self";
}

/** Maximum number of rows whose JSON a printer keeps, in each of two generations. */
const KEPT_ROWS = 1_000;

/** Returns the JSON of a row's representation, in UTF-8. Rows in memory keep these bytes for the next page with them. */
export type ItemEncoder = (row: object) => Uint8Array;

interface Formats {
  readonly print: ItemPrinter;
  readonly encode: ItemEncoder;
}

/** Formats of one view of a resource, by links and representation. */
const formats = new WeakMap<ServiceResource, WeakMap<Catalog, Map<string, Formats>>>();

/**
 * Returns a printer. For rows in memory, the printers of whole rows and of summaries are shared, and keep the JSON of recently printed
 * rows. A selection of the client has a printer of its own that keeps nothing: the number of selections has no bound.
 */
export function itemPrinter(options: PrinterOptions): ItemPrinter {
  return isShared(options) ? sharedFormats(options).print : makePrinter(options);
}

/** Like `itemPrinter`, but returns bytes. */
export function itemEncoder(options: PrinterOptions): ItemEncoder {
  return isShared(options) ? sharedFormats(options).encode : encoded(makePrinter(options));
}

function isShared({ resource, names }: PrinterOptions): boolean {
  const isKnown = names === undefined || names === resource.summary?.members;
  return isKnown && resource.collection.keepsRows === true;
}

function sharedFormats(options: PrinterOptions): Formats {
  const { resource, catalog, operations, names, links } = options;
  const byCatalog = getOrInsert(formats, resource, () => new WeakMap());
  const ofCatalog = getOrInsert(byCatalog, catalog, () => new Map<string, Formats>());
  const key = `${links} ${objectNumber(operations)} ${names === undefined ? "whole" : "summary"}`;
  return getOrInsert(ofCatalog, key, () => {
    const print = makePrinter(options);
    return { print: keepRecent(print), encode: keepRecent(encoded(print)) };
  });
}

function encoded(print: ItemPrinter): ItemEncoder {
  const encoder = new TextEncoder();
  return (row) => encoder.encode(print(row));
}

function makePrinter({ resource, catalog, operations, names, links }: PrinterOptions): ItemPrinter {
  const represent = representer(catalog, names);
  // Rows of other data can have a member with this name.
  const hasOwnLinks = catalog.members.byName.has("links") && !resource.assigned.has("links");
  return (row) => {
    const item = represent(row);
    if (!hasOwnLinks)
      item["links"] =
        links === "all" ? itemLinks(resource, operations, row) : selfLink(resource, operations, row);
    return formatJson(item);
  };
}

/** Rows in memory are the same objects in each request. Two generations bound the memory without counting each use. */
function keepRecent<T>(print: (row: object) => T): (row: object) => T {
  let recent = new WeakMap<object, T>();
  let older = new WeakMap<object, T>();
  let count = 0;
  return (row) => {
    const cached = recent.get(row) ?? older.get(row);
    if (cached !== undefined) return cached;
    if (++count > KEPT_ROWS) {
      older = recent;
      recent = new WeakMap();
      count = 1;
    }
    const text = print(row);
    recent.set(row, text);
    return text;
  };
}

function selfLink(
  resource: ServiceResource,
  operations: ReadonlySet<Operation>,
  row: unknown,
): readonly Link[] {
  const path = operations.has("read") ? itemPath(resource.path, resource.catalog, row) : undefined;
  return path === undefined ? [] : [makeLink("GET", "self", path, { type: `${resource.itemType}+json` })];
}

/** Operations on an item by the method of a link to a part of it, such as its content. */
const CHANGES: ReadonlyMap<string, Operation> = new Map([
  ["PUT", "replace"],
  ["PATCH", "patch"],
  ["DELETE", "delete"],
] as const);

/** Who may not change an item may not change a part of it. */
function mayFollow(method: string, resource: ServiceResource, operations: ReadonlySet<Operation>): boolean {
  const change = CHANGES.get(method);
  return change === undefined || operations.has(change) || !resource.operations.has(change);
}

/** Returns links to the operations on a row that the caller may use. */
function itemLinks(
  resource: ServiceResource,
  operations: ReadonlySet<Operation>,
  row: object,
): readonly Link[] {
  const { path, itemType, catalog } = resource;
  const ownPath = itemPath(path, catalog, row);
  if (ownPath === undefined) return [];
  const type = `${itemType}+json`;
  const links = [...selfLink(resource, operations, row)];
  for (const { method, rel, path: target, ...details } of resource.itemLinks(ownPath, row))
    if (mayFollow(method, resource, operations)) links.push(makeLink(method, rel, target, details));
  if (operations.has("list")) links.push(makeLink("GET", "up", path, { type: COLLECTION_JSON }));
  if (operations.has("replace")) links.push(makeLink("PUT", "update", ownPath, { type, responseType: type }));
  if (operations.has("patch"))
    links.push(
      makeLink("PATCH", "patch", ownPath, { type: "application/merge-patch+json", responseType: type }),
    );
  if (operations.has("delete")) links.push(makeLink("DELETE", "delete", ownPath));
  return links;
}
