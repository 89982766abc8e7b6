import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Port of servers that were not told one, if it is free. */
export const USUAL_PORT = 8080;

/** A reason why the platform cannot start that its user can remove. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/**
 * Makes a server listen, and returns the port. Without a port, it listens on the usual one, or on another one if that is in use.
 *
 * @throws StartError if the address cannot be used
 */
export async function listen(server: Server, host: string, port: number | undefined): Promise<number> {
  const asked = port ?? USUAL_PORT;
  try {
    return await listenOn(server, host, asked);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (port === undefined && code === "EADDRINUSE") return await listenOn(server, host, 0);
    const reasons: Readonly<Record<string, string>> = {
      EADDRINUSE: `Port ${asked} is in use. --port 0 chooses a free one.`,
      EACCES: `Port ${asked} needs more rights. Choose one above 1023 with --port.`,
      EADDRNOTAVAIL: `${host} is not an address of this computer.`,
      ENOTFOUND: `There is no host ${host}.`,
    };
    throw new StartError(Object.hasOwn(reasons, code) ? reasons[code]! : (error as Error).message);
  }
}

function listenOn(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
