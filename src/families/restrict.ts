import type { MemberDefinition, MemberDefinitions } from "../catalog/types.ts";
import type { ScalarType } from "../values/types.ts";

/** Members of which `F` filter and `S` sort, all others neither. */
export type Restricted<M extends MemberDefinitions, F extends string, S extends string> = {
  readonly [N in keyof M]: Written<M[N]> & {
    readonly filterable: N extends F ? true : false;
    readonly sortable: N extends S ? true : false;
  };
};

type Written<D> = D extends ScalarType ? { readonly type: D } : Omit<D, "filterable" | "sortable">;

/**
 * A resource's members, as a collection lets them be asked for. The row keeps all its fields; a filter and a sort key
 * can name only some.
 *
 * @param usable the members that filter, and those that sort (default: the same)
 * @example restrict({ id: "string", size: "integer" }, { filter: ["id"] }) // size neither filters nor sorts
 */
export function restrict<
  const M extends MemberDefinitions,
  const F extends keyof M & string,
  const S extends keyof M & string = F,
>(members: M, usable: { readonly filter: readonly F[]; readonly sort?: readonly S[] }): Restricted<M, F, S> {
  const filter: ReadonlySet<string> = new Set<string>(usable.filter);
  const sort: ReadonlySet<string> = new Set<string>(usable.sort ?? usable.filter);
  const entries = Object.entries(members).map(([name, definition]): [string, MemberDefinition] => {
    const written = typeof definition === "string" ? { type: definition } : definition;
    return [name, { ...written, filterable: filter.has(name), sortable: sort.has(name) }];
  });
  return Object.fromEntries(entries) as Restricted<M, F, S>;
}
