import type { FunctionDefinition } from "tamis";
import { clockFunctions } from "tamis/functions";
import { show } from "tamis/diagnostics";
import { UsageError } from "./arguments.ts";
import type { Scope } from "./command.ts";
import type { Option } from "./option.ts";

export const TIME_ZONE: Option = {
  name: "time-zone",
  value: "ZONE",
  help: "time zone of today() and ago(…), such as Europe/Berlin or UTC (default: that of the computer)",
};

export type ClockScope = Pick<Scope, "args" | "present">;

/**
 * Returns the functions now(), today() and ago(…), with the time zone of `--time-zone`.
 * @throws UsageError for an unknown time zone
 */
export function clockOf({ args, present }: ClockScope): readonly FunctionDefinition[] {
  const timeZone = args.text(TIME_ZONE.name) ?? "system";
  try {
    return clockFunctions({ now: present, timeZone });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(
      `--${TIME_ZONE.name}: There is no time zone '${show(timeZone)}'. Examples: Europe/Berlin, UTC.`,
    );
  }
}
