import type { Value } from "../../values/types.ts";
import { countWork } from "../../values/work.ts";
import type { AggregateGroup } from "../aggregate.ts";
import { ShardedMap } from "../../values/sharded-map.ts";
import { makeAccumulator, type Accumulator } from "./accumulators.ts";
import { canonicalValue } from "./canonical-value.ts";
import { GroupLimitError } from "./group-limit.ts";
import type { AggregatedMember, ReadAggregation } from "./read-aggregation.ts";
import { identityKey } from "./value-identity.ts";

/** Work of finding the code or the group of a value. */
const UNITS_PER_LOOKUP = 10;
/** Factor for pairs of codes, which are smaller. Pairs stay below 2^53. */
const PAIRS = 2 ** 26;

/** Numbers of pairs, from 0. */
interface NumberedPairs {
  count: number;
  readonly numbers: ShardedMap<number, number>;
}

/** Groups of rows with equal keys. Every backend adds its rows or partial results to them. */
export class Groups {
  /** One for each member in `by`. */
  readonly keys: readonly KeyCodes[];
  readonly accumulators: readonly Accumulator[];
  readonly #aggregation: ReadAggregation;
  readonly #counts: number[] = [];
  /** Codes of each group's key: those of one group are adjacent. */
  readonly #codes: number[] = [];
  /** Groups of the last member's codes; for several members, of pairs. */
  readonly #groupOfKey = new ShardedMap<number, number>();
  /** For each member but the first and the last: numbers of the pairs of the previous number and the code. */
  readonly #pairs: readonly NumberedPairs[];

  constructor(aggregation: ReadAggregation) {
    this.#aggregation = aggregation;
    this.keys = aggregation.by.map((member) => new KeyCodes(member));
    this.accumulators = aggregation.measures.map(makeAccumulator);
    this.#pairs = this.keys.slice(1, -1).map(() => ({ count: 0, numbers: new ShardedMap() }));
    // Without members, there is one group, even if no row matches.
    if (this.keys.length === 0) this.#make([]);
  }

  /** Number of groups. */
  get count(): number {
    return this.#counts.length;
  }

  /**
   * Adds rows to the group with these codes. Returns its number.
   *
   * @param codes codes of the members in `by`; the array can be reused.
   * @throws GroupLimitError if the rows form more groups than allowed.
   */
  add(codes: readonly number[], rows: number): number {
    const last = codes.length - 1;
    if (last < 0) {
      this.#counts[0]! += rows;
      return 0;
    }
    countWork(UNITS_PER_LOOKUP);
    let key = codes[0]!;
    for (let i = 1; i < last; i++) {
      const pairs = this.#pairs[i - 1]!;
      const pair = key * PAIRS + codes[i]!;
      let number = pairs.numbers.get(pair);
      if (number === undefined) pairs.numbers.set(pair, (number = pairs.count++));
      key = number;
    }
    if (last > 0) key = key * PAIRS + codes[last]!;
    let group = this.#groupOfKey.get(key);
    if (group === undefined) this.#groupOfKey.set(key, (group = this.#make(codes)));
    this.#counts[group]! += rows;
    return group;
  }

  #make(codes: readonly number[]): number {
    const { maximumGroups } = this.#aggregation;
    if (this.#counts.length >= maximumGroups) throw new GroupLimitError(maximumGroups);
    this.#codes.push(...codes);
    return this.#counts.push(0) - 1;
  }

  /** Compares two groups by their numbers, in the order of the aggregation. Different groups are never equal. */
  compare(a: number, b: number): number {
    const { order, by } = this.#aggregation;
    if (order === "count") {
      const bySize = this.#counts[b]! - this.#counts[a]!;
      if (bySize !== 0) return bySize;
    }
    for (const [i, member] of by.entries()) {
      const compared = member.order(this.#keyOf(a, i), this.#keyOf(b, i));
      if (compared !== 0) return compared;
    }
    return 0;
  }

  groupAt(group: number): AggregateGroup {
    countWork(UNITS_PER_LOOKUP);
    return {
      key: this.keys.map((_, i) => this.#keyOf(group, i)),
      count: this.#counts[group]!,
      values: this.accumulators.map((accumulator) => accumulator.result(group)),
    };
  }

  #keyOf(group: number, member: number): Value {
    return this.keys[member]!.valueOf(this.#codes[group * this.keys.length + member]!);
  }
}

/** Numbers of the distinct values of a member. Null has the number 0. */
export class KeyCodes {
  readonly #type: AggregatedMember["type"];
  readonly #canonical: (value: Value) => Value;
  readonly #values: Value[] = [null];
  readonly #codes = new ShardedMap<unknown, number>();

  constructor({ type }: AggregatedMember) {
    this.#type = type;
    this.#canonical = canonicalValue(type);
  }

  codeOf(value: Value): number {
    return this.codeOfIdentity(identityKey(value, this.#type), () => value);
  }

  /**
   * @param identity the value's `identityKey`; undefined for null.
   * @param read returns the value; called for the first row with this identity.
   */
  codeOfIdentity(identity: unknown, read: () => Value): number {
    if (identity === undefined) return 0;
    countWork(UNITS_PER_LOOKUP);
    let code = this.#codes.get(identity);
    if (code === undefined) {
      code = this.#values.push(this.#canonical(read())) - 1;
      this.#codes.set(identity, code);
    }
    return code;
  }

  valueOf(code: number): Value {
    return this.#values[code]!;
  }
}
