import type { Catalog } from "tamis/catalog";
import type { Permission } from "../../access/rights.ts";
import type { Principal } from "../rules/compiled-rule.ts";
import { ancestorsOf } from "../rules/uri-pattern.ts";

/** The question that a decision answers: may these principals do this with this resource? */
export interface Question {
  /** Canonical path of the resource. */
  readonly path: string;
  readonly permission: Permission;
  readonly principals: readonly Principal[];
  /** Canonical paths of all containers of the resource. */
  readonly containers: readonly string[];
  /** Parameters of the request, by name. */
  readonly parameters: ReadonlyMap<string, readonly string[]>;
  /** Whether rules compare parameters that do not say so. */
  readonly matchParams: boolean;
  /** Media types without parameters, in lower case. */
  readonly contentType: string | undefined;
  readonly acceptTypes: ReadonlySet<string>;
  readonly acceptItemTypes: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Row that conditions are evaluated on, with the members of the context. */
  readonly context: object;
  /**
   * Whether the path is that of a collection. The filter of a rule is then about its items: a grant with a filter gives access to the
   * collection, and a prohibition with a filter does not deny it.
   */
  readonly isCollection: boolean;
  /** The row at the path, which filters are evaluated on; undefined if it is unknown. */
  readonly item: { readonly row: object; readonly catalog: Catalog } | undefined;
}

/** Returns all containers of a resource: the paths above it, and given containers with the paths above them. */
export function containersOf(path: string, containers: readonly string[]): readonly string[] {
  return [
    ...new Set([
      ...ancestorsOf(path),
      ...containers.flatMap((container) => [container, ...ancestorsOf(container)]),
    ]),
  ];
}

/** Returns the media types of a list such as `Accept`, without parameters and in lower case. */
export function mediaTypes(list: string | undefined): ReadonlySet<string> {
  const types = (list ?? "").split(",").map((type) => type.split(";", 1)[0]!.trim().toLowerCase());
  return new Set(types.filter((type) => type !== ""));
}
