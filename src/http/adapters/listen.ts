import { requireKind, requireText } from "../../diagnostics/require-argument.ts";

/** The part of Node's `http.Server` that listening needs. */
export interface ListeningServer {
  listen: (port: number, host: string, listening: () => void) => unknown;
  address: () => string | { readonly port: number } | null;
  once: (event: "error", listener: (error: Error) => void) => unknown;
  removeListener: (event: "error", listener: (error: Error) => void) => unknown;
}

export interface ListenOptions {
  /** Name or address. IPv6 addresses may be in brackets. */
  readonly host: string;
  /** 0 chooses a free port. */
  readonly port: number;
  /** Name of the setting of the port in messages, such as `--port`; by default `port`. */
  readonly portSetting?: string;
}

export interface ListenAddress {
  readonly port: number;
  /** Address for clients, such as `http://[::1]:8080`. */
  readonly url: string;
}

/** A reason why a server cannot listen, in a sentence for its user. */
export class ListenError extends Error {
  override readonly name = "ListenError";
  /** Code of the system, such as `EADDRINUSE`. */
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/**
 * Makes a server listen.
 *
 * @throws ListenError if it cannot
 * @example const { url } = await listen(createServer(nodeHandler(service)), { host: "localhost", port: 8080 });
 */
export async function listen(server: ListeningServer, options: ListenOptions): Promise<ListenAddress> {
  requireKind(server, "server", "a server of node:http", "listen", "once");
  requireKind(options, "options", "an object with host and port", "host", "port");
  const { host, port } = options;
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => reject(listenError(error, options));
    server.once("error", fail);
    server.listen(port, host.replace(/^\[(.*)\]$/, "$1"), () => {
      server.removeListener("error", fail);
      resolve();
    });
  });
  const address = server.address();
  const actual = typeof address === "object" && address !== null ? address.port : port;
  return { port: actual, url: `http://${urlHost(host)}:${actual}` };
}

/** Returns a host as URLs write it: in lower case, and IPv6 addresses in brackets. */
export function urlHost(host: string): string {
  requireText(host, "host");
  return host.includes(":") && !host.startsWith("[") ? `[${host.toLowerCase()}]` : host.toLowerCase();
}

function listenError(
  error: Error & { readonly code?: unknown },
  { host, port, portSetting = "port" }: ListenOptions,
): ListenError {
  const code = typeof error.code === "string" ? error.code : undefined;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use. Choose a free one with ${portSetting} 0.`,
    EACCES: `Port ${port} needs more rights. Choose one above 1023 with ${portSetting}.`,
    EADDRNOTAVAIL: `${host} is not an address of this computer.`,
    ENOTFOUND: `There is no host '${host}'.`,
  };
  const reason = code !== undefined && Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  return new ListenError(reason ?? error.message, code);
}
