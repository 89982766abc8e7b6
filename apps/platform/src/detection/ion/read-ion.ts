import { IonTypes, makeReader, TimestampPrecision, type IonType, type Reader, type Timestamp } from "ion-js";
import { ION_LIMITS, IonError, wellFormed } from "./limits.ts";
import { isBinaryIon, scanBinary } from "./scan-binary.ts";
import { scanText, tooMany } from "./scan-text.ts";

/** A timestamp with the precision that the sender gave. */
export interface IonTimestamp {
  readonly kind: "timestamp";
  /** ISO 8601 text: a date for the precision of a day, otherwise a date-time. */
  readonly text: string;
  readonly hasTime: boolean;
}

/** A number with a decimal exponent, as text such as `1250e-2`. */
export interface IonDecimal {
  readonly kind: "decimal";
  readonly text: string;
}

/** Struct fields in the order of the message. The map refuses repeated names. */
export interface IonStruct {
  readonly kind: "struct";
  readonly fields: ReadonlyMap<string, IonValue>;
}

/** A value of Ion as far as messages need it. Symbols are strings. */
export type IonValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | IonDecimal
  | IonTimestamp
  | IonStruct
  | { readonly kind: "list"; readonly items: readonly IonValue[] }
  | { readonly kind: "bytes"; readonly length: number };

/**
 * Reads one struct in binary Ion or in Ion text.
 *
 * @throws IonError for anything else, for a field that occurs twice, and beyond the limits
 */
export function readIonStruct(bytes: Uint8Array): IonStruct {
  if (bytes.length > ION_LIMITS.bytes)
    throw new IonError(`The message has more than ${ION_LIMITS.bytes} bytes.`);
  if (bytes.length === 0) throw new IonError("The message is empty.");
  if (isBinaryIon(bytes)) {
    scanBinary(bytes);
    return readMessage(bytes);
  }
  const text = decodeText(bytes);
  scanText(text);
  return readMessage(text);
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new IonError("The message is neither binary Ion nor text in UTF-8.");
  }
}

function readMessage(source: Uint8Array | string): IonStruct {
  try {
    const values = new ValueReader(makeReader(source));
    const message = values.read();
    if (message === undefined) throw new IonError("The message has no value.");
    if (values.read() !== undefined) throw new IonError("The message has several values.");
    if (typeof message === "object" && message?.kind === "struct") return message;
    throw new IonError("The message is not a struct.");
  } catch (error) {
    if (error instanceof IonError) throw error;
    // The library throws errors of many classes for bytes that are not Ion. Nothing else in this block can fail.
    const reason = error instanceof Error ? error.message : String(error);
    throw new IonError(`The message is not valid Ion: ${reason.slice(0, 200)}`);
  }
}

class ValueReader {
  readonly #reader: Reader;
  #count = 0;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Returns the next value of the container; undefined after the last one. */
  read(): IonValue | undefined {
    const type = this.#next();
    return type === null ? undefined : this.#value(type);
  }

  #next(): IonType | null {
    const type = this.#reader.next();
    if (type !== null && ++this.#count > ION_LIMITS.values) throw tooMany();
    return type;
  }

  #value(type: IonType): IonValue {
    const reader = this.#reader;
    if (reader.isNull()) return null;
    switch (type) {
      case IonTypes.BOOL:
        return reader.booleanValue();
      case IonTypes.INT:
        return reader.bigIntValue();
      case IonTypes.FLOAT:
        return reader.numberValue();
      case IonTypes.DECIMAL: {
        const decimal = reader.decimalValue()!;
        return { kind: "decimal", text: `${decimal.getCoefficient()}e${decimal.getExponent()}` };
      }
      case IonTypes.TIMESTAMP:
        return timestamp(reader.timestampValue()!);
      case IonTypes.STRING:
      case IonTypes.SYMBOL:
        return wellFormed(reader.stringValue()!);
      case IonTypes.STRUCT:
        return this.#struct();
      case IonTypes.LIST:
      case IonTypes.SEXP:
        return this.#list();
      default:
        return { kind: "bytes", length: reader.uInt8ArrayValue()?.length ?? 0 };
    }
  }

  #struct(): IonStruct {
    this.#stepIn();
    const fields = new Map<string, IonValue>();
    for (let type = this.#next(); type !== null; type = this.#next()) {
      const name = this.#reader.fieldName();
      if (name === null) throw new IonError("A field has no name.");
      if (fields.has(wellFormed(name))) throw new IonError(`The field "${name.slice(0, 64)}" occurs twice.`);
      fields.set(name, this.#value(type));
    }
    this.#reader.stepOut();
    return { kind: "struct", fields };
  }

  #list(): IonValue {
    this.#stepIn();
    const items: IonValue[] = [];
    for (let value = this.read(); value !== undefined; value = this.read()) items.push(value);
    this.#reader.stepOut();
    return { kind: "list", items };
  }

  #stepIn(): void {
    if (this.#reader.depth() >= ION_LIMITS.depth)
      throw new IonError(`Values are nested more than ${ION_LIMITS.depth} levels deep.`);
    this.#reader.stepIn();
  }
}

function timestamp(value: Timestamp): IonTimestamp {
  const hasTime = value.getPrecision() > TimestampPrecision.DAY;
  // A timestamp of only a year or a month means its first day, as in Ion.
  // An unknown offset is that of UTC.
  const text = hasTime
    ? value.toString().replace(/-00:00$/, "Z")
    : value.getDate().toISOString().slice(0, 10);
  return { kind: "timestamp", text, hasTime };
}
