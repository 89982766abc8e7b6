import type { Pool } from "pg";
import type { ExplainedStatement } from "../../src/engine/explain.ts";

/** PostgreSQL's plan of a statement on the coordinator. */
export interface RemotePlan {
  readonly lines: readonly string[];
  /** Statements that run on the shards. */
  readonly remote: readonly string[];
  /** Conditions that the coordinator evaluates. */
  readonly local: readonly string[];
}

/** Plans a statement without running it. The statement must be explained with its values. */
export async function remotePlan(pool: Pool, { text, parameters }: ExplainedStatement): Promise<RemotePlan> {
  const { rows } = await pool.query<[string]>({
    text: `EXPLAIN (VERBOSE, COSTS OFF) ${text}`,
    values: parameters.map(({ type, value }) => toDriverValue(type, value)),
    rowMode: "array",
  });
  const lines = rows.map(([line]) => line);
  const after = (word: string) =>
    lines.flatMap((line) => (line.trim().startsWith(word) ? [line.trim().slice(word.length)] : []));
  return { lines, remote: after("Remote SQL: "), local: after("Filter: ") };
}

function toDriverValue(type: string, value: unknown): unknown {
  if (type === "bytes") return Buffer.from(value as Uint8Array);
  return Array.isArray(value) ? value.map(String) : String(value);
}
