import type { DuckdbColumns } from "./column-values.ts";

/** Structural types of the members of the driver that the adapter calls, so that tamis does not depend on it. */

export interface DuckdbConnection {
  run(sql: string, values?: never[], types?: never[]): Promise<DuckdbResult>;
  stream(sql: string, values?: never[], types?: never[]): Promise<DuckdbResult>;
  registerScalarFunction(definition: never): void;
  interrupt(): void;
}

export interface DuckdbResult {
  fetchChunk(): Promise<DuckdbColumns | null>;
}
