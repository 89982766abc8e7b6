import { clockFunctions, FUNCTIONS } from "tamis/functions";

/** Functions that filters of the shell can call, for help and completion. */
export const SHELL_FUNCTIONS = [...FUNCTIONS, ...clockFunctions()];
