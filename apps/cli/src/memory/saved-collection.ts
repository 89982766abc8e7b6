import { stat } from "node:fs/promises";
import type { Catalog } from "tamis";
import { escapeControls } from "tamis/diagnostics";
import {
  openCollection,
  saveCollection,
  type FileProblem,
  type MemoryCollection,
  type UnsavableRows,
} from "tamis/store";
import type { Scope } from "../command/command.ts";
import { DataError, InputError } from "../io/errors.ts";
import { formatRows } from "../io/format-count.ts";
import { progressOn } from "../io/progress.ts";
import { writeFailureOf } from "../io/write-failure.ts";
import type { Row } from "tamis/files";

export interface SavedReading {
  /** True: rows and columns are read from the file when a request needs them. */
  readonly onDemand: boolean;
  /** Returns the names of the members whose columns are read at once. Default: all members, and none with `onDemand`. */
  readonly members?: (catalog: Catalog) => readonly string[];
}

/**
 * Opens a collection file. Requests can throw errors of damaged parts that are read on demand: see {@link describeDamage}.
 * @throws InputError if the file is unreadable, DataError if it is damaged
 */
export async function openSavedCollection(
  path: string,
  catalog: Catalog | undefined,
  { io, signal }: Scope,
  { onDemand, members }: SavedReading = { onDemand: false },
): Promise<MemoryCollection<Row>> {
  const progress = progressOn(io, (await stat(path).catch(() => undefined))?.size);
  try {
    const result = await openCollection<Row>(path, {
      ...(catalog === undefined ? {} : { catalog }),
      rows: "plain",
      members,
      onDemand,
      signal,
      onProgress: ({ bytes }) => progress.update({ rows: 0, bytes }),
    });
    if (result.ok) return result.collection;
    throw openError(path, result.reason);
  } finally {
    progress.end();
  }
}

/** Returns the error to report for an error of a request: a DataError if it has read a damaged part of the file. */
export function describeDamage(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || !Object.hasOwn(error, "problem")) return error;
  return openError(path, (error as Error & { readonly problem: FileProblem }).problem);
}

/**
 * Runs a request of a collection that is read on demand.
 * @throws DataError if it reads a damaged part of the file
 */
export async function reportingDamage<T>(path: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw describeDamage(path, error);
  }
}

/**
 * Saves the rows and returns a message for the user.
 * @throws InputError if the file cannot be written
 */
export async function saveRows(
  collection: MemoryCollection<Row>,
  path: string,
  { signal }: Pick<Scope, "signal">,
): Promise<string> {
  // Leaves out the original texts of CSV cells, which cannot be saved.
  const result = await saveCollection(collection, path, { signal, unsavable: "leave out" });
  const shown = escapeControls(path);
  if (!result.ok) {
    const { code, message } = result.reason;
    const reason = code === "file-system" ? writeFailureOf(result.reason.systemCode) : undefined;
    throw new InputError(`${shown} cannot be written. ${reason ?? message}`);
  }
  return `${formatRows(result.rows)} saved in ${shown} (${megabytes(result.bytes)})`;
}

/** @example megabytes(1_234_567) // "1.2 MB" */
function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function openError(
  path: string,
  { code, message, part, offset }: FileProblem | (UnsavableRows & FileProblem),
) {
  if (code === "file-system") return new InputError(`${escapeControls(path)} cannot be read. ${message}`);
  if (code === "other-catalog" || code === "memory-limit")
    return new InputError(`${escapeControls(path)}: ${message}`);
  const where = part === undefined ? "" : ` (${part})`;
  return new DataError(path, offset === undefined ? {} : { byte: offset }, message + escapeControls(where));
}
