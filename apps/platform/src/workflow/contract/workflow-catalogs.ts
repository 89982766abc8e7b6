import { defineCatalog, type MemberDefinitions } from "tamis";
import { modelManagement as family } from "tamis/families";
import { withHidden } from "../../storage/stored-members.ts";

const { workflowTasks, workflowAssociations, prompts } = family.collections;

export const TASKS = workflowTasks.path;
export const ASSOCIATIONS = workflowAssociations.path;
export const PROCESSES = `${family.prefix}/workflowProcesses`;
export const PROMPTS = prompts.path;

const { definition } = workflowTasks.catalog;

/** Tasks with the users and groups that can own them: `user:` or `group:` and a name. */
const taskMembers = {
  ...definition.members,
  potentialOwners: { type: "list", items: "string", filterable: false, sortable: false, selectable: false },
} as const satisfies MemberDefinitions;
export const storedTasks = defineCatalog({
  name: definition.name,
  description: "Tasks of all callers.",
  key: "id",
  members: taskMembers,
});

/**
 * Associations with a key that no two of them share: that of their object while their process runs, and of their own later. So the
 * database refuses a second active association of an object.
 */
export const storedAssociations = withHidden(workflowAssociations.catalog, ["activeKey"]);

/** Processes with the id of the step that they have reached. */
export const storedProcesses = withHidden(family.resources.workflowProcess.catalog, ["step"]);

export const storedPrompts = withHidden(prompts.catalog, ["taskId"]);
