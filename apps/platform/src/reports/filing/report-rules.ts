import type { RuleViolation } from "tamis/http";
import type { Row } from "../../storage/storage.ts";
import { uri } from "../schema/value-rules.ts";
import { CODES } from "../contract/error-codes.ts";
import { isLonger, tooLong } from "../../family/lengths.ts";

/** The reference has a code for long names, but no length. This one fits into the columns of common databases. */
export const MAX_NAME = 255;

const MAX_DESCRIPTION = 4_000;
const MAX_IMAGES = 20;

/** Returns the rules that a report breaks. */
export function reportViolations(row: object): readonly RuleViolation[] {
  const { name, imageUris } = row as Row;
  return [
    ...nameViolations(name),
    ...tooLong(row, { description: MAX_DESCRIPTION }),
    ...imageViolations(imageUris),
  ];
}

/** Returns the reason why a report cannot have a name, if there is one. */
export function nameViolations(name: unknown): readonly (RuleViolation & { readonly errorCode: number })[] {
  const violation = (message: string, errorCode: number) => [{ member: "name", message, errorCode }];
  if (typeof name !== "string" || name.trim() === "")
    return violation("A report needs a name.", CODES.nameEmpty);
  return isLonger(name, MAX_NAME)
    ? violation(`The name of a report has at most ${MAX_NAME} characters.`, CODES.nameTooLong)
    : [];
}

function imageViolations(images: unknown): readonly RuleViolation[] {
  if (typeof images !== "object" || images === null) return [];
  const violation = (message: string) => [{ member: "imageUris", message }];
  const entries = Object.entries(images as Readonly<Record<string, unknown>>);
  if (entries.length > MAX_IMAGES) return violation(`A report has at most ${MAX_IMAGES} images.`);
  for (const [, value] of entries) {
    const reason = typeof value === "string" ? uri(value) : "must be a string";
    if (reason !== undefined) return violation(`The URI of an image ${reason}.`);
  }
  return [];
}
