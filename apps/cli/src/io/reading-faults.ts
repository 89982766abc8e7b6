/** Words the faults and notes of file readers for the command line. */
import { ReadingFault, type Batch, type OptionName, type ReadingNote } from "tamis/files";
import { DataError } from "./errors.ts";

const HINTS: Readonly<Partial<Record<OptionName, string>>> = {
  comment: "--comment names the characters before comments",
  encoding: "--encoding names the encoding of the file, such as windows-1252",
  escape: "--escape names another character",
  format: "--input json reads JSON on several lines, and lists of rows",
  quote: "--quote names another character",
  ragged: "--ragged accepts such rows",
  skip: "--skip sets the number of such lines",
};

export function dataError(file: string, { position, reason, option }: ReadingFault): DataError {
  return new DataError(file, position, option === "path" ? `--path: ${reason}` : withHint(reason, option));
}

export function noteText({ text, option }: ReadingNote): string {
  return withHint(text, option);
}

function withHint(text: string, option: OptionName | undefined): string {
  const hint = option === undefined ? undefined : HINTS[option];
  return hint === undefined ? text : `${text}; ${hint}`;
}

/**
 * Passes the batches of a file.
 * @throws DataError in place of a ReadingFault
 */
export async function* withFileName(file: string, batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  try {
    yield* batches;
  } catch (error) {
    throw error instanceof ReadingFault ? dataError(file, error) : error;
  }
}
