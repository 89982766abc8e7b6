import { escapeControls, show } from "tamis/diagnostics";
import type { DialectName } from "tamis/sql";
import { didYouMean, UsageError } from "../command/arguments.ts";
import { InputError } from "../io/errors.ts";
import { firstBytes } from "../io/first-bytes.ts";
import { PASSWORD_VARIABLES } from "../io/redact.ts";
import { SERVERS } from "./servers/list.ts";

/** SQL dialect of the database, or a Parquet file, which DuckDB reads. */
export type DatabaseKind = DialectName | "parquet";

export interface DatabaseAddress {
  readonly kind: DatabaseKind;
  /** Path or complete address, with the password. */
  readonly location: string;
  /** Form of `location` for messages, which hide its password. */
  readonly shown: string;
}

/** The shown scheme of each kind of database. */
const MAIN_SCHEMES = SERVERS.map(({ schemes }) => schemes[0]!);

/** Sentence about the argument DATABASE of commands. */
export const DATABASE_NOTE = `A DATABASE is a SQLite, DuckDB or Parquet file, or an address: ${MAIN_SCHEMES.map((scheme) => `${scheme}//user@host/db`).join(", ")}.`;

const VARIABLES = Object.values(PASSWORD_VARIABLES);

/** Sentence about passwords of databases. */
export const PASSWORD_NOTE = `The password is taken from the address or, better, from the environment variable ${VARIABLES.slice(0, -1).join(", ")} or ${VARIABLES.at(-1)!}.`;

/**
 * Finds a database among the arguments.
 * @throws UsageError if it is combined with other files
 */
export function findDatabase(positionals: readonly string[]): DatabaseAddress | undefined {
  for (const argument of positionals) {
    const address = readAddress(argument) ?? sniffFile(argument);
    if (address === undefined) continue;
    if (positionals.length > 1)
      throw new UsageError(`${address.shown} is a database. It cannot be combined with other files.`);
    return address;
  }
  return undefined;
}

function readAddress(argument: string): DatabaseAddress | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*:)\/\//i.exec(argument)?.[1]?.toLowerCase();
  if (scheme === undefined) return undefined;
  const server = SERVERS.find(({ schemes }) => schemes.includes(scheme));
  if (server === undefined) {
    const suggestion = didYouMean(
      scheme,
      SERVERS.flatMap(({ schemes }) => schemes),
    );
    throw new UsageError(
      `${show(scheme)} is not a kind of database.${suggestion || ` Choose from ${MAIN_SCHEMES.join(", ")}.`}`,
    );
  }
  if (!URL.canParse(argument))
    throw new UsageError(`Invalid database address. Write ${scheme}//USER@HOST:PORT/DATABASE.`);
  requirePercentEncoding(new URL(argument));
  return { kind: server.kind, location: argument, shown: escapeControls(argument) };
}

/** @throws UsageError if a part of the address cannot be decoded: drivers report it as an internal error */
function requirePercentEncoding({ username, password, pathname, search }: URL): void {
  for (const [part, text] of Object.entries({ username, password, pathname, search })) {
    try {
      decodeURIComponent(text);
    } catch {
      throw new UsageError(`Invalid ${PARTS[part]} in the database address. Write % as %25.`);
    }
  }
}

const PARTS: Readonly<Record<string, string>> = {
  username: "user name",
  password: "password",
  pathname: "database name",
  search: "parameter",
};

/** Number of bytes that identify a database file. */
const HEAD_BYTES = 16;

function sniffFile(path: string): DatabaseAddress | undefined {
  if (path === "-") return undefined;
  const head = firstBytes(path, HEAD_BYTES);
  const kind = head === undefined ? undefined : kindOf(head.toString("latin1"), path);
  return kind === undefined ? undefined : { kind, location: path, shown: escapeControls(path) };
}

function kindOf(head: string, path: string): DatabaseKind | undefined {
  if (head.startsWith("SQLite format 3\0")) return "sqlite";
  if (head.startsWith("DUCK", 8)) return "duckdb";
  if (head.startsWith("PAR1")) return "parquet";
  const hasDatabaseName = /\.(?:db3?|sqlite3?|duckdb|ddb|parquet)$/i.test(path);
  if (head === "" && /\.(?:db3?|sqlite3?)$/i.test(path)) return "sqlite";
  if (hasDatabaseName)
    throw new InputError(
      `${show(path)} is named like a database, but is neither a SQLite, a DuckDB nor a Parquet file.`,
    );
  return undefined;
}
