import { USUAL_PORT } from "./listen.ts";
import { LOG_LEVELS, type LogLevel } from "./log/log.ts";
import { LONGEST_VALIDITY } from "./tokens/store/token-options.ts";
import { parseArgs } from "node:util";

/** Settings of the program. */
export interface Configuration {
  readonly host: string;
  /** 0 chooses a free port. Default: the usual port if it is free, otherwise a free one. */
  readonly port: number | undefined;
  /** Path of a SQLite file, `:memory:`, or a `postgres://` address. */
  readonly database: string;
  /** Address under which clients reach the platform; undefined for that of the server itself. */
  readonly baseUrl: string | undefined;
  readonly passwordGrant: boolean;
  readonly tokenInQuery: boolean;
  readonly accessTokenValidity: number;
  /** Origins of web applications that may send requests. */
  readonly origins: readonly string[];
  /** Path of the decision package of detection; undefined for the sample. */
  readonly decisionPackage: string | undefined;
  /** File or `http(s)://` address for alerts; undefined if they are stored only. */
  readonly alerts: string | undefined;
  /** Path of a JSON file with the knowledge bases of the data quality family; undefined for the sample. */
  readonly knowledgeBases: string | undefined;
  /** Days for which entries of the audit trail are kept. */
  readonly auditDays: number;
  /** Folder with the data libraries of performance tasks; undefined for the sample. */
  readonly libraries: string | undefined;
  /** Least severe level of the log on standard error. */
  readonly log: LogLevel;
}

export const HELP = `Usage: npm start -- [options]
       npm start -- backup FILE [--database DATABASE]
       npm start -- restore FILE [--database DATABASE]

Runs the platform: the token service and the API families. backup copies a SQLite database to a new file, also while the
platform runs. restore copies a backup to a database that does not exist yet.

  --host HOST                 address to listen on (default 127.0.0.1)
  --port PORT                 port to listen on (default ${USUAL_PORT}, or a free one if that is in use; 0 chooses a free one)
  --database DATABASE         SQLite file, :memory:, or postgres://… (default platform.db)
  --base-url URL              address under which clients reach the platform, such as https://example.org
  --token-validity SECONDS    lifetime of access tokens (default 3600)
  --origin ORIGIN             origin of a web application that may send requests; can be repeated
  --decision-package FILE     decision package of detection (default: a sample); it is read again when it changes
  --alerts FILE|URL           file or webhook that receives alerts of detection (default: they are stored only)
  --knowledge-bases FILE      JSON file with the knowledge bases of the data quality family (default: a sample)
  --libraries FOLDER          data libraries of performance tasks: folders of CSV files (default: a sample)
  --audit-days DAYS           days for which entries of the audit trail are kept (default 365)
  --log LEVEL                 log on standard error, as JSON lines: silent, error, warn or info, which has each request (default warn)
  --password-grant            allow the password grant, for tests only
  --token-in-query            read tokens from the parameter access_token, too
  --help                      show this text
`;

/** Maximum value of `--audit-days`: a hundred years. */
const LONGEST_AUDIT = 36_500;

/** A command that copies a database. */
export interface CopyCommand {
  readonly kind: "backup" | "restore";
  readonly file: string;
  /** Path of a SQLite file. */
  readonly database: string;
}

export type ConfigurationResult =
  | { readonly kind: "configuration"; readonly configuration: Configuration }
  | CopyCommand
  | { readonly kind: "help" }
  | { readonly kind: "error"; readonly message: string };

/** Reads the arguments of the command line. */
export function readConfiguration(args: readonly string[]): ConfigurationResult {
  let values;
  let positionals;
  try {
    ({ values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        host: { type: "string", default: "127.0.0.1" },
        port: { type: "string" },
        database: { type: "string", default: "platform.db" },
        "base-url": { type: "string" },
        "token-validity": { type: "string", default: "3600" },
        origin: { type: "string", multiple: true, default: [] },
        "decision-package": { type: "string" },
        alerts: { type: "string" },
        "knowledge-bases": { type: "string" },
        libraries: { type: "string" },
        log: { type: "string", default: "warn" },
        "audit-days": { type: "string", default: "365" },
        "password-grant": { type: "boolean", default: false },
        "token-in-query": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    }));
  } catch (error) {
    return { kind: "error", message: error instanceof Error ? error.message : String(error) };
  }
  if (values.help) return { kind: "help" };
  if (positionals.length > 0) return readCommand(positionals, values.database);
  const port = values.port === undefined ? undefined : readInteger(values.port, 0, 65_535);
  if (port === undefined && values.port !== undefined)
    return problem("--port", "an integer from 0 to 65535", values.port);
  const validity = readInteger(values["token-validity"], 1, LONGEST_VALIDITY);
  if (validity === undefined)
    return problem("--token-validity", `an integer from 1 to ${LONGEST_VALIDITY}`, values["token-validity"]);
  const auditDays = readInteger(values["audit-days"], 1, LONGEST_AUDIT);
  if (auditDays === undefined)
    return problem("--audit-days", `an integer from 1 to ${LONGEST_AUDIT}`, values["audit-days"]);
  const baseUrl = values["base-url"];
  if (baseUrl !== undefined && !isOrigin(baseUrl))
    return problem("--base-url", "an address without a path, such as https://example.org", baseUrl);
  const wrongOrigin = values.origin.find((origin) => !isOrigin(origin));
  if (wrongOrigin !== undefined)
    return problem("--origin", "an origin such as https://app.example.org", wrongOrigin);
  const { alerts } = values;
  if (alerts !== undefined && /^https?:/.test(alerts) && !URL.canParse(alerts))
    return problem("--alerts", "a file or an address such as https://triage.example/alerts", alerts);
  const log = LOG_LEVELS.find((level) => level === values.log);
  if (log === undefined) return problem("--log", LOG_LEVELS.join(", "), values.log);
  const configuration: Configuration = {
    host: values.host,
    port,
    database: values.database,
    baseUrl,
    passwordGrant: values["password-grant"],
    tokenInQuery: values["token-in-query"],
    accessTokenValidity: validity,
    origins: values.origin,
    decisionPackage: values["decision-package"],
    alerts,
    knowledgeBases: values["knowledge-bases"],
    libraries: values.libraries,
    log,
    auditDays,
  };
  return { kind: "configuration", configuration };
}

function readCommand(words: readonly string[], database: string): ConfigurationResult {
  const [kind, file, ...extraWords] = words;
  if (kind !== "backup" && kind !== "restore")
    return { kind: "error", message: `The commands are backup and restore, got ${kind}` };
  if (file === undefined || extraWords.length > 0)
    return { kind: "error", message: `${kind} takes the name of one file` };
  if (database === ":memory:" || database.includes("://"))
    return {
      kind: "error",
      message: `${kind} is for SQLite files. PostgreSQL has the programs pg_dump and pg_restore`,
    };
  return { kind, file, database };
}

function problem(option: string, expected: string, actual: string): ConfigurationResult {
  return { kind: "error", message: `${option} must be ${expected}, got ${actual}` };
}

function readInteger(text: string, least: number, greatest: number): number | undefined {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= greatest ? value : undefined;
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
