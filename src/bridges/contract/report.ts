import { requireArray } from "../../diagnostics/require-argument.ts";
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
 * Collects the notes of one translation. `N` is the type of the result's nodes. Their places are computed last, from the
 * complete result.
 *
 * The *polarity* of a condition is the parity of the negations around it. A condition that is left out becomes true below an
 * even number of negations, and false below an odd number. So the result keeps all rows of the source.
 */
export class BridgeReport<N extends object> {
  readonly part: Part;
  #isNegated = false;
  /** Number of reads of the polarity. The translation of a condition that read it keeps the right rows, but not the same value. */
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
   * Runs a function that translates a condition whose value matters: in `(a = 1) IS NULL`, false and unknown are different.
   * Returns undefined, and removes its notes, if the function added a note or read the polarity.
   */
  exactly<T>(run: () => T | undefined): T | undefined {
    const { length } = this.#pending;
    const reads = this.#polarityReads;
    const result = run();
    if (this.#pending.length === length && this.#polarityReads === reads) return result;
    this.#pending.length = length;
    return undefined;
  }

  /** Runs a function, and removes its notes if it returns undefined. */
  attempt<T>(run: () => T | undefined): T | undefined {
    const { length } = this.#pending;
    const result = run();
    if (result === undefined) this.#pending.length = length;
    return result;
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

  /** Records a condition that is left out. Returns undefined, the translation of such a condition. */
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
   * Joins conditions, of which undefined ones were left out. Returns undefined if the joined condition is left out too.
   *
   * @param join receives at least two conditions
   */
  join<T>(
    operator: "and" | "or",
    parts: readonly (T | undefined)[],
    join: (parts: readonly T[]) => T,
  ): T | undefined {
    const translated = parts.filter((part): part is T & {} => part !== undefined);
    const isNeutral = (operator === "and") !== this.#isNegated;
    if (translated.length < parts.length && (!isNeutral || translated.length === 0)) return undefined;
    return translated.length === 1 ? translated[0]! : join(translated);
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

/** Returns the effect of all notes together; undefined without notes. */
export function effectOf(report: readonly BridgeNote[]): BridgeEffect | undefined {
  requireArray(report, "report");
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
