import { boolean, call, sortBy } from "../ast/constructors.ts";
import type { Expression, SortBy, SortKey } from "../ast/nodes.ts";
import { printNode } from "../ast/print.ts";
import { treeToJson, type JsonExpression } from "../ast/to-json.ts";
import type { Catalog, MemberDefinitions } from "../catalog/types.ts";
import { requireOptionalCatalog } from "../catalog/require-catalog.ts";
import { encodeReserved } from "../url/reserved-parameters.ts";
import { requireCount } from "../url/require-count.ts";
import { ownProperties } from "../values/own-properties.ts";
import { conditionOf, requireAllowed } from "./build-call.ts";
import { builderContext, expressionBuilder, type ExpressionBuilder } from "./expression-builder.ts";
import type { FunctionShape } from "./function-shape.ts";
import type { DroppableCondition, MembersOf, SortKeyOf } from "./member-types.ts";
import { sortKeysOf } from "./sort-keys.ts";
import type { BuilderContext } from "./typed-argument.ts";

export interface QueryOptions<F extends readonly FunctionShape[]> {
  /** Functions of the service, such as those from `defineFunction`. The builder has a method for each. */
  readonly functions?: F;
}

/** The JSON form of a query. Absent parts are undefined, so JSON has no property for them. */
export interface QueryJson {
  /** JSON form of the condition's tree, as from `toJson`. */
  readonly filter: JsonExpression | undefined;
  /** Sort keys such as `name:descending`. */
  readonly sortBy: readonly string[] | undefined;
  readonly start: number | undefined;
  readonly limit: number | undefined;
}

/** Names of the functions that a catalog allows: `string` if it allows all or if the compiler does not know them. */
export type FunctionsOf<C> = C extends Catalog<MemberDefinitions, infer A> ? A : string;

/**
 * Starts a query of a collection. Member paths, types of values, enum values, functions, strengths and sort keys are checked
 * by the compiler, and again at run time. Without a catalog, any name is a member, and values have their JavaScript type:
 * write `date("2020-01-31")` for a date.
 *
 * @example
 * query(reports)
 *   .where((b) => b.and(b.eq("owner.city", "Oslo"), onlyNew && b.isNull("modified")))
 *   .sortBy("name", "size:descending")
 *   .limit(50)
 *   .toString() // "filter=eq(owner.city,'Oslo')&sortBy=name,size:descending&limit=50"
 * @throws TypeError for a value that is not a catalog, and for two functions with the same name
 */
export function query<
  C extends Catalog | undefined = undefined,
  const F extends readonly FunctionShape[] = [],
>(catalog?: C, options: QueryOptions<F> = {}): QueryBuilder<MembersOf<C>, FunctionsOf<C>, F> {
  requireOptionalCatalog(catalog);
  const { functions = [] } = ownProperties(options as QueryOptions<readonly FunctionShape[]>);
  const context = builderContext(catalog, functions);
  return new QueryBuilder(context, expressionBuilder(context) as never, EMPTY);
}

interface Parts {
  readonly conditions: readonly Expression[];
  readonly keys: readonly SortKey[];
  readonly start: number | undefined;
  readonly limit: number | undefined;
}

const EMPTY: Parts = { conditions: [], keys: [], start: undefined, limit: undefined };

/** A query of a collection. Immutable: each method returns another query. */
export class QueryBuilder<S, A extends string = string, F extends readonly FunctionShape[] = []> {
  readonly #context: BuilderContext;
  readonly #builder: ExpressionBuilder<S, A, F>;
  readonly #parts: Parts;

  /** @internal Use `query`. */
  constructor(context: BuilderContext, builder: ExpressionBuilder<S, A, F>, parts: Parts) {
    this.#context = context;
    this.#builder = builder;
    this.#parts = parts;
    Object.freeze(this);
  }

  /**
   * Adds a condition. All conditions must be true. A falsy condition adds nothing.
   *
   * @throws TypeError for a value that is not a condition
   */
  where(
    condition:
      | ((builder: ExpressionBuilder<S, A, F>) => DroppableCondition<S, string>)
      | Expression
      | false
      | null
      | undefined,
  ): QueryBuilder<S, A, F> {
    const built = typeof condition === "function" ? condition(this.#builder) : condition;
    if (!built) return this;
    const node = conditionOf(built, "where", this.#context);
    const { conditions } = this.#parts;
    if (conditions.length > 0) requireAllowed("and", this.#context.catalog);
    return this.#with({ conditions: [...conditions, node] });
  }

  /**
   * Adds sort keys after the existing ones.
   *
   * @throws TypeError for an invalid key
   * @example query(reports).sortBy("id", "owner.age:descending", "name:primary")
   */
  sortBy(...keys: readonly (SortKeyOf<S> | SortKey)[]): QueryBuilder<S, A, F> {
    return this.#with({ keys: [...this.#parts.keys, ...sortKeysOf(keys, this.#context)] });
  }

  /**
   * Sets the number of rows before the first row of the page.
   *
   * @throws RangeError for a value that is not an integer >= 0
   */
  start(count: number): QueryBuilder<S, A, F> {
    return this.#with({ start: requireCount("start", count) });
  }

  /**
   * Sets the maximum number of rows of the page.
   *
   * @throws RangeError for a value that is not an integer >= 0
   */
  limit(count: number): QueryBuilder<S, A, F> {
    return this.#with({ limit: requireCount("limit", count) });
  }

  /** The tree of the condition, the same that the parser makes. The literal `true` without conditions. */
  get filter(): Expression {
    const { conditions } = this.#parts;
    if (conditions.length > 1) return call("and", conditions);
    return conditions[0] ?? boolean(true);
  }

  /** The tree of the sort. Undefined without sort keys. */
  get order(): SortBy | undefined {
    return this.#parts.keys.length === 0 ? undefined : sortBy(this.#parts.keys);
  }

  /** Returns the query string without `?`, percent-encoded. */
  toString(): string {
    const { start, limit } = this.#parts;
    return encodeReserved({ filter: this.filter, sortBy: this.order, start, limit });
  }

  toSearchParams(): URLSearchParams {
    return new URLSearchParams(this.toString());
  }

  toJSON(): QueryJson {
    const { conditions, keys, start, limit } = this.#parts;
    return {
      filter: conditions.length === 0 ? undefined : treeToJson(this.filter),
      sortBy: keys.length === 0 ? undefined : keys.map(printNode),
      start,
      limit,
    };
  }

  #with(changed: Partial<Parts>): QueryBuilder<S, A, F> {
    return new QueryBuilder(this.#context, this.#builder, { ...this.#parts, ...changed });
  }
}
