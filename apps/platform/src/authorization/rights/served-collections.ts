import type { Catalog } from "tamis/catalog";
import type { RowStore, ServiceResource } from "tamis/http";
import type { NestedResource } from "tamis/http";
import { lastSegment, parentOf, parsePattern } from "../rules/uri-pattern.ts";

/** A row with the members that filters can use. */
export interface Item {
  readonly row: object;
  readonly catalog: Catalog;
}

/** The collections that the platform serves, by their paths. */
export class ServedCollections {
  readonly #byPath = new Map<
    string,
    { readonly catalog: Catalog; readonly store: RowStore<object> | undefined }
  >();
  /** Segments of the paths of nested collections. Parameters are in braces. */
  readonly #nested: (readonly string[])[] = [];

  add(resources: readonly ServiceResource[], nested: readonly NestedResource[]): void {
    for (const { path, catalog, store } of resources) this.#byPath.set(path, { catalog, store });
    this.#nested.push(...nested.map(({ path }) => path.split("/")));
  }

  catalogAt(path: string): Catalog | undefined {
    return this.#byPath.get(path)?.catalog;
  }

  /** Returns the members of the rows that a pattern covers; undefined for patterns of other resources. */
  catalogOf(objectUri: string): Catalog | undefined {
    const result = parsePattern(objectUri);
    if (!result.ok) return undefined;
    const { kind, path } = result.pattern;
    const collection = this.#byPath.get(path);
    if (collection !== undefined && kind !== "exact") return collection.catalog;
    const parent = parentOf(path);
    return parent === undefined ? undefined : this.catalogAt(parent);
  }

  isCollection(path: string): boolean {
    return this.#byPath.has(path) || this.#isNested(path.split("/"));
  }

  isItem(path: string): boolean {
    const parent = parentOf(path);
    return parent !== undefined && this.isCollection(parent);
  }

  /** Reads the item at a path; undefined for paths of other resources, and below items. */
  async read(path: string): Promise<Item | undefined> {
    const collection = this.#byPath.get(parentOf(path) ?? "");
    if (collection?.store === undefined) return undefined;
    const stored = await collection.store.read(lastSegment(path));
    return stored && { row: stored.row, catalog: collection.catalog };
  }

  #isNested(segments: readonly string[]): boolean {
    return this.#nested.some(
      (template) =>
        template.length === segments.length &&
        template.every((segment, i) => segment.startsWith("{") || segment === segments[i]),
    );
  }
}
