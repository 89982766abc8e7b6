import { analyticServer } from "./analytic-server.ts";
import { annotations } from "./annotations.ts";
import { authorization } from "./authorization.ts";
import { dataQuality } from "./data-quality.ts";
import { detection } from "./detection.ts";
import { modelManagement } from "./model-management.ts";
import { reports } from "./reports.ts";
import { tokenService } from "./token-service.ts";

/** All families of the platform. No other file lists them. */
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
