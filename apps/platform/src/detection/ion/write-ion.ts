import { Decimal, makeBinaryWriter, makePrettyWriter, type Writer, IonTypes, Timestamp } from "ion-js";
import { wellFormed } from "./limits.ts";

/** A value that can be written: JSON, and date-times as {@link Timestamp}. */
export type Writable =
  null | boolean | number | string | Timestamp | readonly Writable[] | { readonly [name: string]: Writable };

export type IonFormat = "binary" | "text";

/**
 * Writes a value as one Ion document.
 *
 * @throws IonError for a string that is not well-formed Unicode
 */
export function writeIon(value: Writable, format: IonFormat): Uint8Array {
  const writer = format === "binary" ? makeBinaryWriter() : makePrettyWriter(2);
  writeValue(writer, value);
  writer.close();
  return writer.getBytes();
}

function writeValue(writer: Writer, value: Writable): void {
  if (value === null) writer.writeNull(IonTypes.NULL);
  else if (typeof value === "boolean") writer.writeBoolean(value);
  else if (typeof value === "string") writer.writeString(wellFormed(value));
  else if (typeof value === "bigint") writer.writeInt(value);
  else if (typeof value === "number") {
    if (Number.isSafeInteger(value)) writer.writeInt(value);
    // Decimals keep the digits that a sender wrote, such as 12.50.
    else if (/^-?\d+\.\d+$/.test(String(value))) writer.writeDecimal(Decimal.parse(String(value)));
    else writer.writeFloat64(value);
  } else if (value instanceof Timestamp) writer.writeTimestamp(value);
  else if (isList(value)) {
    writer.stepIn(IonTypes.LIST);
    for (const element of value) writeValue(writer, element);
    writer.stepOut();
  } else {
    writer.stepIn(IonTypes.STRUCT);
    for (const [name, field] of Object.entries(value)) {
      writer.writeFieldName(wellFormed(name));
      writeValue(writer, field);
    }
    writer.stepOut();
  }
}

function isList(value: Writable): value is readonly Writable[] {
  return Array.isArray(value);
}
