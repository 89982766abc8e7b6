import type { Expression } from "tamis";
import { call, name, string } from "tamis/builder";
import type { Caller } from "../../access/caller.ts";
import { hasValues, isOneOf, isStorable } from "../../storage/read-rows.ts";
import type { Row } from "../../storage/storage.ts";
import { TASK } from "./states.ts";

export const userOwner = (user: string) => `user:${user}`;
export const groupOwner = (group: string) => `group:${group}`;

/** Returns the names under which a caller can own a task. */
function ownersOf({ name: user, groups }: Caller): readonly string[] {
  return [userOwner(user), ...groups.map(groupOwner)];
}

/** Returns the rule for the active tasks that a caller owns or can own. */
export function visibleTo(caller: Caller): Expression {
  const candidates = ownersOf(caller)
    .filter(isStorable)
    .map((owner) => call("contains", [name("potentialOwners"), string(owner)]));
  return call("and", [
    hasValues({ state: TASK.active }),
    call("or", [isOneOf("actualOwner", [caller.name]), ...candidates]),
  ]);
}

/** Whether a caller sees a task. Equivalent to `visibleTo`, for a row at hand. */
export function isVisibleTo(caller: Caller, { state, actualOwner, potentialOwners }: Row): boolean {
  if (state !== TASK.active) return false;
  const potential = potentialOwners as readonly string[];
  return actualOwner === caller.name || ownersOf(caller).some((owner) => potential.includes(owner));
}
