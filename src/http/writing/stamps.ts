import { requireKind } from "../../diagnostics/require-argument.ts";
import {
  readStoredTemporal,
  formatInstant,
  lastReadInstant,
  type TemporalType,
} from "../../values/instant.ts";
import { callerName } from "../contract/caller-name.ts";
import type { ResourceRequest } from "../contract/context.ts";

type Row = Record<string, unknown>;

/**
 * Returns a row with the times and the caller of a change.
 *
 * @param stored row before the change; undefined for a new row
 */
export function stamped(of: Pick<ResourceRequest, "resource" | "request">, row: Row, stored?: object): Row {
  requireKind(of, "of", "an object with resource and request", "resource", "request");
  const { resource, request } = of;
  const { stamps, catalog } = resource;
  const caller = callerName(request.identity) ?? null;
  const stamp = (name: string | undefined, valueOf: (property: string, type: string) => unknown) => {
    const member = name === undefined ? undefined : catalog.members.byName.get(name);
    return member === undefined ? [] : [[member.property, valueOf(member.property, member.type)] as const];
  };
  const now = (property: string, type: string) => timeAfter(stored, property, type as TemporalType);
  return {
    ...row,
    ...Object.fromEntries([
      ...(stored === undefined
        ? [...stamp(stamps.created, now), ...stamp(stamps.createdBy, () => caller)]
        : []),
      ...stamp(stamps.modified, now),
      ...stamp(stamps.modifiedBy, () => caller),
    ]),
  };
}

/**
 * Returns the current time, but at least the stored time and one millisecond, so that each version of a row has its own
 * time of change.
 */
function timeAfter(stored: object | undefined, property: string, type: TemporalType): string {
  const before = stored === undefined ? undefined : (stored as Row)[property];
  let milliseconds = Date.now();
  if (typeof before === "string" && readStoredTemporal("dateTime", before))
    milliseconds = Math.max(milliseconds, lastReadInstant.milliseconds + 1);
  return formatInstant({ milliseconds, nanoseconds: 0 }, type);
}
