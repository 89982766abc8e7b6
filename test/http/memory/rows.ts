/** Number of rows of each collection of the server. */
export const ROWS = 2_000;

export function rows(): readonly { readonly id: number; readonly name: string; readonly size: number }[] {
  return Array.from({ length: ROWS }, (_, id) => ({
    id,
    name: `name ${(id * 7919) % ROWS}`,
    size: (id * 31) % 5_000,
  }));
}
