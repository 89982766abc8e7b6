import type { Cluster } from "./cluster.ts";

/**
 * A table of the coordinator whose partitions are tables of the shards. Rows are partitioned by hash of `bucket`, which
 * is the key modulo 64. Because the column has few values, each shard can count its rows by bucket.
 */
export interface DistributedTable {
  readonly name: string;
  /** Columns without `bucket`. One of them is `id`, an integer >= 0. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Column lists of the indexes of each shard. */
  readonly indexes: readonly string[];
}

export const BUCKET = "bucket";
const BUCKETS = 64;

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

export async function createTable(cluster: Cluster, { name, columns }: DistributedTable): Promise<void> {
  const table = quote(name);
  const written = [{ name: BUCKET, type: "smallint NOT NULL" }, ...columns]
    .map((column) => `${quote(column.name)} ${column.type}`)
    .join(", ");
  for (const shard of cluster.shards)
    await shard.query(
      `CREATE TABLE ${table} (${written}, PRIMARY KEY (id), CHECK (bucket = mod(id, ${BUCKETS})))`,
    );
  await cluster.coordinator.query(`CREATE TABLE ${table} (${written}) PARTITION BY HASH (bucket)`);
  const count = cluster.shards.length;
  for (const i of cluster.shards.keys())
    await cluster.coordinator.query(
      `CREATE FOREIGN TABLE ${quote(`${name}_${i}`)} PARTITION OF ${table} FOR VALUES WITH (MODULUS ${count}, REMAINDER ${i}) SERVER shard_${i} OPTIONS (table_name '${name}')`,
    );
}

/** Inserts rows directly into their shards. Each row is a list of values in column order. */
export async function loadRows(
  cluster: Cluster,
  { name, columns }: DistributedTable,
  rows: Iterable<readonly unknown[]>,
  progress: (loaded: number) => void = () => undefined,
): Promise<void> {
  const shardOf = await shardsOfBuckets(cluster, name);
  const idAt = columns.findIndex((column) => column.name === "id");
  const types = columns.map(({ type }) => type.split(" COLLATE ", 1)[0]!.replace(" NOT NULL", ""));
  const names = [BUCKET, ...columns.map((column) => column.name)].map(quote).join(", ");
  const arrays = ["smallint", ...types].map((type, i) => `CAST($${i + 1} AS ${type}[])`).join(", ");
  const statement = `INSERT INTO ${quote(name)} (${names}) SELECT * FROM unnest(${arrays})`;
  const batches = cluster.shards.map((): unknown[][] => []);
  let loaded = 0;
  const send = async () => {
    await Promise.all(
      batches.map(async (batch, i) => {
        if (batch.length === 0) return;
        const values = Array.from({ length: columns.length + 1 }, (_, at) => batch.map((row) => row[at]));
        await cluster.shards[i]!.query(statement, values);
        loaded += batch.length;
        batch.length = 0;
      }),
    );
    progress(loaded);
  };
  let read = 0;
  for (const row of rows) {
    const bucket = Number(row[idAt]) % BUCKETS;
    batches[shardOf[bucket]!]!.push([bucket, ...row]);
    if (++read % BATCH === 0) await send();
  }
  if (read % BATCH > 0) await send();
}

const BATCH = 20_000;

/** Creates the indexes. Call it after loading the rows, which is faster. */
export async function indexTable(cluster: Cluster, { name, indexes }: DistributedTable): Promise<void> {
  await Promise.all(
    cluster.shards.map(async (shard) => {
      for (const index of indexes) await shard.query(`CREATE INDEX ON ${quote(name)} (${index})`);
      await shard.query(`VACUUM ANALYZE ${quote(name)}`);
    }),
  );
}

/** Copies all rows to the coordinator, to measure the cost of accessing the shards. */
export async function copyToOneServer(
  { coordinator }: Cluster,
  { name, indexes }: DistributedTable,
  copy: string,
): Promise<void> {
  await coordinator.query(`CREATE TABLE ${quote(copy)} (LIKE ${quote(name)})`);
  await coordinator.query(`INSERT INTO ${quote(copy)} SELECT * FROM ${quote(name)}`);
  await coordinator.query(`ALTER TABLE ${quote(copy)} ADD PRIMARY KEY (id)`);
  for (const index of indexes) await coordinator.query(`CREATE INDEX ON ${quote(copy)} (${index})`);
  await coordinator.query(`VACUUM ANALYZE ${quote(copy)}`);
}

/** Returns the shard index of each bucket, as computed by the coordinator. */
async function shardsOfBuckets(cluster: Cluster, name: string): Promise<number[]> {
  const { rows } = await cluster.coordinator.query<{ shard: number }>(
    `SELECT s AS shard FROM generate_series(0, ${BUCKETS - 1}) AS b CROSS JOIN generate_series(0, $2 - 1) AS s WHERE satisfies_hash_partition(CAST(CAST($1 AS text) AS regclass), $2, s, CAST(b AS smallint)) ORDER BY b`,
    [quote(name), cluster.shards.length],
  );
  return rows.map(({ shard }) => shard);
}
