import { countWork } from "../values/work.ts";

/** Maximum number of states that one match visits in a request: about 20 milliseconds. */
export const MAX_MATCH_VISITS = 2_097_152;

/** Maximum number of states that the matches of one request visit together. */
export const MAX_REQUEST_VISITS = 1_073_741_824;

/** Work that the patterns of one request may still do. */
export class PatternBudget {
  visits: number;
  readonly match: number;

  constructor(request = MAX_REQUEST_VISITS, match = MAX_MATCH_VISITS) {
    this.visits = request;
    this.match = match;
  }
}

/**
 * Thrown if the patterns of a request visit more states than allowed. Visits to cached states do not count. Only a
 * pattern that reaches new combinations of states at most characters exceeds the limit.
 */
export class PatternWorkError extends Error {
  override readonly name = "PatternWorkError";
  /** Identifies the error where `instanceof` cannot, because two copies of the package are loaded. */
  readonly code = "pattern-work";
  readonly pattern: string;
  readonly scope: "match" | "request";
  /** Maximum number of visited states, which the patterns exceeded. */
  readonly limit: number;

  constructor(pattern: string, scope: "match" | "request", limit: number) {
    const subject = scope === "match" ? "One match of the pattern" : "The patterns of the request up to";
    super(
      `${subject} ${JSON.stringify(pattern)} ${scope === "match" ? "visits" : "visit"} more than ` +
        `${limit.toLocaleString("en-US")} states. Use fewer repetitions with a maximum, such as \`{0,300}\`.`,
    );
    this.pattern = pattern;
    this.scope = scope;
    this.limit = limit;
  }
}

let budget: PatternBudget | undefined;

/** Runs synchronous work whose patterns share a budget. */
export function withPatternBudget<T>(shared: PatternBudget, work: () => T): T {
  const outer = budget;
  budget = shared;
  try {
    return work();
  } finally {
    budget = outer;
  }
}

/**
 * Counts visited states. Outside a request, as in predicates, only the limit of one match applies.
 * @param inMatch number of states that the current match has visited, these included
 * @throws PatternWorkError if the match or the running request visits too many states
 */
export function countVisits(visits: number, inMatch: number, pattern: string): void {
  countWork(visits);
  const match = budget?.match ?? MAX_MATCH_VISITS;
  if (inMatch > match) throw new PatternWorkError(pattern, "match", match);
  if (budget === undefined) return;
  budget.visits -= visits;
  if (budget.visits < 0) throw new PatternWorkError(pattern, "request", MAX_REQUEST_VISITS);
}
