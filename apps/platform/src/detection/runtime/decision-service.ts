import type { AlertQueue } from "../alerts/alert-queue.ts";
import { IonError } from "../ion/limits.ts";
import { readIonStruct } from "../ion/read-ion.ts";
import type { MessageProblem } from "../message/codes.ts";
import type { Message } from "../message/read-message.ts";
import { PROFILES } from "../package/message-catalog.ts";
import type { Metrics } from "../statistics/prometheus.ts";
import type { Timeline } from "../statistics/timeline.ts";
import { decide, plain, represent, ruleEvent, type Decision } from "./decision.ts";
import type { Deployment, Deployments } from "./deployments.ts";
import type { RuleRuntime } from "./evaluate.ts";
import { DetectionFailure } from "./failure.ts";
import type { MessageBroker } from "./journal.ts";
import { profileEvents, type ProfileEvent, type ProfileStore } from "./profile-memory.ts";
import { Stopwatch } from "./stopwatch.ts";

/** The systems that a decision depends on. */
export interface Systems {
  readonly runtime: RuleRuntime;
  readonly profiles: ProfileStore;
  readonly broker: MessageBroker;
}

export interface Clocks {
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Returns milliseconds of a clock that never goes back. */
  readonly monotonic: () => number;
}

export interface Validation {
  readonly deployment: Deployment;
  readonly message: Message;
  readonly problems: readonly MessageProblem[];
}

export interface DecisionParts {
  readonly deployments: Deployments;
  readonly systems: Systems;
  readonly queue: AlertQueue;
  readonly metrics: Metrics;
  readonly timeline: Timeline;
  readonly clocks: Clocks;
  /** Called with the cause of each failure that is not that of the message. */
  readonly onError: (error: unknown) => void;
}

/** Decides messages: reads them, evaluates the rules, stores the result, and hands alerts on. */
export class DecisionService {
  readonly #parts: DecisionParts;
  #level = 0;
  #isRestarting = false;

  constructor(parts: DecisionParts) {
    this.#parts = parts;
  }

  get level(): number {
    return this.#level;
  }

  set level(level: number) {
    this.#level = level;
  }

  /** Whether messages can be decided. */
  get isReady(): boolean {
    const { deployments, systems } = this.#parts;
    return !this.#isRestarting && deployments.current !== undefined && systems.runtime.isReady();
  }

  /** Runs work during which no message is decided. */
  async restart(work: () => Promise<void>): Promise<void> {
    this.#isRestarting = true;
    try {
      await work();
    } finally {
      this.#isRestarting = false;
    }
  }

  /**
   * Reads a message and lists its problems.
   *
   * @param schema name in the media type, in lower case; undefined for any
   * @throws DetectionFailure for bytes that are no Ion, and without a deployment for the message
   */
  validate(bytes: Uint8Array, schema: string | undefined): Validation {
    return this.#readMessage(bytes, schema, new Stopwatch(this.#parts.clocks.monotonic));
  }

  /**
   * Decides a message. It is stored before the promise is fulfilled.
   *
   * @throws DetectionFailure
   */
  async execute(bytes: Uint8Array, schema: string | undefined): Promise<Decision> {
    const { clocks, metrics, timeline, deployments } = this.#parts;
    const time = clocks.now();
    const stopwatch = new Stopwatch(clocks.monotonic);
    const deployment = deployments.current?.compiled.definition.id;
    let status = "success";
    try {
      return await this.#execute(bytes, schema, time, stopwatch);
    } catch (error) {
      const failure =
        error instanceof DetectionFailure ? error : new DetectionFailure("IODE", { cause: error });
      status = failure.code;
      if (failure.cause !== undefined) this.#parts.onError(failure);
      throw failure;
    } finally {
      metrics.message(deployment, status, stopwatch.elapsed());
      timeline.add(time, stopwatch.elapsed(), stopwatch.durations);
    }
  }

  async #execute(
    bytes: Uint8Array,
    schema: string | undefined,
    time: number,
    stopwatch: Stopwatch,
  ): Promise<Decision> {
    const { systems, metrics, queue } = this.#parts;
    if (this.#isRestarting || !systems.runtime.isReady()) throw new DetectionFailure("NSCR");
    const { deployment, message, problems } = this.#readMessage(bytes, schema, stopwatch);
    if (problems.length > 0) throw new DetectionFailure(problems[0]!.code, { problems });
    const { definition } = deployment.compiled;
    const events = profileEvents(definition.profiles, message.row);
    const profiles = failAs("NRED", () =>
      stopwatch.time("profiles", () => systems.profiles.read(definition.profiles, events, time)),
    );
    const results = failAs("IERR", () =>
      stopwatch.time("rules", () =>
        systems.runtime.evaluate(deployment.compiled, message.classification, {
          ...message.row,
          [PROFILES]: profiles,
        }),
      ),
    );
    if (stopwatch.elapsed() > definition.sla) throw new DetectionFailure("SLAE");
    const decided = decide(deployment, message, results, time);
    const decision = represent(decided, {
      deployment,
      message,
      results,
      profiles,
      milliseconds: stopwatch.elapsed(),
      level: this.#level,
    });
    const { alerts } = decided;
    if (!queue.reserve(alerts.length))
      throw new DetectionFailure("NKAF", { message: "Too many alerts wait for their delivery." });
    let key: number;
    try {
      const accepted = {
        time,
        message: plain(message.row) as object,
        decision,
        events: results.map((result) => ruleEvent(result, definition.ruleTime)),
        profiles: events,
        alerts,
        isDelivered: queue.hasSink,
      };
      key = await stopwatch.timeAsync("store", () => systems.broker.append(accepted));
    } catch (error) {
      throw new DetectionFailure("NKAF", { cause: error });
    } finally {
      queue.release(alerts.length);
    }
    queue.add(key, alerts);
    for (const { alertType } of alerts) metrics.alert(definition.id, alertType);
    this.#count(events, time);
    return decision;
  }

  /** The message is accepted, so a failure must not become its answer. */
  #count(events: readonly ProfileEvent[], time: number): void {
    try {
      this.#parts.systems.profiles.add(events, time);
    } catch (error) {
      this.#parts.onError(error);
    }
  }

  #readMessage(bytes: Uint8Array, schema: string | undefined, stopwatch: Stopwatch): Validation {
    const deployment = this.#parts.deployments.current;
    const isOther = schema !== undefined && schema !== deployment?.compiled.definition.schema.toLowerCase();
    if (deployment === undefined || isOther) throw new DetectionFailure("NDEP");
    try {
      const struct = stopwatch.time("read", () => readIonStruct(bytes));
      const { message, problems } = stopwatch.time("check", () => deployment.reader.read(struct));
      return { deployment, message, problems };
    } catch (error) {
      if (error instanceof IonError) throw new DetectionFailure("IION", { message: error.message });
      throw error;
    }
  }
}

/** @throws DetectionFailure with the code if the work fails */
function failAs<T>(code: "NRED" | "IERR", work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new DetectionFailure(code, { cause: error });
  }
}
