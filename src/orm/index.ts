/** Conditions and orders as fragments for query builders and ORMs: Kysely, Drizzle, Knex and TypeORM. */
export { drizzleQuery, type DrizzleTag } from "./drizzle.ts";
export { knexQuery, type KnexRaw } from "./knex.ts";
export { kyselyQuery, type KyselyTag } from "./kysely.ts";
export type {
  ExactOrmQuery,
  NamedText,
  OrmOptions,
  OrmQuery,
  OrmRequest,
  OrmResidual,
  SupersetOrmQuery,
} from "./orm-query.ts";
export { typeOrmQuery } from "./typeorm.ts";
