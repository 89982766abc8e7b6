import type { Server } from "node:http";
import { listen as listenOn, ListenError, type ListenAddress } from "tamis/http";

/** Port without the option `--port`, if it is free. */
export const USUAL_PORT = 8080;

/** An error that prevents the start, and that the user can correct. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/**
 * Makes a server listen. Without a port, it listens on the usual one, or on a free one if that is in use.
 *
 * @throws StartError if the address cannot be used
 */
export async function listen(server: Server, host: string, port: number | undefined): Promise<ListenAddress> {
  try {
    return await listenOn(server, { host, port: port ?? USUAL_PORT, portSetting: "--port" });
  } catch (error) {
    if (!(error instanceof ListenError)) throw error;
    if (port === undefined && error.code === "EADDRINUSE") return await listen(server, host, 0);
    throw new StartError(error.message);
  }
}
