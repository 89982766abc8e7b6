import type { HttpRequest } from "../contract/exchange.ts";
import type { ServiceResource } from "../contract/resource.ts";
import { PathTemplate } from "./path-template.ts";
import { Router, type Route } from "./routes.ts";

/**
 * A collection below an item, such as `/annotations/annotations/{annotationId}/members`. Each item has its own resource.
 */
export interface NestedResource {
  /** Path of the collection with parameters. */
  readonly path: string;
  /**
   * Returns the resource below an item. Its path is that of the request's item. Undefined if there is no such item: 404.
   * `failRequest` ends the request with another error.
   */
  readonly resolve: (
    request: NestedRequest,
  ) => Promise<ServiceResource | undefined> | ServiceResource | undefined;
  /** Returns a resource like those below each item, for the OpenAPI document. Its path is ignored. */
  readonly describe?: (() => ServiceResource) | undefined;
}

export interface NestedRequest {
  /** Decoded parameters of the path, by name. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Path of the collection, percent-encoded. */
  readonly path: string;
  readonly identity: unknown;
}

export class NestedResources {
  readonly #nested: readonly { readonly template: PathTemplate; readonly nested: NestedResource }[];

  /** @throws TypeError for an invalid path */
  constructor(nested: readonly NestedResource[]) {
    // A collection below an item of a nested collection has a longer path, which begins like that of the item.
    this.#nested = nested
      .map((entry) => ({ template: new PathTemplate(entry.path), nested: entry }))
      .sort((a, b) => b.template.length - a.template.length);
  }

  async find({ path, identity }: HttpRequest): Promise<Route | undefined> {
    if (this.#nested.length === 0) return undefined;
    const segments = path.split("/");
    for (const { template, nested } of this.#nested) {
      const parameters = template.match(segments);
      const resourcePath = parameters && template.fill(parameters);
      if (parameters === undefined || resourcePath === undefined) continue;
      const resource = await nested.resolve({ parameters, path: resourcePath, identity });
      const remaining = segments.slice(template.length);
      if (resource !== undefined)
        return new Router([resource], []).find([resourcePath, ...remaining].join("/"));
    }
    return undefined;
  }
}
