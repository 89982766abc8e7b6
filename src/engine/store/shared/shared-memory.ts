import { canShareMemory } from "../../../wasm/instantiate.ts";

/** Problem: the platform has no memory that threads share, or cannot decode strings in it. */
export interface NoSharedMemory {
  readonly code: "no-shared-memory";
  readonly message: string;
}

/** Returns why threads cannot share memory here; undefined if they can. */
export function noSharedMemory(): NoSharedMemory | undefined {
  if (canShareMemory()) return undefined;
  const isMissing = (globalThis as { readonly SharedArrayBuffer?: unknown }).SharedArrayBuffer === undefined;
  const message = isMissing
    ? "Threads cannot share memory here: SharedArrayBuffer is missing. Browsers have it only on pages that are cross-origin isolated."
    : "Threads cannot share memory here: the platform lacks WebAssembly with shared memory, or decodes no strings from it.";
  return { code: "no-shared-memory", message };
}
