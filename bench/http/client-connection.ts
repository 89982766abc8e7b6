import { once } from "node:events";
import { connect, type Socket } from "node:net";

const HEAD_END = "\r\n\r\n";

/**
 * A connection of HTTP/1.1 that sends one request after another. It reads no more of a response than its status and its length,
 * so that a load takes little time from the server: `node:http` takes 0.3 ms of CPU time for a request.
 */
export class ClientConnection {
  readonly #host: string;
  readonly #socket: Socket;
  readonly #chunks: AsyncIterator<Buffer>;

  private constructor(host: string, socket: Socket) {
    this.#host = host;
    this.#socket = socket;
    this.#chunks = socket[Symbol.asyncIterator]();
  }

  static async open(url: string): Promise<ClientConnection> {
    const { host, hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, "connect");
    return new ClientConnection(host, socket);
  }

  /** Resolves once the whole response has arrived. @throws Error if its status is not 200, or if it has no `Content-Length` */
  async get(target: string): Promise<void> {
    this.#socket.write(`GET ${target} HTTP/1.1\r\nHost: ${this.#host}\r\nAccept: */*\r\n\r\n`, "latin1");
    let start = await this.#next();
    while (!start.includes(HEAD_END)) start = Buffer.concat([start, await this.#next()]);
    const end = start.indexOf(HEAD_END);
    const head = start.toString("latin1", 0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (!head.startsWith("HTTP/1.1 200 ") || length === undefined)
      throw new Error(`unexpected response: ${head}`);
    let missing = Number(length) - (start.length - end - HEAD_END.length);
    while (missing > 0) missing -= (await this.#next()).length;
  }

  close(): void {
    this.#socket.destroy();
  }

  async #next(): Promise<Buffer> {
    const { value, done } = await this.#chunks.next();
    if (done === true) throw new Error("the server has closed the connection");
    return value;
  }
}
