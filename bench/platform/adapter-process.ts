import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { fetchHandler, nodeHandler, type HttpHandler } from "tamis/http";
import { SAMPLE } from "../../apps/platform/src/data-quality/sample.ts";
import { createPlatform } from "../../apps/platform/src/platform.ts";
import { memoryStorage } from "../../apps/platform/src/storage/storage.ts";
import { DEFAULT_TOKEN_OPTIONS } from "../../apps/platform/src/tokens/store/token-options.ts";
import { loadPeer } from "../load-peer.ts";

/** The platform behind one adapter. The parent sends `start` and `stop` around each measurement. */

export type Adapter = "node:http" | "Hono";

interface Hono {
  readonly all: (
    path: string,
    handle: (context: { readonly req: { readonly raw: Request } }) => Promise<Response>,
  ) => void;
  readonly fetch: (request: Request) => Promise<Response>;
}

async function listenerOf(adapter: Adapter, handle: HttpHandler): Promise<RequestListener> {
  if (adapter === "node:http") {
    const listener = nodeHandler(handle);
    return (request, response) => void listener(request, response);
  }
  const { Hono } = await loadPeer<{ readonly Hono: new () => Hono }>("hono");
  const { getRequestListener } = await loadPeer<{
    readonly getRequestListener: (fetch: Hono["fetch"]) => RequestListener;
  }>("@hono/node-server");
  const app = new Hono();
  const answer = fetchHandler(handle);
  app.all("*", (context) => answer(context.req.raw));
  return getRequestListener(app.fetch);
}

const platform = await createPlatform({
  ...DEFAULT_TOKEN_OPTIONS,
  storage: memoryStorage(),
  issuer: "http://127.0.0.1",
  sample: true,
  origins: [],
  knowledgeBases: SAMPLE,
});
const listener = await listenerOf(process.argv[2] as Adapter, platform.handle);
const server = createServer(listener);
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
let before = process.cpuUsage();
process.on("message", (message) => {
  if (message === "start") before = process.cpuUsage();
  else {
    const { user, system } = process.cpuUsage(before);
    process.send!(user + system);
  }
});
const { client } = platform.firstAccounts!;
process.send!({ port: (server.address() as AddressInfo).port, secret: client.secret });
