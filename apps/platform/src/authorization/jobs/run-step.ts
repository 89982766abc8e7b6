import type { Row } from "../../storage/storage.ts";
import { RULES } from "../rules/rule-record.ts";
import { ruleProblems, type CatalogOf } from "../rules/rule-problems.ts";
import type { RuleStore } from "../rules/rule-store.ts";
import type { JobStep, RunStep } from "./job-queue.ts";

/**
 * Returns the function that runs a step of a job on the stored rules.
 *
 * @param now returns milliseconds since 1970
 */
export function stepRunner(rules: RuleStore, catalogOf: CatalogOf, now: () => number): RunStep {
  const changed = (step: JobStep, stored: Row): Row | string => {
    const time = new Date(now()).toISOString();
    const row: Row = {
      ...stored,
      ...(step.operation.rule as Row),
      modifiedBy: step.user,
      modifiedTimeStamp: time,
    };
    const [problem] = ruleProblems(row, catalogOf);
    return problem?.message ?? row;
  };
  return async (step) => {
    const { operation, ruleId } = step.operation;
    if (operation === "create") {
      const empty = Object.fromEntries([...RULES.members.byName.keys()].map((name) => [name, null]));
      const time = new Date(now()).toISOString();
      const newRow = { ...empty, id: step.newId, version: 1, createdBy: step.user, creationTimeStamp: time };
      const row = changed(step, newRow);
      if (typeof row === "string") return row;
      if (step.isRepeated && rules.index.get(step.newId) !== undefined) return undefined;
      const outcome = await rules.rows.create(row);
      return outcome.kind === "created" ? undefined : "Another rule does the same.";
    }
    if (operation === "delete") {
      const { kind } = await rules.rows.delete(ruleId!, "any");
      return kind === "deleted" || step.isRepeated ? undefined : `There is no rule ${ruleId!}.`;
    }
    const stored = await rules.rows.read(ruleId!);
    if (stored === undefined) return `There is no rule ${ruleId!}.`;
    const row = changed(step, stored.row);
    if (typeof row === "string") return row;
    const outcome = await rules.rows.replace(ruleId!, row, "any");
    return outcome.kind === "replaced"
      ? undefined
      : outcome.kind === "conflict"
        ? "Another rule does the same."
        : `There is no rule ${ruleId!}.`;
  };
}
