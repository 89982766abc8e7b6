import type { AuditTrail } from "../audit/audit-trail.ts";
import { familyOf } from "../audit/entry.ts";
import { fileURLToPath } from "node:url";
import { detection as family } from "tamis/families";
import type { HttpRequest, HttpResponse } from "tamis/http";
import { endpoint, type FamilyNested, type FamilyOperation } from "../access/guard.ts";
import { requireCaller } from "../access/require-caller.ts";
import { usableLinks } from "../access/usable-links.ts";
import { documentLink } from "../api/document-link.ts";
import { API_TYPES } from "../family/media-types.ts";
import type { Family } from "../family/family.ts";
import { describedRoot } from "../family/schemas.ts";
import type { Tables } from "../storage/storage.ts";
import { AlertQueue } from "./alerts/alert-queue.ts";
import type { AlertSink } from "./alerts/alert.ts";
import { isClosed } from "./endpoints/administration.ts";
import { decisionEndpoints } from "./endpoints/decision-endpoints.ts";
import { descriptionCollections, descriptionSummary } from "./endpoints/description-endpoints.ts";
import { generateEndpoints } from "./endpoints/generate-endpoints.ts";
import { acceptedJson, link } from "./endpoints/responses.ts";
import { restartEndpoint } from "./endpoints/restart-endpoint.ts";
import { statisticsEndpoints } from "./endpoints/statistics-endpoints.ts";
import { DecisionService, type Clocks, type Systems } from "./runtime/decision-service.ts";
import { Deployments } from "./runtime/deployments.ts";
import { ruleRuntime } from "./runtime/evaluate.ts";
import { Journal } from "./runtime/journal.ts";
import { ProfileMemory } from "./runtime/profile-memory.ts";
import { Metrics } from "./statistics/prometheus.ts";
import { Timeline } from "./statistics/timeline.ts";
import { VERSION } from "../storage/stamps.ts";

/** Package that runs if no other is configured. */
const SAMPLE = fileURLToPath(new URL("../../decisions/card-payments.json", import.meta.url));

/** Milliseconds between two savings of the counts of the rules. */
const SAVING_INTERVAL = 60_000;

export interface DetectionSettings {
  /** Path of the decision package. Default: the sample. */
  readonly packageFile?: string | undefined;
  /** Milliseconds between two looks at the package. Default: it is only read again by a restart of the decision. */
  readonly watchInterval?: number | undefined;
  /** Where alerts go. Default: they are stored only. */
  readonly sink?: AlertSink | undefined;
  /** Maximum number of alerts that wait for their delivery. Default 10,000. */
  readonly queueCapacity?: number | undefined;
  /** Maximum number of attempts to deliver an alert. Default 10. */
  readonly attempts?: number | undefined;
  /** Milliseconds before the second attempt. Default 1,000. */
  readonly pause?: number | undefined;
  /** Returns milliseconds of a clock that never goes back. Default: that of the process. */
  readonly monotonic?: (() => number) | undefined;
  /** Replaces systems that decisions depend on, such as by ones that fail. */
  readonly systems?: ((own: Systems) => Systems) | undefined;
}

export interface DetectionOptions extends DetectionSettings {
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
  readonly record: AuditTrail["record"];
}

/** Decides messages by the rules of a decision package, and sends alerts. */
export class Detection implements Family {
  readonly root = `${family.prefix}/`;
  readonly nested: readonly FamilyNested[];
  readonly operations: readonly FamilyOperation[];
  readonly #journal: Journal;
  readonly #deployments: Deployments;
  readonly #queue: AlertQueue;
  readonly #options: DetectionOptions;
  readonly #timer: NodeJS.Timeout;

  static async open(tables: Tables, options: DetectionOptions): Promise<Detection> {
    const { now, onError, record, watchInterval } = options;
    const journal = await Journal.open(tables, onError);
    const metrics = new Metrics(() => queue.pending);
    const queue: AlertQueue = new AlertQueue({
      sink: options.sink,
      capacity: options.queueCapacity ?? 10_000,
      attempts: options.attempts ?? 10,
      pause: options.pause ?? 1_000,
      settle: (ids, state) => journal.settle(ids, state),
      onDelivery: (status) => metrics.delivery(status),
      onError,
    });
    const deployments = new Deployments({
      file: options.packageFile ?? SAMPLE,
      now,
      async onDeployment(status) {
        metrics.deployment(status);
        const outcome = status === "success" ? status : "failure";
        const resourceUri = `${family.prefix}/settings`;
        const event = { kind: "deploy", outcome, family: familyOf(resourceUri), resourceUri } as const;
        // The package is already deployed, so an error of the audit entry is only reported.
        await record(event).catch(onError);
      },
    });
    await deployments.load();
    if (watchInterval !== undefined) deployments.watch(watchInterval);
    const profiles = new ProfileMemory();
    await journal.load(now(), profiles, (id, alerts) => queue.add(id, alerts));
    return new Detection({ journal, metrics, queue, deployments, profiles }, options);
  }

  private constructor(
    parts: {
      readonly journal: Journal;
      readonly metrics: Metrics;
      readonly queue: AlertQueue;
      readonly deployments: Deployments;
      readonly profiles: ProfileMemory;
    },
    options: DetectionOptions,
  ) {
    const { journal, metrics, queue, deployments, profiles } = parts;
    const { now, onError, monotonic = () => performance.now(), systems = (own: Systems) => own } = options;
    const clocks: Clocks = { now, monotonic };
    const timeline = new Timeline(now());
    const service = new DecisionService({
      deployments,
      systems: systems({ runtime: ruleRuntime(monotonic), profiles, broker: journal }),
      queue,
      metrics,
      timeline,
      clocks,
      onError,
    });
    this.#journal = journal;
    this.#queue = queue;
    this.#deployments = deployments;
    this.#options = options;
    const statistics = {
      service,
      deployments,
      queue,
      metrics,
      ruleMetrics: journal.metrics,
      timeline,
      clocks,
    };
    this.nested = descriptionCollections(deployments);
    this.operations = [
      endpoint("GET", this.root, describedRoot("Links to the operations of detection."), ({ request }) =>
        this.#links(request),
      ),
      ...statisticsEndpoints(statistics),
      ...decisionEndpoints(service),
      descriptionSummary(deployments),
      ...generateEndpoints(service, deployments, now),
      restartEndpoint(service, deployments, () => this.#retry()),
    ];
    this.#timer = setInterval(() => void journal.save(now()).catch(onError), SAVING_INTERVAL);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#deployments.close();
    await this.#queue.close();
    await this.#journal.save(this.#options.now());
  }

  async #retry(): Promise<void> {
    const failed = await this.#journal.failed();
    this.#queue.forgetFailed();
    for (const { id, alerts } of failed) this.#queue.add(id, alerts);
  }

  async #links(request: HttpRequest): Promise<HttpResponse> {
    const caller = requireCaller(request);
    const endpointLinks = family.endpoints
      .filter(({ path }) => path !== this.root && !isClosed(path, caller))
      .map(({ method, path }) => link(method, path.slice(this.root.length), path));
    const links = await usableLinks(caller, endpointLinks, this.operations);
    return acceptedJson(request, { version: VERSION, links: [...links, documentLink(this.root)] }, API_TYPES);
  }
}
