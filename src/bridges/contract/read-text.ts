import { ForeignSyntaxProblem } from "../../readers/token-stream.ts";
import type { BridgeReport } from "./report.ts";

/** Runs `readTree`. Returns undefined, with a note, if it throws `ForeignSyntaxProblem`. */
export function readText<T>(report: BridgeReport<object>, readTree: () => T): T | undefined {
  try {
    return readTree();
  } catch (problem) {
    if (!(problem instanceof ForeignSyntaxProblem)) throw problem;
    return report.fail(problem.code, problem.message, problem.place);
  }
}
