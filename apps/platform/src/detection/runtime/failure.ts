import { CODES, type Code, type MessageProblem } from "../message/codes.ts";

/** A message that was not decided. */
export class DetectionFailure extends Error {
  override readonly name = "DetectionFailure";
  readonly code: Code;
  readonly problems: readonly MessageProblem[];

  constructor(
    code: Code,
    details: {
      readonly message?: string;
      readonly problems?: readonly MessageProblem[];
      readonly cause?: unknown;
    } = {},
  ) {
    super(details.message ?? CODES[code], { cause: details.cause });
    this.code = code;
    this.problems = details.problems ?? [];
  }
}
