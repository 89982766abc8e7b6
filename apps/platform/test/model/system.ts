import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { basic } from "../basic-credentials.ts";
import { adminToken, startProcess, type PlatformProcess } from "../process-fixture.ts";

export interface Reply {
  readonly status: number;
  readonly etag: string | undefined;
  readonly location: string | undefined;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- commands read members of any representation
  readonly json: any;
}

export interface Sending {
  readonly method?: string;
  /** Access token. Default: that of the client that may change things. */
  readonly token?: string;
  readonly json?: unknown;
  readonly type?: string;
  readonly ifMatch?: string | undefined;
  readonly form?: Readonly<Record<string, string>>;
}

export const CLIENT = { id: "model", secret: "a secret of a client" };
export const USER = "admin";

/** The platform in a process of its own, over a SQLite file. It can be killed, and started again over the same file. */
export class System {
  readonly #folder = mkdtempSync(join(tmpdir(), "platform-model-"));
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 });
  #process: PlatformProcess | undefined;
  #token = "";
  password = "";

  async start(): Promise<void> {
    const started = await this.#start();
    this.password = started.password!;
    const administrator = await adminToken(started, started.secret!);
    const client = {
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      scope: ["openid"],
      authorized_grant_types: ["client_credentials", "password", "refresh_token"],
      authorities: ["writers"],
    };
    const path = "/VendorLogon/oauth/clients";
    await this.#expect(201, path, { method: "POST", token: administrator, json: client });
    const { json } = await this.requestToken({ grant_type: "client_credentials" });
    this.#token = json.access_token as string;
  }

  async #start(): Promise<PlatformProcess> {
    // The address is part of each token, and the port changes with each start.
    const database = join(this.#folder, "platform.db");
    return (this.#process = await startProcess([
      ...["--database", database, "--base-url", "http://platform.example"],
      ...["--password-grant", "--token-validity", "2592000"],
    ]));
  }

  /** Kills the process without a warning, and starts it again. */
  async restart(): Promise<void> {
    const { child, ended } = this.#process!;
    child.kill("SIGKILL");
    await ended;
    await this.#start();
  }

  async end(): Promise<void> {
    this.#process?.child.kill("SIGKILL");
    await this.#process?.ended;
    this.#agent.destroy();
    rmSync(this.#folder, { recursive: true });
  }

  requestToken(form: Readonly<Record<string, string>>): Promise<Reply> {
    return this.send("/VendorLogon/oauth/token", { method: "POST", form });
  }

  /**
   * Sends requests at the same time, kills the process within some milliseconds, and starts it again.
   *
   * @returns the replies; undefined for requests without an answer
   */
  async killDuring(
    requests: readonly (() => Promise<Reply>)[],
    milliseconds: number,
  ): Promise<readonly (Reply | undefined)[]> {
    const replies = Promise.all(
      requests.map((send) =>
        send().catch((error: unknown) => {
          const { code, message } = error as NodeJS.ErrnoException;
          if (["ECONNRESET", "ECONNREFUSED", "EPIPE"].includes(code ?? "") || message === LOST)
            return undefined;
          throw error;
        }),
      ),
    );
    await wait(milliseconds);
    await this.restart();
    return replies;
  }

  async #expect(status: number, target: string, sending: Sending): Promise<Reply> {
    const reply = await this.send(target, sending);
    if (reply.status !== status) throw new Error(`${target}: ${reply.status} ${JSON.stringify(reply.json)}`);
    return reply;
  }

  send(target: string, { method = "GET", token, json, type, ifMatch, form }: Sending = {}): Promise<Reply> {
    const body = form === undefined ? bodyOf(json) : new URLSearchParams(form).toString();
    const contentType =
      form === undefined ? (type ?? "application/json") : "application/x-www-form-urlencoded";
    const headers = {
      authorization: form === undefined ? `Bearer ${token ?? this.#token}` : basic(CLIENT.id, CLIENT.secret),
      ...(body === undefined ? {} : { "content-type": contentType }),
      ...(ifMatch === undefined ? {} : { "if-match": ifMatch }),
    };
    return new Promise((resolve, reject) => {
      const url = new URL(target, this.#process!.base);
      const sent = request(url, { method, headers, agent: this.#agent }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => (text += part));
        response.on("error", reject);
        response.on("close", () => {
          if (!response.complete) return reject(new Error(LOST));
          const isJson = /[+/]json(?:;|$)/.test(response.headers["content-type"] ?? "");
          const { etag, location } = response.headers;
          resolve({
            status: response.statusCode!,
            etag,
            location,
            json: isJson && text !== "" ? JSON.parse(text) : undefined,
          });
        });
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }
}

/** Returns JSON; undefined without a value, which the type of `JSON.stringify` leaves out. */
function bodyOf(json: unknown): string | undefined {
  return JSON.stringify(json);
}

const LOST = "The connection was lost.";
