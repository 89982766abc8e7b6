import { AnalyticServer } from "./analytic-server/analytic-server.ts";
import type { AuditTrail } from "./audit/audit-trail.ts";
import { Annotations } from "./annotations/annotations.ts";
import { Detection, type DetectionSettings } from "./detection/detection.ts";
import { DataQuality } from "./data-quality/data-quality.ts";
import type { KnowledgeBases } from "./data-quality/knowledge-bases.ts";
import type { Family } from "./family/family.ts";
import { Files } from "./files/files.ts";
import { Folders } from "./folders/folders.ts";
import { Models } from "./models/models.ts";
import { Performance, type PerformanceSettings } from "./performance/performance.ts";
import { Publishing } from "./publishing/publishing.ts";
import { Reports } from "./reports/reports.ts";
import type { Tables } from "./storage/storage.ts";
import { Workflow } from "./workflow/workflow.ts";

export interface FamilyOptions {
  readonly knowledgeBases: KnowledgeBases;
  readonly detection: DetectionSettings;
  readonly performance: PerformanceSettings;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Ends the process. Returns the number of requests that it waits for. */
  readonly shutDown: () => number;
  /** Records an event in the audit trail. */
  readonly record: AuditTrail["record"];
  /** Called with errors that do not change a response. */
  readonly report: (error: unknown) => void;
}

/** Opens the families that run. Their samples are added in this order. */
export async function openFamilies(tables: Tables, options: FamilyOptions): Promise<readonly Family[]> {
  const { knowledgeBases, detection, performance, now, shutDown, record, report } = options;
  const folders = await Folders.open(tables);
  const files = await Files.open(tables);
  const models = await Models.open(tables);
  const measured = await Performance.open(tables, { ...performance, models, now, onError: report });
  return [
    await Annotations.open(tables),
    folders,
    files,
    await Reports.open(tables, { folders, files, report }),
    await DataQuality.open(tables, knowledgeBases),
    await Detection.open(tables, { ...detection, now, record, onError: report }),
    models,
    measured,
    await Publishing.open(tables, models, measured),
    await Workflow.open(tables),
    new AnalyticServer({ shutDown, record, onError: report }),
  ];
}
