import type { BridgeCode, BridgeEffect } from "tamis/bridges";

/** A text of another language, its translation, and the expected differences. */
export interface BridgeExample {
  readonly part?: "sortBy";
  readonly foreign: string;
  /** Undefined if there is no translation. */
  readonly tamis: string | undefined;
  readonly notes?: readonly (readonly [BridgeCode, BridgeEffect])[];
  /** Result of exporting the translation. Default: `foreign`. Null if the export is not tested. */
  readonly back?: string | null;
}

/** A JSON value of another language, its translation, and the expected differences. */
export interface JsonExample extends Omit<BridgeExample, "foreign" | "back"> {
  readonly foreign: unknown;
  /** Result of exporting the translation. Default: `foreign`. Null if the export is not tested. */
  readonly back?: unknown;
}

type Note = `${BridgeCode} ${BridgeEffect}`;

/** A query of another language, its translation, the query that it is exported to, and the codes and effects of the report. */
type ExampleLine<T> = readonly [
  foreign: T,
  tamis: string | undefined,
  back?: T | null | undefined,
  ...notes: Note[],
];

interface Example<T> extends Omit<BridgeExample, "foreign" | "back"> {
  readonly foreign: T;
  readonly back?: T | null;
}

/** In a line: the translation is exported to the same query. */
export const SAME = undefined;

/** Returns the lines of queries that are syntax errors. */
export const invalid = <T = string>(...queries: readonly T[]) =>
  queries.map((foreign) => [foreign, undefined, SAME, "syntax failed"] as const);

/** Returns the lines of conditions that a translation leaves out, so that it keeps more rows. */
export const leftOut = <T = string>(code: BridgeCode, ...queries: readonly T[]) =>
  queries.map((foreign) => [foreign, "true", null, `${code} more`] as const);

/** Returns the examples that lines describe, of filters and of orders. */
export function readExamples<T = string>(
  filters: readonly ExampleLine<T>[],
  orders: readonly ExampleLine<T>[] = [],
): Example<T>[] {
  const read = ([foreign, tamis, back, ...notes]: ExampleLine<T>): Example<T> => ({
    foreign,
    tamis,
    ...(back === SAME ? {} : { back }),
    ...(notes.length === 0
      ? {}
      : { notes: notes.map((note) => note.split(" ") as [BridgeCode, BridgeEffect]) }),
  });
  return [...filters.map(read), ...orders.map((line) => ({ ...read(line), part: "sortBy" as const }))];
}
