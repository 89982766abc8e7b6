import {
  failRequest,
  type NestedResource,
  type OperationDescription,
  type OperationRequest,
  type ServiceOperation,
} from "tamis/http";
import { isCaller } from "./caller.ts";
import { permissionOfMethod, type Permission } from "./rights.ts";

/** An operation of the platform. Each is in the OpenAPI document of its family. */
export interface DescribedServiceOperation extends ServiceOperation {
  readonly description: OperationDescription;
}

/** An operation of a family, with the permission that its callers need. */
export interface FamilyOperation extends DescribedServiceOperation {
  /** Default: that of the method, such as `create` for POST. An operation that changes nothing needs `read`. */
  readonly permission?: Permission | undefined;
}

/** Returns an operation that needs the permission of its method. */
export function endpoint(
  method: string,
  path: string,
  description: OperationDescription,
  answer: FamilyOperation["answer"],
): FamilyOperation {
  return { method, path, description, answer };
}

/** Returns an operation that needs the permission `read` with any method, because it changes nothing. */
export function readingEndpoint(...parts: Parameters<typeof endpoint>): FamilyOperation {
  return { ...endpoint(...parts), permission: "read" };
}

/**
 * Adds the authorization rules to an operation. Below an item that the caller may not read, it answers as below an item that does
 * not exist. Operations that need a caller check that themselves, so requests without a token pass.
 */
export function guardOperation({ permission, ...operation }: FamilyOperation): ServiceOperation {
  const needed = permission ?? permissionOfMethod(operation.method);
  return {
    ...operation,
    async answer(operationRequest) {
      const { identity, path } = operationRequest.request;
      if (!isCaller(identity)) return operation.answer(operationRequest);
      if (!(await identity.rights.canReach(path))) return operation.answer(elsewhere(operationRequest));
      const isGranted = needed !== undefined && (await identity.rights.has(needed, path));
      return isGranted
        ? operation.answer(operationRequest)
        : failRequest(403, "The caller may not use this operation.");
    },
  };
}

/** Collections below the items of a family. */
export type FamilyNested = NestedResource & Required<Pick<NestedResource, "describe">>;

/** Adds the authorization rules to nested collections: those below an item that the caller may not read do not exist. */
export function guardNested(nested: NestedResource): NestedResource {
  return {
    ...nested,
    async resolve(request) {
      const { identity, path, parameters } = request;
      if (!isCaller(identity)) return nested.resolve(request);
      if (!(await identity.rights.canReach(path))) {
        await nested.resolve({ ...request, parameters: unknown(parameters) });
        return undefined;
      }
      const resource = await nested.resolve(request);
      if (resource !== undefined) identity.rights.learn(resource);
      return resource;
    },
  };
}

/** Returns the request for items that do not exist. */
function elsewhere(operation: OperationRequest): OperationRequest {
  const { request, parameters } = operation;
  const unknownParameters = unknown(parameters);
  const names = new Map(Object.entries(parameters).map(([name, value]) => [value, unknownParameters[name]!]));
  const segments = request.path
    .split("/")
    .map((segment) => names.get(decodeURIComponent(segment)) ?? segment);
  return { ...operation, request: { ...request, path: segments.join("/") }, parameters: unknownParameters };
}

/** Returns parameters that name no item. */
function unknown(parameters: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(parameters).map((name) => [name, crypto.randomUUID()]));
}
