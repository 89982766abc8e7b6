/**
 * tamis as it is published. Loaded late: the other parts of the bench need no built package.
 */
export async function loadDoors() {
  const [main, sql, keys] = await Promise.all([
    import("tamis"),
    import("tamis/sql"),
    import("tamis/collation/uca"),
  ]);
  await keys.loadCollations("und");
  return { main, sql, keys };
}

export type Doors = Awaited<ReturnType<typeof loadDoors>>;
