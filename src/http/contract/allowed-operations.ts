import type { Operation } from "./operations.ts";
import type { ServiceResource } from "./resource.ts";

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

async function askForEach(
  resource: ServiceResource,
  access: NonNullable<ServiceResource["access"]>,
  identity: unknown,
): Promise<ReadonlySet<Operation>> {
  const { path } = resource;
  const operations = [...resource.operations];
  const given = await Promise.all(operations.map(async (operation) => access({ identity, operation, path })));
  const allowed = operations.filter((_, i) => given[i]!.kind === "allowed");
  if (allowed.length === operations.length) return resource.operations;
  let sets = shared.get(resource);
  if (sets === undefined) shared.set(resource, (sets = new Map<string, ReadonlySet<Operation>>()));
  const key = allowed.join();
  let set = sets.get(key);
  if (set === undefined) sets.set(key, (set = new Set(allowed)));
  return set;
}
