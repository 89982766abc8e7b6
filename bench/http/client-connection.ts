import { connect, type Socket } from "node:net";

const HEAD_END = "\r\n\r\n";

/**
 * A connection of HTTP/1.1 that sends one request after another. It reads no more of a response than its status and its length,
 * so that a load takes little time from the server: `node:http` takes 0.3 ms of CPU time for a request.
 */
export class ClientConnection {
  readonly #host: string;
  readonly #socket: Socket;
  /** Bytes of the body that have not arrived, or the head of a response as far as it has arrived. */
  #missing = 0;
  #head: Buffer | undefined;
  #resolve: (() => void) | undefined;
  #reject: ((error: Error) => void) | undefined;

  private constructor(url: URL) {
    this.#host = url.host;
    this.#socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
    this.#socket.on("data", (chunk) => {
      this.#read(chunk);
    });
    this.#socket.on("error", (error) => this.#reject?.(error));
    this.#socket.on("close", () => this.#reject?.(new Error("the server has closed the connection")));
  }

  static open(url: string): Promise<ClientConnection> {
    const connection = new ClientConnection(new URL(url));
    return new Promise((resolve, reject) => {
      connection.#socket.once("connect", () => {
        resolve(connection);
      });
      connection.#socket.once("error", reject);
    });
  }

  /** Resolves once the whole response has arrived. @throws Error if its status is not 200, or if it has no `Content-Length` */
  get(target: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#head = Buffer.alloc(0);
      this.#socket.write(`GET ${target} HTTP/1.1\r\nHost: ${this.#host}\r\nAccept: */*\r\n\r\n`, "latin1");
    });
  }

  close(): void {
    this.#reject = undefined;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#head === undefined) {
      this.#missing -= chunk.length;
    } else {
      const start = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
      const end = start.indexOf(HEAD_END);
      if (end === -1) {
        this.#head = start;
        return;
      }
      const head = start.toString("latin1", 0, end);
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      if (!head.startsWith("HTTP/1.1 200 ") || length === undefined) {
        this.#reject?.(new Error(`unexpected response: ${head}`));
        return;
      }
      this.#head = undefined;
      this.#missing = Number(length) - (start.length - end - HEAD_END.length);
    }
    if (this.#missing === 0) this.#resolve?.();
  }
}
