/** Conditions and orders as fragments for query builders and ORMs: Kysely, Drizzle, Knex, TypeORM and Prisma. */
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
export { prismaQuery, type PrismaOptions } from "./prisma/prisma.ts";
export type { PrismaWhere } from "./prisma/conditions.ts";
export type { PrismaField, PrismaFieldType, PrismaProvider } from "./prisma/fields.ts";
export type { PrismaOrder } from "./prisma/order.ts";
export { typeOrmQuery } from "./typeorm.ts";
