import type { Access } from "./access.ts";
import type { Operation } from "./operations.ts";
import type { ServiceResource } from "./resource.ts";
import { getOrInsert } from "../../values/caches/get-or-insert.ts";

/** Sets that callers have in common: equal sets are one object, so that caches can compare them. */
const shared = new WeakMap<ServiceResource, Map<string, ReadonlySet<Operation>>>();

/** Returns the operations of a resource that a caller may use. Links lead to these only. */
export function allowedOperations(
  resource: ServiceResource,
  identity: unknown,
): ReadonlySet<Operation> | Promise<ReadonlySet<Operation>> {
  return resource.access === undefined
    ? resource.operations
    : askForEach(resource, resource.access, identity);
}

/** Waits only for access functions that are asynchronous: this is a part of each request. */
function askForEach(
  resource: ServiceResource,
  access: NonNullable<ServiceResource["access"]>,
  identity: unknown,
): ReadonlySet<Operation> | Promise<ReadonlySet<Operation>> {
  const { path } = resource;
  const operations = [...resource.operations];
  const answers = operations.map((operation) => {
    try {
      return access({ identity, operation, path });
    } catch (error) {
      // Rejected like the error of an asynchronous function, of which there may be some already.
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- passes on any value that the application throws
      return Promise.reject(error);
    }
  });
  const immediate = answers.filter(isKnown);
  return immediate.length === answers.length
    ? setOf(resource, operations, immediate)
    : Promise.all(answers.map((item) => Promise.resolve(item))).then((list) =>
        setOf(resource, operations, list),
      );
}

function isKnown(answer: Access | Promise<Access>): answer is Access {
  return typeof (answer as Partial<Promise<Access>>).then !== "function";
}

function setOf(
  resource: ServiceResource,
  operations: readonly Operation[],
  accesses: readonly Access[],
): ReadonlySet<Operation> {
  const allowed = operations.filter((_, i) => accesses[i]!.kind === "allowed");
  if (allowed.length === operations.length) return resource.operations;
  const sets = getOrInsert(shared, resource, () => new Map<string, ReadonlySet<Operation>>());
  return getOrInsert(sets, allowed.join(), () => new Set(allowed));
}
