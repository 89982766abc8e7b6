import type { Alert } from "../alerts/alert.ts";
import type { Message, MessageRow } from "../message/read-message.ts";
import type { RuleEvent } from "../statistics/rule-metrics.ts";
import type { Deployment } from "./deployments.ts";
import { outcomeOf, type RuleResult } from "./evaluate.ts";
import type { ProfileValue } from "./profile-memory.ts";
import { VERSION } from "../../storage/stamps.ts";

/** Greatest level of detail. 0: rules that fired; 1: all rules and profiles; 2: also the variables of the message. */
export const MAX_LEVEL = 2;

/** The result of a message. */
export interface Decision {
  readonly id: string;
  readonly messageId: string;
  readonly deployment: { readonly id: string; readonly name: string; readonly build: number };
  readonly schema: string;
  readonly messageClassificationName: string | null;
  readonly timeStamp: string;
  readonly outcome: string;
  readonly firedRules: readonly object[];
  readonly alerts: readonly object[];
  readonly milliseconds: number;
  readonly version: number;
  /** From level 1. */
  readonly rules?: readonly object[];
  readonly profiles?: Readonly<Record<string, ProfileValue>>;
  /** From level 2. */
  readonly message?: MessageRow;
}

export interface Decided {
  readonly id: string;
  readonly outcome: string;
  readonly timeStamp: string;
  readonly alerts: readonly Alert[];
}

/** Returns a copy that JSON can represent: integers beyond 2^53 are strings. */
export function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, nested: unknown) => (typeof nested === "bigint" ? String(nested) : nested)),
  );
}

export function ruleEvent({ rule, fired, milliseconds }: RuleResult, limit: number): RuleEvent {
  return {
    id: rule.id,
    alert: fired && rule.alertType !== undefined,
    outcome: fired && rule.outcome !== undefined,
    overtime: milliseconds > limit,
  };
}

/** @param time milliseconds since 1970 */
export function decide(
  { compiled: { definition } }: Deployment,
  message: Message,
  results: readonly RuleResult[],
  time: number,
): Decided {
  const id = crypto.randomUUID();
  const outcome = outcomeOf(definition, results);
  const timeStamp = new Date(time).toISOString();
  const fired = results.filter((result) => result.fired && result.rule.alertType !== undefined);
  const byType = Map.groupBy(fired, ({ rule }) => rule.alertType!);
  const alerts = [...byType].map(([alertType, rules]): Alert => ({
    id: crypto.randomUUID(),
    alertType,
    rules: rules.map(({ rule }) => rule.id),
    messageId: message.messageId ?? id,
    deploymentId: definition.id,
    build: definition.build,
    messageClassificationName: message.classification ?? null,
    outcome,
    timeStamp,
    message: plain(message.row) as object,
  }));
  return { id, outcome, timeStamp, alerts };
}

/** Data from which the representation of a decision is made. */
export interface DecisionContext {
  readonly deployment: Deployment;
  readonly message: Message;
  readonly results: readonly RuleResult[];
  readonly profiles: Readonly<Record<string, ProfileValue>>;
  readonly milliseconds: number;
  /** Level of detail. */
  readonly level: number;
}

export function represent({ id, outcome, timeStamp, alerts }: Decided, context: DecisionContext): Decision {
  const { deployment, message, results, profiles, milliseconds, level } = context;
  const { definition } = deployment.compiled;
  const fired = results.filter((result) => result.fired).map(({ rule }) => rule);
  return {
    id,
    messageId: message.messageId ?? id,
    deployment: { id: definition.id, name: definition.name, build: definition.build },
    schema: definition.schema,
    messageClassificationName: message.classification ?? null,
    timeStamp,
    outcome,
    firedRules: fired.map((rule) => ({
      id: rule.id,
      name: rule.name,
      alertType: rule.alertType ?? null,
      outcome: rule.outcome ?? null,
    })),
    alerts: alerts.map(({ id: alertId, alertType, rules }) => ({ id: alertId, alertType, rules })),
    milliseconds,
    version: VERSION,
    ...(level < 1
      ? {}
      : {
          rules: results.map((result) => ({
            id: result.rule.id,
            fired: result.fired,
            milliseconds: result.milliseconds,
          })),
          profiles,
        }),
    ...(level < MAX_LEVEL ? {} : { message: plain(message.row) as MessageRow }),
  };
}
