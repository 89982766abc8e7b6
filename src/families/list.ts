import { analyticServer } from "./analytic-server.ts";
import { annotations } from "./annotations.ts";
import { authorization } from "./authorization.ts";
import { dataQuality } from "./data-quality.ts";
import { detection } from "./detection.ts";
import { modelManagement } from "./model-management.ts";
import { reports } from "./reports.ts";
import { tokenService } from "./token-service.ts";

/** The only list of families. */
export const FAMILIES = [
  tokenService,
  modelManagement,
  reports,
  dataQuality,
  annotations,
  authorization,
  detection,
  analyticServer,
] as const;

export type FamilyName = (typeof FAMILIES)[number]["name"];
