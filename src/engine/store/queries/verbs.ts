import type { Task } from "../tasks/task.ts";
import { aggregate, requestAggregate } from "./aggregate.ts";
import { all } from "./all.ts";
import { count, requestCount } from "./count.ts";
import { explain, requestExplain } from "./explain.ts";
import { facets, requestFacets } from "./facets.ts";
import { minMax, requestMinMax } from "./min-max.ts";
import { page, requestPage } from "./page.ts";
import { prepare } from "./prepare.ts";
import type { StoreRequests } from "./store-requests.ts";
import type { StoreState } from "./store-state.ts";
import { requestStream, stream } from "./stream.ts";
import { unreadable } from "./unreadable.ts";

/**
 * The list of query verbs. The methods of `MemoryReader` (synchronous) and `AsyncMemoryCollection` (in time slices, by
 * the request functions) derive from it, and these comments document them.
 */
export function verbs<T>() {
  return {
    /**
     * One page, and the number of matching rows.
     *
     * @throws RangeError and TypeError for wrong arguments
     */
    page: verb(page<T>, requestPage<T>),
    /** The number of rows that match the filter. */
    count: verb(count, requestCount),
    /** All matching rows in order, from `start` on, whatever the limits of a page. */
    all: verb(all<T>),
    /**
     * Matching rows one after another, from `start` on and up to the query's `limit`, whatever the maximum of a page.
     * Later changes do not affect them.
     *
     * @example for (const report of reports.stream({ filter })) write(report);
     */
    stream: verb(stream<T>, requestStream<T>),
    /**
     * The distinct values of a member in the matching rows, with the number of rows that have each.
     *
     * @throws TypeError if the catalog lacks the member, or if requests cannot learn its values
     */
    facets: verb(facets, requestFacets),
    /**
     * Groups of the matching rows, with sums, averages, minima and maxima. The query's order, `start` and `limit` do not
     * apply.
     *
     * @throws GroupLimitError if the rows form more groups than allowed
     * @throws TypeError if the catalog lacks a member, or if requests cannot learn its values
     */
    aggregate: verb(aggregate, requestAggregate),
    /**
     * First and last value of a member, in its order, in the matching rows; undefined if all are null.
     *
     * @throws TypeError if the catalog lacks the member, or if requests cannot learn its order
     */
    minMax: verb(minMax, requestMinMax),
    /**
     * Builds what pages need: the columns of the filter and the sorted index of the order. Otherwise pages build them.
     */
    prepare: verb(prepare),
    /** Runs the filter, and each of its conditions alone; sorts nothing. `showQueryPlan` formats the result. */
    explain: verb(explain, requestExplain),
    /** Rows with values that their member's type cannot read. Filters read such values as null. */
    unreadable: verb(unreadable<T>),
  };
}

type Verbs<T> = ReturnType<typeof verbs<T>>;
type VerbName = keyof Verbs<unknown>;

/** Signatures of a verb, without the types of the store's internals. */
interface Verb<Arguments extends readonly unknown[], Result, Request> {
  readonly task: (state: never, ...args: Arguments) => Task<Result>;
  /** Implementation for the asynchronous interface; undefined if that interface lacks the verb. */
  readonly request: Request;
}

function verb<T, A extends readonly unknown[], R>(
  task: (state: StoreState<T>, ...args: A) => Task<R>,
): Verb<A, R, undefined>;
function verb<T, A extends readonly unknown[], R, B extends readonly unknown[], P>(
  task: (state: StoreState<T>, ...args: A) => Task<R>,
  request: (requests: StoreRequests<T>, ...args: B) => Promise<P>,
): Verb<A, R, (requests: never, ...args: B) => Promise<P>>;
function verb(task: Verb<never, unknown, unknown>["task"], request?: unknown): Verb<never, unknown, unknown> {
  return { task, request };
}

export type SynchronousVerbs<T> = {
  readonly [V in VerbName]: Verbs<T>[V] extends Verb<infer Arguments, infer Result, unknown>
    ? (...args: Arguments) => Result
    : never;
};

export type AsynchronousVerbs<T> = {
  readonly [
    V in VerbName as Verbs<unknown>[V]["request"] extends undefined ? never : V
  ]: Verbs<T>[V]["request"] extends (requests: never, ...args: infer Arguments) => infer Result
    ? (...args: Arguments) => Result
    : never;
};

const VERBS = Object.entries(verbs<unknown>()) as unknown as readonly (readonly [
  string,
  Verb<readonly unknown[], unknown, ((requests: never, ...args: readonly unknown[]) => unknown) | undefined>,
])[];

/** @param run runs a verb on the current state */
export function synchronousVerbs<T>(
  run: (verb: (state: StoreState<T>) => Task<unknown>) => unknown,
): SynchronousVerbs<T> {
  const methods = VERBS.map(([name, { task }]) => [
    name,
    (...args: readonly unknown[]) => run((state) => task(state as never, ...args)),
  ]);
  return Object.fromEntries(methods) as SynchronousVerbs<T>;
}

export function asynchronousVerbs<T>(requests: StoreRequests<T>): AsynchronousVerbs<T> {
  const methods = VERBS.flatMap(([name, { request }]) =>
    request === undefined
      ? []
      : [[name, (...args: readonly unknown[]) => request(requests as never, ...args)]],
  );
  return Object.fromEntries(methods) as AsynchronousVerbs<T>;
}
