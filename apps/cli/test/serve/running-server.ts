/** Runs `tamis serve` in this process, and requests without a browser. */
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { onTestFinished, TestRunner } from "vitest";
import { main } from "../../src/main.ts";
import { pipedIo } from "../piped-io.ts";

export interface Serving {
  readonly url: string;
  readonly port: number;
  /** Log so far. */
  readonly log: () => string;
  /** Stops the server and returns its exit code. */
  readonly stop: () => Promise<number>;
}

/** Starts the server on a free port, and waits until it listens. The end of a test that starts one stops it. */
export async function serve(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Serving> {
  let out = "";
  let err = "";
  let stop: () => void = () => undefined;
  const io = {
    ...pipedIo(),
    env,
    onStop: (listener: () => void) => {
      stop = listener;
    },
  };
  const { stdout, stderr } = io;
  stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const ended = main(["serve", "--port", "0", ...args], io, new AbortController().signal);
  const url = await new Promise<string>((resolve, reject) => {
    stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      const match = /^listening on (http:\S+)(?: with \d+ threads)?\n$/.exec(out);
      if (match !== null) resolve(match[1]!);
    });
    void ended.then((code) => reject(new Error(`The server ended with ${code}: ${err}`)));
  });
  const stopOnce = () => {
    stop();
    stop = () => undefined;
    return ended;
  };
  if (TestRunner.getCurrentTest() !== undefined)
    onTestFinished(async () => {
      await stopOnce();
    });
  return { url, port: Number(new URL(url).port), log: () => err, stop: stopOnce };
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read members of any representation
  readonly json: any;
}

export interface RequestParts {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

/** Sends a request with any header fields. `fetch` would refuse some of them. */
export function send(
  url: string,
  { method = "GET", headers = {}, body }: RequestParts = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      url,
      { method, headers: headers as Record<string, string | string[]>, agent: false },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        response.on("error", reject);
        response.on("end", () => {
          const { statusCode: status = 0, headers: fields } = response;
          const isJson = /[/+]json$/.test(fields["content-type"] ?? "") && text !== "";
          const json = isJson ? (JSON.parse(text) as unknown) : undefined;
          resolve({ status, headers: fields, text, json });
        });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Writes bytes to a connection, and returns everything that the server sends until it closes the connection. */
export async function exchange(port: number, ...parts: readonly (string | Uint8Array)[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => (text += chunk.toString("latin1")));
  const closed = new Promise<void>((resolve) => {
    socket.on("close", () => resolve());
    socket.on("error", () => resolve());
  });
  for (const part of parts) socket.write(part);
  await closed;
  return text;
}

/** Waits until a condition holds. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  milliseconds = 10_000,
): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error("The condition did not hold in time.");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
