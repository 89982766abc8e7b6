import { failRequest } from "tamis/http";
import { ADMINISTRATORS } from "../../access/caller.ts";
import { endpoint, type FamilyOperation } from "../../access/guard.ts";
import { requireMember } from "../../access/require-caller.ts";
import type { DecisionService } from "../runtime/decision-service.ts";
import type { Deployments } from "../runtime/deployments.ts";
import { RESTART } from "./administration.ts";
import { RESTART_DECISION } from "./descriptions.ts";
import { acceptedJson } from "./responses.ts";

/**
 * Restarts the decision: reads its package again, and tries again to deliver alerts that could not be delivered. Accepted messages
 * and other families are not affected.
 *
 * @param retry tries again to deliver alerts
 */
export function restartEndpoint(
  service: DecisionService,
  deployments: Deployments,
  retry: () => Promise<void>,
): FamilyOperation {
  return endpoint("PATCH", RESTART, RESTART_DECISION, async ({ request }) => {
    requireMember(request, ADMINISTRATORS);
    await service.restart(async () => {
      await deployments.load();
      await retry();
    });
    const { current, refusal } = deployments;
    if (refusal !== undefined)
      failRequest(400, "The decision package was refused. The one before keeps running.", {
        members: refusal.problems.map(({ pointer, message, range }) => ({
          pointer,
          code: "broken-rule",
          message: range === undefined ? message : `${message} (characters ${range.from} to ${range.to})`,
        })),
      });
    const { id, name, build } = current!.compiled.definition;
    return acceptedJson(request, {
      message: "The decision was restarted.",
      deployment: { id, name, build },
    });
  });
}
