import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestSession } from "./open-chdb.ts";

/** A request that the server has received, with its URL parameters, and the user and password as `user:password`. */
export interface ReceivedQuery {
  readonly text: string;
  readonly parameters: URLSearchParams;
  readonly user: string;
}

/**
 * HTTP interface of ClickHouse over the engine in the process: the real engine evaluates statements, settings and parameters
 * as the driver sends them. A statement that contains `slow` waits until the request is closed or killed.
 */
export interface ClickhouseServer {
  readonly url: string;
  readonly received: ReceivedQuery[];
  /** Answers the next statement with this status and text. */
  fail(status: number, text: string): void;
  close(): Promise<void>;
}

export async function startClickhouseServer(session: TestSession): Promise<ClickhouseServer> {
  const received: ReceivedQuery[] = [];
  const failures: (readonly [number, string])[] = [];
  const waiting = new Map<string, ServerResponse>();
  let last: Promise<unknown> = Promise.resolve();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { searchParams: parameters } = new URL(request.url!, "http://localhost");
    const text = Buffer.concat(chunks).toString();
    const [, credentials = ""] = (request.headers.authorization ?? "").split(" ");
    received.push({ text, parameters, user: Buffer.from(credentials, "base64").toString() });
    const failure = failures.shift();
    if (failure !== undefined) return void response.writeHead(failure[0]).end(failure[1]);
    const killed = /^KILL QUERY/.test(text) ? waiting.get(parameters.get("param_id") ?? "") : undefined;
    if (killed !== undefined) {
      killed.writeHead(500).end("Code: 394. DB::Exception: Query was cancelled. (QUERY_WAS_CANCELLED)");
      return void response.end();
    }
    if (text.includes("slow")) return void waiting.set(parameters.get("query_id")!, response);
    const run = () => evaluate(session, text, parameters);
    const result = (last = last.then(run, run));
    try {
      response.end(await result);
    } catch (error) {
      response.writeHead(400).end((error as Error).message);
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    fail: (status, text) => void failures.push([status, text]),
    close: () => closed(server),
  };
}

/** Parameters of the interface that are not settings of the statement. */
const OF_THE_INTERFACE = new Set([
  ...["query_id", "session_id", "database", "default_format", "enable_http_compression", "role"],
  ...["wait_end_of_query", "cancel_http_readonly_queries_on_client_close", "send_progress_in_http_headers"],
]);

async function evaluate(session: TestSession, text: string, parameters: URLSearchParams): Promise<string> {
  const quote = (value: string) => `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const values = [...parameters].filter(([name]) => name.startsWith("param_"));
  for (const [name, value] of values) session.query(`SET ${name} = ${quote(value)}`);
  const settings = [...parameters]
    .filter(([name]) => !name.startsWith("param_") && !OF_THE_INTERFACE.has(name))
    .map(([name, value]) => `${name} = ${/^[0-9.]+$/.test(value) ? value : quote(value)}`);
  const [, query, format] = /^([^]*?)\s*FORMAT (\w+)\s*$/.exec(text) ?? [undefined, text, "TabSeparated"];
  const all = settings.length === 0 ? query : `${query} SETTINGS ${settings.join(", ")}`;
  return (await session.queryBindAsync(all, {}, { format: format })).text();
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => void server.close(() => resolve()));
}
