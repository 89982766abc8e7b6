import type { StampMember } from "../storage/stamps.ts";
import type { NewRow } from "../storage/storage.ts";
import type { storedTasks } from "./contract/catalogs.ts";

const PUBLIC = { dataLibrary: "public", resultLibrary: "public", inputVariables: null } as const;

/** Tasks that measure the sample models with the sample tables. */
export const SAMPLE_TASKS: readonly NewRow<
  typeof storedTasks,
  "projectId" | "version" | "links" | StampMember
>[] = [
  {
    id: "loan-default-quarterly",
    name: "Loan default",
    description: "Measures the loan model with the loans of the last quarter.",
    modelId: "loan-default",
    prefix: "loans",
    bins: 10,
    ...PUBLIC,
  },
  {
    id: "home-price-quarterly",
    name: "Home price",
    description: "Measures the price model with the homes of the last quarter.",
    modelId: "home-price",
    prefix: "homes",
    bins: 5,
    ...PUBLIC,
  },
];
