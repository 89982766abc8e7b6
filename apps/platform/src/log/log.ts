import { pino, type DestinationStream } from "pino";

/** Levels of the log. Each contains those before it. Requests have the level `info`. */
export const LOG_LEVELS = ["silent", "error", "warn", "info"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** A request that was answered. It has no query, no header field and no body, which can contain secrets. */
export interface AnsweredRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Null for requests without a valid token. */
  readonly client: string | null;
  /** Null if the client acts for itself. */
  readonly user: string | null;
}

/** The log of the platform: one JSON object in each line. */
export interface Log {
  readonly request: (request: AnsweredRequest) => void;
  /** @param context request that failed, with the error identifier that its response contains */
  readonly error: (error: unknown, context?: ErrorContext) => void;
}

export interface ErrorContext {
  readonly traceId?: string;
  readonly method?: string;
  readonly path?: string;
}

/** Longest path in a line, in UTF-16 units. */
const LONGEST_PATH = 500;

/** @param destination stream of the log. Default: standard error, completely written when the process ends */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = { level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime };
  // Written in the background, so that a slow reader of the log does not stop requests.
  const logger = pino(options, destination ?? pino.destination({ fd: 2, sync: false, minLength: 0 }));
  return {
    request: ({ path, ...fields }) => {
      logger.info({ ...fields, path: shortened(path) }, "request");
    },
    error: (error, { traceId, method, path } = {}) => {
      const request = path === undefined ? {} : { traceId, method, path: shortened(path) };
      logger.error({ ...request, error: described(error) }, "error");
    },
  };
}

function shortened(path: string): string {
  return path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path;
}

/** Further properties of an error are left out: those of drivers contain values of rows. */
function described(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const { code } = error as NodeJS.ErrnoException;
  return { name, message, code, stack, ...(cause === undefined ? {} : { cause: described(cause) }) };
}
