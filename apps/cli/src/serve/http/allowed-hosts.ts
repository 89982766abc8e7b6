import { hostname, networkInterfaces } from "node:os";
import { urlHost } from "tamis/http";

/** Returns whether requests may name a host, in lower case and without a port. */
export type AllowedHosts = (name: string) => boolean;

const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];
const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::", "[::]"]);

/**
 * Allows the names and addresses of this computer on which the server listens, and further names.
 *
 * @param host address that the server listens on
 */
export function allowedHosts(host: string, further: readonly string[]): AllowedHosts {
  const names = new Set([...LOOPBACK, urlHost(host), ...further.map((name) => name.toLowerCase())]);
  if (WILDCARDS.has(host)) {
    names.add(hostname().toLowerCase());
    for (const addresses of Object.values(networkInterfaces()))
      for (const { address } of addresses ?? []) names.add(urlHost(address.replace(/%.*$/, "")));
  }
  return (name) => names.has(name);
}

/** @example hostName("LocalHost:8080") // "localhost" */
export function hostName(authority: string): string {
  return authority.toLowerCase().replace(/:\d*$/, "");
}
