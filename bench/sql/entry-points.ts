import { ROW_MEMBERS } from "../row-catalog.ts";

/** Loads the built package. Only the SQL parts need it, so it is imported lazily. */
export async function loadEntryPoints() {
  const [main, sql, keys] = await Promise.all([
    import("tamis"),
    import("tamis/sql"),
    import("tamis/collation/uca"),
  ]);
  await keys.loadCollations("und");
  return { main, sql, keys };
}

export type EntryPoints = Awaited<ReturnType<typeof loadEntryPoints>>;

/** Returns the catalog of the table, with the functions of the built package. */
export function reportCatalog({ defineCatalog }: EntryPoints["main"]) {
  return defineCatalog({
    name: "reports",
    key: "id",
    members: { ...ROW_MEMBERS, id: { type: "integer", nullable: false } },
  });
}
