import { OUT_OF_BAND } from "tamis/families";

/**
 * Returns why clients cannot register a redirect URI; undefined for a usable one. A page that receives codes is on HTTPS, or on
 * this machine.
 */
export function redirectProblem(uri: string): string | undefined {
  if (uri === OUT_OF_BAND) return undefined;
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  if (url === undefined || uri.length > 2_000) return "is not a URL";
  const isLocal = url.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !isLocal) return "must begin with https://, or with http://localhost";
  if (url.username !== "" || url.password !== "") return "must have no user name";
  if (url.hash !== "" || uri.includes("#")) return "must have no fragment";
  // An URL that a browser changes, such as one with `..`, would never be equal to the one that the client sends.
  if (url.href !== uri && url.href !== `${uri}/`) return `must be written as ${url.href}`;
  return undefined;
}

/**
 * Returns the redirect URI of an authorization request. It is compared character by character, because each looser comparison has
 * let codes leak.
 *
 * @param requested undefined if the request names none: then the client must have one only
 */
export function chooseRedirect(
  registered: readonly string[],
  requested: string | undefined,
): string | undefined {
  if (requested === undefined) return registered.length === 1 ? registered[0] : undefined;
  return registered.includes(requested) ? requested : undefined;
}

/** Returns a redirect URI with parameters. */
export function withParameters(
  uri: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
