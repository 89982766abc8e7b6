import type { Link } from "tamis/http";
import type { AdmittedCaller } from "./caller.ts";
import type { FamilyOperation } from "./guard.ts";
import { permissionOfMethod } from "./rights.ts";

/**
 * Returns the links that the authorization rules let a caller follow.
 *
 * @param operations operations that answer the links. Some need another permission than that of their method
 */
export async function usableLinks(
  { rights }: AdmittedCaller,
  links: readonly Link[],
  operations: readonly FamilyOperation[],
): Promise<readonly Link[]> {
  const usable: Link[] = [];
  for (const link of links) {
    const { method, href } = link;
    const operation = operations.find((candidate) => candidate.method === method && candidate.path === href);
    const permission = operation?.permission ?? permissionOfMethod(method);
    if (permission !== undefined && (await rights.has(permission, href))) usable.push(link);
  }
  return usable;
}
