import { Annotations } from "./annotations/annotations.ts";
import type { Family } from "./family/family.ts";
import type { Storage } from "./storage/storage.ts";

/** Opens the families that run. */
export async function openFamilies(storage: Storage): Promise<readonly Family[]> {
  return [await Annotations.open(storage)];
}
