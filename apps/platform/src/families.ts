import { AnalyticServer } from "./analytic-server/analytic-server.ts";
import { Annotations } from "./annotations/annotations.ts";
import { Detection, type DetectionOptions } from "./detection/detection.ts";
import { DataQuality } from "./data-quality/data-quality.ts";
import type { KnowledgeBases } from "./data-quality/knowledge-bases.ts";
import type { Family } from "./family/family.ts";
import { Files } from "./files/files.ts";
import { Folders } from "./folders/folders.ts";
import { Models } from "./models/models.ts";
import { Performance, type PerformanceSettings } from "./performance/performance.ts";
import { Publishing } from "./publishing/publishing.ts";
import { Reports } from "./reports/reports.ts";
import type { Storage } from "./storage/storage.ts";
import { Workflow } from "./workflow/workflow.ts";

export interface FamilyOptions {
  readonly knowledgeBases: KnowledgeBases;
  readonly detection: DetectionOptions;
  readonly performance: PerformanceSettings;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Ends the process. Returns the number of requests that it waits for. */
  readonly shutDown: () => number;
  /** Called with errors that do not change a response. */
  readonly report: (error: unknown) => void;
}

/** Opens the families that run. Their samples are added in this order. */
export async function openFamilies(storage: Storage, options: FamilyOptions): Promise<readonly Family[]> {
  const { knowledgeBases, detection, performance, now, shutDown, report } = options;
  const folders = await Folders.open(storage);
  const files = await Files.open(storage);
  const models = await Models.open(storage);
  return [
    await Annotations.open(storage),
    folders,
    files,
    await Reports.open(storage, { folders, files, report }),
    await DataQuality.open(storage, knowledgeBases),
    await Detection.open(storage, detection),
    models,
    await Performance.open(storage, { ...performance, models, now, onError: report }),
    await Publishing.open(storage, models),
    await Workflow.open(storage),
    new AnalyticServer({ shutDown }),
  ];
}
