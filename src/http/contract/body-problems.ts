/** Deepest nesting of objects and lists in a request body. */
export const MAX_BODY_DEPTH = 64;

/** Problems of request bodies, each with the rule that the body breaks. Codes are stable. */
export const BODY_PROBLEMS = {
  "invalid-json": "The body is one JSON value.",
  "not-an-object": "The body is a JSON object.",
  "duplicate-name": "An object has each name once.",
  "too-deep": `Objects and lists are nested at most ${MAX_BODY_DEPTH} levels deep.`,
  "wrong-type": "A value has the type of its member.",
  required: "A member that cannot be null has a value.",
  "unknown-value": "A member with an enum has one of its values.",
  "out-of-range": "A number, a date or a time is within the range of its type.",
  "too-precise": "A number, a date-time or a time has at most the digits that the store keeps.",
  "invalid-string": "A string is well-formed Unicode without U+0000, and the store keeps it unchanged.",
  "invalid-key": "A key can be a segment of a path.",
  "broken-rule": "A row follows the rules of its collection.",
  "read-only": "A member that only the database sets is left out, or has its stored value.",
  "key-mismatch": "The key in a body is that of the path.",
} as const satisfies Readonly<Record<string, string>>;

export type BodyProblemCode = keyof typeof BODY_PROBLEMS;
