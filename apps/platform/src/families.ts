import { AnalyticServer } from "./analytic-server/analytic-server.ts";
import { Annotations } from "./annotations/annotations.ts";
import { Detection, type DetectionOptions } from "./detection/detection.ts";
import type { Family } from "./family/family.ts";
import type { Storage } from "./storage/storage.ts";

export interface FamilyOptions {
  readonly detection: DetectionOptions;
  /** Ends the process. Returns the number of requests that it waits for. */
  readonly shutDown: () => number;
}

/** Opens the families that run. */
export async function openFamilies(storage: Storage, options: FamilyOptions): Promise<readonly Family[]> {
  const { detection, shutDown } = options;
  return [
    await Annotations.open(storage),
    await Detection.open(storage, detection),
    new AnalyticServer({ shutDown }),
  ];
}
