import { failRequest, type RowStore } from "tamis/http";
import type { Caller } from "../../access/caller.ts";
import type { Folder, Folders } from "../../folders/folders.ts";
import type { Row } from "../../storage/storage.ts";
import { CODES } from "../contract/error-codes.ts";
import { reportUri } from "../contract/report-store.ts";
import type { ReportNames } from "./report-names.ts";

const REPORT_TYPE = "application/vnd.vendor.report";

/** A folder has no two members with one name. */
const NAME_TAKEN = { kind: "conflict", members: ["name"] } as const;

/** Returns the store with reports that become members of a folder when they are created. */
export function filedIn(
  store: RowStore<Row>,
  {
    folders,
    folder,
    names,
    caller,
  }: {
    readonly folders: Folders;
    readonly folder: Folder;
    readonly names: ReportNames;
    readonly caller: Caller;
  },
): RowStore<Row> {
  return {
    ...store,
    async create(row, options) {
      const name = row["name"] as string;
      // A repeated request finds the report that the first one created.
      if (options?.idempotency === undefined && (await orFail(names.isTaken(folder, name))))
        return NAME_TAKEN;
      const outcome = await store.create(row, options);
      if (outcome.kind !== "created") return outcome;
      const id = outcome.stored.row["id"] as string;
      const member = { name, uri: reportUri(id), contentType: REPORT_TYPE };
      const isAdded = await orFail(folders.addMember(folder, member, caller), () => store.delete(id, "any"));
      if (isAdded) return outcome;
      await store.delete(id, "any");
      return NAME_TAKEN;
    },
  };
}

export interface Dependents {
  readonly folders: Folders;
  readonly names: ReportNames;
  /** Deletes what belongs to a deleted report. */
  readonly deleteOf: (reportId: string, row: Row | undefined) => Promise<void>;
}

/** Returns the store with reports that keep their names in folders up to date, and that take along what belongs to them. */
export function withDependents(
  store: RowStore<Row>,
  { folders, names, deleteOf }: Dependents,
): RowStore<Row> {
  return {
    ...store,
    async replace(key, row, condition) {
      const uri = reportUri(String(key));
      const before = await store.read(key);
      const name = row["name"] as string;
      if (before === undefined || before.row["name"] === name) return store.replace(key, row, condition);
      try {
        if (!(await orFail(names.begin(uri, name)))) return NAME_TAKEN;
        const outcome = await store.replace(key, row, condition);
        if (outcome.kind !== "replaced")
          await orFail(folders.renameMember(uri, before.row["name"] as string));
        return outcome;
      } finally {
        names.end(uri);
      }
    },
    async delete(key, condition) {
      const before = await store.read(key);
      const outcome = await store.delete(key, condition);
      if (outcome.kind === "deleted") await deleteOf(String(key), before?.row);
      return outcome;
    },
  };
}

/**
 * Adds the error code of the family to an error of the folders.
 *
 * @param undo removes what must not stay without the folder
 */
async function orFail<T>(change: Promise<T>, undo?: () => Promise<unknown>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    await undo?.();
    return failRequest(500, "The folder cannot be changed now.", {
      code: CODES.folderFailure,
      cause: error,
    });
  }
}
