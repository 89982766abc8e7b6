import { makeRows } from "../evaluate/rows.ts";
import { keyOf, type KeyedRow } from "./traffic-stores.ts";

export function makeKeyedRows(count: number): KeyedRow[] {
  return makeRows(count).map((row): KeyedRow => ({ ...row, key: keyOf(row.id) }));
}

/** Seed of random requests. It changes with each run and is printed; `TAMIS_SEED` repeats a run. */
export function seedOfRun(): number {
  return Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
}
