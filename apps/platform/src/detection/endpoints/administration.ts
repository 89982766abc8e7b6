import { detection } from "tamis/families";
import { ADMINISTRATORS, type Caller } from "../../access/caller.ts";

export const SET_VERBOSE = `${detection.prefix}/decision/setverbose`;
export const RESTART = `${detection.prefix}/restart`;

const ADMINISTRATION: ReadonlySet<string> = new Set([SET_VERBOSE, RESTART]);

/** Returns whether a caller may not use a path because it is only for administrators. */
export function isClosed(path: string, { groups }: Caller): boolean {
  return ADMINISTRATION.has(path) && !groups.includes(ADMINISTRATORS);
}
