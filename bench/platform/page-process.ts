import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createService, nodeHandler, type HttpHandler } from "tamis/http";
import { AuditTrail } from "../../apps/platform/src/audit/audit-trail.ts";
import { withCursors } from "../../apps/platform/src/family/with-cursors.ts";
import { SAMPLE } from "../../apps/platform/src/data-quality/sample.ts";
import { openFamilies } from "../../apps/platform/src/families.ts";
import { createLog } from "../../apps/platform/src/log/log.ts";
import { createPlatform } from "../../apps/platform/src/platform.ts";
import { sqliteStorage } from "../../apps/platform/src/storage/sqlite-storage.ts";
import { DEFAULT_TOKEN_OPTIONS } from "../../apps/platform/src/tokens/store/token-options.ts";

/*
 * The platform over a SQLite file with its sample, or the same collections without tokens and rules. The parent sends `start` and
 * `stop` around each measurement, and `end` at the end.
 */

export type Kind = "platform" | "open";

/** CPU time of the process between `start` and `stop`, all threads together. */
export interface ProcessFigures {
  readonly cpuMicroseconds: number;
}

export interface Started {
  readonly port: number;
  /** Secret of the administrator's client. Empty without authorization. */
  readonly secret: string;
}

const [kind, file] = process.argv.slice(2) as [Kind, string];
const storage = sqliteStorage(file);
const { handle, secret } = await (kind === "platform" ? platform() : open());

async function platform() {
  const log = createLog("warn");
  const { handle, firstAccounts } = await createPlatform({
    ...DEFAULT_TOKEN_OPTIONS,
    storage,
    issuer: "http://127.0.0.1",
    sample: true,
    origins: [],
    knowledgeBases: SAMPLE,
    onError: log.error,
    onRequest: log.request,
  });
  return { handle, secret: firstAccounts!.client.secret };
}

/** Serves the resources of all families to everybody. */
async function open(): Promise<{ readonly handle: HttpHandler; readonly secret: string }> {
  const trail = await AuditTrail.open(storage, { now: Date.now });
  const report = (error: unknown) => console.error(error);
  const families = await openFamilies(trail.tables, {
    knowledgeBases: SAMPLE,
    detection: {},
    performance: {},
    now: Date.now,
    shutDown: () => 0,
    record: trail.record,
    report,
  });
  for (const family of families) await family.addSample(Date.now());
  const resources = families.flatMap((family) =>
    family.resources.map((resource) => withCursors({ ...resource, access: undefined })),
  );
  const service = createService({ resources, onError: report });
  const handle: HttpHandler = async (request) => {
    await storage.catchUp();
    return service(request);
  };
  return { handle, secret: "" };
}

const listener = nodeHandler(handle);
const server = createServer((request, response) => void listener(request, response));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
let before = process.cpuUsage();
process.on("message", (message) => {
  if (message === "end") process.exit();
  if (message === "start") before = process.cpuUsage();
  else {
    const { user, system } = process.cpuUsage(before);
    process.send!({ cpuMicroseconds: user + system } satisfies ProcessFigures);
  }
});
process.send!({ port: (server.address() as AddressInfo).port, secret } satisfies Started);
