import type { Condition, Operand, Row } from "../definition/types.ts";
import type { Value } from "../../values/types.ts";

/**
 * Arguments that are compared more than once, as the middle one of `lt(a,b,c)`. One that is computed is computed once a
 * row: twice at each level of calls within calls would take time exponential in their depth.
 */
export class SharedOperands {
  readonly #loads: (() => (row: Row) => void)[] = [];

  /** The operand itself where reading it costs next to nothing, else one that has the value that was read last. */
  share(operand: Operand): Operand {
    if (operand.constant !== undefined || operand.place !== undefined) return operand;
    let value: Value = null;
    this.#loads.push(() => {
      const read = operand.read();
      return (row) => {
        value = read(row);
      };
    });
    const test = (wanted: boolean) => () => () => value === wanted;
    return {
      ...operand,
      memberTest: undefined,
      read: () => () => value,
      isTrue: test(true),
      isFalse: test(false),
    };
  }

  /** A condition over shared operands: their values are read before it is asked. */
  over({ isTrue, isFalse, read, memberTest }: Condition): Condition {
    if (this.#loads.length === 0) return { isTrue, isFalse, read, ...(memberTest && { memberTest }) };
    return { isTrue: this.#loading(isTrue), isFalse: this.#loading(isFalse), read: this.#loading(read) };
  }

  #loading<T>(make: () => (row: Row) => T): () => (row: Row) => T {
    return () => {
      const loads = this.#loads.map((load) => load());
      const of = make();
      return (row) => {
        for (const load of loads) load(row);
        return of(row);
      };
    };
  }
}
