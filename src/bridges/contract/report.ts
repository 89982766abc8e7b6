import { hasOwn } from "../../values/own-properties.ts";
import type { BridgeCode, BridgeEffect } from "./codes.ts";
import type { BridgeNote, BridgePlace } from "./types.ts";

type Part = BridgeNote["part"];

interface Pending<N> {
  readonly code: BridgeCode;
  readonly effect: BridgeEffect;
  readonly message: string;
  readonly source: BridgePlace;
  readonly node: N | undefined;
}

/**
 * Collects the notes of one translation. `N` is a node of the result, whose place is known only when the whole result is.
 *
 * Dropped conditions are handled by polarity: a condition below an even number of negations becomes true, one below an odd
 * number becomes false. So the result keeps all rows of the source.
 */
export class BridgeReport<N extends object> {
  readonly part: Part;
  #isNegated = false;
  /** How often the polarity was read: a condition that depends on it has no value of its own. */
  #polarityReads = 0;
  #pending: Pending<N>[] = [];

  constructor(part: Part) {
    this.part = part;
  }

  /** Whether the current condition is below an odd number of negations. */
  get isNegated(): boolean {
    this.#polarityReads++;
    return this.#isNegated;
  }

  /**
   * Runs a function for a condition whose value is used, not only its truth: `(a = 1) IS NULL`. Returns undefined, without its
   * notes, if the condition differs in anything.
   */
  exactly<T>(run: () => T | undefined): T | undefined {
    const { length } = this.#pending;
    const reads = this.#polarityReads;
    const found = run();
    if (this.#pending.length === length && this.#polarityReads === reads) return found;
    this.#pending.length = length;
    return undefined;
  }

  /** Runs a function, and removes its notes if it returns undefined. */
  attempt<T>(run: () => T | undefined): T | undefined {
    const { length } = this.#pending;
    const found = run();
    if (found === undefined) this.#pending.length = length;
    return found;
  }

  /** Records a difference. `effect` is that of the condition itself: a negation around it turns more into fewer. */
  note(
    code: BridgeCode,
    effect: "more" | "fewer" | "other" | "order",
    message: string,
    source: BridgePlace,
    node?: N,
  ): void {
    this.#pending.push({ code, effect: this.#isNegated ? opposite(effect) : effect, message, source, node });
  }

  /** Records a condition that is left out. Returns undefined, which stands for it. */
  drop(code: BridgeCode, message: string, source: BridgePlace): undefined {
    const effect = this.part === "filter" ? "more" : "order";
    this.#pending.push({ code, effect, message, source, node: undefined });
  }

  /** Records that there is no translation. */
  fail(code: "syntax" | "limit", message: string, source: BridgePlace): undefined {
    this.#pending = [{ code, effect: "failed", message, source, node: undefined }];
  }

  /** Runs a function for the condition below a negation. */
  negated<T>(run: () => T): T {
    this.#isNegated = !this.#isNegated;
    const result = run();
    this.#isNegated = !this.#isNegated;
    return result;
  }

  /**
   * Joins conditions of which some may be left out. Returns undefined if the whole is left out.
   *
   * @param join receives at least two conditions
   */
  join<T>(
    operator: "and" | "or",
    parts: readonly (T | undefined)[],
    join: (parts: readonly T[]) => T,
  ): T | undefined {
    const kept = parts.filter((part): part is T & {} => part !== undefined);
    const isNeutral = (operator === "and") !== this.#isNegated;
    if (kept.length < parts.length && (!isNeutral || kept.length === 0)) return undefined;
    return kept.length === 1 ? kept[0]! : join(kept);
  }

  /** Returns the notes in the order of the source. */
  finish(placeOf: (node: N) => BridgePlace | undefined): BridgeNote[] {
    const notes = this.#pending.map(({ node, code, effect, message, source }): BridgeNote => {
      const result = node && placeOf(node);
      return { code, effect, message, part: this.part, source, result };
    });
    return notes.sort((a, b) => startOf(a) - startOf(b));
  }
}

function opposite<E extends BridgeEffect>(effect: E): E | "more" | "fewer" {
  return effect === "more" ? "fewer" : effect === "fewer" ? "more" : effect;
}

function startOf({ source }: BridgeNote): number {
  return hasOwn(source, "start") ? source.start : 0;
}

/** The effect of all notes together; undefined if there are none. */
export function effectOf(report: readonly BridgeNote[]): BridgeEffect | undefined {
  const effects = new Set(report.map(({ effect }) => effect));
  if (effects.has("failed")) return "failed";
  if (effects.has("other") || (effects.has("more") && effects.has("fewer"))) return "other";
  return effects.has("more")
    ? "more"
    : effects.has("fewer")
      ? "fewer"
      : effects.has("order")
        ? "order"
        : undefined;
}
