import { requireObject } from "../diagnostics/require-argument.ts";
import type { MemberDefinition, MemberDefinitions } from "../catalog/types.ts";
import type { ScalarType } from "../values/types.ts";
import { ownProperty } from "../values/own-properties.ts";

/** The type of members `M` if only `F` are filterable and only `S` are sortable. */
export type Restricted<M extends MemberDefinitions, F extends string, S extends string> = {
  readonly [N in keyof M]: Written<M[N]> & {
    readonly filterable: N extends F ? true : false;
    readonly sortable: N extends S ? true : false;
    readonly selectable: true;
  };
};

type Written<D> = D extends ScalarType
  ? { readonly type: D }
  : Omit<D, "filterable" | "sortable" | "selectable">;

/**
 * Returns the members with `filterable` and `sortable` set as a collection allows it. Rows keep all fields, and
 * requests can select each.
 *
 * @param usable filterable members, and sortable members (default: the same)
 * @example restrict({ id: "string", size: "integer" }, { filter: ["id"] }) // size is neither filterable nor sortable
 */
export function restrict<
  const M extends MemberDefinitions,
  const F extends keyof M & string,
  const S extends keyof M & string = F,
>(members: M, usable: { readonly filter: readonly F[]; readonly sort?: readonly S[] }): Restricted<M, F, S> {
  requireObject(members, "members");
  requireObject(usable, "usable");
  const filter: ReadonlySet<string> = new Set<string>(usable.filter);
  const sort: ReadonlySet<string> = new Set<string>(ownProperty(usable, "sort") ?? usable.filter);
  const entries = Object.entries(members).map(([name, definition]): [string, MemberDefinition] => {
    const expanded = typeof definition === "string" ? { type: definition } : definition;
    return [name, { ...expanded, filterable: filter.has(name), sortable: sort.has(name), selectable: true }];
  });
  return Object.fromEntries(entries) as Restricted<M, F, S>;
}
