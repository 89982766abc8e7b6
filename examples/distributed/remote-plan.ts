import type { Pool } from "pg";
import type { ExplainedStatement } from "../../src/engine/explain.ts";

/** What the coordinator says of a statement: which of it runs on the shards. */
export interface RemotePlan {
  readonly lines: readonly string[];
  /** The statements that are sent to the shards. */
  readonly remote: readonly string[];
  /** Conditions that the coordinator itself looks at. */
  readonly local: readonly string[];
}

/** Plans a statement, which was explained with its values, without running it. */
export async function remotePlan(pool: Pool, { text, parameters }: ExplainedStatement): Promise<RemotePlan> {
  const { rows } = await pool.query<[string]>({
    text: `EXPLAIN (VERBOSE, COSTS OFF) ${text}`,
    values: parameters.map(({ type, value }) => asSent(type, value)),
    rowMode: "array",
  });
  const lines = rows.map(([line]) => line);
  const after = (word: string) =>
    lines.flatMap((line) => (line.trim().startsWith(word) ? [line.trim().slice(word.length)] : []));
  return { lines, remote: after("Remote SQL: "), local: after("Filter: ") };
}

function asSent(type: string, value: unknown): unknown {
  if (type === "bytes") return Buffer.from(value as Uint8Array);
  return Array.isArray(value) ? value.map(String) : String(value);
}
