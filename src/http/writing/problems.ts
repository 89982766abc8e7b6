import { pointerTo } from "../../catalog/json-pointer.ts";
import type { BodyProblemCode } from "../contract/body-problems.ts";
import { fail, type MemberProblem } from "../contract/failure.ts";
import type { BodyCodes } from "../contract/resource.ts";

/** Maximum number of problems in a response. */
const MAX_PROBLEMS = 50;

/** Position in a request body: names and indexes from the root. */
export type BodyPath = readonly (string | number)[];

/** Collects the problems of one request body. */
export class BodyProblems {
  readonly #problems: MemberProblem[] = [];

  add(code: BodyProblemCode, path: BodyPath, message: string, errorCode?: number | string): void {
    if (this.#problems.length < MAX_PROBLEMS)
      this.#problems.push({ code, pointer: pointerTo("", ...path), message, errorCode });
  }

  /** @throws RequestFailure (400) with each problem, if there are any */
  assertNone({ codes }: { readonly codes: BodyCodes }): void {
    const [first] = this.#problems;
    if (first === undefined) return;
    fail(400, "The body is not valid.", {
      code: first.errorCode ?? codes.invalidBody,
      members: this.#problems,
    });
  }
}
