import { number, string, temporal } from "../../ast/constructors.ts";
import type { Literal } from "../../ast/nodes.ts";
import { describeValue } from "../../diagnostics/describe-value.ts";
import { show } from "../../diagnostics/show.ts";
import { alternatives, isProbablyMeant, suggest } from "../../diagnostics/suggest.ts";
import { classifyTemporal } from "../../values/instant.ts";
import { hasOwn, ownProperties } from "../../values/own-properties.ts";
import type { Value } from "../../values/types.ts";
import { isInvalidArgument } from "../definition/constant-call.ts";
import type { FunctionDefinition, InvalidArgument, Operand } from "../definition/types.ts";
import { CLOCK_NAMES, type ClockFunction } from "./clock-names.ts";
import { luxon } from "./luxon.ts";

export interface ClockOptions {
  /** The present: a `Date`, or a date-time such as `2026-01-31T12:00:00Z`. Default: the time of the call of `clockFunctions`. */
  readonly now?: Date | string;
  /**
   * IANA name of the time zone in which days, weeks, months and years begin, such as `Europe/Berlin`, or `system` for that of the
   * computer. Default: `UTC`.
   */
  readonly timeZone?: string;
}

/**
 * Returns the functions `now()`, `today()` and `ago(n,unit)` of one instant, for the option `functions`. They are functions of
 * a service, not of the language. Call it once for each request, so that all parts of the request see the same instant.
 *
 * - `now()` is the instant as a date-time, to the millisecond.
 * - `today()` is its date in the time zone.
 * - `ago(7,'days')` is the instant 7 days earlier, at the same time of day in the time zone. A negative number is later.
 *   The units are seconds, minutes, hours, days, weeks, months and years.
 *
 * Checked filters keep the calls, so that `print` and `encodeQuery` write them. Backends receive literals.
 *
 * @throws RangeError for an invalid `now`, and for an unknown time zone
 * @example compileFilter("ge(created,ago(7,'days'))", { catalog, functions: clockFunctions({ timeZone: "Europe/Berlin" }) })
 */
export function clockFunctions(options: ClockOptions = {}): readonly FunctionDefinition[] {
  const { now = new Date(), timeZone = "UTC" } = ownProperties(options);
  const milliseconds = readNow(now);
  requireTimeZone(timeZone);
  const at = () => luxon().DateTime.fromMillis(milliseconds, { zone: timeZone });
  const instant = () => temporal("dateTime", new Date(milliseconds).toISOString());
  return [
    clockFunction("now", {
      summary: "The present as a date-time. All calls in one request return the same instant.",
      parameters: [],
      result: "dateTime",
      constant: instant,
    }),
    clockFunction("today", {
      summary: "The present date.",
      parameters: [],
      result: "date",
      constant: () => temporal("date", at().toISODate()!),
    }),
    clockFunction("ago", {
      summary:
        "The date-time so many seconds, minutes, hours, days, weeks, months or years before the present.",
      parameters: [
        { name: "n", type: "integer" },
        { name: "unit", type: "string" },
      ],
      result: "dateTime",
      constant: (args) => {
        const duration = readDuration(args);
        if (hasOwn(duration, "argument")) return duration;
        const { count, unit } = duration;
        const moved = at().minus({ [unit]: count });
        const text = moved.isValid ? moved.toUTC().toISO() : "";
        return classifyTemporal(text) === "dateTime" ? temporal("dateTime", text) : outOfRange(count, unit);
      },
    }),
  ];
}

type ClockParts = Pick<FunctionDefinition, "summary" | "result"> & {
  readonly parameters: FunctionDefinition["signatures"][number]["parameters"];
  readonly constant: NonNullable<FunctionDefinition["constant"]>;
};

function clockFunction(
  name: ClockFunction,
  { parameters, constant, ...rest }: ClockParts,
): FunctionDefinition {
  return {
    ...rest,
    name,
    group: "service",
    nulls: "Never null.",
    signatures: [{ parameters }],
    strength: false,
    aliases: CLOCK_NAMES[name],
    someElement: false,
    examples: [],
    constant,
    compile: ({ operands }) => ({
      read: () => {
        const args = operands.map(literalOf);
        const literal = args.includes(undefined) ? undefined : constant(args as Literal[]);
        const value: Value = literal === undefined || isInvalidArgument(literal) ? null : literal.value;
        return () => value;
      },
    }),
  };
}

function literalOf({ constant }: Operand): Literal | undefined {
  const value = constant?.value;
  if (typeof value === "string") return string(value);
  return typeof value === "number" || typeof value === "bigint" ? number(value) : undefined;
}

/** Units of `ago`, in the spelling of Luxon, which also accepts the singular. */
const UNITS = ["seconds", "minutes", "hours", "days", "weeks", "months", "years"] as const;

type Unit = (typeof UNITS)[number];

interface Duration {
  readonly count: number;
  readonly unit: Unit;
}

function readDuration([count, unit]: readonly Literal[]): Duration | InvalidArgument {
  if (count?.type !== "number" || !Number.isInteger(Number(count.value)))
    return { argument: 0, message: "n of ago is a whole number, as in ago(7,'days')." };
  const text = unit?.type === "string" ? unit.value : "";
  const match = UNITS.find((name) => name === text || name === `${text}s`);
  if (match !== undefined) return { count: Number(count.value), unit: match };
  const near = unitsLike(text);
  const message = `unit of ago is ${alternatives(UNITS.map((name) => `'${name}'`))}, not ${show(`'${text}'`)}.`;
  return { argument: 1, message, meant: near.map((name) => string(name)) };
}

/** Returns the units whose name is similar to a text or begins with it: `days` for `d`, minutes and months for `m`. */
function unitsLike(text: string): readonly Unit[] {
  const folded = text.toLowerCase();
  if (folded === "") return [];
  const started = UNITS.filter((name) => name.startsWith(folded));
  if (started.length > 0) return started;
  return suggest(text, UNITS).filter((name): name is Unit => isProbablyMeant(text, name));
}

function outOfRange(count: number, unit: Unit): InvalidArgument {
  return { argument: 0, message: `${count} ${unit} ago is outside of the years 0001 to 9999.` };
}

function readNow(now: Date | string): number {
  const isText = typeof now === "string" && classifyTemporal(now) === "dateTime";
  const milliseconds =
    now instanceof Date
      ? now.getTime()
      : isText
        ? luxon().DateTime.fromISO(now, { zone: "utc" }).toMillis()
        : NaN;
  if (!Number.isFinite(milliseconds) || classifyTemporal(new Date(milliseconds).toISOString()) !== "dateTime")
    throw new RangeError(
      `now must be a Date or a date-time such as 2026-01-31T12:00:00Z, in the years 0001 to 9999, got ${describeValue(now)}`,
    );
  return milliseconds;
}

function requireTimeZone(timeZone: string): void {
  // These names are always valid. Checking them would load Luxon, which takes milliseconds.
  if (timeZone === "UTC" || timeZone === "system") return;
  try {
    new Intl.DateTimeFormat("en", ownProperties({ timeZone }));
  } catch {
    throw new RangeError(
      `timeZone must be an IANA time zone such as Europe/Berlin, got ${describeValue(timeZone)}`,
    );
  }
}
