import {
  createService,
  defineResource,
  type HttpHandler,
  type ResourceOptions,
  type ServiceOptions,
} from "tamis/http";

/** Returns a service with one resource. */
export function serve<T extends object>(
  resource: ResourceOptions<T>,
  options: Partial<ServiceOptions> = {},
): HttpHandler {
  return createService({ resources: [defineResource(resource)], ...options });
}
