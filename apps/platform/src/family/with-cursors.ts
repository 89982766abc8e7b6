import type { NestedResource, ServiceResource } from "tamis/http";

/** Allows cursors in a collection whose rows can change between two pages. */
export function withCursors(resource: ServiceResource): ServiceResource {
  return resource.store === undefined ? resource : { ...resource, paging: "both" };
}

/** Allows cursors in collections below items. */
export function nestedWithCursors(nested: NestedResource): NestedResource {
  return {
    ...nested,
    async resolve(request) {
      const resource = await nested.resolve(request);
      return resource === undefined ? undefined : withCursors(resource);
    },
  };
}
