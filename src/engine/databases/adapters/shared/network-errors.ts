/** Codes of the system for errors of connections, such as to a server that is not running. */
export const NETWORK_ERRORS: readonly (readonly [code: string, failure: "connection"])[] =
  "ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ENOENT"
    .split(" ")
    .map((code) => [code, "connection"]);
