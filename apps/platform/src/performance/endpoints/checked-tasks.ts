import type { RowStore } from "tamis/http";
import type { Models } from "../../models/models.ts";
import type { Row } from "../../storage/storage.ts";
import { requireMonitorable } from "../contract/check-definition.ts";

/** Returns the store with definitions whose models can be measured, and that take their jobs along when they are deleted. */
export function checkedTasks(
  store: RowStore<Row>,
  models: Models,
  deleteJobsOf: (taskId: string) => Promise<void>,
): RowStore<Row> {
  const checked = async (row: Row): Promise<Row> => {
    const modelId = row["modelId"] as string;
    const { projectId } = requireMonitorable(modelId, await models.find(modelId));
    return { ...row, projectId };
  };
  return {
    ...store,
    create: async (row, options) => store.create(await checked(row), options),
    replace: async (key, row, condition) => store.replace(key, await checked(row), condition),
    async delete(key, condition) {
      const outcome = await store.delete(key, condition);
      if (outcome.kind === "deleted") await deleteJobsOf(String(key));
      return outcome;
    },
  };
}
