import { temporal } from "../ast/constructors.ts";
import type { TemporalLiteral } from "../ast/nodes.ts";
import type { TypedNode } from "./typed-node.ts";

/** Returns a date literal: `date("2020-01-31")`. */
export const date = (text: string): TemporalLiteral & TypedNode<"date", false> => temporal("date", text);
/** Returns a time literal: `time("13:45:10")`. */
export const time = (text: string): TemporalLiteral & TypedNode<"time", false> => temporal("time", text);
/** Returns a date-time literal: `dateTime("2020-01-31T13:45:10.5Z")`. */
export const dateTime = (text: string): TemporalLiteral & TypedNode<"date", false> =>
  temporal("dateTime", text);
