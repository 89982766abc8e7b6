import type { Task } from "../tasks/task.ts";
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
 * The list of query verbs, from which the methods of `MemoryReader` (synchronous, also of snapshots) and of
 * `AsyncMemoryCollection` (in time slices, by the request functions) are derived. The comments here document these methods.
 */
export function verbs<T>() {
  return {
    /**
     * Returns one page, and the number of rows that match the filter.
     *
     * @throws RangeError and TypeError for wrong arguments
     */
    page: verb(page<T>, requestPage<T>),
    /** Returns the number of rows that match the filter. */
    count: verb(count, requestCount),
    /** Returns all rows that match the filter, in order, from `start` on. The limits of a page do not apply. */
    all: verb(all<T>),
    /**
     * Returns the rows that match the filter one after another, from `start` on and up to the query's `limit`. The
     * maximum of a page does not apply. Rows are those at the time of the call, whatever changes later.
     *
     * @example for (const report of reports.stream({ filter })) write(report);
     */
    stream: verb(stream<T>, requestStream<T>),
    /**
     * Returns the distinct values of a member in the rows that match the filter, with the number of rows that have each.
     *
     * @throws TypeError if the catalog does not have the member
     */
    facets: verb(facets, requestFacets),
    /**
     * Returns the first and the last value of a member, in its order, in the rows that match the filter; undefined if all
     * values are null.
     *
     * @throws TypeError if the catalog does not have the member
     */
    minMax: verb(minMax, requestMinMax),
    /**
     * Builds what pages of a query need: the columns of its filter and the sorted index of its order. Otherwise they are
     * built when pages first need them.
     */
    prepare: verb(prepare),
    /**
     * Explains how a page would be found. Runs the filter, and each of its conditions alone; sorts nothing.
     * `showQueryPlan` formats the explanation.
     */
    explain: verb(explain, requestExplain),
    /** Returns the rows with values that the type of their member cannot read. Filters read such values as null. */
    unreadable: verb(unreadable<T>),
  };
}

type Verbs<T> = ReturnType<typeof verbs<T>>;
type VerbName = keyof Verbs<unknown>;

/** A verb without the types of the store's internals. */
interface Verb<Arguments extends readonly unknown[], Result, Request> {
  readonly task: (state: never, ...args: Arguments) => Task<Result>;
  /** The verb as a request of the asynchronous interface. Undefined if it has none. */
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

/** The verbs as synchronous methods. */
export type SynchronousVerbs<T> = {
  readonly [V in VerbName]: Verbs<T>[V] extends Verb<infer Arguments, infer Result, unknown>
    ? (...args: Arguments) => Result
    : never;
};

/** The verbs as methods that return promises. */
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

/** Derives synchronous methods. @param run runs a verb on the current state */
export function synchronousVerbs<T>(
  run: (verb: (state: StoreState<T>) => Task<unknown>) => unknown,
): SynchronousVerbs<T> {
  const methods = VERBS.map(([name, { task }]) => [
    name,
    (...args: readonly unknown[]) => run((state) => task(state as never, ...args)),
  ]);
  return Object.fromEntries(methods) as SynchronousVerbs<T>;
}

/** Derives methods that return promises. */
export function asynchronousVerbs<T>(requests: StoreRequests<T>): AsynchronousVerbs<T> {
  const methods = VERBS.flatMap(([name, { request }]) =>
    request === undefined
      ? []
      : [[name, (...args: readonly unknown[]) => request(requests as never, ...args)]],
  );
  return Object.fromEntries(methods) as AsynchronousVerbs<T>;
}
