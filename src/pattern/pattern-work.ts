import { countWork } from "../values/work.ts";

/** Maximum number of states that one match visits in a request: 40 to 70 milliseconds. */
export const MAX_MATCH_VISITS = 2_097_152;

/** Maximum number of states that the matches of one request visit together. */
export const MAX_REQUEST_VISITS = 1_073_741_824;

/** Work that the patterns of one request may still do. */
export class PatternBudget {
  visits: number;
  readonly match: number;
  /** Long matches of the request by their automaton, which were paused at least once. */
  readonly longMatches = new Map<object, LongMatch>();

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

/** A match that was paused. Repeating it with the same text continues it, or returns its result. */
export interface LongMatch {
  readonly text: string;
  /** Offset of the next character. */
  readonly at: number;
  /** State of the automaton before this character. */
  readonly state: object;
  /** Number of states that the match has visited so far. */
  readonly visits: number;
  /** Result; undefined if the match is not complete. */
  result: boolean | undefined;
}

/** Number of states that a match visits before it can be paused: about 2 milliseconds. */
export const MAX_UNPAUSED_VISITS = 65_536;

let budget: PatternBudget | undefined;
let canPause = false;

/** Thrown in the middle of a match, to its caller `pausable`. */
const PAUSE = new Error("internal: a match was paused outside of pausable work");

/**
 * Runs work whose long matches can be paused. Returns undefined if a match was paused. The caller then repeats the work
 * later, at the same value: the match continues where it was paused.
 */
export function pausable<T>(work: () => T): T | undefined {
  const outer = canPause;
  canPause = budget !== undefined;
  try {
    return work();
  } catch (error) {
    if (error !== PAUSE) throw error;
    return undefined;
  } finally {
    canPause = outer;
  }
}

/** Pauses the running match if its caller can repeat it. Otherwise the match goes on. */
export function pauseMatch(automaton: object, match: () => LongMatch): void {
  if (!canPause) return;
  budget!.longMatches.set(automaton, match());
  throw PAUSE;
}

/** Returns the paused or completed match of this text. Forgets a match of another text. */
export function longMatchOf(automaton: object, text: string): LongMatch | undefined {
  if (budget === undefined || budget.longMatches.size === 0) return undefined;
  const cached = budget.longMatches.get(automaton);
  if (cached === undefined || cached.text === text) return cached;
  budget.longMatches.delete(automaton);
  return undefined;
}

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

/** Work of a visit. */
const UNITS_PER_VISIT = 2;

/**
 * Counts visited states. Outside a request, as in predicates, only the limit of one match applies.
 * @param inMatch number of states that the current match has visited, these included
 * @throws PatternWorkError if the match or the running request visits too many states
 */
export function countVisits(visits: number, inMatch: number, pattern: string): void {
  countWork(visits * UNITS_PER_VISIT);
  const match = budget?.match ?? MAX_MATCH_VISITS;
  if (inMatch > match) throw new PatternWorkError(pattern, "match", match);
  if (budget === undefined) return;
  budget.visits -= visits;
  if (budget.visits < 0) throw new PatternWorkError(pattern, "request", MAX_REQUEST_VISITS);
}
