import { requireText } from "../../diagnostics/require-argument.ts";
import { ClientError } from "./client-error.ts";

/** Resolves paths and links of a deployment, and refuses those to other origins. */
export class Addresses {
  readonly #base: URL;
  readonly #prefix: string;
  readonly #origins: ReadonlySet<string>;

  /** @throws TypeError if an address is not an absolute HTTP URL, or contains a password */
  constructor(baseUrl: string, origins: readonly string[] = []) {
    this.#base = httpUrl(baseUrl, "baseUrl");
    this.#prefix = this.#base.pathname.replace(/\/+$/, "");
    this.#base.pathname = `${this.#prefix}/`;
    this.#origins = new Set([
      this.#base.origin,
      ...origins.map((origin) => httpUrl(origin, "trustedOrigins").origin),
    ]);
  }

  /**
   * Resolves a path or a link. Paths that begin with `/` are relative to the deployment, whose address can have a path
   * itself.
   *
   * @param from address of the representation with the link. Default: the address of the deployment.
   * @throws ClientError (cross-origin)
   */
  resolve(target: string, from: URL = this.#base): URL {
    requireText(target, "path");
    const prefix = this.#prefix;
    const isRooted = target.startsWith("/") && !target.startsWith("//");
    const hasPrefix = target === prefix || target.startsWith(`${prefix}/`) || target.startsWith(`${prefix}?`);
    const url = URL.parse(isRooted && !hasPrefix ? prefix + target : target, from.href);
    if (url === null)
      throw new ClientError("invalid-response", `The link is not a URL: ${target.slice(0, 200)}`);
    this.require(url);
    url.hash = "";
    return url;
  }

  /** @throws ClientError (cross-origin) if the address is outside of the deployment and the trusted origins */
  require(url: URL): void {
    if (this.#origins.has(url.origin) && url.username === "" && url.password === "") return;
    throw new ClientError(
      "cross-origin",
      `${url.origin} is another origin than that of baseUrl, ${this.#base.origin}.`,
    );
  }
}

function httpUrl(text: string, option: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new TypeError(`${option} must be an absolute HTTP URL without a password.`);
  return url;
}
