import { drizzle } from "./drizzle.ts";
import { knex } from "./knex.ts";
import { kysely } from "./kysely.ts";
import type { SqlPeer } from "./peer.ts";
import { queryBuilder } from "./query-builder.ts";
import { ucast } from "./ucast.ts";

export async function loadSqlPeers(): Promise<SqlPeer[]> {
  return [await kysely(), await knex(), await drizzle(), await ucast(), ...(await queryBuilder())];
}
