/** States of a process. A process that has ended never runs again. */
export const PROCESS = { running: "running", completed: "completed" } as const;

/** States of a task. Owners complete active tasks. */
export const TASK = { active: "active", completed: "completed" } as const;
