import type { Catalog } from "tamis";
import type { CsvOptions, InvalidRow, LoadedText } from "tamis/store";
import type { Row } from "../formats/row.ts";
import type { InputFormat } from "../formats/formats.ts";
import { MemberNames } from "../rows/rename-members.ts";

/** How the rows of one file are read as text. */
export interface TextPlan {
  readonly format: InputFormat;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Undefined for NDJSON. */
  readonly csv: CsvOptions | undefined;
  /** Called for each invalid row. */
  readonly onInvalidRow: (row: InvalidRow) => void;
  /** Minimum number of valid rows. */
  readonly minRows: number;
  /** Sentences about the columns. */
  readonly notes: readonly string[];
  /** Returns the names of the columns. */
  readonly columnsOf: (text: LoadedText<Row>) => readonly string[];
}

/** Thrown while text is read, if its rows must be objects. */
export class ObjectsRequired extends Error {}

/** @throws {@link ObjectsRequired} if members have other names in the catalog */
export function requireNames(names: Iterable<string>, catalog: Catalog): void {
  const members = new MemberNames(catalog);
  for (const name of names) if (members.mayRename(name)) throw new ObjectsRequired("members are renamed");
}
