import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Starts a server on a free port until the end of the test, and returns its address. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Response of a scripted server. An object is sent as JSON. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface SeenRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Starts a server that answers with the result of a function, and records the requests. */
export async function script(reply: (request: SeenRequest, index: number) => Reply) {
  const requests: SeenRequest[] = [];
  const baseUrl = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const seen = { method, target: url, headers, body: Buffer.concat(chunks).toString() };
      const { status = 200, headers: fields = {}, body } = reply(seen, requests.push(seen) - 1);
      response.writeHead(status, { "content-type": "application/json", ...fields });
      response.end(typeof body === "string" || body === undefined ? body : JSON.stringify(body));
    });
  });
  return { baseUrl, requests };
}

/** Collects the values of an iterator. */
export async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const value of values) found.push(value);
  return found;
}
