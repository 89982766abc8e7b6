import {
  namedText,
  ormQuery,
  type NamedText,
  type OrmFragment,
  type OrmOptions,
  type OrmQuery,
  type OrmRequest,
} from "./orm-query.ts";

/**
 * Returns the condition and the order of a query for `where`, `andWhere` and `orderBy` of TypeORM's `SelectQueryBuilder`,
 * which must have the alias `t`.
 *
 * @throws TypeError for a dialect whose drivers bind lists as objects of their own, such as DuckDB
 * @example
 * const query = typeOrmQuery({ filter, sortBy }, { catalog, table, dialect });
 * if (query.verdict === "exact")
 *   await repository.createQueryBuilder("t").where(query.where.text, query.where.parameters).getMany();
 */
export function typeOrmQuery(request: OrmRequest, options: OrmOptions): OrmQuery<NamedText> {
  return ormQuery(request, options, (fragment) => toNamed(fragment, "tamisWhere"), orderOf);
}

/** TypeORM appends a direction to the text of an order. A constant last term takes it, so the order stays the same. */
function orderOf(fragment: OrmFragment): NamedText {
  const { text, parameters } = toNamed(fragment, "tamisOrder");
  return { text: `${text}, (SELECT 0)`, parameters };
}

/** Copies the parameters to an object with a prototype, because TypeORM calls their method `hasOwnProperty`. */
function toNamed(fragment: OrmFragment, prefix: string): NamedText {
  const { text, parameters } = namedText(fragment, prefix);
  return { text, parameters: { ...parameters } };
}
