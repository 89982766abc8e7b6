/** The interface of the writers of all formats. */
import type { CellType } from "../formats/cell-types.ts";
import type { Row } from "../formats/row.ts";

/** Members of an envelope other than its items: `start`, `limit`, `count`, `links` … */
export type EnvelopeMembers = Readonly<Record<string, unknown>>;

export interface WriteOptions {
  /** Dotted paths of the members to write. In `csv`, `tsv` and `table` each path is a column. */
  readonly select?: readonly string[] | undefined;
  /** For `table`: use colors. */
  readonly color?: boolean | undefined;
  /** For `table`: width of the terminal in columns. Cells are cut to fit; by default nothing is cut. */
  readonly columns?: number | undefined;
  /** For `table`: column types by path. Numbers are right-aligned; by default the values decide. */
  readonly types?: ReadonlyMap<string, CellType> | undefined;
  /** For `envelope`: members that are written before the items. */
  readonly envelope?: EnvelopeMembers | undefined;
  /** For `csv`, `tsv` and `table`: the columns of an empty result. */
  readonly known?: readonly string[] | undefined;
  /** For `csv`, `tsv` and `table`: called once for each member that is left out because no early row had it. */
  readonly onUnlistedMember?: ((name: string) => void) | undefined;
}

/** Writes rows to one output. */
export interface RowOutput {
  /**
   * Writes a row. Wait for the promise, if there is one, before the next row: the stream is full.
   *
   * @throws OutputClosed or OutputError, directly or through the promise
   */
  write(row: Row): Promise<void> | undefined;
  /** Writes all buffered rows and waits for the stream. More rows can follow. */
  flush(): Promise<void>;
  /**
   * Writes the rest and waits for the stream, which stays open.
   *
   * @param envelope members of an `envelope` to write after its items, such as `count`
   */
  end(envelope?: EnvelopeMembers): Promise<void>;
}

/** Writes rows one after the other and waits whenever the stream is full. */
export async function writeAll(writer: RowOutput, rows: Iterable<Row>): Promise<void> {
  for (const row of rows) {
    const full = writer.write(row);
    if (full !== undefined) await full;
  }
}
