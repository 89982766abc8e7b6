/** Limits of messages in Amazon Ion. They are far above what messages need, and keep reading linear and short. */
export const ION_LIMITS = {
  /** Maximum length of a message in bytes. */
  bytes: 65_536,
  /** Maximum depth of structs, lists and annotations. */
  depth: 8,
  /** Maximum number of values, field names and annotations. */
  values: 4_096,
  /** Maximum number of characters of a number or a timestamp, and of bytes in binary. */
  number: 128,
} as const;

/** The bytes are not a message in Ion, or a limit is exceeded. The message is for users. */
export class IonError extends Error {
  override readonly name = "IonError";
}

/**
 * Returns a string that is well-formed Unicode. The library decodes invalid UTF-8 leniently, and cannot write lone surrogates.
 *
 * @throws IonError for another one
 */
export function wellFormed(value: string): string {
  if (!value.isWellFormed()) throw new IonError("A string is not well-formed Unicode.");
  return value;
}
