import { temporal } from "../ast/constructors.ts";
import type { TemporalLiteral } from "../ast/nodes.ts";

/** Date literal: `date("2020-01-31")`. */
export const date = (text: string): TemporalLiteral => temporal("date", text);
/** Time literal: `time("13:45:10")`. */
export const time = (text: string): TemporalLiteral => temporal("time", text);
/** Date-time literal: `dateTime("2020-01-31T13:45:10.5Z")`. */
export const dateTime = (text: string): TemporalLiteral => temporal("dateTime", text);
