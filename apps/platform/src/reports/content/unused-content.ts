import { setTimeout as pause } from "node:timers/promises";
import type { RowStore } from "tamis/http";
import { runAsNobody } from "../../audit/origin.ts";
import type { Row } from "../../storage/storage.ts";

/** Milliseconds after which a save by another process has certainly ended. Requests have a shorter limit. */
const LONGEST_SAVE = 60_000;

/**
 * Deletes content that no report refers to. A process that ends between storing content and its report leaves such a row.
 *
 * @param wait milliseconds until content counts as unused
 */
export async function deleteUnusedContent(
  reports: RowStore<Row>,
  contents: RowStore<Row>,
  signal: AbortSignal,
  wait = LONGEST_SAVE,
): Promise<void> {
  const readUsedIds = () => valuesOf(reports, "contentId", {});
  const usedIds = await readUsedIds();
  const unused = [...(await valuesOf(contents, "id", ONLY_ID))].filter((id) => !usedIds.has(id));
  if (unused.length === 0) return;
  // Another process can be about to store the report of the content.
  await pause(wait, undefined, { signal, ref: false });
  const later = await readUsedIds();
  for (const id of unused)
    if (!later.has(id) && !signal.aborted) await runAsNobody(() => contents.delete(id, "any"));
}

/** Content is long, so only its key is read. */
const ONLY_ID = { select: ["id"] } as const;

async function valuesOf(
  store: RowStore<Row>,
  member: string,
  options: { readonly select?: readonly string[] },
): Promise<ReadonlySet<string>> {
  const result = await store.collection.stream({}, options);
  if (!result.ok) throw new Error(`internal: ${result.diagnostics[0]!.message}`);
  const values = new Set<string>();
  for await (const row of result.rows) if (typeof row[member] === "string") values.add(row[member]);
  return values;
}
