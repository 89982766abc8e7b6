import type { CellType } from "../formats/cell-types.ts";
import type { Row } from "../formats/row.ts";

/** Such as `start`, `limit`, `count` and `links`. */
export type EnvelopeMembers = Readonly<Record<string, unknown>>;

export interface WriteOptions {
  /** Dotted paths. */
  readonly select?: readonly string[] | undefined;
  /** For `table`. */
  readonly color?: boolean | undefined;
  /** For `table`: cells are cut to this width; by default nothing is cut. */
  readonly columns?: number | undefined;
  /** For `table`: by path, for alignment; by default the values decide. */
  readonly types?: ReadonlyMap<string, CellType> | undefined;
  /** For `envelope`: written before the items. */
  readonly envelope?: EnvelopeMembers | undefined;
  /** Columns of an empty table. */
  readonly known?: readonly string[] | undefined;
  /** Called once for each member that a table leaves out because no early row had it. */
  readonly onUnlistedMember?: ((name: string) => void) | undefined;
}

export interface RowOutput {
  /**
   * Wait for the promise, if any, before the next row: the stream is full.
   * @throws OutputClosed, OutputError; directly or through the promise
   */
  write(row: Row): Promise<void> | undefined;
  /** More rows can follow. */
  flush(): Promise<void>;
  /**
   * Leaves the stream open.
   * @param envelope written after the items
   */
  end(envelope?: EnvelopeMembers): Promise<void>;
}

export async function writeAll(writer: RowOutput, rows: Iterable<Row>): Promise<void> {
  for (const row of rows) {
    const full = writer.write(row);
    if (full !== undefined) await full;
  }
}
