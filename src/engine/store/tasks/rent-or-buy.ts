/** A structure that makes requests faster once it is built, or what stands for it. */
export interface LossCounter {
  /** Work that requests have lost without it, in units. */
  lost: number;
  /** Whether another thread builds it now. Requests do not wait for that thread, but use what it has built later. */
  readonly isBuiltElsewhere?: boolean;
}

/** The losses of requests without a structure, and the work of building it. */
export interface BuildCosts {
  /** Work that this request loses without it. */
  readonly own: number;
  /** Work that all requests so far have lost, this one included. */
  readonly lost: number;
  readonly cost: number;
}

/**
 * Says when a structure is built, by the rule of renting and buying: once requests have lost as much without it as building it costs.
 * Then they spend at most twice as much as if the future were known. Until it is overdue, it is built in the background, and no
 * request waits for it.
 *
 * @param overdueFactor how many times its cost requests may lose before one of them builds it: a caller that never returns to the
 *   event loop would otherwise never get it
 */
export function timeToBuild({ own, lost, cost }: BuildCosts, overdueFactor: number): BuildTime {
  if (cost === 0 || own >= cost * LARGE_SHARE || lost >= cost * overdueFactor) return "now";
  return lost >= cost ? "later" : "not yet";
}

/** When a structure is built. `now`: by the request that needs it. `later`: in the background. */
export type BuildTime = "now" | "later" | "not yet";

/**
 * Share of the cost that a request must lose by itself to build a structure at once. Building then adds at most a quarter to the work
 * that the request would have without the structure.
 */
const LARGE_SHARE = 4 / 5;
