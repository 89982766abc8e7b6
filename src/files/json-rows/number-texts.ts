/** Numbers that `JSON.stringify` would write with other digits, such as 10.10. Outputs print them as they are in the file. */
import { hasOrder, keepOrder, namesInOrder } from "../../values/json/member-order.ts";
import { setShownLazily, type FileRow } from "../rows/row.ts";

/** Lets outputs print the numbers of a row as they are written. */
export function keepNumberTexts(row: FileRow, text: string): void {
  setShownLazily(row, () => parseAsWritten(text, row) as FileRow);
}

/** @param value what is printed for a text that has other faults, such as NaN */
function parseAsWritten(text: string, value: object): unknown {
  try {
    const written: unknown = JSON.parse(text, asWritten as (name: string) => unknown);
    copyOrder(value, written);
    return written;
  } catch {
    return value;
  }
}

/** Copies the order of names that JavaScript moves. */
function copyOrder(from: unknown, to: unknown): void {
  if (!hasOrder(from)) return;
  keepOrder(to as object, namesInOrder(from));
  for (const name of Object.keys(from)) copyOrder((from as FileRow)[name], (to as FileRow)[name]);
}

function asWritten(_name: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value !== "number" || source === undefined || source === String(value)) return value;
  return rawJson(source);
}

const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => object };
