import { createHash, randomBytes } from "node:crypto";
import { show } from "tamis/diagnostics";
import { UsageError, type Arguments } from "../command/arguments.ts";
import type { Scope } from "../command/command.ts";
import type { LogLevel } from "./http/request-log.ts";

export const DEFAULT_PORT = 8080;
export const DEFAULT_HOST = "127.0.0.1";
/** Seconds. */
export const DEFAULT_TIMEOUT = 10;
export const DEFAULT_CONCURRENCY = 64;

export interface ServeSettings {
  readonly host: string;
  readonly port: number;
  readonly origins: ReadonlySet<string>;
  readonly token: string | undefined;
  readonly paging: "start" | "cursor";
  readonly cursorKey: Uint8Array;
  /** Milliseconds. */
  readonly timeout: number;
  readonly concurrency: number;
  readonly log: LogLevel;
  readonly isWritable: boolean;
}

const MIN_SECRET_CHARACTERS = 8;

/** @throws UsageError */
export function readSettings({ args, io }: Scope): ServeSettings {
  const port = args.count("port") ?? DEFAULT_PORT;
  if (port > 65_535) throw new UsageError(`--port must be a number from 0 to 65535, not ${port}.`);
  const concurrency = args.count("max-requests") ?? DEFAULT_CONCURRENCY;
  if (concurrency < 1) throw new UsageError("--max-requests must be at least 1.");
  const token = args.text("token") ?? io.env["TAMIS_TOKEN"];
  if (token !== undefined && !/^[A-Za-z0-9\-._~+/]{8,}=*$/.test(token))
    throw new UsageError(
      "The token must have at least 8 characters of A-Z, a-z, 0-9 and -._~+/, because it is sent in a header field.",
    );
  const secret = args.text("cursor-secret");
  if (secret !== undefined && secret.length < MIN_SECRET_CHARACTERS)
    throw new UsageError(
      `--cursor-secret must have at least ${MIN_SECRET_CHARACTERS} characters: whoever guesses it can read and change cursors.`,
    );
  const isWritable = args.flag("writable");
  if (isWritable && args.flag("watch"))
    throw new UsageError("--watch cannot be combined with --writable, which serves copies of the files.");
  const origins = new Set(args.texts("cors").map(readOrigin));
  if (isWritable && origins.has("*") && token === undefined)
    throw new UsageError(
      "--cors '*' with --writable needs a --token: otherwise any web page could change rows.",
    );
  return {
    host: args.text("host") ?? DEFAULT_HOST,
    port,
    origins,
    isWritable,
    token,
    paging: args.text("paging") === "cursor" ? "cursor" : "start",
    cursorKey: secret === undefined ? randomBytes(32) : createHash("sha256").update(secret).digest(),
    timeout: readTimeout(args),
    concurrency,
    log: (args.text("log") as LogLevel | undefined) ?? "requests",
  };
}

function readOrigin(text: string): string {
  if (text === "*" || (URL.canParse(text) && /^https?:/i.test(text) && new URL(text).origin === text))
    return text;
  throw new UsageError(
    `--cors must be an origin such as https://app.example, without a path, or *; not '${show(text)}'.`,
  );
}

function readTimeout(args: Arguments): number {
  const text = args.text("timeout");
  if (text === undefined) return DEFAULT_TIMEOUT * 1_000;
  const milliseconds = Math.round(Number(text) * 1_000);
  if (/^\d+(?:\.\d+)?$/.test(text) && milliseconds >= 1 && milliseconds < 2 ** 31) return milliseconds;
  throw new UsageError(`--timeout must be a number of seconds, such as 5 or 0.5, not '${show(text)}'.`);
}
